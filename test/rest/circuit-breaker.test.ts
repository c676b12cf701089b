/** An upstream that fails for all callers opens the circuit breaker; no caller can open it for others. */
import { describe, expect, test } from 'vitest';
import { type CallOutcome, CircuitBreaker } from '../../src/rest/circuit-breaker.ts';
import { RestError } from '../../src/rest/errors.ts';
import { classifyFailure } from '../../src/rest/interceptors/break-circuit.ts';
import { startFacade } from '../harness.ts';
import type { FacadeSettings } from '../settings.ts';
import { startUpstream } from './upstream.ts';

function createBreaker(failures = 9) {
  const state = { now: 0 };
  const transitions: string[] = [];
  const breaker = new CircuitBreaker({
    failures,
    pauseMs: 1000,
    now: () => state.now,
    onOpen: () => transitions.push('opened'),
    onClose: () => transitions.push('closed'),
  });
  /** Ends one call of a caller with an outcome. */
  const call = (caller: string, outcome: CallOutcome) =>
    breaker.onCallEnd(
      outcome,
      () => caller,
      breaker.admit(() => caller),
    );
  const calls = (count: number, callers: readonly string[], outcome: CallOutcome = 'failed') => {
    for (let index = 0; index < count; index++) call(callers[index % callers.length] ?? '', outcome);
  };
  return { state, transitions, breaker, call, calls };
}

const rejected = expect.objectContaining({ code: 'UPSTREAM_DOWN' });

