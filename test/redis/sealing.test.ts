import { expect, test } from 'vitest';
import { Sealing } from '../../src/redis/sealing.ts';
import { ServerTime } from '../../src/redis/server-time.ts';
import { Credential } from '../../src/rest/credential.ts';

const sealing = new Sealing('a secret', 'https://code.example.com/');
const alice = Credential.privateToken('token');

test('only the same secret, scope, credential and place open what was sealed', () => {
  const sealed = sealing.seal(alice, 'key').encrypt('text');
  const same = new Sealing('a secret', 'https://code.example.com/').seal(Credential.privateToken('token'), 'key');
  expect(same.decrypt(sealed)).toBe('text');
  // A caller is its token, in whichever header it is sent.
  expect(sealing.seal(Credential.bearer('token'), 'key').decrypt(sealed)).toBe('text');
  const others = [
    sealing.seal(alice, 'other key'),
    sealing.seal(Credential.privateToken('other token'), 'key'),
    sealing.seal(Credential.anonymous, 'key'),
    new Sealing('other secret', 'https://code.example.com/').seal(alice, 'key'),
    new Sealing('a secret', 'https://other.example.com/').seal(alice, 'key'),
    sealing.sealWith('token', 'key'),
  ];
  expect(others.map((seal) => seal.decrypt(sealed))).toEqual(others.map(() => undefined));
});

test('rejects changed or truncated data, and never encrypts equal data equally', () => {
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

test('reveals only the purpose in a key of Redis', () => {
  const key = sealing.key('state', 'fingerprint getPipeline /projects/14/pipelines/1');
  expect(key).toMatch(/^portico:2:\{[\w-]{43}\}:state$/);
  expect(sealing.key('state', 'another')).not.toBe(key);
  expect(new Sealing('other secret', 'https://code.example.com/').key('state', 'another')).not.toBe(
    sealing.key('state', 'another'),
  );
});

test('times are translated by the most exact measurement', () => {
  const time = new ServerTime();
  time.recordMeasurement(1000, 6050, 1100);
  expect([time.toServer(2000), time.toLocal(7000), time.errorMs]).toEqual([7000, 2000, 51]);
  time.recordMeasurement(2000, 7011, 2020);
  expect([time.toServer(2000), time.errorMs]).toEqual([7001, 11]);
  // One that took longer is taken only when the other is old.
  time.recordMeasurement(3000, 8500, 3500);
  expect(time.toServer(2000)).toBe(7001);
  time.recordMeasurement(70_000, 75_060, 70_100);
  expect(time.toServer(2000)).toBe(7010);
});
