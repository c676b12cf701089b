/** Finds the query that makes a read: creates candidates from the schema, and plans each to see which calls it makes. */
import {
  type DocumentNode,
  type GraphQLArgument,
  type GraphQLInputField,
  type GraphQLInputType,
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  getVariableValues,
  isEnumType,
  isInputObjectType,
  isRequiredArgument,
  Kind,
  parse,
} from 'graphql';
import { Cursors } from '../kit/paging/cursors.ts';
import type { Plan } from '../plan/plan.ts';
import type { PlannedCall } from '../plan/planned-call.ts';
import { planDocument } from '../plan/planner.ts';
import { compareCall, type Difference, getPages, type Pages } from './calls.ts';
import { type FieldDefinition, type FieldPath, findPathsTo, rankFieldsCalling } from './field-paths.ts';
import { findSlots, getNameDistance, type InputSlot, withSlotValue, withValue } from './input-slots.ts';
import { getSelectableFields, isExtra, printSelection } from './selections.ts';
import type { SearchTarget } from './target.ts';
import { createGlobalIds, printLiteral, product, toInternal } from './values.ts';

const limits = { maxCalls: 1000, maxSelections: 10_000, maxValues: 1_000_000 };
const cursors = new Cursors();

/** Upper bound of the fields that are selected because they need no further call. */
const maxFreeFields = 6;

/** An argument that is passed as a variable. */
interface Variable {
  readonly name: string;
  readonly type: string;
  readonly value: unknown;
}

/** Field with the arguments that locate its object. */
interface PathField {
  readonly field: FieldDefinition;
  readonly text: string;
  readonly variables: readonly Variable[];
}

interface Located {
  readonly steps: readonly PathField[];
  /** Type condition for the object that contains the field of the last step. */
  readonly on?: string;
}

/** Call that a query or mutation makes besides the target. */
export interface FurtherCall {
  readonly operation: string;
  /** Completes "It also calls getLabel …". */
  readonly purpose: string;
}

/** Query, with the differences between its call and the target. */
export interface QueryCandidate {
  /** Coordinate of the field that makes the call. */
  readonly field: string;
  readonly document: DocumentNode;
  readonly variables: Readonly<Record<string, unknown>>;
  readonly others: readonly FurtherCall[];
  readonly difference: Difference;
  /** Pages that the query reads instead of one page of the target; `undefined` for one page. */
  readonly pages: Pages | undefined;
}

const canLocate = (type: GraphQLInputType): boolean =>
  ['ID', 'SafeInt', 'Int', 'String'].includes(getNamedType(type).name);

/** One member of a `@oneOf` argument. */
class OneOfMember {
  readonly name: string;
  readonly type: string;
  readonly value: unknown;

  constructor({ name, type }: GraphQLInputField, value: unknown) {
    this.name = name;
    this.type = `${type}!`;
    this.value = value;
  }
}

/** Candidate values of an argument that locates an object; `undefined` omits the argument. */
function getChoices(argument: GraphQLArgument, texts: readonly string[]): readonly unknown[] {
  const named = getNullableType(argument.type);
  if (isInputObjectType(named) && named.isOneOf)
    return Object.values(named.getFields()).flatMap((member) =>
      texts.flatMap((text) => {
        const value = canLocate(member.type) ? toInternal(text, member.type) : undefined;
        return value === undefined ? [] : [new OneOfMember(member, value)];
      }),
    );
  const choices = isEnumType(named)
    ? named.getValues().map(({ value }) => value)
    : canLocate(argument.type)
      ? texts.flatMap((text) => toInternal(text, argument.type) ?? [])
      : [];
  return isRequiredArgument(argument) ? choices : [undefined, ...choices];
}

const variableName = (field: FieldDefinition, argument: GraphQLArgument): string =>
  argument.name === 'id' ? field.name : argument.name;

