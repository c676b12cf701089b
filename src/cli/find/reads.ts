/** Finds the query that makes a read: tries what the schema offers, and plans it to see whether it makes that call. */
import {
  type DocumentNode,
  type GraphQLArgument,
  type GraphQLInputField,
  type GraphQLInputType,
  type GraphQLNamedType,
  getNamedType,
  getNullableType,
  getVariableValues,
  isEnumType,
  isInputObjectType,
  isRequiredArgument,
  isRequiredInputField,
  Kind,
  parse,
  print,
} from 'graphql';
import { schema } from '../../graph/index.ts';
import { camelCase } from '../../graph/kit/contract/names.ts';
import { Cursors } from '../../graph/kit/paging/cursors.ts';
import { type Plan, planDocument } from '../../graph/plan/plan.ts';
import { type Difference, differenceOf } from './calls.ts';
import { selectable, selectedType, selectionOn } from './selections.ts';
import type { Target } from './target.ts';
import { globalIds, literal, product, toInternal } from './values.ts';
import { type Field, fieldsCalling, type Way, waysTo } from './ways.ts';

const limits = { maxCalls: 1000, maxSelections: 10_000, maxValues: 1_000_000 };
const cursors = new Cursors();

/** Fields that a query shows of an object, where they cost nothing. */
const mostFields = 6;

/** An argument that is passed as a variable. */
interface Variable {
  readonly name: string;
  readonly type: string;
  readonly value: unknown;
}

/** A field with the arguments that locate its object. */
interface Step {
  readonly field: Field;
  readonly text: string;
  readonly variables: readonly Variable[];
}

interface Located {
  readonly steps: readonly Step[];
  /** A condition on the type of what the last step gives. */
  readonly on?: string;
}

/** A query, and how its call differs from the one that is looked for. */
export interface FoundRead {
  /** Coordinate of the field that makes the call. */
  readonly field: string;
  readonly document: DocumentNode;
  readonly variables: Readonly<Record<string, unknown>>;
  /** Calls besides the one that is looked for. */
  readonly others: readonly string[];
  readonly difference: Difference;
}

const isAddress = (type: GraphQLInputType): boolean =>
  ['ID', 'SafeInt', 'Int', 'String'].includes(getNamedType(type).name);

/** Values of an argument that helps to locate an object; undefined leaves it out. */
function choicesOf(argument: GraphQLArgument, texts: readonly string[]): readonly unknown[] {
  const named = getNullableType(argument.type);
  const choices = isEnumType(named)
    ? named.getValues().map(({ value }) => value)
    : isAddress(argument.type)
      ? texts.flatMap((text) => toInternal(text, argument.type) ?? [])
      : [];
  return isRequiredArgument(argument) ? choices : [undefined, ...choices];
}

const variableName = (field: Field, argument: GraphQLArgument): string =>
  argument.name === 'id' ? field.name : argument.name;

/** Every way to give a field the arguments that locate its object. */
function stepsOf(field: Field, texts: readonly string[], optional: boolean): readonly Step[] {
  const locating = field.args.filter(
    (argument) =>
      isRequiredArgument(argument) || (optional && isAddress(argument.type) && !pageArguments.has(argument.name)),
  );
  return product(locating.map((argument) => [argument.name, choicesOf(argument, texts)])).map((values) => {
    const variables: Variable[] = [];
    const given = locating.flatMap((argument) => {
      const value = values[argument.name];
      if (value === undefined) return [];
      if (isEnumType(getNullableType(argument.type))) return [`${argument.name}: ${literal(value, argument.type)}`];
      const name = variableName(field, argument);
      variables.push({ name, type: String(argument.type), value });
      return [`${argument.name}: $${name}`];
    });
    return { field, text: given.join(', '), variables };
  });
}

const pageArguments = new Set(['first', 'last', 'after', 'before']);

/** A query in parts, of which the last is added to while the query is searched for. */
interface Draft {
  readonly located: Located;
  /** Arguments of the field that makes the call, besides those that locate its object: a tree by their names. */
  readonly given: Readonly<Record<string, unknown>>;
  readonly selected: readonly string[];
}

