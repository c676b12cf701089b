/** Finds the mutation that sends a write. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  type DocumentNode,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isInputObjectType,
  isRequiredInputField,
  parse,
  print,
} from 'graphql';
import type { Operation } from '../../contract/index.ts';
import { asRecord } from '../../helpers/is-record.ts';
import { memoize } from '../../helpers/memoize.ts';
import { getGraph } from '../kit/graph.ts';
import { getResourceTypes } from '../kit/resources/resource-types.ts';
import type { PlannedCall } from '../plan/planned-call.ts';
import { isIdentifying } from './attribute-order.ts';
import { DryRun, type DryRunResult } from './dry-run.ts';
import { type FieldDefinition, rankFieldsCalling } from './field-paths.ts';
import { type CallingField, CallTemplates, type Input, type Inverse, leavesOf, type Run } from './inversion.ts';
import { createFreeCheck, findRead, planText } from './reads.ts';
import { type FoundQuery, formatList, toDifferenceRemarks } from './remarks.ts';
import { getSelectableFields, isExtra, toResponsePath } from './selections.ts';
import { type Target, withOpenNames } from './target.ts';
import { isEqual, type Parameters, toParameters, type Values } from './templates.ts';

const maxPayloadFields = 5;

function toDocument(field: FieldDefinition, selected: readonly string[]): DocumentNode {
  const [input] = field.args;
  const [declared, passed] = input === undefined ? ['', ''] : [` ($input: ${input.type})`, '(input: $input)'];
  const selection = [...selected, 'errors { code message path }'].join(' ');
  return parse(`mutation${declared} { ${field.name}${passed} { ${selection} } }`, { noLocation: true });
}

type WriteRun = Run & Pick<DryRunResult, 'reads' | 'rejections'>;

const getDryRun = memoize((schema: GraphQLSchema) => new DryRun(schema));

/** Mutation whose input determines a write. */
class WritingField implements CallingField<WriteRun> {
  readonly inputs: readonly Input[];
  readonly acceptsSamples = true;
  readonly #schema: GraphQLSchema;
  readonly #operation: Operation;
  readonly #document: DocumentNode;

  constructor(schema: GraphQLSchema, operation: Operation, field: FieldDefinition) {
    const [argument] = field.args;
    const type = argument && getNullableType(argument.type);
    const names = operation.path
      .replaceAll('_', '')
      .split('/')
      .map((part) => part.replace(/s$/, ''));
    const isNamed = ({ name }: { readonly name: string }) => (names.includes(name.toLowerCase()) ? 0 : 1);
    const ids = [...getResourceTypes(schema).all].toSorted((a, b) => isNamed(a) - isNamed(b));
    this.inputs = (isInputObjectType(type) ? Object.values(type.getFields()) : []).map((each) => ({
      ...{ name: each.name, type: each.type, ids },
      isRequired: isRequiredInputField(each),
      hasParameters: true,
    }));
    this.#schema = schema;
    this.#operation = operation;
    this.#document = toDocument(field, []);
  }

