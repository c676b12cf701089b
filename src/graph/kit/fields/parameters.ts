/** What fields call an operation with, by default and as areas give it. */
import type { InputFieldMap, InputShapeFromFields } from '@pothos/core';
import { type OperationId, operation, type QueryOf } from '../../../contract/index.ts';
import type { Selection } from '../../../execution/index.ts';
import type { RestRequest } from '../../../rest/request.ts';
import type { ArgumentBuilder } from '../contract/inputs.ts';
import { askingFor } from '../resources/on-request.ts';
import { type PathName, type PathParameters, Resource } from '../resources/resource.ts';
import type { Described } from './attribute.ts';
import type { Args } from './kind.ts';

/** What a read is made with: the path parameters of the parent and the documented filters, unless something else is given. */
export interface ReadOptions<Name extends string, O extends OperationId, A extends InputFieldMap> extends Described {
  /** Further arguments beside the documented filters. */
  readonly args?: (t: ArgumentBuilder) => A;
  /** The path parameters, where they are not those of the parent that have the same names. */
  readonly path?: (parent: PathParameters<Name>, args: InputShapeFromFields<A>) => PathParameters<PathName<O>>;
  /** The query by the names on the wire, where it is not just the documented filters; the selection of a list is that of its items. */
  readonly query?: (filters: QueryOf<O>, selection: Selection, args: InputShapeFromFields<A>) => QueryOf<O>;
  /** Query parameters that `query` takes from the selection, or that further arguments stand for. */
  readonly bySelection?: readonly string[];
}

/** Options that have to say where, as the parent lacks path parameters of the same names. */
export type WithPath<Options extends { readonly path?: unknown }> = Options & {
  readonly path: NonNullable<Options['path']>;
};

/**
 * Makes the call of a field.
 * @param read the arguments as query parameters by their names on the wire
 */
export function requestWith<Name extends string, O extends OperationId, A extends InputFieldMap>(
  id: O,
  { path, query }: ReadOptions<Name, O, A>,
  read: (args: Args) => QueryOf<O>,
): (parent: PathParameters<Name>, args: Args, selection: Selection) => RestRequest {
  return (parent, args, selection) => {
    const filters = read(args);
    const request = {
      operation: id,
      path: path === undefined ? pathBelow(id, parent) : path(parent, typedArgs<A>(args)),
      query: query === undefined ? filters : query(filters, selection, typedArgs<A>(args)),
    };
    return askingFor(request, selection);
  };
}

/** An object has the path parameters of its type; a root has none. */
export const pathOf = <Name extends string>(parent: unknown) =>
  (parent instanceof Resource ? parent.path : {}) as PathParameters<Name>;

/** The path parameters that an operation takes of those of an object; none where it takes none. */
export function pathBelow(id: OperationId, path: PathParameters): PathParameters | undefined {
  const { pathParameters } = operation(id);
  if (pathParameters.length === 0) return undefined;
  return Object.fromEntries(
    pathParameters.flatMap(({ name }) => {
      const value = path[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

/** GraphQL has coerced the arguments to what `A` declares before anyone sees them. */
export const typedArgs = <A extends InputFieldMap>(args: Args) => args as InputShapeFromFields<A>;
