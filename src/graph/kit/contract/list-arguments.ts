/**
 * Arguments of a list besides those of paging: `filter` and `orderBy`, derived from the documented query parameters.
 */

import type { InputFieldMap, InputObjectRef, InputRef } from '@pothos/core';
import {
  type FilterObject,
  type OperationId,
  type Parameter,
  type QueryOf,
  type Schema,
  type SchemaName,
  schemaNameOf,
} from '../../../contract/index.ts';
import { isRecord } from '../../../helpers/is-record.ts';
import { memoizeByName } from '../../../helpers/memoize.ts';
import type { Violation } from '../../../rest/errors.ts';
import type { Types } from '../builder.ts';
import type { Graph } from '../graph.ts';
import { assertValid } from './check.ts';
import { Enums, getEnumValues } from './enums.ts';
import {
  type Args,
  type ArgumentBuilder,
  createArguments,
  createMemberFields,
  getFilterParameters,
  toMembers,
  toQuery,
} from './inputs.ts';
import { camelCase, describe, humanizeTypeName, screamingCase, toGraphNames } from './names.ts';

/** Describes the filter of a list. @param items noun for the items */
export const describeFilter = (items: string): string =>
  `Filter of ${items}; all conditions must hold. Null and empty lists are ignored unless stated otherwise.`;

/** Returns the name of the filter of a list: `GroupProjectsFilter` for `listGroupProjects`. */
const toFilterName = (id: OperationId): string => `${id.replace(/^list/, '')}Filter`;

/** Returns the name of the order of a `sort` that combines attribute and direction: `UserOrder` for `UserSort`. */
const toOrderName = (name: SchemaName): string => name.replace(/Sort$/, 'Order');

interface Ordering {
  readonly type: InputObjectRef<Types, object>;
  /** Converts an order to query parameters. */
  query(order: Args): Readonly<Record<string, unknown>>;
  /** Paths of parameters in the arguments, such as `orderBy.direction`. */
  readonly inputPaths: ReadonlyMap<string, readonly string[]>;
}

interface Filter {
  readonly ref: InputObjectRef<Types, object>;
  readonly members: ReadonlyMap<string, Schema>;
}

/** Members of the filter of a list, by their names in the contract. */
interface FilterMembers {
  readonly schemas: ReadonlyMap<string, Schema>;
  readonly required: ReadonlySet<string>;
  /** Query parameters of a filter, by their names on the wire. */
  query(filter: Args): Readonly<Record<string, unknown>>;
  /** Path of each parameter in the arguments, by the name of the parameter in camel case. */
  readonly inputPaths: ReadonlyMap<string, readonly string[]>;
}

/** Types of the arguments of lists in a graph. */
class ListTypes {
  readonly #graph: Graph;
  readonly #filters = new Map<string, Filter>();
  readonly #orders = new Map<string, { readonly ref: InputObjectRef<Types, object>; readonly direction: string }>();

  constructor(graph: Graph) {
    this.#graph = graph;
  }

  /** @throws Error if a list that was declared before has other filters of the same type */
  filter(name: string, noun: string, { schemas, required }: FilterMembers): InputObjectRef<Types, object> {
    const existing = this.#filters.get(name);
    const missing = existing && [...schemas.keys()].find((member) => !existing.members.has(member));
    if (missing !== undefined)
      throw new Error(`A list with the filter ${name} that has ${missing} must be declared before those without`);
    if (existing) return existing.ref;
    const ref = this.#graph.builder.inputRef<object>(name).implement({
      description: describeFilter(noun),
      fields: (t) => createMemberFields(this.#graph, t, schemas, required),
    });
    this.#filters.set(name, { ref, members: schemas });
    return ref;
  }

  /** @throws Error if a list that was declared before has the same order in another direction */
  order(name: string, field: InputRef<unknown>, direction: string): InputObjectRef<Types, object> {
    const existing = this.#orders.get(name);
    if (existing && existing.direction !== direction) throw new Error(`Lists with a ${name} differ in its direction`);
    if (existing) return existing.ref;
    const ref = this.#graph.builder.inputRef<object>(name).implement({
      description: 'Order of a list: an attribute and a direction.',
      fields: (t) => ({
        field: t.field({
          type: field,
          required: true,
          description: 'Attribute by which the items are ordered.',
        }),
        direction: t.field({
          type: this.#graph.singleton(Enums).forInputs('SortOrder'),
          required: true,
          description: 'Smallest (`ASC`) or largest (`DESC`) value first.',
          defaultValue: direction,
        }),
      }),
    });
    this.#orders.set(name, { ref, direction });
    return ref;
  }

  /** Returns the enum of the attributes that `sort` combines with a direction, as in `created_asc`. */
  readonly fieldEnum = memoizeByName((name: SchemaName): InputRef<unknown> => {
    const set = this.#graph.contract.schema(name);
    const ascending = (getEnumValues(set) ?? []).map(String).filter((value) => value.endsWith('_asc'));
    return this.#graph.builder.enumType(`${toOrderName(name)}Field`, {
      description: describe(set.description),
      values: Object.fromEntries(
        ascending.map((sortValue) => {
          const value = sortValue.replace(/_asc$/, '');
          return [
            set['x-enum-names']?.[sortValue] ?? screamingCase(value),
            { value, description: (set['x-enum-descriptions']?.[sortValue] ?? '').replace(/\.$/, ' with `ASC`.') },
          ];
        }),
      ),
    });
  });
}

