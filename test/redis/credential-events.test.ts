/** Events of credentials, as the publishing instance reads them. */
import { pino } from 'pino';
import { describe, expect, test } from 'vitest';
import { RedisCredentialEvents } from '../../src/redis/credential-events.ts';
import { RedisLink } from '../../src/redis/link.ts';
import { Sealing } from '../../src/redis/sealing.ts';
import { Credential } from '../../src/rest/credential.ts';
import { hasRedis, startCuttingProxy, startRedis } from './server.ts';

describe.skipIf(!hasRedis)('events of credentials', () => {
  test('a write through this instance has its own time, however far Redis is away', async () => {
    const redis = await startRedis();
    const proxy = await startCuttingProxy(redis.port);
    proxy.delay = 50;
    const link = new RedisLink({ url: proxy.url, timeout: 2000, logger: pino({ level: 'silent' }), probeKey: 'probe' });
    try {
      await link.open();
      expect(link.time.errorMs).toBeGreaterThan(50);
      const events = new RedisCredentialEvents(link, new Sealing('a secret that is long enough for it', 'https://a/'));
      const credential = Credential.privateToken('token-of-alice');
      const written = events.publishWrite(credential);
      const at = Date.now();
      await written;
      expect(await events.loadLastWrite(credential)).toBeLessThanOrEqual(at);
    } finally {
      await link.close();
      await proxy.close();
      await redis.close();
    }
  });
});
