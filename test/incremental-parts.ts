/** Client of incremental delivery: checks the protocol, and merges the parts of a response. */
import type { ExecutionResult, GraphQLError } from 'graphql';
import { expect } from 'vitest';

type Path = readonly (string | number)[];

export interface PendingPart {
  readonly id: string;
  readonly path: Path;
  readonly label?: string;
}

/** Initial or subsequent part of a response. */
export interface ResponsePart {
  readonly data?: Record<string, unknown> | null;
  readonly errors?: readonly GraphQLError[];
  readonly extensions?: Readonly<Record<string, unknown>>;
  readonly pending?: readonly PendingPart[];
  readonly incremental?: readonly {
    readonly id: string;
    readonly subPath?: Path;
    readonly data?: Record<string, unknown>;
    readonly items?: readonly unknown[];
    readonly errors?: readonly GraphQLError[];
  }[];
  readonly completed?: readonly { readonly id: string; readonly errors?: readonly GraphQLError[] }[];
  readonly hasNext?: boolean;
}

const isIncremental = (
  result: object,
): result is { initialResult: ResponsePart; subsequentResults: AsyncIterable<ResponsePart> } =>
  'initialResult' in result;

/** Collects the parts of a result of an executor, or its single result. Copies the data when they are delivered. */
export async function collectParts(result: unknown): Promise<readonly ResponsePart[]> {
  if (typeof result !== 'object' || result === null) throw new Error('No result');
  if (!isIncremental(result)) return [result];
  const parts = [copyPart(result.initialResult)];
  for await (const part of result.subsequentResults) parts.push(copyPart(part));
  return parts;
}

/** Copies the data of a part, but not its errors. */
function copyPart(part: ResponsePart): ResponsePart {
  const { data, incremental } = part;
  return {
    ...part,
    ...(data !== undefined && { data: copy(data) }),
    ...(incremental && {
      incremental: incremental.map((each) => ({
        ...each,
        ...(each.data && { data: copy(each.data) }),
        ...(each.items && { items: copy(each.items) }),
      })),
    }),
  };
}

const copy = <T>(value: T): T => JSON.parse(JSON.stringify(value));

/**
 * Merges the parts of a response. Expects each id to be announced and completed once, and only the last part to have `hasNext: false`.
 * @returns the merged result of the operation
 */
export function mergeParts(parts: readonly ResponsePart[]): ExecutionResult {
  const [first = {}, ...others] = parts;
  const errors = [...(first.errors ?? [])];
  if (first.hasNext === undefined) {
    expect(others).toEqual([]);
    expect(first).not.toHaveProperty('pending');
    return first;
  }
  const announced = new Set<string>();
  const pending = new Map<string, PendingPart>();
  const announce = (parts: readonly PendingPart[] = []) => {
    for (const part of parts) {
      expect(announced).not.toContain(part.id);
      announced.add(part.id);
      pending.set(part.id, part);
    }
  };
  announce(first.pending);
  expect(pending.size).toBeGreaterThan(0);
  const { data } = copy({ data: first.data });
  for (const [index, part] of others.entries()) {
    expect(part.hasNext).toBe(index < others.length - 1);
    announce(part.pending);
    for (const { id, subPath = [], data: fields, items, errors: own = [] } of part.incremental ?? []) {
      const target = pending.get(id);
      if (target === undefined) throw new Error(`${id} is not pending`);
      let value: unknown = data;
      for (const key of [...target.path, ...subPath]) value = Reflect.get(Object(value), key);
      if (items !== undefined) {
        if (!Array.isArray(value)) throw new Error(`No list at ${target.path}`);
        value.push(...items);
      } else mergeInto(value, fields);
      errors.push(...own);
    }
    for (const { id, errors: own = [] } of part.completed ?? []) {
      expect([...pending.keys()]).toContain(id);
      pending.delete(id);
      // Fields that several fragments share fail all of them.
      errors.push(...own.filter((error) => !errors.includes(error)));
    }
  }
  expect([...pending.keys()]).toEqual([]);
  return { data: data ?? null, ...(errors.length > 0 && { errors }) };
}

/** Returns the paths of the parts that completed with errors. */
export function findFailedPaths(parts: readonly ResponsePart[]): readonly Path[] {
  const pending = new Map(parts.flatMap((part) => part.pending ?? []).map(({ id, path }) => [id, path]));
  const failed = parts.flatMap(({ completed = [] }) => completed).filter(({ errors = [] }) => errors.length > 0);
  return failed.flatMap(({ id }) => [pending.get(id) ?? []]);
}

function mergeInto(target: unknown, fields: unknown): void {
  if (typeof target !== 'object' || target === null || Array.isArray(target))
    throw new Error('No object to merge into');
  for (const [key, value] of Object.entries(Object(fields))) {
    const existing: unknown = Object.getOwnPropertyDescriptor(target, key)?.value;
    if (existing !== undefined) throw new Error(`${key} is delivered twice`);
    Object.defineProperty(target, key, { value, writable: true, enumerable: true, configurable: true });
  }
}
