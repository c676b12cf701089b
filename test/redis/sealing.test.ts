import { expect, test } from 'vitest';
import { Credential } from '../../src/rest/credential.ts';
import { Sealing } from '../../src/watch/redis/sealing.ts';
import { ServerTime } from '../../src/watch/redis/server-time.ts';

const sealing = new Sealing('a secret', 'https://code.example.com/');
const alice = Credential.privateToken('token');

test('decrypts only with the same secret, upstream, credential and key', () => {
  const sealed = sealing.seal(alice, 'key').encrypt('text');
  const same = new Sealing('a secret', 'https://code.example.com/').seal(Credential.privateToken('token'), 'key');
  expect(same.decrypt(sealed)).toBe('text');
  // A token identifies its caller in each header.
  expect(sealing.seal(Credential.bearer('token'), 'key').decrypt(sealed)).toBe('text');
  const otherSeals = [
    sealing.seal(alice, 'other key'),
    sealing.seal(Credential.privateToken('other token'), 'key'),
    sealing.seal(Credential.anonymous, 'key'),
    new Sealing('other secret', 'https://code.example.com/').seal(alice, 'key'),
    new Sealing('a secret', 'https://other.example.com/').seal(alice, 'key'),
    sealing.sealWith('token', 'key'),
  ];
  expect(otherSeals.map((seal) => seal.decrypt(sealed))).toEqual(otherSeals.map(() => undefined));
});

test('rejects changed or truncated data, and encrypts equal data differently', () => {
  const seal = sealing.seal(alice, 'key');
  const sealed = seal.encrypt('text');
  expect(seal.encrypt('text').equals(sealed)).toBe(false);
  for (let index = 0; index < sealed.length; index++) {
    const changed = Buffer.from(sealed);
    changed[index] = (changed[index] ?? 0) ^ 1;
    expect(seal.decrypt(changed)).toBeUndefined();
    expect(seal.decrypt(sealed.subarray(0, index))).toBeUndefined();
  }
});

test('reveals only the purpose in the name of a Redis key', () => {
  const key = sealing.key('state', 'fingerprint getPipeline /projects/14/pipelines/1');
  expect(key).toMatch(/^portico:2:\{[\w-]{43}\}:state$/);
  expect(sealing.key('state', 'another')).not.toBe(key);
  expect(new Sealing('other secret', 'https://code.example.com/').key('state', 'another')).not.toBe(
    sealing.key('state', 'another'),
  );
});

test('translates times by the most exact measurement of the last minute', () => {
  const time = new ServerTime();
  time.recordMeasurement(1000, 6050, 1100);
  expect([time.toServer(2000), time.toLocal(7000), time.errorMs]).toEqual([7000, 2000, 51]);
  time.recordMeasurement(2000, 7011, 2020);
  expect([time.toServer(2000), time.errorMs]).toEqual([7001, 11]);
  // A less exact measurement is used only if the more exact one is old.
  time.recordMeasurement(3000, 8500, 3500);
  expect(time.toServer(2000)).toBe(7001);
  time.recordMeasurement(70_000, 75_060, 70_100);
  expect(time.toServer(2000)).toBe(7010);
});

test('translates times by the new clock of Redis as soon as it was set', () => {
  const time = new ServerTime();
  time.recordMeasurement(1000, 6005, 1010);
  expect(time.toLocal(6000)).toBe(1000);
  time.recordMeasurement(2000, -23_000, 2200);
  expect([time.toServer(2100), time.errorMs]).toEqual([-23_000, 101]);
});
