/** Finds the mutation that makes a write. */
import {
  type DocumentNode,
  type GraphQLNamedType,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  getVariableValues,
  isInputObjectType,
  isLeafType,
  isObjectType,
  Kind,
  parse,
} from 'graphql';
import { asRecord } from '../../helpers/is-record.ts';
import { Cursors } from '../kit/paging/cursors.ts';
import { getResourceType } from '../kit/resources/resource-type.ts';
import type { Plan } from '../plan/plan.ts';
import { planDocument } from '../plan/planner.ts';
import { isIdentifying } from './attribute-order.ts';
import { DryRun } from './dry-run.ts';
import { type FieldDefinition, findFieldsCalling, rankFieldsCalling } from './field-paths.ts';
import { type Attempt, InputSearch } from './input-search.ts';
import type { FurtherCall } from './reads.ts';
import { getLeafFields, isExtra } from './selections.ts';
import type { SearchTarget } from './target.ts';

type Values = Readonly<Record<string, unknown>>;

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

function documentText(field: FieldDefinition, selected: readonly string[]): string {
  const [input] = field.args;
  const [declared, passed] = input === undefined ? ['', ''] : [` ($input: ${input.type})`, '(input: $input)'];
  const selection = [...selected, 'errors { code message path }'].join(' ');
  return `mutation${declared} { ${field.name}${passed} { ${selection} } }`;
}

/** Plan of a mutation; `undefined` for a document without an operation. */
function planMutation(schema: GraphQLSchema, document: DocumentNode, variables: Values): Plan | undefined {
  const [definition] = document.definitions;
  if (definition?.kind !== Kind.OPERATION_DEFINITION) return undefined;
  const coerced = getVariableValues(schema, definition.variableDefinitions ?? [], variables);
  const variableValues = coerced.variableValues ?? { sources: {}, coerced: {} };
  const limits = { maxCalls: 1000, maxSelections: 10_000, maxValues: 1_000_000 };
  return planDocument({ schema, document, variableValues, limits, cursors: new Cursors() });
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
async function payloadSelection(
  { schema, limit }: SearchTarget,
  field: FieldDefinition,
  variables: Values,
): Promise<readonly string[]> {
  const payload = getNullableType(field.type);
  if (!isObjectType(payload)) return [];
  const countCalls = (selected: readonly string[]) =>
    planMutation(schema, parse(documentText(field, selected), { noLocation: true }), variables)?.knownUpperBound ?? 0;
  const least = countCalls([]);
  const filterFree = async (names: readonly string[], toSelection: (name: string) => string) => {
    const free: string[] = [];
    for (const name of names) {
      await limit.addCandidate();
      if (countCalls([toSelection(name)]) <= least) free.push(name);
    }
    return free;
  };
  const objects: { readonly name: string; readonly all: readonly string[]; readonly free: readonly string[] }[] = [];
  const values: string[] = [];
  for (const { name, type } of Object.values(payload.getFields())) {
    if (name === 'errors') continue;
    const named: GraphQLNamedType = getNamedType(type);
    if (isLeafType(named)) values.push(name);
    else {
      const all = getLeafFields(named);
      objects.push({ name, all, free: await filterFree(all, (leaf) => `${name} { ${leaf} }`) });
    }
  }
  const selectObjects = (isOnlyValue: boolean) =>
    objects.flatMap(({ name, all, free }) => {
      const leaves = chooseLeaves(all, free, isOnlyValue);
      return leaves.length === 0 ? [] : [`${name} { ${leaves.join(' ')} }`];
    });
  const shown = [...(await filterFree(values, (name) => name)), ...selectObjects(false)];
  return shown.length > 0 ? shown : selectObjects(true);
}

/** Operations that read the details of the objects in a payload. */
function detailOperations(field: FieldDefinition): readonly string[] {
  const payload = getNullableType(field.type);
  const fields = isObjectType(payload) ? Object.values(payload.getFields()) : [];
  return fields.flatMap(({ type }) => {
    const named = getNamedType(type);
    return (isObjectType(named) ? getResourceType(named)?.detailOperations : undefined) ?? [];
  });
}

/** Removes the ids from selections on a payload. */
const withoutIds = (selected: readonly string[]): readonly string[] =>
  selected.map((text) => text.replace('{ id ', '{ ')).filter((text) => !text.endsWith('{ }'));

/**
 * Operations that a selection may call after the write. Objects are read only if the response lacks them, which is unusual unless the
 * contract has successful responses without a body.
 */
function callsAfter(
  { operation, path, schema }: SearchTarget,
  field: FieldDefinition,
  selected: readonly string[],
  variables: Values,
): readonly string[] {
  const idsIn = (each: DocumentNode) =>
    planMutation(schema, each, variables)?.calls.map(({ operation: id }) => id) ?? [];
  const withoutPayload = new Set(idsIn(parse(documentText(field, []), { noLocation: true })));
  const mayLackBody = [...operation.bodiless].some((status) => status !== 204);
  const details = new Set(mayLackBody ? [] : detailOperations(field));
  // Ids contain the number of the project or group that a path starts with.
  const [first = 0] = Object.values(path);
  const areIdsFree = /^\d+$/.test(String(first));
  const document = parse(documentText(field, areIdsFree ? withoutIds(selected) : selected), { noLocation: true });
  return idsIn(document).filter((id) => !withoutPayload.has(id) && !details.has(id));
}

/** Paths and names of the files in a value. */
function filesIn(value: unknown, path: string): readonly (readonly [string, string])[] {
  if (value instanceof File) return [[path, value.name]];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) => filesIn(member, `${path}.${name}`));
}