/**
 * Creates the order of a list: from the parameters for attribute and direction, or from one parameter that combines
 * both. `undefined` if the list has no order.
 */
function createOrdering(graph: Graph, by: Parameter | undefined, sort: Parameter | undefined): Ordering | undefined {
  const types = graph.singleton(ListTypes);
  const named = by && schemaNameOf(by.schema);
  if (named !== undefined)
    return {
      type: types.order(
        named.replace(/Field$/, ''),
        graph.singleton(Enums).forInputs(named),
        String(sort?.schema.default ?? 'asc'),
      ),
      query: ({ field, direction }) => ({ order_by: field, ...(sort && { sort: direction }) }),
      inputPaths: new Map([
        ['orderBy', ['orderBy', 'field']],
        ['sort', ['orderBy', 'direction']],
      ]),
    };
  const combined = sort && schemaNameOf(sort.schema);
  if (combined === undefined) return undefined;
  return {
    type: types.order(toOrderName(combined), types.fieldEnum(combined), 'asc'),
    query: ({ field, direction }) => ({ sort: `${field}_${direction}` }),
    inputPaths: new Map([['sort', ['orderBy']]]),
  };
}

/**
 * Describes the order of a list by its default, followed by the further sentences of the parameters for attribute and
 * direction, each once.
 */
function describeOrder(by: Parameter | undefined, sort: Parameter | undefined): string {
  const toDefault = (parameter: Parameter | undefined): readonly string[] =>
    parameter?.schema.default === undefined ? [] : [`\`${screamingCase(String(parameter.schema.default))}\``];
  const attribute = toDefault(by);
  const defaults = attribute.length > 0 ? [`Defaults to ${[...attribute, ...toDefault(sort)].join(', ')}`] : [];
  const further = [by, sort]
    .flatMap((parameter) => parameter?.description.replace(/\.$/, '').split('. ').slice(1) ?? [])
    // The generated sentence states the defaults of both.
    .filter((sentence) => defaults.length === 0 || !sentence.startsWith('Defaults to'));
  return toGraphNames(['Order of the list', ...defaults, ...new Set(further)].map((each) => `${each}.`).join(' '));
}

/** Member of a filter that sets parameters of another form. */
interface FilterSet {
  readonly name: string;
  readonly schema: Schema;
  /** Path of each parameter below the filter, by the name of the parameter. */
  readonly paths: ReadonlyMap<string, readonly string[]>;
  query(value: unknown): Readonly<Record<string, unknown>>;
}

/**
 * Converts a list of keys and values to an object.
 * @throws RestError BAD_USER_INPUT if a key is empty, contains a bracket or occurs twice
 */
function fromEntries(items: readonly unknown[], path: Violation['path']): Readonly<Record<string, unknown>> {
  const entries = new Map<string, unknown>();
  const violations: Violation[] = [];
  for (const [index, { key, value }] of items.filter(isRecord).entries()) {
    const name = String(key);
    const reject = (message: string) => violations.push({ path: [...path, index, 'key'], message });
    if (name.trim() === '') reject('must not be blank');
    // The query contains the key in brackets.
    else if (/[[\]]/.test(name)) reject('must not contain [ or ]');
    else if (entries.has(name)) reject('must differ from the preceding keys');
    entries.set(name, value);
  }
  assertValid(violations);
  return Object.fromEntries(entries);
}

