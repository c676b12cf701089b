import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { isLoopback, readConfig } from '../src/config/config.ts';
import { ConfigError } from '../src/config/environment-variables.ts';
import { settingGroups } from '../src/config/setting-groups.ts';
import { settings } from '../src/config/settings.ts';
import { startStubbed } from './graph/stub-upstream.ts';

const upstream = { UPSTREAM_URL: 'https://code.example.com/api/v4' };

test('uses the defaults if only UPSTREAM_URL is set', () => {
  expect(readConfig(upstream)).toMatchObject({
    host: '127.0.0.1',
    port: 4000,
    sandbox: false,
    upstreamToken: undefined,
    maxDepth: 20,
    limitsReportOnly: false,
    introspection: true,
    corsOrigins: '*',
  });
});

test('treats an empty variable as unset', () => {
  const empty = Object.fromEntries(settings.map(({ name }) => [name, '']));
  expect(readConfig({ ...empty, ...upstream })).toEqual(readConfig(upstream));
});

test('uses the documented defaults, and ends each description with a period', () => {
  const written = settings.flatMap(({ name, default: value }) => (value === undefined ? [] : [[name, value]]));
  expect(readConfig({ ...Object.fromEntries(written), ...upstream })).toEqual(readConfig(upstream));
  for (const { description } of settings) expect(description).toMatch(/\.$/);
});

test('enables traces except in production, or as TRACE sets it', () => {
  expect(readConfig(upstream).trace).toBe(true);
  expect(readConfig({ ...upstream, NODE_ENV: 'production' }).trace).toBe(false);
  expect(readConfig({ ...upstream, NODE_ENV: 'production', TRACE: 'true' }).trace).toBe(true);
  expect(readConfig({ ...upstream, TRACE: 'false' }).trace).toBe(false);
});

test('reads values', () => {
  const config = readConfig({
    PORT: '0',
    UPSTREAM_URL: 'https://code.example.com:8443/base/api/v4',
    PUBLIC_URL: 'https://graph.example.com/portico',
    CORS_ORIGINS: 'https://a.example.com, http://localhost:3000',
    GRAPHIQL: 'false',
    LOG_LEVEL: 'silent',
  });
  expect(config.port).toBe(0);
  expect(config.upstreamUrl?.href).toBe('https://code.example.com:8443/base/api/v4/');
  expect(config.publicUrl?.href).toBe('https://graph.example.com/portico/');
  expect(config.corsOrigins).toEqual(['https://a.example.com', 'http://localhost:3000']);
  expect(config.graphiql).toBe(false);
});

