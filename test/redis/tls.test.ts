/** Redis over TLS, with a user that has only the required permissions. */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startSandbox, tokens } from '../../sandbox/index.ts';
import { read } from '../docs/pages.ts';
import { type FacadeProcess, startFacadeProcess } from '../process/facade.ts';
import { sendOver } from '../process/transports.ts';
import { sharing } from '../watch/instances.ts';
import { freePort, hasRedis, type RedisServer, startRedis } from './server.ts';

const password = 'geheim';
const hasOpenSsl = spawnSync('openssl', ['version']).status === 0;
const headers = { 'private-token': tokens.developer };
const query = '{ currentUser { username } }';
const persistedQuery = { version: 1, sha256Hash: createHash('sha256').update(query).digest('hex') };

/** Permissions of the user in the guide. */
const access = /^ *`ACL SETUSER portico on >… (.+)`$/m.exec(read('docs/operator.md'))?.[1]?.split(' ') ?? [];

/** Creates a certificate authority, and a certificate that it has issued for this machine. */
function makeCertificates(folder: string): { authority: string; certificate: string; key: string } {
  const file = (name: string) => join(folder, name);
  const create = (name: string, ...more: readonly string[]) => {
    const requestFlags = [
      '-keyout',
      file(`${name}.key`),
      '-out',
      file(`${name}.pem`),
      '-subj',
      `/CN=${name}`,
      '-days',
      '2',
    ];
    const options = [
      'req',
      '-x509',
      '-newkey',
      'ec',
      '-pkeyopt',
      'ec_paramgen_curve:prime256v1',
      '-nodes',
      ...requestFlags,
    ];
    const { status, stderr } = spawnSync('openssl', [...options, ...more]);
    if (status !== 0) throw new Error(String(stderr));
  };
  create('authority');
  const issuer = ['-CA', file('authority.pem'), '-CAkey', file('authority.key')];
  create(
    'server',
    ...issuer,
    '-addext',
    'subjectAltName=IP:127.0.0.1',
    '-addext',
    'basicConstraints=critical,CA:FALSE',
  );
  return { authority: file('authority.pem'), certificate: file('server.pem'), key: file('server.key') };
}

test('the user of the guide may run exactly the commands that Portico runs', () => {
  const sources = globSync('src/watch/**/*.ts');
  const calls = sources.flatMap((path) => [...readFileSync(path, 'utf8').matchAll(/redis\.call\('(\w+)'/g)]);
  const linkCommands = ['evalsha', 'script|load', 'subscribe', 'unsubscribe'];
  const commands = new Set([...linkCommands, ...calls.map(([, command = '']) => command.toLowerCase())]);
  expect(access.toSorted()).toEqual(
    ['-@all', '&portico:*', '~portico:*', ...[...commands].map((name) => `+${name}`)].toSorted(),
  );
});

describe.skipIf(!hasRedis || !hasOpenSsl)('Redis over TLS', () => {
  const folder = mkdtempSync(join(tmpdir(), 'portico-tls-'));
  let authority: string;
  let redis: RedisServer;
  let url: string;
  let sandbox: Awaited<ReturnType<typeof startSandbox>>;
  let facade: FacadeProcess | undefined;
  beforeAll(async () => {
    const certificates = makeCertificates(folder);
    authority = certificates.authority;
    const port = await freePort();
    const tls = [
      '--tls-port',
      String(port),
      '--tls-cert-file',
      certificates.certificate,
      '--tls-key-file',
      certificates.key,
    ];
    redis = await startRedis([...tls, '--tls-ca-cert-file', authority, '--tls-auth-clients', 'no']);
    url = `rediss://portico:${password}@127.0.0.1:${port}`;
    sandbox = await startSandbox();
  });
  afterAll(async () => {
    await sandbox.close();
    await redis.close();
    rmSync(folder, { recursive: true });
  });
  beforeEach(async () => {
    await redis.command('FLUSHALL');
    await redis.command('ACL', 'SETUSER', 'portico', 'reset', 'on', `>${password}`, ...access);
    await redis.command('ACL', 'LOG', 'RESET');
  });
  afterEach(async () => {
    await facade?.kill();
    facade = undefined;
  });

  async function start(env: NodeJS.ProcessEnv): Promise<FacadeProcess> {
    facade = await startFacadeProcess({ UPSTREAM_URL: sandbox.url, LOG_LEVEL: 'warn', ...sharing, ...env });
    return facade;
  }

  const execute = async (facade: FacadeProcess, operation: object) => {
    const { results } = await sendOver('POST', facade.url, operation, headers);
    return results[0];
  };
  const findKeys = (pattern: string) => redis.command('KEYS', pattern);

  test('with its authority in NODE_EXTRA_CA_CERTS, shares all state and requires no further permission', async () => {
    const facade = await start({ REDIS_URL: url, NODE_EXTRA_CA_CERTS: authority });
    const unknown = await execute(facade, { extensions: { persistedQuery } });
    expect(unknown?.errors).toMatchObject([{ message: 'PersistedQueryNotFound' }]);
    expect(await execute(facade, { query, extensions: { persistedQuery } })).toHaveProperty(
      'data.currentUser.username',
    );
    await expect.poll(() => findKeys('*:texts')).toContain(':texts');
    const created = await execute(facade, {
      query: 'mutation { pipelineCreate(input: { project: "14", ref: "main" }) { pipeline { id } } }',
    });
    expect(await findKeys('*:written')).toContain(':written');
    const payload: { readonly pipeline: { readonly id: string } } = Object(created?.data?.pipelineCreate);
    const subscription = `subscription { pipeline(id: "${payload.pipeline.id}", until: FOREVER) { status } }`;
    const abort = new AbortController();
    const response = sendOver('SSE', facade.url, { query: subscription }, headers, abort.signal).catch(() => undefined);
    await expect.poll(() => findKeys('*:state')).toContain(':state');
    expect(await findKeys('*:lease')).toContain(':lease');
    abort.abort();
    await response;
    await expect.poll(() => findKeys('*:lease')).not.toContain(':lease');
    expect(await redis.command('ACL', 'LOG')).toBe('*0\r\n');
    expect(facade.log).toBe('');
  });

  test.each([
    ['an authority that is not trusted', {}, () => url, /^[A-Z_]*(CERT|SIGNATURE|ISSUER)[A-Z_]*$/],
    ['a wrong password', { trusted: true }, () => url.replace(password, `${password}-not`), /^WRONGPASS$/],
  ] as const)(
    'with %s, an instance continues without shared state, and the log contains neither address nor password',
    async (_, options, getUrl, reason) => {
      const facade = await start({
        REDIS_URL: getUrl(),
        ...('trusted' in options ? { NODE_EXTRA_CA_CERTS: authority } : {}),
      });
      expect(await execute(facade, { query })).toHaveProperty('data.currentUser.username');
      await expect.poll(() => facade.log).not.toBe('');
      expect(JSON.parse(facade.log)).toMatchObject({ level: 40, reason: expect.stringMatching(reason) });
      expect(facade.log).not.toMatch(/geheim|portico|127\.0\.0\.1/);
      expect(await redis.command('DBSIZE')).toBe(':0\r\n');
    },
  );
});
