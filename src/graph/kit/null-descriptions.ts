/** States in the description of each nullable member of the input of an update what null does. */
import { type GraphQLSchema, isInputObjectType, isNonNullType } from 'graphql';
import type { Schema } from '../../contract/index.ts';
import { acceptsNull } from './contract/check.ts';
import { nullIsRejected } from './contract/names.ts';
import type { Graph } from './graph.ts';

/** Whether a mutation changes an object, of which the input contains only what changes. */
export const isUpdate = (mutationName: string): boolean => /Update(?:ByName)?$/.test(mutationName);

/** Inputs of updates in a graph: the schemas of their documented members, by the name of the type. */
export class UpdateInputs {
  readonly #members = new Map<string, ReadonlyMap<string, Schema>>();

  /** Adds the input of a mutation if the mutation is an update. @param members schemas by the names in the graph */
  add(mutationName: string, typeName: string, members: ReadonlyMap<string, Schema>): void {
    if (isUpdate(mutationName)) this.#members.set(typeName, members);
  }

  get all(): ReadonlyMap<string, ReadonlyMap<string, Schema>> {
    return this.#members;
  }
}

/** @throws Error if the contract accepts null without stating what it does */
function describeNull(coordinate: string, schema: Schema | undefined): string {
  if (schema === undefined || !acceptsNull(schema)) return nullIsRejected;
  const { 'x-null': effect } = schema;
  if (effect === undefined) throw new Error(`The contract does not state in x-null what null does in ${coordinate}`);
  return `Null ${effect}.`;
}

/**
 * Adds what null does to the description of each nullable member of an input of an update: its effect to the first
 * paragraph, or that it is rejected as a paragraph, which the description of the type replaces in the SDL.
 */
export function describeNulls(graph: Graph, schema: GraphQLSchema): void {
  for (const [typeName, members] of graph.singleton(UpdateInputs).all) {
    const type = schema.getType(typeName);
    if (!isInputObjectType(type)) continue;
    for (const field of Object.values(type.getFields())) {
      if (isNonNullType(field.type)) continue;
      const sentence = describeNull(`${typeName}.${field.name}`, members.get(field.name));
      const [first, ...others] = (field.description ?? '').split('\n\n');
      const separator = sentence === nullIsRejected ? '\n\n' : ' ';
      field.description = [`${first}${separator}${sentence}`, ...others].join('\n\n');
    }
    type.description = `${type.description} Fields reject null unless their description states its effect.`;
  }
}