/** Combinations of the arguments that locate the object of a field. */
function createSteps(field: FieldDefinition, texts: readonly string[], optional: boolean): readonly PathField[] {
  const locating = field.args.filter(
    (argument) =>
      isRequiredArgument(argument) || (optional && canLocate(argument.type) && !pageArguments.has(argument.name)),
  );
  return product(locating.map((argument) => [argument.name, getChoices(argument, texts)])).map((values) => {
    const variables: Variable[] = [];
    const args = locating.flatMap((argument) => {
      const value = values[argument.name];
      if (value === undefined) return [];
      if (isEnumType(getNullableType(argument.type)))
        return [`${argument.name}: ${printLiteral(value, argument.type)}`];
      if (value instanceof OneOfMember) {
        variables.push({ name: field.name, type: value.type, value: value.value });
        return [`${argument.name}: { ${value.name}: $${field.name} }`];
      }
      const name = variableName(field, argument);
      variables.push({ name, type: String(argument.type), value });
      return [`${argument.name}: $${name}`];
    });
    return { field, text: args.join(', '), variables };
  });
}

const pageArguments = new Set(['first', 'last', 'after', 'before']);

/** Query in parts. The search adds arguments and selections. */
interface Draft {
  readonly located: Located;
  /** Arguments of the field that makes the call, without those that locate its object, by name and nested by input object. */
  readonly args: Readonly<Record<string, unknown>>;
  readonly selected: readonly string[];
}

function printDraft({
  located,
  args,
  selected,
}: Draft): { text: string; variables: Readonly<Record<string, unknown>> } | undefined {
  const { steps, on } = located;
  const last = steps.at(-1);
  if (last === undefined) return undefined;
  const texts = Object.entries(args).map(([name, value]) => {
    const argument = last.field.args.find((each) => each.name === name);
    const text = argument && printLiteral(value, argument.type);
    return text === undefined ? undefined : `${name}: ${text}`;
  });
  if (texts.includes(undefined)) return undefined;
  const selection = printSelection(getNamedType(last.field.type), selected);
  const body = steps.reduceRight((below, { field, text }, index) => {
    const all = [text, ...(field === last.field && index === steps.length - 1 ? texts : [])].filter((part) => part);
    const condition = on !== undefined && index === steps.length - 2 ? `{ ... on ${on} { ${below} } }` : `{ ${below} }`;
    return `${field.name}${all.length > 0 ? `(${all.join(', ')})` : ''} ${index === steps.length - 1 ? below : condition}`;
  }, selection);
  const variables = steps.flatMap((step) => step.variables);
  const declared = variables.map(({ name, type }) => `$${name}: ${type}`);
  return {
    text: `query${declared.length > 0 ? ` (${declared.join(', ')})` : ''} { ${body} }`,
    variables: Object.fromEntries(variables.map(({ name, value }) => [name, value])),
  };
}

interface PlannedDraft extends QueryCandidate {
  readonly draft: Draft;
}

function planQuery(
  schema: GraphQLSchema,
  document: DocumentNode,
  variables: Readonly<Record<string, unknown>>,
): Plan | undefined {
  const [definition] = document.definitions;
  if (definition?.kind !== Kind.OPERATION_DEFINITION) return undefined;
  const { variableValues } = getVariableValues(schema, definition.variableDefinitions ?? [], variables);
  return variableValues && planDocument({ schema, document, variableValues, limits, cursors });
}

/** Plans a draft; `undefined` if the plan does not contain the operation and path of the target. */
async function planDraft(target: SearchTarget, coordinate: string, draft: Draft): Promise<PlannedDraft | undefined> {
  await target.limit.addCandidate();
  const query = printDraft(draft);
  if (query === undefined) return undefined;
  const document = parse(query.text, { noLocation: true });
  const calls = planQuery(target.schema, document, query.variables)?.calls ?? [];
  const differences = calls.map(({ request }) => request && compareCall(target, request));
  const index = differences.findIndex((difference) => difference !== undefined);
  const difference = differences[index];
  if (difference === undefined) return undefined;
  const isLaterPage = ({ operation, field }: PlannedCall) => operation === target.operation.id && field === coordinate;
  const further = calls.filter((_, position) => position !== index);
  const request = calls[index]?.request;
  const pages = request !== undefined && further.some(isLaterPage) ? getPages(target, request) : undefined;
  const others = further
    .filter((call) => pages === undefined || !isLaterPage(call))
    .map(({ operation, field }) => ({
      operation,
      purpose: field === coordinate ? 'if the response to this call requires it' : `to read the result of \`${field}\``,
    }));
  return {
    ...{ field: coordinate, document, variables: query.variables, others, pages, draft },
    difference: pages === undefined ? difference : { ...difference, changed: [] },
  };
}

