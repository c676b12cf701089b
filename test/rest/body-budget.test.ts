/** Memory for large response bodies, shared between callers. */
import { describe, expect, test } from 'vitest';
import { BodyBudget, type BodyReservation } from '../../src/rest/body-budget.ts';

function createBudget(maxBytes: number) {
  const budget = new BodyBudget(maxBytes);
  const granted: string[] = [];
  const bodies = new Map<string, BodyReservation>();
  /** Reserves bytes for a body that is named after its caller. */
  const reserve = (name: string, bytes: number) => {
    const body = bodies.get(name) ?? budget.open(name.slice(0, 1), () => granted.push(name));
    bodies.set(name, body);
    return body.grow(bytes);
  };
  return { budget, granted, reserve, release: (name: string) => bodies.get(name)?.release() };
}

describe('a budget for bodies', () => {
  test('admits one body of any size, and lets the next wait', () => {
    const { budget, granted, reserve, release } = createBudget(10);
    expect([reserve('a1', 100), reserve('b1', 1)]).toEqual([true, false]);
    expect(budget.size).toEqual({ bytes: 100, waiting: 1 });
    release('a1');
    expect(granted).toEqual(['b1']);
    release('b1');
    expect(budget.size).toEqual({ bytes: 0, waiting: 0 });
  });

  test('keeps some bytes free for new callers', () => {
    const { reserve } = createBudget(100);
    let admitted = 0;
    while (reserve(`a${admitted}`, 5)) admitted += 1;
    expect(admitted).toBe(15);
    // A caller without bytes would be first; caller a waits with 75 bytes.
    const next = createBudget(100);
    for (let index = 0; index < 15; index++) next.reserve(`a${index}`, 5);
    expect(next.reserve('b1', 20)).toBe(true);
  });

  test('serves waiting callers in round-robin order', () => {
    const { granted, reserve, release } = createBudget(10);
    reserve('z', 10);
    for (const name of ['a1', 'a2', 'b1', 'b2', 'c1']) expect(reserve(name, 9)).toBe(false);
    for (const name of ['z', 'a1', 'b1', 'c1', 'a2']) release(name);
    expect(granted).toEqual(['a1', 'b1', 'c1', 'a2', 'b2']);
  });

  test('serves a large body of a new caller before later smaller bodies', () => {
    const { granted, reserve, release } = createBudget(10);
    expect([reserve('a1', 4), reserve('b1', 4)]).toEqual([true, true]);
    expect([reserve('c1', 9), reserve('d1', 1), reserve('e1', 1)]).toEqual([false, false, false]);
    release('a1');
    expect(granted).toEqual([]);
    release('b1');
    expect(granted).toEqual(['c1', 'd1']);
  });

  test('always lets the oldest body grow, so that bodies do not wait for each other', () => {
    const { budget, granted, reserve, release } = createBudget(10);
    expect([reserve('a1', 4), reserve('b1', 4)]).toEqual([true, true]);
    expect([reserve('b1', 8), reserve('a1', 8)]).toEqual([false, true]);
    expect(budget.size).toEqual({ bytes: 12, waiting: 1 });
    release('a1');
    expect(granted).toEqual(['b1']);
    release('b1');
    expect(budget.size).toEqual({ bytes: 0, waiting: 0 });
  });

  test('counts a waiting body once, with its largest requested size', () => {
    const { budget, granted, reserve, release } = createBudget(10);
    expect([reserve('a1', 10), reserve('b1', 2), reserve('b1', 4)]).toEqual([true, false, false]);
    expect(budget.size.waiting).toBe(1);
    release('a1');
    expect(granted).toEqual(['b1']);
    expect(budget.size).toEqual({ bytes: 4, waiting: 0 });
  });

  test('removes a body that is released while it waits', () => {
    const { budget, granted, reserve, release } = createBudget(10);
    reserve('a1', 10);
    for (let index = 0; index < 10_000; index++) reserve(`b${index}`, 10);
    for (let index = 0; index < 10_000; index++) release(`b${index}`);
    release('a1');
    release('a1');
    expect(granted).toEqual([]);
    expect(budget.size).toEqual({ bytes: 0, waiting: 0 });
  });
});