describe('the circuit breaker', () => {
  test('opens when all calls of several callers have failed', () => {
    const { breaker, calls, transitions } = createBreaker();
    calls(8, ['a', 'b', 'c']);
    expect(breaker.state).toBe('closed');
    calls(1, ['c']);
    expect([breaker.state, breaker.openings]).toEqual(['open', 1]);
    expect(() => breaker.admit(() => 'a')).toThrow(rejected);
    expect(() => breaker.admit(() => 'a')).toThrow(expect.objectContaining({ retryAfter: 1 }));
    expect([breaker.rejections, transitions]).toEqual([2, ['opened']]);
  });

  test.each([
    ['one caller', ['a']],
    ['two callers', ['a', 'b']],
  ])('stays closed if calls of %s fail', (_, callers) => {
    const { breaker, calls } = createBreaker();
    calls(1000, callers);
    expect(breaker.state).toBe('closed');
    // A third caller has only two failures.
    calls(2, ['c']);
    expect(breaker.state).toBe('closed');
  });

  test('opens for failed connections of a single caller', () => {
    const { breaker, calls } = createBreaker();
    calls(9, ['a'], 'unreachable');
    expect(breaker.state).toBe('open');
  });

  test('resets its count after a response, and after ten seconds', () => {
    const { breaker, call, calls, state } = createBreaker();
    calls(8, ['a', 'b', 'c']);
    call('d', 'responded');
    calls(8, ['a', 'b', 'c']);
    expect(breaker.state).toBe('closed');
    state.now = 10_001;
    calls(8, ['a', 'b', 'c']);
    expect(breaker.state).toBe('closed');
    // Outcomes that are no evidence of the health of the upstream neither open nor close the breaker.
    calls(100, ['x', 'y', 'z'], 'unknown');
    expect(breaker.state).toBe('closed');
    calls(1, ['c']);
    expect(breaker.state).toBe('open');
  });

  test('sends one probe at a time, after pauses of increasing length', () => {
    const { breaker, call, calls, state, transitions } = createBreaker();
    calls(9, ['a', 'b', 'c']);
    let pause = 1000;
    for (const next of [2000, 4000, 8000, 10_000, 10_000]) {
      const caller = () => `caller ${next} ${pause}`;
      state.now += pause - 1;
      expect(() => breaker.admit(caller)).toThrow(rejected);
      state.now += 1;
      const probe = breaker.admit(caller);
      expect(breaker.state).toBe('probing');
      expect(() => breaker.admit(caller)).toThrow(rejected);
      // Calls that started before the breaker opened do not end the probe.
      breaker.onCallEnd('failed', () => 'a', undefined);
      expect(breaker.state).toBe('probing');
      breaker.onCallEnd('failed', caller, probe);
      expect(breaker.state).toBe('open');
      pause = next;
    }
    state.now += pause;
    // After a probe without an outcome, another caller may probe immediately.
    call('a', 'unknown');
    call('b', 'responded');
    expect([breaker.state, breaker.admit(() => 'a'), transitions]).toEqual(['closed', undefined, ['opened', 'closed']]);
    // The pause starts at its initial length again.
    calls(9, ['a', 'b', 'c']);
    state.now += 1000;
    expect(typeof breaker.admit(() => 'a')).toBe('symbol');
  });

  test.each<CallOutcome>(['failed', 'unknown'])(
    'lets others probe before the caller whose probe ended as %s',
    (outcome) => {
      const { breaker, call, calls, state } = createBreaker();
      calls(9, ['a', 'b', 'c']);
      state.now = 1000;
      call('greedy', outcome);
      if (outcome === 'failed') {
        expect(() => breaker.admit(() => 'other')).toThrow(rejected);
        state.now += 2000;
      }
      expect(() => breaker.admit(() => 'greedy')).toThrow(rejected);
      call('other', 'responded');
      expect(breaker.state).toBe('closed');
    },
  );

  test('admits another probe of a caller after one pause if no other caller waits, and if there was no connection', () => {
    const { breaker, call, calls, state } = createBreaker();
    calls(9, ['a', 'b', 'c']);
    state.now = 1000;
    call('only', 'failed');
    state.now += 1999;
    expect(() => breaker.admit(() => 'only')).toThrow(rejected);
    state.now += 1;
    call('only', 'unreachable');
    state.now += 4000;
    call('other', 'unreachable');
    state.now += 8000;
    call('other', 'responded');
    expect(breaker.state).toBe('closed');
  });

  test('admits another probe of a caller after two pauses if a rejected caller does not retry', () => {
    const { breaker, call, calls, state } = createBreaker();
    calls(9, ['a', 'b', 'c']);
    state.now = 1000;
    call('greedy', 'failed');
    expect(() => breaker.admit(() => 'other')).toThrow(rejected);
    state.now += 3999;
    expect(() => breaker.admit(() => 'greedy')).toThrow(rejected);
    state.now += 1;
    call('greedy', 'responded');
    expect(breaker.state).toBe('closed');
  });

  test('recovers one pause after an outage if the only three callers have all sent failed probes', () => {
    const { breaker, call, calls, state } = createBreaker();
    const callers = ['a', 'b', 'c'];
    calls(9, callers);
    const callAll = (outcome: CallOutcome) => {
      for (const caller of callers) {
        try {
          call(caller, outcome);
        } catch {
          // The breaker rejects all calls but the probe.
        }
      }
    };
    for (; state.now < 60_000; state.now += 100) callAll('failed');
    const recoveredAt = state.now;
    for (; breaker.state !== 'closed'; state.now += 100) callAll('responded');
    expect(state.now - recoveredAt).toBeLessThanOrEqual(10_100);
  });

  test('replaces a probe without an outcome after a minute', () => {
    const { breaker, calls, state } = createBreaker();
    calls(9, ['a', 'b', 'c']);
    state.now = 1000;
    const lost = breaker.admit(() => 'a');
    state.now += 60_000;
    const next = breaker.admit(() => 'a');
    expect(next).not.toBe(lost);
    breaker.onCallEnd('failed', () => 'a', lost);
    expect(breaker.state).toBe('probing');
  });

  test('opens for at least three callers, also if BREAKER_FAILURES is 1', () => {
    const { breaker, calls } = createBreaker(1);
    calls(100, ['a', 'b']);
    expect(breaker.state).toBe('closed');
    calls(1, ['c']);
    expect(breaker.state).toBe('open');
  });
});

test.each([
  [new RestError('DEADLINE_EXCEEDED', ''), 'failed'],
  [new RestError('UPSTREAM_FAILED', '', { status: 503 }), 'failed'],
  [new RestError('UPSTREAM_FAILED', '', { status: 500 }), 'unknown'],
  [new RestError('RATE_LIMITED', '', { status: 429 }), 'responded'],
  [new RestError('UPSTREAM_INVALID_RESPONSE', ''), 'unknown'],
  [Object.assign(new Error(), { code: 'ECONNREFUSED' }), 'unreachable'],
  [Object.assign(new Error(), { code: 'ECONNRESET' }), 'failed'],
])('classifies %o as %s', (error, outcome) => expect(classifyFailure(error)).toBe(outcome));

