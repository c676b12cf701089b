/** Finds the query that sends a read. */
import {
  type DocumentNode,
  type GraphQLArgument,
  type GraphQLNamedType,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  getVariableValues,
  isEnumType,
  isInputObjectType,
  isRequiredArgument,
  Kind,
  parse,
  print,
} from 'graphql';
import type { Operation } from '../../contract/index.ts';
import { asRecord } from '../../helpers/is-record.ts';
import { memoize } from '../../helpers/memoize.ts';
import { isConnectionType } from '../kit/paging/connection.ts';
import { Cursors } from '../kit/paging/cursors.ts';
import { getResourceType } from '../kit/resources/resource-type.ts';
import type { Plan } from '../plan/plan.ts';
import type { PlannedCall } from '../plan/planned-call.ts';
import { planDocument } from '../plan/planner.ts';
import { compareCall, type Difference, getPages, type Pages, pageParameters } from './calls.ts';
import {
  type FieldDefinition,
  type FieldPath,
  findPathsTo,
  type OwnedField,
  rankFieldsCalling,
} from './field-paths.ts';
import { type CallingField, CallTemplates, type Input, type Run } from './inversion.ts';
import { type FoundQuery, type FurtherCall, toDifferenceRemarks, toExampleRemarks, toPageRemarks } from './remarks.ts';
import { getSelectableFields, isExtra, printSelection, toResponsePath } from './selections.ts';
import type { SearchTarget } from './target.ts';
import { toParameters, type Values } from './templates.ts';
import { printLiteral } from './values.ts';

const limits = { maxCalls: 1000, maxSelections: 10_000, maxValues: 1_000_000 };
const cursors = new Cursors();

/** Plan of a query or mutation; `undefined` for a query with invalid variables. */
export function planText(schema: GraphQLSchema, document: DocumentNode, variables: Values): Plan | undefined {
  const [definition] = document.definitions;
  if (definition?.kind !== Kind.OPERATION_DEFINITION) return undefined;
  const coerced = getVariableValues(schema, definition.variableDefinitions ?? [], variables).variableValues;
  const variableValues = coerced ?? (definition.operation === 'mutation' ? { sources: {}, coerced: {} } : undefined);
  return variableValues && planDocument({ schema, document, variableValues, limits, cursors });
}

/** Query, with the differences between its call and the target. */
interface QueryCandidate {
  /** Coordinate of the field that sends the call. */
  readonly field: string;
  readonly document: DocumentNode;
  readonly variables: Values;
  readonly others: readonly FurtherCall[];
  readonly difference: Difference;
  /** Pages that the query reads instead of one page of the target; `undefined` for one page. */
  readonly pages: Pages | undefined;
}

interface PlannedQuery {
  readonly document: DocumentNode;
  readonly variables: Values;
  readonly calls: readonly PlannedCall[];
}

type ReadRun = Run & PlannedQuery;

const pageArguments = new Set(['first', 'last', 'after', 'before']);

/** Field at the end of a path of fields. The arguments of the path are `0.id`, `1.id` and so on. */
class ReadingField implements CallingField<ReadRun> {
  readonly inputs: readonly Input[];
  readonly acceptsSamples = false;
  readonly type: GraphQLNamedType;
  readonly path: FieldPath;
  readonly #schema: GraphQLSchema;
  readonly #operation: Operation;
  /** Type condition for the object that contains the last field. */
  readonly #on: string | undefined;

  constructor(
    schema: GraphQLSchema,
    operation: Operation,
    path: FieldPath,
    field: FieldDefinition,
    on?: GraphQLNamedType,
  ) {
    this.path = [...path, field];
    this.type = getNamedType(field.type);
    this.#schema = schema;
    this.#operation = operation;
    this.#on = on?.name;
    this.inputs = this.path.flatMap((step, index) => {
      const resource = getResourceType(step === field ? this.type : (on ?? getNamedType(step.type)));
      return step.args
        .filter(({ name }) => !pageArguments.has(name))
        .map((argument) => ({
          name: `${index}.${argument.name}`,
          type: argument.type,
          isRequired: isRequiredArgument(argument),
          // Paths name the objects above the last field by their numbers.
          ids: resource === undefined || (on === undefined && step !== field) ? [] : [resource],
          hasParameters: step === field,
        }));
    });
  }

  async run(args: Values): Promise<ReadRun> {
    return this.plan(args, ['__typename']);
  }

