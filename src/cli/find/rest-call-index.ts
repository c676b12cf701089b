/** Index of the REST calls that the fields of a schema make, with a query for each. */
import { setImmediate as immediate } from 'node:timers/promises';
import type { GraphQLSchema } from 'graphql';
import { type Operation, typesIn } from '../../contract/index.ts';
import { getDownloads } from '../../graph/kit/fields/download.ts';
import { getGraph } from '../../graph/kit/graph.ts';
import { CommandFailure } from '../failure.ts';
import { rankFieldsCalling } from './field-paths.ts';
import { find } from './find.ts';
import type { RestCall, RestCallQuery } from './rest-call.ts';
import { parseRequestTarget } from './target.ts';

/** Far above real ids, so that these numbers occur in a query as path parameters only. */
const firstNumber = 7_000_000_000_000_001;

/** Finds the field of each operation that does not return a file. */
function findFields(schema: GraphQLSchema): readonly { readonly field: string; readonly operation: Operation }[] {
  const files = new Set(getDownloads(schema).flatMap(({ operations: [id] }) => id ?? []));
  return [...getGraph(schema).contract.operations.values()]
    .filter(({ id }) => !files.has(id))
    .flatMap((operation) => {
      const [best] = rankFieldsCalling(schema, operation);
      return best === undefined ? [] : [{ field: `${best.holder.name}.${best.field.name}`, operation }];
    });
}

async function findQuery(
  schema: GraphQLSchema,
  { method, path, pathParameters }: Operation,
): Promise<RestCallQuery | undefined> {
  const values = Object.fromEntries(
    pathParameters.map(({ name, schema: type }, index) => [
      name,
      typesIn(type).has('integer') ? String(firstNumber + index) : `open-${index + 1}`,
    ]),
  );
  const url = path.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '');
  try {
    const { contract } = getGraph(schema);
    const { query, variables = {} } = await find(parseRequestTarget({ method, url }, contract), schema);
    return query === undefined ? undefined : { query, variables, values };
  } catch (error) {
    if (error instanceof CommandFailure) return undefined;
    throw error;
  }
}

export class RestCallIndex {
  readonly calls: readonly RestCall[];
  readonly #schema: GraphQLSchema;
  readonly #operations: ReadonlyMap<string, Operation>;
  readonly #queries = new Map<string, Promise<RestCallQuery | undefined>>();
  #latest: Promise<unknown> = Promise.resolve();

  constructor(schema: GraphQLSchema) {
    const fields = findFields(schema);
    this.#schema = schema;
    this.#operations = new Map(fields.map(({ operation }) => [operation.id, operation]));
    this.calls = fields.map(({ field, operation: { id, method, path, summary } }) => ({
      id,
      method,
      path,
      summary,
      field,
    }));
  }

  /** Returns the query of an operation; `undefined` if the schema has none. Queries are searched one after the other, each once. */
  findQuery(id: string): Promise<RestCallQuery | undefined> {
    const existing = this.#queries.get(id);
    const operation = this.#operations.get(id);
    if (existing !== undefined || operation === undefined) return existing ?? Promise.resolve(undefined);
    // A search occupies the event loop; requests that arrived during the previous one come first.
    const query = this.#latest.then(() => immediate()).then(() => findQuery(this.#schema, operation));
    this.#latest = query.catch(() => undefined);
    this.#queries.set(id, query);
    return query;
  }
}