/** Distance of a query from the target; 0 if it makes exactly that call. */
const getDistance = ({ others, difference }: QueryCandidate): number =>
  others.length * 100 + difference.missing.length * 10 + difference.extra.length;

/** Adds a query parameter to the arguments of a draft: as one value, as its only item, or split into field and direction of an order. */
function addParameter(draft: Draft, slot: InputSlot, value: unknown): readonly Draft[] {
  const { args } = draft;
  const [, orderField, direction] = /^(\w+)_(asc|desc)$/.exec(String(value)) ?? [];
  const [only, ...others] = Array.isArray(value) ? value : [];
  const forms = others.length === 0 && only !== undefined ? [value, only] : [value];
  const drafts = forms.flatMap((form) => {
    const whole = toInternal(form, slot.type);
    return whole === undefined ? [] : [{ ...draft, args: withSlotValue(args, slot, whole) }];
  });
  const field = orderField === undefined ? undefined : toInternal(orderField, slot.type);
  if (field === undefined || slot.path.at(-1) !== 'field') return drafts;
  const ordered = withValue(args, slot.path, field);
  return [...drafts, { ...draft, args: withValue(ordered, [...slot.path.slice(0, -1), 'direction'], direction) }];
}

/** Finds the argument that sets a query parameter, and adds the value to the draft. */
async function placeParameter(
  target: SearchTarget,
  planned: PlannedDraft,
  wireName: string,
  value: unknown,
): Promise<PlannedDraft> {
  const { field } = planned.draft.located.steps.at(-1) ?? {};
  const locatable = (field?.args ?? []).filter(({ name }) => !pageArguments.has(name));
  const slots = findSlots(locatable, target.query).toSorted(
    (a, b) => getNameDistance(a, wireName) - getNameDistance(b, wireName),
  );
  let best = planned;
  for (const slot of slots)
    for (const draft of addParameter(planned.draft, slot, value)) {
      const next = await planDraft(target, planned.field, draft);
      if (next === undefined || next.difference.missing.length >= best.difference.missing.length) continue;
      if (next.difference.extra.length <= planned.difference.extra.length) return next;
      best = next;
    }
  return best;
}

/** Adds the query parameters of the target to the arguments of a draft. */
async function placeParameters(target: SearchTarget, planned: PlannedDraft): Promise<PlannedDraft> {
  const { query, operation } = target;
  let best = planned;
  const perPage = query.per_page;
  if (typeof perPage === 'number' && perPage > 0 && perPage !== 20)
    best =
      (await planDraft(target, best.field, { ...best.draft, args: { ...best.draft.args, first: perPage } })) ?? best;
  // The graph accepts a direction only together with the field to order by.
  const fallback = operation.queryParameters.find(({ name }) => name === 'order_by')?.schema.default;
  const parameters =
    query.sort !== undefined && query.order_by === undefined && fallback !== undefined
      ? { order_by: fallback, ...query }
      : query;
  for (const [name, value] of Object.entries(parameters)) {
    if (best.difference.missing.length === 0) break;
    const previous = best;
    best = await placeParameter(target, best, name, value);
    if (best !== previous || typeof value !== 'object' || value === null || Array.isArray(value)) continue;
    for (const [key, member] of Object.entries(value))
      best = await placeParameter(target, best, `${name}_${key}`, member);
  }
  return best;
}

/** Returns the candidate with the smaller distance; the current one if both are equal. */
const pickNearer = <T extends QueryCandidate>(current: T, next: T | undefined): T =>
  next !== undefined && getDistance(next) < getDistance(current) ? next : current;

