/** Restricts `@semanticNonNull` to attributes that have a value in every representation of their object. */
import { type GraphQLSchema, isObjectType } from 'graphql';
import { getSemanticNonNullLevels, semanticNonNullDirective } from '../../execution/index.ts';
import { AttributeKind } from './fields/attribute.ts';
import { getKind } from './fields/kind.ts';
import type { Graph } from './graph.ts';
import { ResourceTypes } from './resources/resource-types.ts';

/**
 * Removes level 0 of `@semanticNonNull` from the fields of attributes that some representation may omit. Called once
 * all representations are registered.
 */
export function restrictClaims(graph: Graph, schema: GraphQLSchema): void {
  const types = graph.singleton(ResourceTypes);
  for (const type of types.all) {
    const object = schema.getType(type.name);
    if (!isObjectType(object)) continue;
    const occurrences = types.getOccurrences(type);
    for (const field of Object.values(object.getFields())) {
      const kind = getKind(field);
      if (!(kind instanceof AttributeKind)) continue;
      if (kind.attributes.every((name) => occurrences.guarantee(type.schema, name))) continue;
      const levels = [...getSemanticNonNullLevels(field)].filter((level) => level > 0);
      field.extensions = { ...field.extensions, directives: semanticNonNullDirective(levels) };
    }
  }
}
