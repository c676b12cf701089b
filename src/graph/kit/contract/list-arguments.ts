/** The arguments of a list beside those of paging: `filter` and `orderBy`, made of the documented query parameters. */
import type { InputFieldMap, InputObjectRef, InputRef } from '@pothos/core';
import { document, type OperationId, type Parameter, type QueryOf, schemaNameOf } from '../../../contract/index.ts';
import type { Violation } from '../../../rest/errors.ts';
import { builder, type Types } from '../builder.ts';
import { inputEnumType, wordsOf } from './enums.ts';
import {
  type Args,
  type ArgumentBuilder,
  argumentsFor,
  filterParameters,
  memberFields,
  parameterMembers,
  toQuery,
} from './inputs.ts';
import { camelCase, describe, screamingCase, toGraphNames, words } from './names.ts';

/** The name of the filter of a list: `GroupProjectsFilter` for `listGroupProjects`. */
export const filterName = (id: OperationId): string => `${id.replace(/^list/, '')}Filter`;

const filterTypes = new Map<OperationId, InputObjectRef<Types, object>>();

function filterType(id: OperationId, parameters: readonly Parameter[]): InputObjectRef<Types, object> {
  const known = filterTypes.get(id);
  if (known) return known;
  const required = new Set(parameters.filter((parameter) => parameter.required).map(({ name }) => name));
  const ref = builder.inputRef<object>(filterName(id)).implement({
    description: `Filter of a list of ${words(id.replace(/^list/, ''))}; an item is listed when it meets every condition that is given.`,
    fields: (t) => memberFields(t, parameterMembers(parameters), required),
  });
  filterTypes.set(id, ref);
  return ref;
}

interface Ordering {
  readonly type: InputObjectRef<Types, object>;
  /** Query parameters for an order that was given. */
  query(order: Args): Readonly<Record<string, unknown>>;
  /** Where in `orderBy` a parameter stands. */
  readonly places: ReadonlyMap<string, readonly string[]>;
}

const orderTypes = new Map<string, InputObjectRef<Types, object>>();

/** @param ownDefault the direction in which the list goes unless told otherwise, where that is not up to the upstream */
function orderType(name: string, field: InputRef<unknown>, ownDefault?: 'asc'): InputObjectRef<Types, object> {
  const known = orderTypes.get(name);
  if (known) return known;
  const ref = builder.inputRef<object>(name).implement({
    description: 'Order of a list: an attribute and a direction.',
    fields: (t) => ({
      field: t.field({
        type: field,
        required: true,
        description: 'Attribute or measure by which the items are compared.',
      }),
      direction: t.field({
        type: inputEnumType('SortOrder'),
        description: `Direction of the order${ownDefault ? ', ascending unless given' : '; unless given, the one that the argument of the list tells'}.`,
        ...(ownDefault && { defaultValue: ownDefault }),
      }),
    }),
  });
  orderTypes.set(name, ref);
  return ref;
}

const fieldEnums = new Map<string, InputRef<unknown>>();

/** The enum of what `sort` can name together with a direction, as in `created_asc`. */
function fieldEnum(name: string, { schema }: Parameter): InputRef<unknown> {
  const known = fieldEnums.get(name);
  if (known) return known;
  const set = document.components.schemas[schemaNameOf(schema) ?? ''] ?? schema;
  const ascending = (wordsOf(schema) ?? []).map(String).filter((word) => word.endsWith('_asc'));
  const ref = builder.enumType(name, {
    description: describe(set.description),
    values: Object.fromEntries(
      ascending.map((word) => {
        const value = word.replace(/_asc$/, '');
        return [
          screamingCase(value),
          { value, description: (set['x-enum-descriptions']?.[word] ?? '').replace(/\.$/, ' with `ASC`.') },
        ];
      }),
    ),
  });
  fieldEnums.set(name, ref);
  return ref;
}