test.each([
  [{ PORT: '65536' }, 'PORT must be an integer from 0 to 65535'],
  [{ PORT: '4e3' }, 'PORT must be an integer from 0 to 65535'],
  [{ MAX_DEPTH: '0' }, 'MAX_DEPTH must be an integer from 1 to 1000'],
  [{ READ_RETRIES: '-1' }, 'READ_RETRIES must be an integer from 0 to 10'],
  [{ GRAPHIQL: 'yes' }, 'GRAPHIQL must be true or false'],
  [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL must be trace, debug, info, warn, error, fatal or silent'],
  [{ CORS_ORIGINS: 'example.com' }, /^CORS_ORIGINS must be \* or origins/],
  [{ UPSTREAM_URL: 'ftp://example.com/api/v4' }, /^UPSTREAM_URL must be/],
  [{ UPSTREAM_URL: 'https://example.com/api/v4?private_token=x' }, /^UPSTREAM_URL must be/],
  [{ PORT: 'x', MAX_ALIASES: 'y' }, /^PORT must .*\nMAX_ALIASES must /],
])('rejects %o with a message for each setting', (env, message) => {
  expect(() => readConfig(env)).toThrow(ConfigError);
  expect(() => readConfig(env)).toThrow(message);
});

test.each([
  [
    { MAX_STREAMS: '10', MAX_STREAMS_PER_CALLER: '11' },
    'MAX_STREAMS_PER_CALLER (11) must not be more than MAX_STREAMS (10)',
  ],
  [
    { MAX_STREAMS_PER_CALLER: '10001' },
    'MAX_STREAMS_PER_CALLER (10001) must not be more than MAX_STREAMS (10000, the default)',
  ],
  [{ MAX_STREAMS: '500' }, 'MAX_STREAMS_PER_CALLER (1000, the default) must not be more than MAX_STREAMS (500)'],
  [
    { MAX_CONNECTIONS: '10', MAX_CONNECTIONS_PER_ADDRESS: '11' },
    'MAX_CONNECTIONS_PER_ADDRESS (11) must not be more than MAX_CONNECTIONS (10)',
  ],
])('rejects limits that contradict each other: %o', (env, message) => {
  expect(() => readConfig({ ...upstream, ...env })).toThrow(
    new ConfigError(`${message}: lower the one or raise the other`),
  );
});

test.each([
  ['opened lists', '['.repeat(499_000), /nested more than 100 levels/],
  ['closed lists', ']'.repeat(499_000), /Unexpected flow-seq-end token/],
  ['lists of lists', '- '.repeat(249_000), /nested more than 100 levels/],
  ['repeated keys', 'a: 1\n'.repeat(90_000), /Map keys must be unique at line 2, column 1/],
  ['aliases', 'a: &a [*a]', /An alias must not refer to what contains it at line 1, column 8/],
])('rejects a names file and a profile of %s', (_, text, message) => {
  const folder = mkdtempSync(join(tmpdir(), 'portico-config-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, 'file.yaml');
  writeFileSync(path, text);
  for (const name of ['UPSTREAM_WORDS', 'UPSTREAM_PROFILE'])
    expect(() => readConfig({ ...upstream, [name]: path })).toThrow(message);
});

test.each(['0', '1', '3', '10000002', '33333333'])(
  'executes a repeated document with DOCUMENT_CACHE_BYTES=%s',
  async (bytes) => {
    const facade = await startStubbed(
      { 'GET /users/1': { body: { id: 1, username: 'a' } } },
      {
        DOCUMENT_CACHE_BYTES: bytes,
        RESPONSE_CACHE_BYTES: bytes,
      },
    );
    for (const _ of [1, 2, 3])
      expect(await facade.execute('{ user(by: { id: 1 }) { username } }')).toMatchObject({
        data: { user: { username: 'a' } },
      });
  },
);

test('requires either UPSTREAM_URL or SANDBOX=true', () => {
  expect(readConfig({ SANDBOX: 'true' })).toMatchObject({ sandbox: true, upstreamUrl: undefined });
  for (const env of [{}, { SANDBOX: 'false' }, { UPSTREAM_URL: '' }])
    expect(() => readConfig(env)).toThrow(/^UPSTREAM_URL must be set .* SANDBOX/);
  expect(() => readConfig({ ...upstream, SANDBOX: 'true' })).toThrow(
    /^UPSTREAM_URL and SANDBOX=true are mutually exclusive/,
  );
});

test('omits the values of variables from messages', () => {
  const secret = 'geheim';
  for (const env of [
    { UPSTREAM_TOKEN: `${secret} ${secret}` },
    { ...upstream, UPSTREAM_TOKEN: secret, HOST: '0.0.0.0' },
    { UPSTREAM_URL: `https://me:${secret}@example.com/api/v4` },
    { PORT: secret },
  ])
    expect(() => readConfig(env)).toThrow(expect.objectContaining({ message: expect.not.stringContaining(secret) }));
});

const shared = {
  ...upstream,
  REDIS_URL: 'rediss://user:geheim@redis.example.com:6380/2',
  REDIS_SECRET: 's'.repeat(32),
  CURSOR_KEY: 'k'.repeat(32),
};

test('requires REDIS_SECRET and CURSOR_KEY with REDIS_URL', () => {
  expect(readConfig(upstream).redis).toBeUndefined();
  expect(readConfig(shared).redis).toEqual({
    url: new URL(shared.REDIS_URL),
    secret: shared.REDIS_SECRET,
    timeout: 100,
  });
  for (const name of ['REDIS_SECRET', 'CURSOR_KEY'])
    expect(() => readConfig({ ...shared, [name]: '' })).toThrow(/^REDIS_URL requires REDIS_SECRET and CURSOR_KEY/);
  for (const url of ['http://geheim.example.com', 'geheim', 'redis://'])
    expect(() => readConfig({ ...shared, REDIS_URL: url })).toThrow(/^REDIS_URL must be a URL such as (?!.*geheim)/);
  expect(() => readConfig({ ...shared, REDIS_SECRET: 'geheim' })).toThrow(/^REDIS_SECRET must have at least 32/);
});

test('reads secrets from files', () => {
  const folder = mkdtempSync(join(tmpdir(), 'portico-secrets-'));
  try {
    const file = (name: string, text: string) => {
      writeFileSync(join(folder, name), text);
      return join(folder, name);
    };
    const { REDIS_URL, REDIS_SECRET, CURSOR_KEY } = shared;
    const config = readConfig({
      ...upstream,
      REDIS_URL_FILE: file('url', `${REDIS_URL}\n`),
      REDIS_SECRET_FILE: file('secret', `${REDIS_SECRET}\r\n`),
      CURSOR_KEY_FILE: file('key', CURSOR_KEY),
      UPSTREAM_TOKEN_FILE: file('token', 'token\n'),
    });
    expect(config).toEqual(readConfig({ ...shared, UPSTREAM_TOKEN: 'token' }));
    const both = { ...upstream, CURSOR_KEY, CURSOR_KEY_FILE: file('key', CURSOR_KEY) };
    expect(() => readConfig(both)).toThrow(/^CURSOR_KEY and CURSOR_KEY_FILE are mutually exclusive/);
    expect(() => readConfig({ ...upstream, CURSOR_KEY_FILE: join(folder, 'none') })).toThrow(
      'CURSOR_KEY_FILE must be the path of a readable file',
    );
    expect(() => readConfig({ ...upstream, CURSOR_KEY_FILE: file('short', 'geheim') })).toThrow(
      /^CURSOR_KEY must have(?!.*geheim)/,
    );
    expect(readConfig({ ...upstream, CURSOR_KEY_FILE: '' }).cursorKey).toBeUndefined();
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test.runIf(existsSync('/dev/zero')).each([
  ['UPSTREAM_WORDS', 'must be a readable YAML or JSON file with a name mapping: it has more than 500000 bytes'],
  ['UPSTREAM_PROFILE', 'must be a readable YAML or JSON file: it has more than 500000 bytes'],
  ['PERSISTED_DOCUMENTS', 'an Apollo persisted query manifest, but it has more than 67108864 bytes'],
  ['UPSTREAM_CA_FILE', 'must be a file with certificates'],
  ['CURSOR_KEY_FILE', 'must be the path of a readable file'],
])('reads a bounded part of an endless file for %s', (name, message) => {
  expect(() => readConfig({ ...upstream, [name]: '/dev/zero' })).toThrow(message);
});

test('has each setting in one group', () => {
  const names: readonly string[] = settingGroups.flatMap((group) => group.names);
  expect(names.toSorted()).toEqual(settings.map(({ name }) => name).toSorted());
});

test('requires a loopback HOST with UPSTREAM_TOKEN, and then allows no other origin by default', () => {
  expect(() => readConfig({ ...upstream, UPSTREAM_TOKEN: 'token', HOST: '192.168.1.2' })).toThrow(
    /^UPSTREAM_TOKEN requires a loopback HOST/,
  );
  expect(readConfig({ ...upstream, UPSTREAM_TOKEN: 'token' })).toMatchObject({
    upstreamToken: 'token',
    corsOrigins: [],
  });
});

test('recognizes loopback hosts', () => {
  for (const host of ['localhost', 'LOCALHOST', 'app.localhost', '127.0.0.1', '127.8.9.10', '::1', '[::1]'])
    expect(isLoopback(host), host).toBe(true);
  for (const host of ['', '0.0.0.0', '::', '10.0.0.1', 'localhost.example.com', 'notlocalhost', '127.0.0.1.nip.io'])
    expect(isLoopback(host), host).toBe(false);
});
