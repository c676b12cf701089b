/** Index of the REST calls that the fields of a schema make, with a query for each. */
import { setImmediate as immediate } from 'node:timers/promises';
import { type GraphQLSchema, Kind, parse, print, visit } from 'graphql';
import { type Operation, typesIn } from '../../contract/index.ts';
import { getDownloads } from '../kit/fields/download.ts';
import { getGraph } from '../kit/graph.ts';
import { rankFieldsCalling } from './field-paths.ts';
import { find } from './find.ts';
import type { RestCall, RestCallQuery, RestCallValues } from './rest-call.ts';
import { SearchLimit } from './search-limit.ts';
import { getSecretNames, withoutSecrets } from './secrets.ts';
import { getDocumentedMembers, parseRequestTarget } from './target.ts';

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

/** Upper bound on the candidates of a search with values. Real calls need fewer than 1500. */
const maxCandidates = 5000;

const noValues: RestCallValues = { search: '', body: {}, files: {} };

const isEmpty = ({ search, body, files }: RestCallValues): boolean =>
  search === '' && Object.keys(body).length + Object.keys(files).length === 0;

/** Names the operation of a document after the operation of a call: `ListLabels` for `listLabels`. */
function withOperationName(query: string, id: string): string {
  const name = { kind: Kind.NAME, value: id.charAt(0).toUpperCase() + id.slice(1) } as const;
  return print(visit(parse(query), { OperationDefinition: (node) => ({ ...node, name }) }));
}

async function findQuery(
  schema: GraphQLSchema,
  { id, method, path, pathParameters }: Operation,
  values: RestCallValues,
  limit?: SearchLimit,
): Promise<RestCallQuery | undefined> {
  const placeholders = Object.fromEntries(
    pathParameters.map(({ name, schema: type }, index) => [
      name,
      typesIn(type).has('integer') ? String(firstNumber + index) : `open-${index + 1}`,
    ]),
  );
  const url = `${path.replace(/\{(\w+)\}/g, (_, name: string) => placeholders[name] ?? '')}?${values.search}`;
  const { contract } = getGraph(schema);
  const files = Object.entries(values.files).map(([name, file]) => [name, new File(['file'], file)]);
  const body = { ...values.body, ...Object.fromEntries(files) };
  const target = withoutSecrets(parseRequestTarget({ method, url, body }, contract));
  const { query, variables = {}, remarks } = await find(target, schema, limit);
  if (query === undefined) return undefined;
  return {
    query: withOperationName(query, id),
    variables,
    values: placeholders,
    remarks: method !== 'GET' && isEmpty(values) ? [] : remarks,
  };
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
    this.calls = fields.map(({ field, operation }) => {
      const { id, method, path, summary, queryParameters } = operation;
      const members = method === 'GET' ? [] : getDocumentedMembers(operation).keys();
      const parameters = [...queryParameters.map(({ name }) => name), ...members];
      return { id, method, path, summary, parameters, secrets: getSecretNames(operation), field };
    });
  }

  /**
   * Returns the query of an operation; `undefined` if the schema has none. Queries are searched one after the other, those without values
   * once.
   * @param values values of the call besides its path. Default to none
   * @param signal ends a search with values: the promise rejects with an AbortError
   * @throws CommandFailure if no field makes the call, or if the values have too many candidates
   */
  findQuery(
    id: string,
    values: Partial<RestCallValues> = {},
    signal?: AbortSignal,
  ): Promise<RestCallQuery | undefined> {
    const operation = this.#operations.get(id);
    if (operation === undefined) return Promise.resolve(undefined);
    const sent = { ...noValues, ...values };
    if (!isEmpty(sent)) {
      return this.#enqueue(async () => {
        signal?.throwIfAborted();
        return findQuery(this.#schema, operation, sent, new SearchLimit({ signal, maxCandidates }));
      });
    }
    const query = this.#queries.get(id) ?? this.#enqueue(() => findQuery(this.#schema, operation, noValues));
    this.#queries.set(id, query);
    return query;
  }

  #enqueue<T>(run: () => Promise<T>): Promise<T> {
    // Requests that arrived during the previous search come first.
    const result = this.#latest.then(() => immediate()).then(run);
    this.#latest = result.catch(() => undefined);
    return result;
  }
}
