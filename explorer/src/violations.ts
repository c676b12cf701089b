/** Finds what errors are about: the argument in the document, or the value in the variables. */
import { type ArgumentNode, type FieldNode, Kind, type Location, type ObjectFieldNode, type ValueNode } from 'graphql';
import type { PlacedField } from './fields.ts';

type Path = readonly (string | number)[];

/** An error at a place in one of the editors. */
export type Mark = { readonly message: string } & (
  | { readonly editor: 'query'; readonly location: Location }
  | { readonly editor: 'variables'; readonly path: Path }
);

/** What the facade tells of an input that it does not accept. */
interface Violation {
  readonly path: Path;
  readonly message: string;
}

interface ResultError {
  readonly message: string;
  readonly path?: Path | undefined;
  readonly extensions?: Readonly<Record<string, unknown>> | undefined;
}

interface ErrorEntry {
  readonly path: readonly string[] | null;
  readonly message: string;
}

/** Results of GraphQL are whatever the server sends, so each part is looked at before it is used. */
const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isViolation = (value: unknown): value is Violation =>
  isObject(value) && Array.isArray(value.path) && typeof value.message === 'string';

const isErrorEntry = (value: unknown): value is ErrorEntry =>
  isObject(value) && (value.path === null || Array.isArray(value.path)) && typeof value.message === 'string';

const spanOf = (node: ArgumentNode | ObjectFieldNode | ValueNode | FieldNode): Location | undefined =>
  node.kind === Kind.FIELD ? node.name.loc : node.loc;

/** The place that a path of inputs leads to from a field, as far as the document has it. */
function placeOf(field: FieldNode, [name, ...rest]: Path, message: string): Mark | undefined {
  const argument = field.arguments?.find((candidate) => candidate.name.value === name);
  let node: ArgumentNode | ObjectFieldNode | ValueNode | FieldNode = argument ?? field;
  let value: ValueNode | undefined = argument?.value;
  for (let index = 0; value !== undefined; index++) {
    if (value.kind === Kind.VARIABLE)
      return { editor: 'variables', path: [value.name.value, ...rest.slice(index)], message };
    const step = rest[index];
    if (value.kind === Kind.OBJECT) {
      const member: ObjectFieldNode | undefined = value.fields.find((candidate) => candidate.name.value === step);
      node = member ?? node;
      value = member?.value;
    } else if (value.kind === Kind.LIST) {
      const item: ValueNode | undefined = value.values[Number(step)];
      node = item ?? node;
      value = item;
    } else value = undefined;
  }
  const location = spanOf(node);
  return location && { editor: 'query', location, message };
}

/** The field at a path of the answer. */
function fieldAt(fields: readonly PlacedField[], path: Path | undefined): FieldNode | undefined {
  const at = path?.filter((step) => typeof step === 'string').join('.');
  return fields.find((field) => field.at === at)?.node;
}

function marksOf(error: ResultError, fields: readonly PlacedField[]): readonly Mark[] {
  const field = fieldAt(fields, error.path);
  if (field === undefined) return [];
  const violations: unknown = error.extensions?.violations;
  const known = Array.isArray(violations) ? violations.filter(isViolation) : [];
  if (known.length === 0) return [placeOf(field, [], error.message) ?? []].flat();
  return known.flatMap(({ path, message }) => placeOf(field, path, `${path.join('.')} ${message}`) ?? []);
}

/** The refusals that payloads of mutations tell of as data. */
function marksOfPayloads(data: unknown, fields: readonly PlacedField[]): readonly Mark[] {
  if (!isObject(data)) return [];
  return Object.entries(data).flatMap(([key, payload]) => {
    const field = fieldAt(fields, [key]);
    const errors = isObject(payload) && Array.isArray(payload.errors) ? payload.errors.filter(isErrorEntry) : [];
    return field ? errors.flatMap(({ path, message }) => placeOf(field, path ?? [], message) ?? []) : [];
  });
}

interface Result {
  readonly data?: unknown;
  readonly errors?: readonly ResultError[] | undefined;
}

/** Where the errors of a result belong in the editors. */
export function marksOfResult({ data, errors = [] }: Result, fields: readonly PlacedField[]): readonly Mark[] {
  return [...errors.flatMap((error) => marksOf(error, fields)), ...marksOfPayloads(data, fields)];
}