function textOf({
  located,
  given,
  selected,
}: Draft): { text: string; variables: Readonly<Record<string, unknown>> } | undefined {
  const { steps, on } = located;
  const last = steps.at(-1);
  if (last === undefined) return undefined;
  const texts = Object.entries(given).map(([name, value]) => {
    const argument = last.field.args.find((known) => known.name === name);
    const text = argument && literal(value, argument.type);
    return text === undefined ? undefined : `${name}: ${text}`;
  });
  if (texts.includes(undefined)) return undefined;
  const selection = selectionOn(getNamedType(last.field.type), selected);
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

interface Tried extends FoundRead {
  readonly draft: Draft;
}

function planOf(document: DocumentNode, variables: Readonly<Record<string, unknown>>): Plan | undefined {
  const [definition] = document.definitions;
  if (definition?.kind !== Kind.OPERATION_DEFINITION) return undefined;
  const { variableValues } = getVariableValues(schema, definition.variableDefinitions ?? [], variables);
  return variableValues && planDocument({ schema, document, variableValues, limits, cursors });
}

/** What a draft would call; undefined where the call that is looked for is not among it. */
function tryOut(target: Target, coordinate: string, draft: Draft): Tried | undefined {
  const query = textOf(draft);
  if (query === undefined) return undefined;
  const document = parse(query.text, { noLocation: true });
  const calls = planOf(document, query.variables)?.calls ?? [];
  const differences = calls.map(({ request }) => request && differenceOf(target, request));
  const index = differences.findIndex((difference) => difference !== undefined);
  const difference = differences[index];
  if (difference === undefined) return undefined;
  const others = calls.filter((_, position) => position !== index).map(({ operation }) => operation);
  return { field: coordinate, document, variables: query.variables, others, difference, draft };
}

/** How far a query is from the one that is looked for. */
const distance = ({ others, difference }: FoundRead): number =>
  others.length * 100 + difference.missing.length * 10 + difference.extra.length;

/** Places in arguments that can hold a value, by their names from the outermost inwards. */
function placesIn(
  args: readonly { readonly name: string; readonly type: GraphQLInputType }[],
  depth = 3,
): readonly Place[] {
  return args.flatMap(({ name, type }): readonly Place[] => {
    const nullable = getNullableType(type);
    if (!isInputObjectType(nullable)) return [{ path: [name], type, beside: {} }];
    if (depth === 0) return [];
    const fields = Object.values(nullable.getFields());
    const beside = firstWords(fields);
    return placesIn(fields, depth - 1).map((place) => ({
      ...place,
      path: [name, ...place.path],
      beside: place.path.length === 1 ? beside : place.beside,
    }));
  });
}

/** A word for each member that an input object cannot do without. */
function firstWords(fields: readonly GraphQLInputField[]): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    fields.filter(isRequiredInputField).flatMap(({ name, type }) => {
      const nullable = getNullableType(type);
      return isEnumType(nullable) ? [[name, nullable.getValues()[0]?.value]] : [];
    }),
  );
}

interface Place {
  readonly path: readonly string[];
  readonly type: GraphQLInputType;
  /** What has to stand beside it, unless it is given. */
  readonly beside: Readonly<Record<string, unknown>>;
}

const plain = (text: string): string =>
  text
    .replace(/[^a-z]/gi, '')
    .replace(/s$/, '')
    .toLowerCase();

/** How much the names of a place resemble that of a parameter; less is better. */
function unlikeness({ path }: Place, name: string): number {
  const wanted = plain(name);
  const inner = path.slice(1);
  if (path.at(-1) === camelCase(name) && path.length <= 2) return 0;
  if (plain(inner.join('')) === wanted || plain(path.join('')) === wanted) return 1;
  return inner.some((part) => wanted.includes(plain(part))) ? 2 : 3;
}

/** A tree with one more value in it. */
function withValue(
  tree: Readonly<Record<string, unknown>>,
  [name = '', ...further]: readonly string[],
  value: unknown,
): Record<string, unknown> {
  return { ...tree, [name]: further.length === 0 ? value : withValue(Object(tree[name] ?? {}), further, value) };
}

/** A tree with one more value at a place, and what has to stand beside it. */
function withPlaced(tree: Readonly<Record<string, unknown>>, { path, beside }: Place, value: unknown) {
  const placed = withValue(tree, path, value);
  return Object.entries(beside).reduce((before, [name, word]) => {
    const sibling = [...path.slice(0, -1), name];
    const present = sibling.reduce<unknown>((found, part) => Object(found)[part], before);
    return present === undefined ? withValue(before, sibling, word) : before;
  }, placed);
}

/** The values that a query parameter is in the arguments: as it is, or apart where a word holds an order and a direction. */
function drafted(draft: Draft, place: Place, value: unknown): readonly Draft[] {
  const { given } = draft;
  const [, word, direction] = /^(\w+)_(asc|desc)$/.exec(String(value)) ?? [];
  const whole = toInternal(value, place.type);
  const drafts = whole === undefined ? [] : [{ ...draft, given: withPlaced(given, place, whole) }];
  const field = word === undefined ? undefined : toInternal(word, place.type);
  if (field === undefined || place.path.at(-1) !== 'field') return drafts;
  const ordered = withValue(given, place.path, field);
  return [...drafts, { ...draft, given: withValue(ordered, [...place.path.slice(0, -1), 'direction'], direction) }];
}

/** Finds the arguments that a query parameter comes from. */
function place(target: Target, tried: Tried, wireName: string, value: unknown): Tried {
  const { field } = tried.draft.located.steps.at(-1) ?? {};
  const places = placesIn((field?.args ?? []).filter(({ name }) => !pageArguments.has(name))).toSorted(
    (one, other) => unlikeness(one, wireName) - unlikeness(other, wireName),
  );
  let best = tried;
  for (const candidate of places)
    for (const draft of drafted(tried.draft, candidate, value)) {
      const next = tryOut(target, tried.field, draft);
      if (next === undefined || next.difference.missing.length >= best.difference.missing.length) continue;
      if (next.difference.extra.length <= tried.difference.extra.length) return next;
      best = next;
    }
  return best;
}

