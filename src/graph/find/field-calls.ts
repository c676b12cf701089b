/** Operations of fields by their coordinates. */
import { type GraphQLSchema, isObjectType } from 'graphql';
import type { Operation } from '../../contract/index.ts';
import { CommandFailure } from '../../helpers/command-failure.ts';
import { suggestName } from '../../helpers/nearest-name.ts';
import { getGraph } from '../kit/graph.ts';
import { getMainOperations, rankFieldsCalling } from './field-paths.ts';
import type { DescribedCall } from './free-text.ts';

/**
 * Finds the operation whose response is the value of a field, or the file whose URL it is.
 * @param coordinate type and field, such as `Project.pipelines`
 * @throws CommandFailure if the field does not exist, or sends no call
 */
export function findOperationOf(coordinate: string, schema: GraphQLSchema): Operation {
  const [typename = '', name = ''] = coordinate.split('.');
  const type = schema.getType(typename);
  if (!isObjectType(type)) {
    const types = Object.values(schema.getTypeMap()).filter(isObjectType);
    const names = types.map((each) => each.name);
    throw new CommandFailure(`the graph has no object type ${typename}${suggestName(typename, names)}`);
  }
  const fields = type.getFields();
  const field = fields[name];
  if (field === undefined)
    throw new CommandFailure(`${typename} has no field ${name}${suggestName(name, Object.keys(fields))}`);
  if (type === schema.getSubscriptionType())
    throw new CommandFailure(`${coordinate} is a subscription; portico find prints queries and mutations`);
  const [id] = getMainOperations(field);
  if (id === undefined) throw new CommandFailure(`${coordinate} makes no REST call of its own`);
  return getGraph(schema).contract.operation(id);
}

/** Finds the mutations whose operation has another mutation, too, which accepts more values. */
export function findSpecialMutations(schema: GraphQLSchema): readonly DescribedCall<Operation>[] {
  return [...getGraph(schema).contract.operations.values()]
    .filter(({ method }) => method !== 'GET')
    .flatMap((operation) =>
      rankFieldsCalling(schema, operation)
        .slice(1)
        .map(({ coordinate: field }) => ({ field, operation })),
    );
}
