/** Finds the mutation that makes a write. */
import {
  type DocumentNode,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isInputObjectType,
  isLeafType,
  isObjectType,
  isRequiredInputField,
  parse,
} from 'graphql';
import type { Operation } from '../../contract/index.ts';
import { memoize } from '../../helpers/memoize.ts';
import { getResourceTypes } from '../kit/resources/resource-types.ts';
import type { PlannedCall } from '../plan/planned-call.ts';
import { isIdentifying } from './attribute-order.ts';
import { DryRun, type DryRunResult } from './dry-run.ts';
import { type FieldDefinition, findFieldsCalling, rankFieldsCalling } from './field-paths.ts';
import {
  type Attempt,
  type CallingField,
  CallTemplates,
  type Input,
  invert,
  leavesOf,
  type Parameters,
  type Run,
  toParameters,
} from './inversion.ts';
import { createFreeCheck, type FurtherCall, planText } from './reads.ts';
import { getLeafFields, isExtra } from './selections.ts';
import type { SearchTarget } from './target.ts';
import { isEqual, markersIn, type Values } from './templates.ts';

/** Mutation, with the differences between its call and the target. */
export interface WriteMatch {
  /** Coordinate of the mutation. */
  readonly field: string;
  readonly document: DocumentNode;
  /** Values without those that the call does not contain, which are null. */
  readonly variables: Values;
  readonly others: readonly FurtherCall[];
  /** Operations that read objects of the input before the write. */
  readonly reads: readonly string[];
  /** Members of the call for which the mutation has no argument, if it makes no call. */
  readonly unused: readonly string[];
  readonly missing: readonly string[];
  readonly extra: readonly string[];
  readonly changed: readonly string[];
  /** Paths of the variables that are null because the call does not contain them. */
  readonly open: readonly string[];
  /** Paths of the variables that are files, with the names of the files. */
  readonly files: readonly (readonly [path: string, name: string])[];
  /** Messages of the errors because of which the mutation makes no call. */
  readonly rejections: readonly string[];
}

const maxPayloadFields = 5;

function toDocument(field: FieldDefinition, selected: readonly string[]): DocumentNode {
  const [input] = field.args;
  const [declared, passed] = input === undefined ? ['', ''] : [` ($input: ${input.type})`, '(input: $input)'];
  const selection = [...selected, 'errors { code message path }'].join(' ');
  return parse(`mutation${declared} { ${field.name}${passed} { ${selection} } }`, { noLocation: true });
}

