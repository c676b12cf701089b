/** Finds the query that sends a read. */
import { setImmediate as nextTurn } from 'node:timers/promises';
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
import { memoize, memoizeByName } from '../../helpers/memoize.ts';
import { getGraph } from '../kit/graph.ts';
import { isConnectionType } from '../kit/paging/connection.ts';
import { Cursors } from '../kit/paging/cursors.ts';
import { getResourceType } from '../kit/resources/resource-type.ts';
import type { Plan } from '../plan/plan.ts';
import type { PlannedCall } from '../plan/planned-call.ts';
import { planDocument } from '../plan/planner.ts';
import { compareCall, type Difference, getPages, type Pages, pageParameters, splitUrl } from './calls.ts';
import {
  type FieldDefinition,
  type FieldPath,
  findPathsTo,
  type OwnedField,
  rankFieldsCalling,
} from './field-paths.ts';
import { type CallingField, CallTemplates, type Input, type Inverse, type Run } from './inversion.ts';
import { type FoundQuery, type FurtherCall, toDifferenceRemarks, toExampleRemarks, toPageRemarks } from './remarks.ts';
import { getSelectableFields, isExtra, printSelection, toResponsePath } from './selections.ts';
import type { Target } from './target.ts';
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
  /** Selections of one field each. */
  readonly fields: readonly string[];
  /** Creates, for a call with these arguments, a function that returns the query parameters, as `name=value`, that a selection adds or removes. */
  readonly getChanges = memoize((args: Values) => this.#createChanges(args));
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
    this.fields = getSelectableFields(this.type);
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
    await nextTurn();
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

  #createChanges(args: Values): (selected: readonly string[]) => readonly string[] {
    const { contract } = getGraph(this.#schema);
    const getPairs = (selected: readonly string[]): ReadonlySet<string> => {
      const call = this.plan(args, selected).calls.find(({ operation }) => operation === this.#operation.id);
      return call?.request === undefined ? new Set() : splitUrl(contract, call.request).pairs;
    };
    const before = getPairs(['__typename']);
    const ofNames = memoizeByName((names) => {
      const after = getPairs(names.split(','));
      return [...before, ...after].filter((pair) => !(before.has(pair) && after.has(pair)));
    });
    return (selected) => ofNames(selected.join(','));
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
  target: Target,
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
  const paths = calls.flatMap(({ at, needs }) =>
    needs.length === 0 ? [at] : needs.map((name) => `${at}.${name.replace(/^.*\./, '')}`),
  );
  const costly = new Set(paths.filter((path) => path.startsWith(`${base}.`)));
  const isCostly = (path: string): boolean =>
    costly.has(path) || (path.length > base.length && isCostly(path.slice(0, path.lastIndexOf('.'))));
  return (path) => !isCostly(path);
}

/**
 * Chooses the selection among free fields, which need no further call: those that bring the call nearer to the target, then leaf fields that
 * do not change it. Without such fields, selects one free field of a nested object, or any field.
 */
function chooseSelection(
  target: Target,
  coordinate: string,
  reading: ReadingField,
  { args, sample }: Pick<Inverse<ReadRun>, 'args' | 'sample'>,
): QueryCandidate | undefined {
  const { fields } = reading;
  const compare = (selected: readonly string[]) => compareQuery(target, coordinate, reading.plan(args, selected));
  const { missing = [], extra = [] } = compare(['__typename'])?.difference ?? {};
  const further = reading.plan(args, fields).calls.filter(({ operation }) => operation !== target.operation.id);
  const isFree = createFreeCheck(further, reading.getPath('').replace(/\.$/, ''));
  const free = fields.filter((name) => isFree(reading.getPath(name)) && !isExtra(name));
  const getChanges = reading.getChanges(sample);
  const different = [...missing, ...extra];
  const isHarmless = (name: string) => getChanges([name]).every((pair) => different.includes(pair));
  const selected = new Set<string>();
  for (const pair of different.filter((each) => getChanges(free).includes(each))) {
    // The shortest prefix of `free` with the change ends with the field that causes it.
    let [shortest, longest] = [1, free.length];
    while (shortest < longest) {
      const middle = (shortest + longest) >> 1;
      if (getChanges(free.slice(0, middle)).includes(pair)) longest = middle;
      else shortest = middle + 1;
    }
    for (const name of free.slice(shortest - 1, shortest)) if (isHarmless(name)) selected.add(name);
  }
  for (const name of free.filter((each) => !each.includes('{'))) {
    if (selected.size >= maxFreeFields) break;
    if (isHarmless(name)) selected.add(name);
  }
  const first = selected.size > 0 ? [] : [free.find(isHarmless) ?? fields[0] ?? '__typename'];
  return compare([...fields.filter((name) => selected.has(name)), ...first]);
}

/** Arguments of a query that sends a read, with the differences between their calls. */
async function invertRead(target: Target, coordinate: string, templates: CallTemplates<ReadRun>) {
  const { query, operation } = target;
  // The graph accepts a direction only together with the attribute to order by.
  const attribute = operation.queryParameters.find(({ name }) => name === 'order_by')?.schema.default;
  const order = query.sort !== undefined && attribute !== undefined ? { order_by: attribute } : {};
  const filters = Object.entries({ ...order, ...query }).filter(([name]) => !pageParameters.has(name));
  const distance = (run: ReadRun): number => {
    const query = compareQuery(target, coordinate, run);
    return query === undefined ? Number.POSITIVE_INFINITY : getDistance(query);
  };
  const match = await templates.invert({ ...target, query: Object.fromEntries(filters) }, distance);
  if (match === undefined || match.distance === Number.POSITIVE_INFINITY) return undefined;
  const first = Number(query.per_page);
  const args = first > 0 && first !== 20 ? { ...match.args, first } : match.args;
  return { ...match, args };
}

/**
 * Returns the query that sends a read, or the query whose call is nearest to it; `undefined` if no field calls the
 * operation, or if its request depends on the responses to other calls.
 * @param fields fields to select. Defaults to those that identify the object and show its state.
 */
export async function findRead(target: Target, fields?: readonly string[]): Promise<FoundQuery | undefined> {
  const { schema, operation, open } = target;
  let best:
    | { readonly coordinate: string; readonly reading: ReadingField; readonly inverse: Inverse<ReadRun> }
    | undefined;
  for (const caller of rankFieldsCalling(schema, operation)) {
    const { coordinate } = caller;
    if (target.field !== undefined && target.field !== coordinate) continue;
    for (const { reading, templates } of getTemplates(schema)(caller)(operation)) {
      const inverse = await invertRead(target, coordinate, templates);
      if (inverse === undefined) continue;
      if (best === undefined || inverse.distance < best.inverse.distance) best = { coordinate, reading, inverse };
      break;
    }
    if (best?.inverse.distance === 0) break;
  }
  if (best === undefined) return undefined;
  const { coordinate, reading, inverse } = best;
  const candidate =
    fields === undefined
      ? chooseSelection(target, coordinate, reading, inverse)
      : compareQuery(target, coordinate, reading.plan(inverse.args, fields));
  if (candidate === undefined) return undefined;
  const { field, document, variables, others, difference, pages } = candidate;
  const remarks = [
    ...toExampleRemarks(open),
    ...toDifferenceRemarks({ others, ...difference }),
    ...toPageRemarks(target, pages),
  ];
  return { field, query: print(document), variables, remarks };
}