describe('through the public interface', () => {
  const env = { BREAKER_FAILURES: '6', breakerPause: 2000, MAX_REST_CALLS_PER_MINUTE: '1000' };

  async function start(settings: FacadeSettings = env, lines: { readonly msg: string }[] = []) {
    const state = { fails: false };
    const upstream = await startUpstream((request, response) => {
      const token = String(request.headers['private-token'] ?? '');
      if (state.fails || token === 'unlucky') response.writeHead(503).end();
      else response.writeHead(200, { 'content-type': 'application/json' }).end('{"id":1,"path":"p","name":"P"}');
    });
    const log = { level: 'warn', write: (line: string) => lines.push(JSON.parse(line)) };
    const facade = await startFacade(upstream.baseUrl.href, settings, { log });
    const execute = async (token: string, id: number) => {
      const { errors } = await facade.execute(
        `{ project(id: ${id}) { path name } }`,
        {},
        { headers: { 'private-token': token } },
      );
      return errors?.[0]?.extensions;
    };
    return {
      state,
      upstream,
      facade,
      execute,
      async [Symbol.asyncDispose]() {
        await facade.close();
        await upstream.close();
      },
    };
  }

  const callers = ['alice', 'bob', 'carol'];

  test('rejects calls immediately until the upstream responds again', async () => {
    await using setup = await start();
    const { state, upstream, facade, execute } = setup;
    for (const token of callers) expect(await execute(token, 1)).toBeUndefined();
    state.fails = true;
    for (let call = 0; call < 6; call++)
      expect(await execute(callers[call % 3] ?? '', 2)).toMatchObject({ code: 'UPSTREAM_FAILED', status: 503 });
    const before = upstream.calls.length;
    expect(await execute('alice', 2)).toEqual({ code: 'UPSTREAM_DOWN', retryAfter: expect.any(Number) });
    expect(await execute('dave', 3)).toEqual({ code: 'UPSTREAM_DOWN', retryAfter: expect.any(Number) });
    const download = await fetch(new URL('/downloads/groups/9/avatar', facade.url));
    expect(download.status).toBe(503);
    expect(Number(download.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(upstream.calls.length).toBe(before);
    expect((await fetch(new URL('/ready', facade.url))).status).toBe(200);
    state.fails = false;
    await expect.poll(() => execute('alice', 2), { timeout: 15_000 }).toBeUndefined();
    for (const token of callers) expect(await execute(token, 4)).toBeUndefined();
  });

  test('reports the cause of the failure in readiness and log after retried calls and earlier successes', async () => {
    const lines: { readonly msg: string }[] = [];
    await using setup = await start({ ...env, READ_RETRIES: '2', METRICS_PORT: '0' }, lines);
    const { state, facade, execute } = setup;
    for (let call = 0; call < 60; call++) expect(await execute(callers[call % 3] ?? '', call)).toBeUndefined();
    state.fails = true;
    const results = await Promise.all(callers.map((caller) => execute(caller, 1)));
    expect(results).toEqual(callers.map(() => expect.objectContaining({ code: 'UPSTREAM_FAILED', status: 503 })));
    expect(await execute('dave', 1)).toMatchObject({ code: 'UPSTREAM_DOWN' });
    const ready = await fetch(new URL('/ready', facade.managementUrl));
    expect(await ready.json()).toMatchObject({ upstream: 'failing', upstreamError: 'failed', breaker: 'open' });
    expect(lines.filter(({ msg }) => msg === 'the upstream fails')).toMatchObject([{ cause: 'failed', status: 503 }]);
  });

  test('stays closed if the calls of one caller fail', async () => {
    await using setup = await start();
    const { execute } = setup;
    expect(await execute('alice', 1)).toBeUndefined();
    for (let call = 0; call < 30; call++) expect(await execute('unlucky', call + 2)).toMatchObject({ status: 503 });
    expect(await execute('bob', 1)).toBeUndefined();
  });

  test('opens if the upstream accepts no connections', async () => {
    await using setup = await start();
    const { upstream, execute } = setup;
    await upstream.close();
    const codes: unknown[] = [];
    for (let call = 0; call < 8; call++) codes.push((await execute('alice', call + 1))?.code);
    expect(codes.slice(0, 6)).toEqual(Array.from({ length: 6 }, () => 'UPSTREAM_UNREACHABLE'));
    expect(codes.slice(6)).toEqual(['UPSTREAM_DOWN', 'UPSTREAM_DOWN']);
  });

  test('sends every call if BREAKER_FAILURES is 0', async () => {
    await using setup = await start({ ...env, BREAKER_FAILURES: '0' });
    setup.state.fails = true;
    for (let call = 0; call < 12; call++)
      expect(await setup.execute(callers[call % 3] ?? '', 2)).toMatchObject({ status: 503 });
    expect(setup.upstream.calls).toHaveLength(12);
  });
});