/** Gives a field the arguments that make its call the one that is looked for. */
function placeQuery(target: Target, tried: Tried): Tried {
  const { query, operation } = target;
  let found = tried;
  const perPage = query.per_page;
  if (typeof perPage === 'number' && perPage !== 20)
    found = tryOut(target, found.field, { ...found.draft, given: { ...found.draft.given, first: perPage } }) ?? found;
  // A direction needs the order that it is the direction of.
  const fallback = operation.queryParameters.find(({ name }) => name === 'order_by')?.schema.default;
  const whole =
    query.sort !== undefined && query.order_by === undefined && fallback !== undefined
      ? { order_by: fallback, ...query }
      : query;
  for (const [name, value] of Object.entries(whole)) {
    if (found.difference.missing.length === 0) break;
    const isFlat = typeof value !== 'object' || value === null || Array.isArray(value);
    const members = isFlat
      ? [[name, value] as const]
      : Object.entries(value).map(([key, member]) => [`${name}_${key}`, member] as const);
    for (const [part, member] of members) found = place(target, found, part, member);
  }
  return found;
}

/** The nearer of two queries; the one at hand where there is no other. */
const nearer = <T extends FoundRead>(present: T, next: T | undefined): T =>
  next !== undefined && distance(next) < distance(present) ? next : present;

/** Chooses what is selected: what makes the call the right one, and of the rest what costs nothing. */
function select(target: Target, tried: Tried, type: GraphQLNamedType): Tried {
  const fields = selectable(type);
  const withFields = (selected: readonly string[]) => tryOut(target, tried.field, { ...tried.draft, selected });
  const alone = fields.flatMap((name) => withFields([name]) ?? []);
  const [first, ...others] = alone;
  if (first === undefined) return tried;
  let best = others.reduce(nearer, first);
  if (distance(best) > 0) for (const name of fields) best = nearer(best, withFields([...best.draft.selected, name]));
  for (const name of fields.filter((field) => !field.includes('{'))) {
    if (best.draft.selected.length >= mostFields) break;
    const next = best.draft.selected.includes(name) ? undefined : withFields([...best.draft.selected, name]);
    if (next !== undefined && distance(next) <= distance(best)) best = next;
  }
  return inOrder(target, best, fields);
}

/** The same selection in the order of the fields that it was chosen from. */
function inOrder(target: Target, tried: Tried, fields: readonly string[]): Tried {
  const selected = fields.filter((name) => tried.draft.selected.includes(name));
  return tryOut(target, tried.field, { ...tried.draft, selected }) ?? tried;
}

/** All ways to reach the object that a field belongs to, with the field itself. */
function* locations(target: Target, holder: Parameters<typeof waysTo>[0], field: Field): Generator<Located> {
  const texts = Object.values(target.path).map(String);
  const ids = globalIds(target);
  const last = stepsOf(field, [...texts, ...ids.map(({ id }) => id)], true);
  const expand = (way: Way): readonly (readonly Step[])[] =>
    way.reduce<readonly (readonly Step[])[]>(
      (before, next) => before.flatMap((steps) => stepsOf(next, texts, true).map((step) => [...steps, step])),
      [[]],
    );
  for (const way of waysTo(holder))
    for (const steps of expand(way)) for (const step of last) yield { steps: [...steps, step] };
  const node = schema.getQueryType()?.getFields().node;
  if (node === undefined) return;
  for (const { type, id } of ids)
    if (type.name === holder.name)
      for (const step of last) {
        const named = { field: node, text: 'id: $id', variables: [{ name: 'id', type: 'ID!', value: id }] };
        yield { steps: [named, step], on: type.name };
      }
}

const longestSearch = 5000;

/** The query that makes a read, or the one that comes nearest to it; undefined where no field makes such a call. */
export function findRead(target: Target): FoundRead | undefined {
  const root = schema.getQueryType();
  let best: FoundRead | undefined;
  let tries = 0;
  for (const { holder, field } of root ? fieldsCalling(target.operation.id, root) : []) {
    const type = selectedType(getNamedType(field.type));
    const coordinate = `${holder.name}.${field.name}`;
    for (const located of locations(target, holder, field)) {
      tries += 1;
      if (tries > longestSearch) return best;
      const selected = selectable(type);
      const tried = tryOut(target, coordinate, { located, given: {}, selected: [...selected, '__typename'] });
      if (tried === undefined) continue;
      const found = select(target, placeQuery(target, tried), type);
      if (best === undefined || distance(found) < distance(best)) best = found;
      if (distance(best) === 0) return best;
      break;
    }
  }
  return best;
}

/** A query as it is shown. */
export const printed = ({ document }: Pick<FoundRead, 'document'>): string => print(document);
