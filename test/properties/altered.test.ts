/** Altered upstream responses: the executor returns the result of graphql-js, with the same REST calls. */
import fc from 'fast-check';
import { parse, validate } from 'graphql';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { type Sandbox, tokens } from '../../sandbox/index.ts';
import { schema } from '../../src/graph/index.ts';
import { PageSizes } from '../../src/rest/paging.ts';
import { type Facade, type GraphError, nullsAccepted, startFacade } from '../harness.ts';
import { executeByGraphqlJs } from '../oracle.ts';
import { type AlteringProxy, startAltering } from './altering-proxy.ts';
import { type Alteration, anyAlteration } from './arbitraries/alterations.ts';
import { assemble, type Request } from './arbitraries/assemble.ts';
import { Documents } from './arbitraries/documents.ts';
import { listQueries } from './arbitraries/lists.ts';
import { namedObjectQueries } from './arbitraries/named-objects.ts';
import { Inputs, type SandboxValues } from './arbitraries/values.ts';
import { env, readSandboxValues, startFixedSandbox } from './fixed-sandbox.ts';
import { holds, setupTimeoutMs, timeoutMs } from './holds.ts';
import { checkErrors, expectNone, send } from './outcome.ts';

let sandbox: Sandbox;
let proxy: AlteringProxy;
let oracle: Facade;
let own: Facade;
let sandboxValues: SandboxValues;

beforeAll(async () => {
  sandbox = await startFixedSandbox({ words: undefined });
  proxy = await startAltering(sandbox.url);
  // Unexpected nulls are errors of this executor alone.
  const settings = { ...env, ...nullsAccepted, maxErrors: 100_000 };
  [oracle, own] = await Promise.all([
    startFacade(proxy.url, settings, { execute: executeByGraphqlJs }),
    startFacade(proxy.url, settings),
  ]);
  sandboxValues = await readSandboxValues(oracle);
}, setupTimeoutMs);

beforeEach(() => {
  // Whether a page without page headers counts as reduced depends on the pages that a facade has read before, in order of arrival.
  vi.spyOn(PageSizes.prototype, 'mayBeReduced').mockReturnValue(false);
});

afterAll(async () => {
  vi.restoreAllMocks();
  await Promise.all([oracle, own].map((facade) => facade.close()));
  await proxy.close();
  await sandbox.close();
});

/** Formats an error for the comparison. Of several errors that null the same object, the order decides which are reported. */
function formatError(data: unknown, { path = [], message, extensions }: GraphError): string {
  let value: unknown = data;
  for (const [index, key] of path.entries()) {
    if (typeof value !== 'object' || value === null) return `${path.slice(0, index).join('.')} is null`;
    value = Object.entries(value).find(([name]) => name === String(key))?.[1];
  }
  return `${path.join('.')} ${extensions?.code} ${message}`;
}

async function execute(facade: Facade, request: Request) {
  proxy.forget();
  const { status, body } = await send(facade, request, { 'private-token': tokens.administrator });
  // A null of a non-null field ends the response while other fields are still being read.
  if (body.errors !== undefined) await proxy.waitUntilIdle();
  expectNone(checkErrors(body.errors));
  const { data, errors = [] } = body;
  return {
    status,
    data,
    errors: [...new Set(errors.map((error) => formatError(data, error)))].sort(),
    calls: [...proxy.calls].sort(),
  };
}

async function expectSame(request: Request, alteration: Alteration): Promise<void> {
  expect(validate(schema, parse(request.query))).toEqual([]);
  proxy.alteration = alteration;
  const expected = await execute(oracle, request);
  const outcome = await execute(own, request);
  // Each operation ends with calls unsent if only values need them that an error has removed from the response.
  const [calls, others] = [outcome.calls, expected.calls];
  const common =
    expected.errors.length === 0
      ? [calls, others]
      : [calls.filter((call) => others.includes(call)), others.filter((call) => calls.includes(call))];
  expect({ ...outcome, calls: common[0] }).toEqual({ ...expected, calls: common[1] });
  // GraphQL prescribes the order of members, too.
  expect(JSON.stringify(outcome.data)).toBe(JSON.stringify(expected.data));
}

test(
  'returns the result of graphql-js for any query, with the same REST calls',
  async () => {
    const queries = new Documents(schema, new Inputs(sandboxValues)).queries().map((tree) => assemble(schema, tree));
    await holds(fc.asyncProperty(queries, anyAlteration, expectSame), 6);
  },
  timeoutMs(6),
);

test(
  'returns the result of graphql-js for queries of lists, with the same REST calls',
  () => holds(fc.asyncProperty(listQueries(schema), anyAlteration, expectSame), 7),
  timeoutMs(6),
);

test(
  'returns the result of graphql-js for queries of objects by ids or entity keys, with the same REST calls',
  () => holds(fc.asyncProperty(namedObjectQueries(schema, sandboxValues), anyAlteration, expectSame), 5),
  timeoutMs(4),
);