function createFilterSet(name: string, filter: FilterObject): FilterSet {
  const { values = {}, members = {}, parameter, entries, description } = filter;
  const path = camelCase(name);
  const base = { name, schema: { ...filter.schema, description } };
  if (entries !== undefined)
    return {
      ...base,
      paths: new Map([[entries, [path]]]),
      query: (value) =>
        Array.isArray(value) && value.length > 0 ? { [entries]: fromEntries(value, ['filter', path]) } : {},
    };
  if (parameter !== undefined)
    return {
      ...base,
      paths: new Map([[parameter, [path]]]),
      query: (value) => (value === undefined || value === null ? {} : { [parameter]: value }),
    };
  const parameters = Object.entries(members);
  if (parameters.length > 0)
    return {
      ...base,
      paths: new Map(parameters.map(([member, parameter]) => [parameter, [path, camelCase(member)]])),
      query: (value) =>
        isRecord(value)
          ? Object.fromEntries(parameters.map(([member, parameter]) => [parameter, value[camelCase(member)]]))
          : {},
    };
  return {
    ...base,
    paths: new Map(Object.values(values).flatMap((set) => Object.keys(set).map((parameter) => [parameter, [path]]))),
    query: (value) =>
      Object.assign({}, ...(Array.isArray(value) ? value : [value]).map((item) => values[String(item)])),
  };
}

/** Returns the members of a filter: documented parameters, and members that set parameters of another form. */
function getFilterMembers(graph: Graph, id: OperationId, parameters: readonly Parameter[]): FilterMembers {
  const { filters } = graph.contract.operation(id);
  const sets = [...filters].map(([name, filter]) => createFilterSet(name, filter));
  const plain = parameters.filter(({ name }) => !sets.some((set) => set.paths.has(name)));
  return {
    schemas: new Map([...toMembers(plain), ...sets.map(({ name, schema }): [string, Schema] => [name, schema])]),
    required: new Set(plain.filter(({ required }) => required).map(({ name }) => name)),
    query: (filter) =>
      Object.assign(toQuery(plain, filter), ...sets.map((set) => set.query(filter[camelCase(set.name)]))),
    inputPaths: new Map([
      ...plain.map(({ name }): [string, readonly string[]] => [camelCase(name), ['filter', camelCase(name)]]),
      ...sets.flatMap(({ paths }) =>
        [...paths].map(([name, path]): [string, readonly string[]] => [camelCase(name), ['filter', ...path]]),
      ),
    ]),
  };
}

/** Arguments of a list and their conversion. */
export interface ListArguments<O extends OperationId> {
  fields(t: ArgumentBuilder): InputFieldMap;
  /** Converts arguments to query parameters. */
  query(args: Args): QueryOf<O>;
  /** Converts a violation of a query parameter to one of the argument. */
  toInputViolation(violation: Violation): Violation;
}

export interface ListArgumentOptions {
  /** Parameters that the selection determines. */
  readonly selectionParameters?: readonly string[];
  /** Parameters that neither filter nor order, and that are separate arguments. */
  readonly separateArguments?: readonly string[];
  /** Name of the filter. Defaults to that of the operation. */
  readonly filterType?: string;
}

/** Creates the arguments of a list. */
export function createListArguments<O extends OperationId>(
  graph: Graph,
  id: O,
  {
    selectionParameters,
    separateArguments = [],
    filterType = graph.contract.operation(id).filterType ?? toFilterName(id),
  }: ListArgumentOptions,
): ListArguments<O> {
  const parameters = getFilterParameters(graph.contract, id, selectionParameters);
  const named = (name: string) => parameters.find((parameter) => parameter.name === name);
  const [by, sort] = [named('order_by'), named('sort')];
  const ordering = createOrdering(graph, by, sort);
  const separate = parameters.filter(({ name }) => separateArguments.includes(name));
  const filters = parameters.filter(
    (parameter) => parameter !== by && parameter !== sort && !separate.includes(parameter),
  );
  const members = getFilterMembers(graph, id, filters);
  const inputPaths = new Map([...members.inputPaths, ...(ordering?.inputPaths ?? [])]);
  const noun = humanizeTypeName(filterType.replace(/Filter$/, ''));
  return {
    fields: (t) => ({
      ...(filters.length > 0 && {
        filter: t({
          type: graph.singleton(ListTypes).filter(filterType, noun, members),
          required: members.required.size > 0,
          description: 'Conditions that the items must meet.',
        }),
      }),
      ...(ordering && {
        orderBy: t({
          type: ordering.type,
          description: describeOrder(by, sort),
        }),
      }),
      ...createArguments(graph, t, separate),
    }),
    query: ({ filter, orderBy, ...args }) =>
      // The parameters are those of the operation, and the arguments have their types.
      ({
        ...toQuery<O>(separate, args),
        ...(isRecord(filter) ? members.query(filter) : {}),
        ...(ordering && isRecord(orderBy) ? ordering.query(orderBy) : {}),
      }) as QueryOf<O>,
    toInputViolation: ({ path: [first, ...further], message }) => ({
      path: [...(inputPaths.get(camelCase(String(first))) ?? (first === undefined ? [] : [first])), ...further],
      message,
    }),
  };
}
