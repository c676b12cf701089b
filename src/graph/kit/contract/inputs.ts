/** Arguments and input objects of the contract, and their conversion to the names on the wire. */

import type { ArgBuilder, InputFieldMap, InputObjectRef, InputRef } from '@pothos/core';
import {
  attributesOf,
  type Contract,
  type OperationId,
  type Parameter,
  type QueryOf,
  resolve,
  type Schema,
  type SchemaName,
  schemaNameOf,
} from '../../../contract/index.ts';
import { isRecord } from '../../../helpers/is-record.ts';
import { memoizeByName } from '../../../helpers/memoize.ts';
import type { Types } from '../builder.ts';
import type { Graph } from '../graph.ts';
import { ignoreInputErrors } from '../resources/input-errors.ts';
import { parseNumber } from '../resources/references.ts';
import { acceptsNull } from './check.ts';
import { getMembers, toMemberName } from './members.ts';
import { camelCase, describe, toGraphNames } from './names.ts';
import { getDescription, getInputLeaf, type LeafType, toDeprecationOptions } from './types.ts';

/** Arguments or an input object, by names of the graph. */
export type Args = Readonly<Record<string, unknown>>;

export type InputType = LeafType | InputRef<unknown>;

export type ArgumentBuilder = ArgBuilder<Types>;
export type InputFieldBuilder = PothosSchemaTypes.InputFieldBuilder<Types, 'InputObject'>;

/** Input objects of a graph that are made from component schemas. */
class InputObjects {
  readonly #graph: Graph;

  constructor(graph: Graph) {
    this.#graph = graph;
  }

  /**
   * Returns the input object of a component schema. Its name omits the prefix and suffix of a body, as in
   * `CreateLabelBody`; the name of a filter is that of its schema.
   */
  readonly get = memoizeByName((name: SchemaName): InputObjectRef<Types, object> => {
    const schema = this.#graph.contract.schema(name);
    const inputName = name.endsWith('Filter') ? name : `${name.replace(/^(Create|Update)|Body$/g, '')}Input`;
    return this.#graph.builder.inputRef<object>(inputName).implement({
      description: describe(schema.description),
      fields: (t) => createMemberFields(this.#graph, t, attributesOf(schema), new Set(schema.required)),
    });
  });
}

function getInputShape(graph: Graph, schema: Schema): { list: boolean; type: InputType } {
  const leaf = getInputLeaf(graph, schema);
  if (leaf !== undefined) return leaf;
  const { items } = resolve(schema);
  const name = schemaNameOf(items ?? schema);
  if (name === undefined) return { list: items !== undefined, type: 'JSON' };
  return { list: items !== undefined, type: graph.singleton(InputObjects).get(name) };
}

/** Creates input fields for members of a body. */
export function createMemberFields(
  graph: Graph,
  t: InputFieldBuilder,
  members: ReadonlyMap<string, Schema>,
  required: ReadonlySet<string>,
): InputFieldMap {
  return Object.fromEntries(
    [...members].flatMap(([name, schema]) => {
      if (schema['x-never-sent']) return [];
      const { list, type } = getInputShape(graph, schema);
      const options = {
        description: describe(getDescription(schema), schema['x-assumed']),
        required: required.has(name),
        ...toDeprecationOptions(schema),
      };
      const graphName = toMemberName(name, schema);
      return [[graphName, list ? t.field({ ...options, type: [type] }) : t.field({ ...options, type })]];
    }),
  );
}

/** Converts query parameters of a write to members. */
export function toMembers(parameters: readonly Parameter[]): ReadonlyMap<string, Schema> {
  return new Map(
    parameters.map(({ name, schema, description, deprecated }) => [
      name,
      {
        ...schema,
        description: toGraphNames(description),
        ...(deprecated === undefined ? {} : { deprecated: true, 'x-deprecation': deprecated }),
      },
    ]),
  );
}

/** Creates arguments for query parameters. */
export function createArguments(graph: Graph, t: ArgumentBuilder, parameters: readonly Parameter[]): InputFieldMap {
  return Object.fromEntries(
    parameters.map((parameter) => {
      const { list, type } = getInputShape(graph, parameter.schema);
      const options = {
        description: toGraphNames(parameter.description),
        required: parameter.required,
        ...(parameter.deprecated === undefined ? {} : { deprecationReason: toGraphNames(parameter.deprecated) }),
      };
      return [camelCase(parameter.name), list ? t({ ...options, type: [type] }) : t({ ...options, type })];
    }),
  );
}

/** Converts arguments to query parameters. Null and an empty list do not filter, and are omitted. */
export function toQuery<O extends OperationId>(parameters: readonly Parameter[], args: Args): QueryOf<O> {
  const query: Record<string, unknown> = {};
  for (const parameter of parameters) {
    const value = args[camelCase(parameter.name)];
    const isEmpty = value === undefined || value === null || (Array.isArray(value) && value.length === 0);
    if (!isEmpty) query[parameter.wireName] = toMember(parameter.schema, value);
  }
  // The parameters are those of the operation, and the arguments have their types.
  return query as QueryOf<O>;
}

/**
 * Returns the filters of a list, without parameters that the selection determines.
 * @param selectionParameters further parameters to omit
 */
export function getFilterParameters(
  contract: Contract,
  id: OperationId,
  selectionParameters: readonly string[] = [],
): readonly Parameter[] {
  const optInAttributes = contract.getOptInAttributes(id);
  return contract.filtersOf(id).filter(({ name }) => !selectionParameters.includes(name) && !optInAttributes.has(name));
}

/**
 * Converts an input to members of a body. Null is kept if the contract gives it a meaning; otherwise
 * `findMeaninglessNulls` rejects the write.
 */
export function toBody(schema: Schema, input: Args, except: readonly string[] = []): Record<string, unknown> {
  const body: Record<string, unknown> = {};
  for (const { name, graphName, member } of getMembers(schema)) {
    if (except.includes(name)) continue;
    const value = input[graphName];
    if (value === undefined || (value === null && !acceptsNull(member))) continue;
    body[name] = toMember(member, value);
  }
  return body;
}

const isBlankOrJoined = (item: unknown): boolean => !/^[^,]*[^,\s][^,]*$/.test(String(item));

function toMember(schema: Schema, value: unknown): unknown {
  const { items, type, 'x-graph-type': typename, 'x-comma-list': isCommaList } = resolve(schema);
  // A list that has no such string stays as it is, for the check by the contract.
  if (isCommaList && Array.isArray(value)) return value.some(isBlankOrJoined) ? value : value.join(',');
  if (items !== undefined && Array.isArray(value)) return value.map((item) => toMember(items, item));
  // A value that identifies no object of the type is kept, so that validation against the contract reports it.
  if (typename !== undefined && type !== 'string')
    return ignoreInputErrors(() => parseNumber(typename, value, [])) ?? value;
  return isRecord(value) && attributesOf(schema).size > 0 ? toBody(schema, value) : value;
}

/**
 * Returns the schema of the JSON body of an operation.
 * @throws Error if the operation has no body
 */
export function getBodySchema(contract: Contract, id: OperationId): Schema {
  const { body } = contract.operation(id);
  if (body === undefined) throw new Error(`${id} has no body`);
  return body;
}