  async run(input: Values): Promise<WriteRun> {
    await nextTurn();
    const result = await getDryRun(this.#schema).run(this.#document, { input });
    const parameters = result.operation === this.#operation.id ? result.parameters : undefined;
    return { ...result, parameters, rejected: result.rejections.map(({ path }) => path) };
  }
}

const getTemplates = memoize((schema: GraphQLSchema) =>
  memoize((field: FieldDefinition) =>
    memoize((operation: Operation) => new CallTemplates(new WritingField(schema, operation, field), operation)),
  ),
);

/** Differences between the parameters of a write and those of the target, besides its path. */
function compareParameters(sent: Parameters, wanted: Parameters) {
  const toNames = (names: readonly string[]) => [
    ...new Set(names.filter((name) => !name.startsWith(':')).map((name) => name.replace(/\..*$/s, ''))),
  ];
  return {
    missing: toNames([...wanted.keys()].filter((name) => !sent.has(name))),
    extra: toNames([...sent.keys()].filter((name) => !wanted.has(name))),
    changed: toNames([...wanted.keys()].filter((name) => sent.has(name) && !isEqual(wanted.get(name), sent.get(name)))),
  };
}

/** Distance of a rejected input. */
const unsentDistance = 200_000;

function getDistance(wanted: Parameters, { parameters, reads, rejections }: WriteRun, input: Values): number {
  // Among rejected inputs, more values are better.
  if (parameters === undefined) return unsentDistance + rejections.length * 10 - leavesOf(input).length / 1000;
  if ([...parameters].some(([name, value]) => name.startsWith(':') && !isEqual(value, wanted.get(name))))
    return unsentDistance / 2;
  const { missing, extra, changed } = compareParameters(parameters, wanted);
  return reads.length * 1000 + (missing.length + changed.length) * 10 + extra.length;
}

/** Finds the mutation, with its input, whose call differs least from the target. */
async function findMutation(target: Target) {
  const { schema, operation } = target;
  const wanted = toParameters(target);
  // A call without values can be that of each mutation, so that the one that accepts the most values represents it.
  const isEmpty = [...wanted.keys()].every((name) => name.startsWith(':')) && target.field === undefined;
  const all = rankFieldsCalling(schema, operation);
  let best: { readonly field: FieldDefinition; readonly inverse: Inverse<WriteRun> } | undefined;
  for (const { field, coordinate } of isEmpty ? all.slice(0, 1) : all) {
    if (target.field !== undefined && target.field !== coordinate) continue;
    const inverse = await getTemplates(schema)(field)(operation).invert(target, (run, input) =>
      getDistance(wanted, run, input),
    );
    if (inverse !== undefined && !(best !== undefined && best.inverse.distance <= inverse.distance))
      best = { field, inverse };
    if (best?.inverse.distance === 0) break;
  }
  return best;
}

/**
 * Selections on a payload that cost no further call if the response to the write is complete. An object has its id, too, by which caches update
 * it.
 */
function choosePayload(schema: GraphQLSchema, field: FieldDefinition, variables: Values): readonly string[] {
  const fields = getSelectableFields(getNamedType(field.type)).filter((name) => !name.startsWith('errors'));
  const { calls = [] } = planText(schema, toDocument(field, fields), variables) ?? {};
  const isFree = createFreeCheck(
    calls.filter(({ isEstimate }) => !isEstimate),
    field.name,
  );
  const select = (isOnlyValue: boolean) =>
    [...Map.groupBy(fields, (name) => name.replace(/ .*/s, ''))].flatMap(([object, names]) => {
      const free = names.filter((name) => isFree(`${field.name}.${toResponsePath(name)}`));
      if (names.includes(object)) return free;
      const leaves = free.map((name) => name.replace(/^\w+ \{ | \}$/g, ''));
      const identifying = leaves.filter(isIdentifying);
      // Objects without free identifying fields are selected only if the payload has nothing else.
      const chosen = isOnlyValue && identifying.length === 0 ? leaves : identifying;
      const ids = names.includes(`${object} { id }`) ? ['id'] : [];
      const shown = [...new Set([...ids, ...chosen])].filter((name) => ids.length === 0 || !isExtra(name));
      return chosen.length === 0 ? [] : [`${object} { ${shown.slice(0, maxPayloadFields).join(' ')} }`];
    });
  const selected = select(false);
  return selected.length > 0 ? selected : select(true);
}

/**
 * Operations that a payload may call after the write. Objects are read only if the response lacks them, which is unusual unless the contract
 * has successful responses without a body.
 */
function findLaterCalls(
  { operation, path, schema }: Target,
  field: FieldDefinition,
  selected: readonly string[],
  variables: Values,
) {
  const mayLackBody = [...operation.bodiless].some((status) => status !== 204);
  // Ids contain the number of the project or group that a path starts with.
  const areIdsFree = /^\d*$/.test(String(Object.values(path)[0] ?? ''));
  const { calls = [] } = planText(schema, toDocument(field, selected), variables) ?? {};
  const isNeeded = ({ field: caller, isEstimate, needs, at }: PlannedCall) => {
    if (at === field.name) return false;
    return /(?:\.i|I)d$/.test(caller) ? !areIdsFree : needs.length === 0 || !isEstimate || mayLackBody;
  };
  return calls.filter(isNeeded).map(({ operation: id }) => id);
}

/** Query for the global id of the object at the path of a write, or of its action; `undefined` if no read has that path. */
async function createIdQuery({ operation: { path, pathParameters }, ...target }: Target): Promise<string | undefined> {
  const objectPath = pathParameters.length > 1 ? path.slice(0, path.lastIndexOf('}') + 1) : path;
  const read = [...getGraph(target.schema).contract.operations.values()].find(
    (each) => each.method === 'GET' && each.path === objectPath && !each.list,
  );
  const match = read && (await findRead({ ...target, operation: read, query: {}, body: {} }, ['id']));
  if (match === undefined) return undefined;
  const variables = JSON.stringify(match.variables);
  return `${match.query.replace(/\s+/g, ' ')} with the variables ${variables}`;
}

async function toRejectionRemarks(
  target: Target,
  { run: { rejections, reads }, open }: Inverse<WriteRun>,
): Promise<readonly string[]> {
  if (rejections.length === 0) return [];
  // The dry run has no responses to read the missing values from.
  if (reads.length > 0) return [`The write depends on the response to ${formatList(reads)}.`];
  const reasons = rejections.flatMap(({ path, message }) => {
    const isOpen = open.some(
      (name) => name === path || message.startsWith(`Variable "$input" has invalid value at .${name}:`),
    );
    return isOpen ? [] : [path === '' ? message : `${path} ${message}`];
  });
  if (reasons.length === 0) return [];
  const isNamed = Object.values(target.path).some((value) => typeof value === 'string');
  const query = isNamed ? await createIdQuery(target) : undefined;
  return [
    `The facade rejects this input and makes no call: ${reasons.join('; ')}.`,
    ...(query === undefined ? [] : [`If the input requires an id, query the id first: ${query}`]),
  ];
}

/** Returns the mutation that sends a write, or the mutation whose call is nearest to it; `undefined` if no mutation calls the operation. */
export async function findWrite(target: Target): Promise<FoundQuery | undefined> {
  const best = await findMutation(target);
  if (best === undefined) return undefined;
  const { field, inverse } = best;
  const { args, open, unused } = inverse;
  const { parameters, reads } = inverse.run;
  const wanted = toParameters(target);
  const differences = compareParameters(parameters ?? wanted, wanted);
  // A member of the call that an open input sets is not a difference.
  const extra = open.length > 0 ? [] : differences.extra;
  const selection = choosePayload(target.schema, field, { input: args });
  const later = findLaterCalls(target, field, selection, { input: args }).filter((id) => !reads.includes(id));
  const input = Object.fromEntries(
    Object.entries(args).map(([name, value]) => [name, open.includes(name) ? null : value]),
  );
  const files = leavesOf(input, 'input').flatMap(([path, value]) =>
    value instanceof File ? [`Send ${value.name} as variables.${path} of a GraphQL multipart request.`] : [],
  );
  // A multipart request sends files separately.
  const sent: unknown = JSON.parse(JSON.stringify(input, (_, value) => (value instanceof File ? null : value)));
  const valuesToSet = [...open.map((name) => `input.${name}`), ...target.open.map((name) => `<${name}>`)];
  const others = [
    ...reads.map((operation) => ({ operation, purpose: 'first, to identify an object of the input' })),
    ...later.map((operation) => ({
      operation,
      purpose: 'afterwards if the response to the write omits a selected value',
    })),
  ];
  return {
    field: `Mutation.${field.name}`,
    query: print(toDocument(field, selection)),
    variables: field.args.length === 0 ? {} : asRecord(withOpenNames({ input: sent }, target)),
    remarks: [
      ...(valuesToSet.length > 0
        ? [`Fill in ${formatList(valuesToSet)}; the facade rejects the input without them.`]
        : []),
      ...files,
      ...toDifferenceRemarks({ ...differences, extra, others }),
      ...(unused.length > 0 ? [`The mutation has no argument for ${formatList(unused)}.`] : []),
      ...(await toRejectionRemarks(target, inverse)),
    ],
  };
}
