/** Index of the REST operations that the fields of a schema call, with a query for each. */
import { type GraphQLSchema, Kind, parse, print, visit } from 'graphql';
import { typesIn } from '../../contract/index.ts';
import { memoize } from '../../helpers/memoize.ts';
import { getDownloads } from '../kit/fields/download.ts';
import { getGraph } from '../kit/graph.ts';
import { rankFieldsCalling } from './field-paths.ts';
import { find } from './find.ts';
import type { RestCall, RestCallQuery, RestCallValues } from './rest-call.ts';
import { getSecretNames, withoutSecrets } from './secrets.ts';
import { getDocumentedMembers, parseRequestTarget } from './target.ts';

/** Lists the operations that a field calls, without those that return a file. */
export const listRestCalls = memoize((schema: GraphQLSchema): readonly RestCall[] => {
  const files = new Set(getDownloads(schema).flatMap(({ operations: [id] }) => id ?? []));
  return [...getGraph(schema).contract.operations.values()].flatMap((operation) => {
    const { id, method, path, summary, queryParameters } = operation;
    const [best] = files.has(id) ? [] : rankFieldsCalling(schema, operation);
    if (best === undefined) return [];
    const members = method === 'GET' ? [] : getDocumentedMembers(operation).keys();
    const parameters = [...queryParameters.map(({ name }) => name), ...members];
    return [{ id, method, path, summary, parameters, secrets: getSecretNames(operation), field: best.coordinate }];
  });
});

/** Far above real ids, so that these numbers occur in a query as path parameters only. */
const firstNumber = 7_000_000_000_000_001;

/** Names the operation of a document after the operation of a call: `ListLabels` for `listLabels`. */
function withOperationName(query: string, id: string): string {
  const name = { kind: Kind.NAME, value: id.charAt(0).toUpperCase() + id.slice(1) } as const;
  return print(visit(parse(query), { OperationDefinition: (node) => ({ ...node, name }) }));
}

/**
 * Finds the query of an operation; `undefined` if `listRestCalls` does not contain it.
 * @param values values of the call besides its path. Default to none
 * @throws CommandFailure if no field sends the call
 */
export async function findRestCallQuery(
  schema: GraphQLSchema,
  operationId: string,
  { search = '', body = {}, files = {} }: Partial<RestCallValues> = {},
): Promise<RestCallQuery | undefined> {
  const { contract } = getGraph(schema);
  const isListed = listRestCalls(schema).some(({ id }) => id === operationId);
  const operation = [...contract.operations.values()].find(({ id }) => id === operationId);
  if (!isListed || operation === undefined) return undefined;
  const { id, method, path, pathParameters } = operation;
  const values = Object.fromEntries(
    pathParameters.map(({ name, schema: type }, index) => [
      name,
      typesIn(type).has('integer') ? String(firstNumber + index) : `open-${index + 1}`,
    ]),
  );
  const url = `${path.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '')}?${search}`;
  const members = { ...body };
  for (const [name, file] of Object.entries(files)) members[name] = new File(['file'], file);
  const target = withoutSecrets(parseRequestTarget({ method, url, body: members }, schema));
  const { query, variables = {}, remarks } = await find(target);
  if (query === undefined) return undefined;
  const isEmpty = method !== 'GET' && search === '' && Object.keys(members).length === 0;
  return { query: withOperationName(query, id), variables, values, remarks: isEmpty ? [] : remarks };
}