  /** Plans the query with a selection. @param args arguments, of which `first` is that of the last field */
  plan(args: Values, selected: readonly string[]): ReadRun {
    const { text, variables, isValid } = this.#print(args, selected);
    const document = parse(text, { noLocation: true });
    const calls = (isValid ? planText(this.#schema, document, variables)?.calls : undefined) ?? [];
    const request = calls.find((call) => call.operation === this.#operation.id)?.request;
    return { document, variables, calls, parameters: request && toParameters(request), rejected: [] };
  }

  /** Response path of a selection. */
  getPath(selected: string): string {
    const nodes = isConnectionType(this.type) && selected !== '' && !selected.startsWith('edges {') ? ['nodes'] : [];
    return [...this.path.map(({ name }) => name), ...nodes, toResponsePath(selected)].join('.');
  }

  #print({ first, ...args }: Values, selected: readonly string[]) {
    const declared: string[] = [];
    const variables: Record<string, unknown> = {};
    const declare = (name: string, type: string, value: unknown): string => {
      declared.push(`$${name}: ${type}`);
      variables[name] = value;
      return `$${name}`;
    };
    /** Prints a value; `undefined` if it has no literal of its type. */
    const printValue = (field: FieldDefinition, argument: GraphQLArgument, value: unknown): string | undefined => {
      const type = getNullableType(argument.type);
      if (!isRequiredArgument(argument) || isEnumType(type)) return printLiteral(value, argument.type);
      const [[name, member] = ['', undefined]] = Object.entries(asRecord(value));
      const inner = isInputObjectType(type) && type.isOneOf ? type.getFields()[name] : undefined;
      if (inner !== undefined) return `{ ${name}: ${declare(field.name, `${inner.type}!`, member)} }`;
      const variable = argument.name === 'id' && field.name !== 'node' ? field.name : argument.name;
      return declare(variable, String(argument.type), value);
    };
    let isValid = true;
    const steps = this.path.map((field, index) => {
      const isLast = index === this.path.length - 1;
      const texts = isLast && first !== undefined ? [`first: ${first}`] : [];
      for (const argument of field.args) {
        const value = args[`${index}.${argument.name}`];
        const printed = value === undefined ? undefined : printValue(field, argument, value);
        if (printed !== undefined) texts.push(`${argument.name}: ${printed}`);
        else if (value !== undefined) isValid = false;
      }
      return `${field.name}${texts.length > 0 ? `(${texts.join(', ')})` : ''}`;
    });
    const [last = '', ...above] = steps.toReversed();
    const body = above.reduce(
      (below, step, index) =>
        index === 0 && this.#on !== undefined ? `${step} { ... on ${this.#on} { ${below} } }` : `${step} { ${below} }`,
      `${last} ${printSelection(this.type, selected)}`,
    );
    return { text: `query${declared.length > 0 ? ` (${declared.join(', ')})` : ''} { ${body} }`, variables, isValid };
  }
}

/** Templates of a field that sends a read, for each path to the field. */
const getTemplates = memoize((schema: GraphQLSchema) =>
  memoize(({ holder, field }: OwnedField) =>
    memoize((operation: Operation) => {
      const { node } = getResourceType(holder) === undefined ? {} : (schema.getQueryType()?.getFields() ?? {});
      const fields = [
        ...findPathsTo(schema, holder).map((path) => new ReadingField(schema, operation, path, field)),
        ...(node === undefined ? [] : [new ReadingField(schema, operation, [node], field, holder)]),
      ];
      return fields.map((each) => ({ reading: each, templates: new CallTemplates(each, operation) }));
    }),
  ),
);

/** Upper bound of the fields that are selected because they need no further call. */
const maxFreeFields = 6;

/** Distance of a query from the target; 0 if it sends exactly that call. */
const getDistance = ({ others, difference }: Pick<QueryCandidate, 'others' | 'difference'>): number =>
  others.length * 100 + difference.missing.length * 10 + difference.extra.length;

/** Compares a query with the target; `undefined` if it does not send the call. */
function compareQuery(
  target: SearchTarget,
  coordinate: string,
  { document, variables, calls }: PlannedQuery,
): QueryCandidate | undefined {
  const differences = calls.map(({ request }) => request && compareCall(target, request));
  const index = differences.findIndex((each) => each !== undefined);
  const difference = differences[index];
  const request = calls[index]?.request;
  if (difference === undefined || request === undefined) return undefined;
  const isLaterPage = ({ operation, field }: PlannedCall) => operation === target.operation.id && field === coordinate;
  const further = calls.filter((_, position) => position !== index);
  const pages = further.some(isLaterPage) ? getPages(target, request) : undefined;
  const others = further
    .filter((call) => pages === undefined || !isLaterPage(call))
    .map(({ operation, field }) => ({
      operation,
      purpose: field === coordinate ? 'if the response to this call requires it' : `to read the result of \`${field}\``,
    }));
  return {
    ...{ field: coordinate, document, variables, others, pages },
    difference: pages === undefined ? difference : { ...difference, changed: [] },
  };
}

/**
 * Creates the check whether a response path contains a value without further calls.
 * @param base response path of the object that the path is below
 */
export function createFreeCheck(calls: readonly PlannedCall[], base: string): (path: string) => boolean {
  const costly = calls
    .flatMap(({ path, needs }) =>
      needs.length === 0 ? [path] : needs.map((name) => `${path}.${name.replace(/^.*\./, '')}`),
    )
    .filter((path) => path.startsWith(`${base}.`));
  return (path) => !costly.some((each) => path === each || path.startsWith(`${each}.`));
}

/** Chooses the selection: fields that bring the call nearer to the target, then fields that need no further call. */
function chooseSelection(
  target: SearchTarget,
  coordinate: string,
  reading: ReadingField,
  args: Values,
): QueryCandidate | undefined {
  const fields = getSelectableFields(reading.type);
  const compare = (selected: readonly string[]) => {
    const query = compareQuery(target, coordinate, reading.plan(args, selected));
    return query && { query, selected, distance: getDistance(query) };
  };
  const findFree = (names: readonly string[]) => {
    const calls = reading.plan(args, names).calls.filter(({ operation }) => operation !== target.operation.id);
    const isFree = createFreeCheck(calls, reading.getPath('').replace(/\.$/, ''));
    return names.filter((name) => isFree(reading.getPath(name)) && !isExtra(name));
  };
  const free = findFree(fields.filter((name) => !name.includes('{')));
  const bare = compare(['__typename']);
  let first = bare;
  for (const name of free.length > 0 ? free : [...findFree(fields), ...fields]) {
    const next = compare([name]);
    if (next !== undefined && (first === undefined || first === bare)) first = next;
    if (next === undefined || (bare !== undefined && bare.distance < next.distance)) continue;
    first = next;
    break;
  }
  if (first === undefined) return undefined;
  let best = first;
  const getDifferences = (selected: readonly string[]) =>
    Object.values(compare(selected)?.query.difference ?? {}).flat();
  const differences = getDifferences(best.selected);
  const unchangeable = new Set(differences.length === 0 ? [] : getDifferences(fields));
  for (const pair of differences.filter((each) => !unchangeable.has(each))) {
    // The shortest list of fields without the difference ends with a field that changes the call.
    let [length, longest] = [0, fields.length];
    while (length < longest) {
      const middle = (length + longest) >> 1;
      if (getDifferences([...best.selected, ...fields.slice(0, middle)]).includes(pair)) length = middle + 1;
      else longest = middle;
    }
    const next = compare([...best.selected, ...fields.slice(length - 1, length)]);
    if (next !== undefined && next.distance < best.distance) best = next;
  }
  for (const name of free) {
    if (best.selected.length >= maxFreeFields) break;
    const next = best.selected.includes(name) ? undefined : compare([...best.selected, name]);
    if (next !== undefined && next.distance <= best.distance) best = next;
  }
  const { selected, query } = best;
  const sorted = fields.filter((name) => selected.includes(name));
  return (sorted.length === 0 ? undefined : compare(sorted)?.query) ?? query;
}

/** Arguments of a query that sends a read, with the differences between their calls. */
async function invertRead(target: SearchTarget, coordinate: string, templates: CallTemplates<ReadRun>) {
  const { query, operation } = target;
  // The graph accepts a direction only together with the attribute to order by.
  const attribute = operation.queryParameters.find(({ name }) => name === 'order_by')?.schema.default;
  const order = query.sort !== undefined && attribute !== undefined ? { order_by: attribute } : {};
  const filters = Object.entries({ ...order, ...query }).filter(([name]) => !pageParameters.has(name));
  const distance = (run: ReadRun): number => {
    const { difference } = compareQuery(target, coordinate, run) ?? {};
    return difference === undefined
      ? Number.POSITIVE_INFINITY
      : difference.missing.length * 10 + difference.extra.length;
  };
  const match = await templates.invert({ ...target, query: Object.fromEntries(filters) }, distance);
  if (match === undefined || match.distance === Number.POSITIVE_INFINITY) return undefined;
  const first = Number(query.per_page);
  return first > 0 && first !== 20 ? { ...match.args, first } : match.args;
}

/**
 * Returns the query that sends a read, or the query whose call is nearest to it; `undefined` if no field calls the
 * operation, or if its request depends on the responses to other calls.
 * @param fields fields to select. Defaults to those that identify the object and show its state.
 */
export async function findRead(target: SearchTarget, fields?: readonly string[]): Promise<FoundQuery | undefined> {
  const { schema, operation, open } = target;
  let best: QueryCandidate | undefined;
  for (const caller of rankFieldsCalling(schema, operation)) {
    const { coordinate } = caller;
    if (target.field !== undefined && target.field !== coordinate) continue;
    for (const { reading, templates } of getTemplates(schema)(caller)(operation)) {
      const args = await invertRead(target, coordinate, templates);
      if (args === undefined) continue;
      const candidate =
        fields === undefined
          ? chooseSelection(target, coordinate, reading, args)
          : compareQuery(target, coordinate, reading.plan(args, fields));
      if (candidate !== undefined && !(best !== undefined && getDistance(best) <= getDistance(candidate)))
        best = candidate;
      break;
    }
    if (best !== undefined && getDistance(best) === 0) break;
  }
  if (best === undefined) return undefined;
  const { field, document, variables, others, difference, pages } = best;
  const remarks = [
    ...toExampleRemarks(open),
    ...toDifferenceRemarks({ others, ...difference }),
    ...toPageRemarks(target, pages),
  ];
  return { field, query: print(document), variables, remarks };
}