/** How a list is ordered: by two parameters, or by one that holds both what by and the direction. */
function orderingOf(by: Parameter | undefined, sort: Parameter | undefined): Ordering | undefined {
  const named = by && schemaNameOf(by.schema);
  if (named !== undefined)
    return {
      type: orderType(named.replace(/Field$/, ''), inputEnumType(named)),
      query: ({ field, direction }) => ({
        order_by: field,
        ...(direction === undefined || direction === null ? {} : { sort: direction }),
      }),
      places: new Map([
        ['orderBy', ['orderBy', 'field']],
        ['sort', ['orderBy', 'direction']],
      ]),
    };
  const combined = sort && schemaNameOf(sort.schema)?.replace(/Sort$/, 'Order');
  if (sort === undefined || combined === undefined) return undefined;
  return {
    type: orderType(combined, fieldEnum(`${combined}Field`, sort), 'asc'),
    query: ({ field, direction }) => ({ sort: `${field}_${direction ?? 'asc'}` }),
    places: new Map([['sort', ['orderBy']]]),
  };
}

/** What a list is ordered by and in which direction, in one sentence; what both parameters add to it follows once. */
function describeOrder(...parameters: readonly (Parameter | undefined)[]): string {
  const described = parameters.flatMap((parameter) => (parameter === undefined ? [] : [parameter.description]));
  const sentences = described.map((description) => description.replace(/\.$/, '').split('. '));
  const first = sentences
    .map(([sentence = '']) => sentence)
    .join('; ')
    .replace(/; [A-Z]/g, (start) => start.toLowerCase());
  const further = new Set(sentences.flatMap(([, ...others]) => others));
  return toGraphNames([first, ...further].map((sentence) => `${sentence}.`).join(' '));
}

/** The arguments of a list, and what they say. */
export interface ListArguments<O extends OperationId> {
  fields(t: ArgumentBuilder): InputFieldMap;
  /** Arguments as query parameters by their names on the wire. */
  query(args: Args): QueryOf<O>;
  /** Where in the arguments something is wrong, which the check tells by the parameter. */
  locate(violation: Violation): Violation;
}

const isArgs = (value: unknown): value is Args => typeof value === 'object' && value !== null;

/**
 * The arguments of a list.
 * @param bySelection parameters that the selection decides
 * @param apart parameters that are arguments of their own, as they neither filter nor order
 */
export function listArguments<O extends OperationId>(
  id: O,
  bySelection: readonly string[] = [],
  apart: readonly string[] = [],
): ListArguments<O> {
  const parameters = filterParameters(id, bySelection);
  const named = (name: string) => parameters.find((parameter) => parameter.name === name);
  const [by, sort] = [named('order_by'), named('sort')];
  const ordering = orderingOf(by, sort);
  const own = parameters.filter(({ name }) => apart.includes(name));
  const filters = parameters.filter((parameter) => parameter !== by && parameter !== sort && !own.includes(parameter));
  const places = new Map([
    ...filters.map(({ name }): [string, readonly string[]] => [camelCase(name), ['filter', camelCase(name)]]),
    ...(ordering?.places ?? []),
  ]);
  return {
    fields: (t) => ({
      ...(filters.length > 0 && {
        filter: t({
          type: filterType(id, filters),
          required: filters.some(({ required }) => required),
          description: 'Conditions that an item has to meet to be listed.',
        }),
      }),
      ...(ordering && {
        orderBy: t({
          type: ordering.type,
          description: describeOrder(by, sort),
        }),
      }),
      ...argumentsFor(t, own),
    }),
    query: ({ filter, orderBy, ...args }) =>
      // Made from the operation's own parameters, whose types the arguments have.
      ({
        ...toQuery<O>(own, args),
        ...(isArgs(filter) ? toQuery<O>(filters, filter) : {}),
        ...(ordering && isArgs(orderBy) ? ordering.query(orderBy) : {}),
      }) as QueryOf<O>,
    locate: ({ path: [first, ...further], message }) => ({
      path: [...(places.get(String(first)) ?? (first === undefined ? [] : [first])), ...further],
      message,
    }),
  };
}
