/** Pages of real frontends: each is one request, with exactly these REST calls. */
import { Kind, OperationTypeNode, validate } from 'graphql';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { schema } from '../../../src/graph/index.ts';
import { type SandboxedFacade, startSandboxed } from '../../harness.ts';
import { documents, getOperation } from './documents.ts';
import { pages } from './pages.ts';

let facade: SandboxedFacade;
beforeAll(async () => {
  facade = await startSandboxed({ sandbox: { now: new Date('2026-03-01T12:00:00Z') } });
});
afterEach(() => {
  facade.forget();
  facade.sandbox.clock.advance(5000);
});
afterAll(() => facade.close());

test('has 22 pages, and executes all of their queries', () => {
  expect(documents.size).toBe(22);
  const queries = [...documents].flatMap(([page, { definitions }]) =>
    definitions.flatMap((definition) =>
      definition.kind === Kind.OPERATION_DEFINITION && definition.operation === OperationTypeNode.QUERY
        ? [`${page} ${definition.name?.value}`]
        : [],
    ),
  );
  expect(pages.map(({ page, operation }) => `${page} ${operation}`)).toEqual(expect.arrayContaining(queries));
});

test.each([...documents])('%s is valid, except for definitions that are never used', (_, document) => {
  const errors = validate(schema, document).filter(({ message }) => !message.includes('is never used'));
  expect(errors).toEqual([]);
});

describe('each operation', () => {
  test.each(pages)(
    'executes $page $operation with exactly the listed REST calls',
    async ({ page, operation, as, variables, calls }) => {
      const { data, errors } = await facade.execute<object>(getOperation(page, operation), variables, { as });
      expect(errors).toBeUndefined();
      expect(Object.values(data)).not.toContain(null);
      expect(JSON.stringify(data)).not.toContain('"errors":[{');
      expect(facade.calls.toSorted()).toEqual([...calls].toSorted());
    },
  );
});
