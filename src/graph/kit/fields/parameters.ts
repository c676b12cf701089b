/** Parameters of the reads of fields: defaults and options of areas. */
import type { InputFieldMap, InputShapeFromFields } from '@pothos/core';
import type { Contract, OperationId, QueryOf } from '../../../contract/index.ts';
import { Selection } from '../../../execution/index.ts';
import type { RestRequest } from '../../../rest/request.ts';
import type { ArgumentBuilder } from '../contract/inputs.ts';
import { withOptInParameters } from '../resources/opt-in-attributes.ts';
import { type PathName, type PathParameters, Resource } from '../resources/resource.ts';
import type { PlannedParameter } from '../resources/response-value.ts';
import type { Described } from './attribute.ts';
import type { Args } from './kind.ts';

/** Parameters of a read. Default to the path parameters of the parent and the documented filters. */
export interface ReadOptions<Name extends string, O extends OperationId, A extends InputFieldMap>
  extends Omit<Described, 'deprecationReason'> {
  /** Defaults to the one of the operation. `null` if the field is not deprecated although the operation is. */
  readonly deprecationReason?: string | null;
  /** Arguments besides the documented filters. */
  readonly args?: (t: ArgumentBuilder) => A;
  /** Returns the path parameters. Defaults to those of the parent with the same names. */
  readonly path?: <Parameter extends PlannedParameter>(
    parent: PathParameters<Name, Parameter>,
    args: InputShapeFromFields<A>,
  ) => PathParameters<PathName<O>, Parameter | string | number>;
  /**
   * Returns the query with names on the wire. Defaults to the documented filters.
   * @param selection for a list, the selection on its items
   * @param edges for a list, the selection on its edges
   */
  readonly query?: (
    filters: QueryOf<O>,
    selection: Selection,
    args: InputShapeFromFields<A>,
    edges: Selection,
  ) => QueryOf<O>;
  /** Query parameters that `query` derives from the selection, or that further arguments replace. */
  readonly selectionParameters?: readonly string[];
}

/** Options that must declare the path, because the parent lacks path parameters of the same names. */
export type WithPath<Options extends { readonly path?: unknown }> = Options & {
  readonly path: NonNullable<Options['path']>;
};

/**
 * Creates a function that creates the request of a field.
 * @param toFilters converts arguments to query parameters with names on the wire
 */
export function createRequestBuilder<Name extends string, O extends OperationId, A extends InputFieldMap>(
  contract: Contract,
  id: O,
  { path, query }: ReadOptions<Name, O, A>,
  toFilters: (args: Args) => QueryOf<O>,
): <Parameter extends PlannedParameter>(
  parent: PathParameters<Name, Parameter>,
  args: Args,
  selection: Selection,
  edges?: Selection,
) => RestRequest<Parameter | string | number> {
  return <Parameter extends PlannedParameter>(
    parent: PathParameters<Name, Parameter>,
    args: Args,
    selection: Selection,
    edges = Selection.empty,
  ) => {
    const filters = toFilters(args);
    const request: RestRequest<Parameter | string | number> = {
      operation: id,
      path: path === undefined ? selectPathParameters(contract, id, parent) : path(parent, typedArgs<A>(args)),
      query: query === undefined ? filters : query(filters, selection, typedArgs<A>(args), edges),
    };
    return withOptInParameters(contract, withOptInParameters(contract, request, selection), edges);
  };
}

/** Returns the path parameters of a parent; none for a root. `Name` are those of its type. */
export const getParentPath = <Name extends string>(parent: unknown) =>
  (parent instanceof Resource ? parent.path : {}) as PathParameters<Name>;

/** Selects the path parameters of an operation from those of an object; `undefined` if the operation has none. */
export function selectPathParameters<Parameter>(
  contract: Contract,
  id: OperationId,
  path: PathParameters<string, Parameter>,
): PathParameters<string, Parameter> | undefined {
  const { pathParameters } = contract.operation(id);
  if (pathParameters.length === 0) return undefined;
  return Object.fromEntries(
    pathParameters.flatMap(({ name }) => {
      const value = path[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

/** graphql-js has coerced the arguments to the types that `A` declares. */
export const typedArgs = <A extends InputFieldMap>(args: Args) => args as InputShapeFromFields<A>;