/** A value with null for files, which a multipart request sends separately. */
function withoutFiles(value: unknown): unknown {
  if (value instanceof File) return null;
  if (Array.isArray(value)) return value.map(withoutFiles);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, withoutFiles(member)]));
}

interface Candidate {
  readonly field: FieldDefinition;
  readonly attempt: Attempt | undefined;
  readonly samples: readonly string[];
}

async function findCandidate(target: SearchTarget): Promise<Candidate | undefined> {
  const { schema } = target;
  const root = schema.getMutationType();
  const dryRun = new DryRun(schema);
  let best: Candidate | undefined;
  // A call without values can be that of each mutation, so that the one that accepts the most values represents it.
  const isEmpty = Object.keys({ ...target.query, ...target.body }).length === 0;
  const fields =
    isEmpty && target.field === undefined ? rankFieldsCalling(schema, target.operation).slice(0, 1) : undefined;
  for (const { field } of fields ?? (root ? findFieldsCalling(schema, target.operation.id, root) : [])) {
    if (target.field !== undefined && target.field !== `Mutation.${field.name}`) continue;
    const type = field.args[0] && getNullableType(field.args[0].type);
    if (!isInputObjectType(type)) {
      best ??= { field, attempt: undefined, samples: [] };
      continue;
    }
    const search = new InputSearch(target, dryRun, field, type);
    const attempt = await search.find();
    if (best?.attempt !== undefined && attempt.distance >= best.attempt.distance) continue;
    best = { field, attempt, samples: search.samplesIn(attempt) };
    if (attempt.distance === 0) break;
  }
  return best;
}

/** Returns the mutation that makes a write, or the mutation whose call is nearest to it; `undefined` if no mutation calls the operation. */
export async function findWrite(target: SearchTarget): Promise<WriteMatch | undefined> {
  const best = await findCandidate(target);
  if (best === undefined) return undefined;
  const { field, attempt, samples } = best;
  const input = Object.fromEntries(
    Object.entries(attempt?.input ?? {}).map(([name, value]) => [name, samples.includes(name) ? null : value]),
  );
  const selection = await payloadSelection(target, field, { input: attempt?.input });
  const document = parse(documentText(field, selection), { noLocation: true });
  const before = new Set<string>(attempt?.result.reads.map(({ operation }) => operation));
  const after = callsAfter(target, field, selection, { input: attempt?.input }).filter((id) => !before.has(id));
  const isSample = (name: string) => samples.length > 0 && !(name in { ...target.query, ...target.body });
  return {
    field: `Mutation.${field.name}`,
    document,
    variables: attempt === undefined ? {} : { input: asRecord(withoutFiles(input)) },
    others: [
      ...[...before].map((operation) => ({ operation, purpose: 'first, to identify an object of the input' })),
      ...[...new Set(after)].map((operation) => ({
        operation,
        purpose: 'afterwards if the response to the write omits a selected value',
      })),
    ],
    unused: attempt?.unused ?? [],
    reads: [...before],
    missing: attempt?.missing ?? [],
    extra: (attempt?.extra ?? []).filter((name) => !isSample(name)),
    changed: attempt?.changed ?? [],
    open: samples.map((name) => `input.${name}`),
    files: filesIn(input, 'input'),
    rejections: attempt?.result.rejections ?? [],
  };
}
