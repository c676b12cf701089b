/** What fields call an operation with, by default and as areas give it. */
import type { InputFieldMap, InputShapeFromFields } from '@pothos/core';
import { type OperationId, operation } from '../../../contract/index.ts';
import type { RestRequestOf } from '../../../rest/request.ts';
import { type PathParameters, Resource } from '../resources/resource.ts';
import type { Args } from './kind.ts';

/** What an operation is called with, less its id. */
export type Parameters<O extends OperationId> = Omit<RestRequestOf<O>, 'operation' | 'body'>;

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
