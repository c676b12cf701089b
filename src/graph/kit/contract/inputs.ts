/** Arguments and input objects as the contract describes them, and their way back to the names on the wire. */
import type { ArgBuilder, InputFieldMap, InputObjectRef, InputRef } from '@pothos/core';
import {
  attributesOf,
  attributesOnRequest,
  document,
  filtersOf,
  type OperationId,
  operation,
  type Parameter,
  type QueryOf,
  resolve,
  type Schema,
  type SchemaName,
  schemaNameOf,
} from '../../../contract/index.ts';
import { builder, type Types } from '../builder.ts';
import { attempt } from '../resources/attempt.ts';
import { parseNumber } from '../resources/references.ts';
import { acceptsNull } from './check.ts';
import { membersOf } from './members.ts';
import { camelCase, describe, toGraphNames } from './names.ts';
import { deprecation, descriptionOf, inputLeaf, type LeafType } from './types.ts';

/** Arguments or an input object by the names of the graph. */
export type Args = Readonly<Record<string, unknown>>;

export type InputType = LeafType | InputRef<unknown>;

export type ArgumentBuilder = ArgBuilder<Types>;
export type FieldBuilder = PothosSchemaTypes.InputFieldBuilder<Types, 'InputObject'>;

const inputTypes = new Map<SchemaName, InputObjectRef<Types, object>>();

/** The input object of a component schema; its name without what only concerns one body. */
function inputObject(name: SchemaName): InputObjectRef<Types, object> {
  const known = inputTypes.get(name);
  if (known) return known;
  const schema = document.components.schemas[name] ?? {};
  const ref = builder.inputRef<object>(`${name.replace(/^(Create|Update)|Body$/g, '')}Input`);
  inputTypes.set(name, ref);
  ref.implement({
    description: describe(schema.description),
    fields: (t) => memberFields(t, attributesOf(name), new Set(schema.required)),
  });
  return ref;
}

function inputShape(schema: Schema): { list: boolean; type: InputType } {
  const leaf = inputLeaf(schema);
  if (leaf !== undefined) return leaf;
  const { items } = resolve(schema);
  const name = schemaNameOf(items ?? schema);
  if (name === undefined) return { list: items !== undefined, type: 'JSON' };
  return { list: items !== undefined, type: inputObject(name) };
}

/** Input fields for members of a body, by their names in the graph. */
export function memberFields(
  t: FieldBuilder,
  members: ReadonlyMap<string, Schema>,
  required: ReadonlySet<string>,
): InputFieldMap {
  return Object.fromEntries(
    [...members].map(([name, schema]) => {
      const { list, type } = inputShape(schema);
      const options = {
        description: describe(descriptionOf(schema), schema['x-assumed']),
        required: required.has(name),
        ...deprecation(schema),
      };
      return [camelCase(name), list ? t.field({ ...options, type: [type] }) : t.field({ ...options, type })];
    }),
  );
}

/** Query parameters as members, for writes that take some. */
export function parameterMembers(parameters: readonly Parameter[]): ReadonlyMap<string, Schema> {
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

/** Arguments for query parameters, by their names in the graph. */
export function argumentsFor(t: ArgumentBuilder, parameters: readonly Parameter[]): InputFieldMap {
  return Object.fromEntries(
    parameters.map((parameter) => {
      const { list, type } = inputShape(parameter.schema);
      const options = {
        description: toGraphNames(parameter.description),
        required: parameter.required,
        ...(parameter.deprecated === undefined ? {} : { deprecationReason: toGraphNames(parameter.deprecated) }),
      };
      return [camelCase(parameter.name), list ? t({ ...options, type: [type] }) : t({ ...options, type })];
    }),
  );
}

/** Arguments as query parameters by their names on the wire. Null is as good as absent: of a read, it asks for nothing. */
export function toQuery<O extends OperationId>(parameters: readonly Parameter[], args: Args): QueryOf<O> {
  const query: Record<string, unknown> = {};
  for (const parameter of parameters) {
    const value = args[camelCase(parameter.name)];
    if (value !== undefined && value !== null) query[parameter.wireName] = toMember(parameter.schema, value);
  }
  // Made from the operation's own parameters, whose types the arguments have.
  return query as QueryOf<O>;
}

/** Filters of a list, but for those that the selection decides. @param bySelection further ones */
export function filterParameters(id: OperationId, bySelection: readonly string[] = []): readonly Parameter[] {
  const onRequest = attributesOnRequest(id);
  return filtersOf(id).filter(({ name }) => !bySelection.includes(name) && !onRequest.has(name));
}

/** An input as members of a body. Null stays where the contract gives it a meaning; elsewhere the write is refused for it. */
export function toBody(schema: Schema, input: Args, except: readonly string[] = []): Record<string, unknown> {
  const body: Record<string, unknown> = {};
  for (const { name, graphName, member } of membersOf(schema)) {
    if (except.includes(name)) continue;
    const value = input[graphName];
    if (value === undefined || (value === null && !acceptsNull(member))) continue;
    body[name] = toMember(member, value);
  }
  return body;
}

function isArgs(value: unknown): value is Args {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function toMember(schema: Schema, value: unknown): unknown {
  const { items, 'x-graph-type': typename } = resolve(schema);
  if (items !== undefined && Array.isArray(value)) return value.map((item) => toMember(items, item));
  // What names no such object stays as it is, for the check by the contract.
  if (typename !== undefined) return attempt(() => parseNumber(typename, value, [])) ?? value;
  return isArgs(value) && attributesOf(schema).size > 0 ? toBody(schema, value) : value;
}

/** Schema of the JSON body of an operation. */
export function bodySchema(id: OperationId): Schema {
  const { body } = operation(id);
  if (body === undefined) throw new Error(`${id} takes no body`);
  return body;
}
