/** Root fields that return an object by its global id: behind a gateway, `node` is absent. */
import type { SchemaName } from '../../../contract/index.ts';
import { camelCase, humanizeTypeName, withArticle } from '../contract/names.ts';
import type { Declaration } from '../graph.ts';
import type { ResourceType } from '../resources/resource-type.ts';
import { defineQueries } from './index.ts';

/** Defines the root field of a type, such as `pipeline(id:)`. */
export function defineRootLookup<Name extends string>(type: ResourceType<SchemaName, Name>): Declaration {
  const noun = humanizeTypeName(type.name);
  return defineQueries((f) => ({
    [camelCase(type.name)]: f.lookup(type, {
      description: `${withArticle(noun).replace(/^a/, 'A')} by its global id; null if there is none that the caller may see.`,
      args: (arg) => ({ id: arg.id({ required: true, description: `The ${noun}, as its global id.` }) }),
      path: (_, { id }) => type.parseGlobalId(id, ['id']),
    }),
  }));
}