type WriteRun = Run & DryRunResult;

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
    const result = await getDryRun(this.#schema).run(this.#document, { input });
    const [write] = result.writes;
    const parameters = write?.operation === this.#operation.id ? toParameters(write) : undefined;
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

interface Candidate {
  readonly field: FieldDefinition;
  /** `undefined` for a mutation without an input. */
  readonly attempt: Attempt<WriteRun> | undefined;
}

async function findCandidate(target: SearchTarget): Promise<Candidate | undefined> {
  const { schema, operation } = target;
  const wanted = toParameters(target);
  // A call without values can be that of each mutation, so that the one that accepts the most values represents it.
  const isEmpty = [...wanted.keys()].every((name) => name.startsWith(':')) && target.field === undefined;
  const root = schema.getMutationType();
  const all = isEmpty
    ? rankFieldsCalling(schema, operation).slice(0, 1)
    : root
      ? findFieldsCalling(schema, operation.id, root)
      : [];
  let best: Candidate | undefined;
  for (const { field } of all) {
    if (target.field !== undefined && target.field !== `Mutation.${field.name}`) continue;
    if (field.args.length === 0) {
      best ??= { field, attempt: undefined };
      continue;
    }
    const attempt = await invert(getTemplates(schema)(field)(operation), target, (run, input) =>
      getDistance(wanted, run, input),
    );
    if (attempt === undefined || (best?.attempt !== undefined && attempt.distance >= best.attempt.distance)) continue;
    best = { field, attempt };
    if (attempt.distance === 0) break;
  }
  return best;
}

/** Required input fields whose values the call does not contain. */
function findOpenInputs(
  target: SearchTarget,
  field: FieldDefinition,
  { args, distance, open, template, run }: Attempt<WriteRun>,
): readonly string[] {
  if (distance === 0) return [];
  const wanted = toParameters(target);
  const templates = getTemplates(target.schema)(field)(target.operation);
  const isExtraParameter = (name: string) => !wanted.has(name) && (run.parameters?.has(name) ?? true);
  return templates.field.inputs
    .filter(({ name, isRequired }) => isRequired && name in args)
    .filter(({ name }) => {
      if (open.includes(name)) return true;
      const member = templates.getParameter(name);
      if (member !== undefined) return !(member in { ...target.query, ...target.body });
      // A sample without markers may only select the operation.
      return markersIn(template.args[name]).length === 0 && [...template.parameters.keys()].some(isExtraParameter);
    })
    .map(({ name }) => name);
}

/** Fields of an object in a payload: its id, by which caches update it, and fields that cost no further call. */
function chooseLeaves(all: readonly string[], free: readonly string[], isOnlyValue: boolean): readonly string[] {
  const identifying = free.filter(isIdentifying);
  // Objects without free identifying fields are selected only if the payload has nothing else.
  const others = isOnlyValue && identifying.length === 0 ? free : identifying;
  if (others.length === 0) return [];
  const leaves = [...new Set([...all.filter((name) => name === 'id'), ...others])];
  const named = leaves.filter((name) => !isExtra(name));
  return (named.length > 0 ? named : leaves).slice(0, maxPayloadFields);
}

/** Selections on a payload that cost no further call if the response to the write is complete, except for ids. */
function choosePayload(schema: GraphQLSchema, field: FieldDefinition, variables: Values): readonly string[] {
  const payload = getNullableType(field.type);
  const fields = isObjectType(payload)
    ? Object.values(payload.getFields()).filter(({ name }) => name !== 'errors')
    : [];
  const objects = fields
    .filter(({ type }) => !isLeafType(getNamedType(type)))
    .map(({ name, type }) => ({ name, all: getLeafFields(getNamedType(type)) }));
  const values = fields.filter(({ type }) => isLeafType(getNamedType(type))).map(({ name }) => name);
  const everything = [...values, ...objects.map(({ name, all }) => `${name} { ${all.join(' ')} }`)];
  const { calls = [] } = planText(schema, toDocument(field, everything), variables) ?? {};
  const isFree = createFreeCheck(
    calls.filter(({ isEstimate }) => !isEstimate),
    field.name,
  );
  const selectObjects = (isOnlyValue: boolean) =>
    objects.flatMap(({ name, all }) => {
      const free = all.filter((leaf) => isFree(`${field.name}.${name}.${leaf}`));
      const leaves = chooseLeaves(all, free, isOnlyValue);
      return leaves.length === 0 ? [] : [`${name} { ${leaves.join(' ')} }`];
    });
  const selected = [...values.filter((name) => isFree(`${field.name}.${name}`)), ...selectObjects(false)];
  return selected.length > 0 ? selected : selectObjects(true);
}

/**
 * Operations that a payload may call after the write. Objects are read only if the response lacks them, which is unusual unless the contract
 * has successful responses without a body.
 */
function findLaterCalls(
  { operation, path, schema }: SearchTarget,
  field: FieldDefinition,
  selected: readonly string[],
  variables: Values,
) {
  const mayLackBody = [...operation.bodiless].some((status) => status !== 204);
  // Ids contain the number of the project or group that a path starts with.
  const areIdsFree = /^\d*$/.test(String(Object.values(path)[0] ?? ''));
  const { calls = [] } = planText(schema, toDocument(field, selected), variables) ?? {};
  const isNeeded = ({ field: caller, isEstimate, needs, path: place }: PlannedCall) => {
    if (place === field.name) return false;
    return /(?:\.i|I)d$/.test(caller) ? !areIdsFree : needs.length === 0 || !isEstimate || mayLackBody;
  };
  return calls.filter(isNeeded).map(({ operation: id }) => id);
}

/** An input with null for files, which a multipart request sends separately. */
const withoutFiles = (input: Values): Values =>
  JSON.parse(JSON.stringify(input, (_, value) => (value instanceof File ? null : value)));

/** Returns the mutation that makes a write, or the mutation whose call is nearest to it; `undefined` if no mutation calls the operation. */
export async function findWrite(target: SearchTarget): Promise<WriteMatch | undefined> {
  const best = await findCandidate(target);
  if (best === undefined) return undefined;
  const { field, attempt } = best;
  const wanted = toParameters(target);
  const open = attempt === undefined ? [] : findOpenInputs(target, field, attempt);
  const args = attempt?.args ?? {};
  const input = Object.fromEntries(
    Object.entries(args).map(([name, value]) => [name, open.includes(name) ? null : value]),
  );
  const selection = choosePayload(target.schema, field, { input: args });
  const { parameters, reads = [], rejections = [] } = attempt?.run ?? {};
  const { missing, extra, changed } = compareParameters(parameters ?? wanted, wanted);
  const before = new Set<string>(reads.map(({ operation }) => operation));
  const after = findLaterCalls(target, field, selection, { input: args }).filter((id) => !before.has(id));
  return {
    field: `Mutation.${field.name}`,
    document: toDocument(field, selection),
    variables: attempt === undefined ? {} : { input: withoutFiles(input) },
    others: [
      ...[...before].map((operation) => ({ operation, purpose: 'first, to identify an object of the input' })),
      ...[...new Set(after)].map((operation) => ({
        operation,
        purpose: 'afterwards if the response to the write omits a selected value',
      })),
    ],
    unused: parameters !== undefined || attempt === undefined ? [] : await findUnused(target, field, attempt),
    reads: [...before],
    ...{ missing, changed },
    extra: open.length > 0 ? extra.filter((name) => wanted.has(name)) : extra,
    open: open.map((name) => `input.${name}`),
    files: leavesOf(input, 'input').flatMap(([path, value]) => (value instanceof File ? [[path, value.name]] : [])),
    rejections: rejections.map(({ path, message }) => (path === '' ? message : `${path} ${message}`)),
  };
}

/** Parameters of a call that no input of the mutation sets. */
async function findUnused(
  { schema, operation, query, body }: SearchTarget,
  field: FieldDefinition,
  { args, template }: Attempt<WriteRun>,
): Promise<readonly string[]> {
  const templates = getTemplates(schema)(field)(operation);
  const used = [template, ...(await templates.getOptional(template))].flatMap(({ parameters }) => [
    ...parameters.keys(),
  ]);
  return Object.entries({ ...query, ...body })
    .filter(([name, value]) => !used.includes(name) && templates.findInput(args, name, value) === undefined)
    .map(([name]) => name);
}
