/** Representations in which the lists of a graph contain its objects. */
import { type GraphQLSchema, getNamedType, isObjectType } from 'graphql';
import type { Contract, SchemaName } from '../../contract/index.ts';
import { getKind } from './fields/kind.ts';

/** Representations of each type in the lists of the graph, by name of the type. */
export type ListedRepresentations = ReadonlyMap<string, ReadonlySet<SchemaName>>;

export function getListedRepresentations(contract: Contract, schema: GraphQLSchema): ListedRepresentations {
  const listed = new Map<string, Set<SchemaName>>();
  for (const type of Object.values(schema.getTypeMap()).filter(isObjectType))
    for (const field of Object.values(type.getFields())) {
      const list = getKind(field)
        ?.calls()
        .find(({ frequency }) => frequency === 'perPage')?.operations[0];
      const representation = list && contract.operation(list).responseSchemas[0];
      const connection = getNamedType(field.type);
      if (representation === undefined || !isObjectType(connection)) continue;
      const { nodes } = connection.getFields();
      if (nodes === undefined) continue;
      const { name } = getNamedType(nodes.type);
      listed.set(name, (listed.get(name) ?? new Set()).add(representation));
    }
  return listed;
}