/** Chooses the selection: fields that bring the call nearer to the target, then fields that need no further call. */
async function chooseSelection(
  target: SearchTarget,
  planned: PlannedDraft,
  type: GraphQLNamedType,
): Promise<PlannedDraft> {
  const fields = getSelectableFields(type);
  const withFields = (selected: readonly string[]) => planDraft(target, planned.field, { ...planned.draft, selected });
  let nearest: PlannedDraft | undefined;
  for (const name of fields) {
    const alone = await withFields([name]);
    nearest = nearest === undefined ? alone : pickNearer(nearest, alone);
  }
  if (nearest === undefined) return planned;
  let best = nearest;
  if (getDistance(best) > 0)
    for (const name of fields) best = pickNearer(best, await withFields([...best.draft.selected, name]));
  for (const name of fields.filter((field) => !field.includes('{') && !isExtra(field))) {
    if (best.draft.selected.length >= maxFreeFields) break;
    const next = best.draft.selected.includes(name) ? undefined : await withFields([...best.draft.selected, name]);
    if (next !== undefined && getDistance(next) <= getDistance(best)) best = next;
  }
  return sortSelection(target, best, fields);
}

/** Sorts the selection in the order of the fields. */
async function sortSelection(
  target: SearchTarget,
  planned: PlannedDraft,
  fields: readonly string[],
): Promise<PlannedDraft> {
  const selected = fields.filter((name) => planned.draft.selected.includes(name));
  return (await planDraft(target, planned.field, { ...planned.draft, selected })) ?? planned;
}

/** Generates the paths to the object of a field, each with the field as its last step. */
function* generateLocations(
  target: SearchTarget,
  holder: GraphQLObjectType,
  field: FieldDefinition,
): Generator<Located> {
  const texts = Object.values(target.path).map(String);
  const ids = createGlobalIds(target);
  const last = createSteps(field, [...texts, ...ids.map(({ id }) => id)], true);
  const expand = (path: FieldPath): readonly (readonly PathField[])[] =>
    path.reduce<readonly (readonly PathField[])[]>(
      (before, next) => before.flatMap((steps) => createSteps(next, texts, true).map((step) => [...steps, step])),
      [[]],
    );
  for (const path of findPathsTo(target.schema, holder))
    for (const steps of expand(path)) for (const step of last) yield { steps: [...steps, step] };
  const node = target.schema.getQueryType()?.getFields().node;
  if (node === undefined) return;
  for (const { type, id } of ids)
    if (type.name === holder.name)
      for (const step of last) {
        const named = { field: node, text: 'id: $id', variables: [{ name: 'id', type: 'ID!', value: id }] };
        yield { steps: [named, step], on: type.name };
      }
}

const maxLocations = 5000;

/**
 * Returns the query that makes a read, or the query whose call is nearest to it; `undefined` if no field calls the
 * operation, or if its request depends on the responses to other calls.
 * @param fields fields to select. Defaults to those that identify the object and show its state.
 */
export async function findRead(target: SearchTarget, fields?: readonly string[]): Promise<QueryCandidate | undefined> {
  const { schema } = target;
  let best: QueryCandidate | undefined;
  let triedLocations = 0;
  for (const { holder, field } of rankFieldsCalling(schema, target.operation)) {
    const type = getNamedType(field.type);
    const coordinate = `${holder.name}.${field.name}`;
    if (target.field !== undefined && target.field !== coordinate) continue;
    for (const located of generateLocations(target, holder, field)) {
      triedLocations += 1;
      if (triedLocations > maxLocations) return best;
      const selected = getSelectableFields(type);
      const planned = await planDraft(target, coordinate, { located, args: {}, selected: [...selected, '__typename'] });
      if (planned === undefined) continue;
      const withParameters = await placeParameters(target, planned);
      const candidate =
        fields === undefined
          ? await chooseSelection(target, withParameters, type)
          : ((await planDraft(target, coordinate, { ...withParameters.draft, selected: fields })) ?? withParameters);
      if (best === undefined || getDistance(candidate) < getDistance(best)) best = candidate;
      if (getDistance(best) === 0) return best;
      break;
    }
  }
  return best;
}
