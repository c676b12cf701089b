/** Events of credentials, as the instance that publishes them reads them. */
import { pino } from 'pino';
import { describe, expect, test } from 'vitest';
import { Credential } from '../../src/rest/credential.ts';
import { steadyNow } from '../../src/rest/timers.ts';
import { RedisCredentialEvents } from '../../src/watch/redis/credential-events.ts';
import { RedisLink } from '../../src/watch/redis/link.ts';
import { Sealing } from '../../src/watch/redis/sealing.ts';
import { hasRedis, startCuttingProxy, startRedis } from './server.ts';

describe.skipIf(!hasRedis)('events of credentials', () => {
  test('have the time of the instance that publishes them, even if Redis is 50 ms away', async () => {
    const redis = await startRedis();
    const proxy = await startCuttingProxy(redis.port);
    proxy.delay = 50;
    const link = new RedisLink({ url: proxy.url, timeout: 2000, logger: pino({ level: 'silent' }), probeKey: 'probe' });
    try {
      await link.open();
      expect(link.time.errorMs).toBeGreaterThan(50);
      const events = new RedisCredentialEvents(link, new Sealing('a secret that is long enough for it', 'https://a/'));
      const credential = Credential.privateToken('token-of-alice');
      const published = events.publishWrite(credential);
      const publishedAt = steadyNow();
      await published;
      expect(await events.loadLastWrite(credential)).toBeLessThanOrEqual(publishedAt);
    } finally {
      await link.close();
      await proxy.close();
      await redis.close();
    }
  });
});
