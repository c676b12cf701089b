/** Root fields that return an object by its global id: behind a gateway, `node` is absent. */
import type { SchemaName } from '../../../contract/index.ts';
import { camelCase, humanizeTypeName, withArticle } from '../contract/names.ts';
import type { Declaration } from '../graph.ts';
import type { ResourceType } from '../resources/resource-type.ts';
import { describeSingletonId, parseObjectId } from '../resources/singleton.ts';
import { defineQueries } from './index.ts';

interface RootLookupOptions {
  /** Defaults to a description of the type and its `id`. */
  readonly description?: string;
  readonly deprecationReason?: string;
  /** Type that `id` may identify instead: the project that has only one such object. */
  readonly singletonOf?: ResourceType;
}

/** Defines the root field of a type, such as `pipeline(id:)`. */
export function defineRootLookup<Name extends string>(
  type: ResourceType<SchemaName, Name>,
  { description, deprecationReason, singletonOf }: RootLookupOptions = {},
): Declaration {
  const noun = humanizeTypeName(type.name);
  const idDescription =
    singletonOf === undefined ? `The ${noun}, as its global id.` : describeSingletonId(singletonOf, type);
  return defineQueries((f) => ({
    [camelCase(type.name)]: f.lookup(type, {
      description: description ?? `${withArticle(noun).replace(/^a/, 'A')} by its global id.`,
      ...(deprecationReason !== undefined && { deprecationReason }),
      args: (arg) => ({ id: arg.id({ required: true, description: idDescription }) }),
      path: (_, { id }) =>
        singletonOf === undefined ? type.parseGlobalId(id, ['id']) : parseObjectId(type, singletonOf, id),
    }),
  }));
}
