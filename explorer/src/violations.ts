/** Locates errors of inputs: the argument in the document, or the value in the variables. */
import { type ArgumentNode, type FieldNode, Kind, type Location, type ObjectFieldNode, type ValueNode } from 'graphql';
import type { LocatedField } from './fields.ts';

type Path = readonly (string | number)[];

/** Error at a location in one of the editors. */
export type Mark = { readonly message: string } & (
  | { readonly editor: 'query'; readonly location: Location }
  | { readonly editor: 'variables'; readonly path: Path }
);

/** Violation in `extensions.violations` of an error. */
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

// Results are untrusted server data, so their structure is checked.
const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isViolation = (value: unknown): value is Violation =>
  isObject(value) && Array.isArray(value.path) && typeof value.message === 'string';

const isErrorEntry = (value: unknown): value is ErrorEntry =>
  isObject(value) && (value.path === null || Array.isArray(value.path)) && typeof value.message === 'string';

const getTimeSpan = (node: ArgumentNode | ObjectFieldNode | ValueNode | FieldNode): Location | undefined =>
  node.kind === Kind.FIELD ? node.name.loc : node.loc;

/** Locates an input path of a field, or its longest prefix in the document. */
function locate(field: FieldNode, [name, ...rest]: Path, message: string): Mark | undefined {
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
  const location = getTimeSpan(node);
  return location && { editor: 'query', location, message };
}

/** Finds the field at a path of the response. */
function fieldAt(fields: readonly LocatedField[], path: Path | undefined): FieldNode | undefined {
  const at = path?.filter((step) => typeof step === 'string').join('.');
  return fields.find((field) => field.at === at)?.node;
}

function marksOf(error: ResultError, fields: readonly LocatedField[]): readonly Mark[] {
  const field = fieldAt(fields, error.path);
  if (field === undefined) return [];
  const violations: unknown = error.extensions?.violations;
  const inputViolations = Array.isArray(violations) ? violations.filter(isViolation) : [];
  if (inputViolations.length === 0) return [locate(field, [], error.message) ?? []].flat();
  return inputViolations.flatMap(({ path, message }) => locate(field, path, `${path.join('.')} ${message}`) ?? []);
}

/** Marks of the errors in payloads of mutations. */
function marksOfPayloads(data: unknown, fields: readonly LocatedField[]): readonly Mark[] {
  if (!isObject(data)) return [];
  return Object.entries(data).flatMap(([key, payload]) => {
    const field = fieldAt(fields, [key]);
    const errors = isObject(payload) && Array.isArray(payload.errors) ? payload.errors.filter(isErrorEntry) : [];
    return field ? errors.flatMap(({ path, message }) => locate(field, path ?? [], message) ?? []) : [];
  });
}

interface Result {
  readonly data?: unknown;
  readonly errors?: readonly ResultError[] | undefined;
}

/** Locates the errors of a result in the editors. */
export function findMarks({ data, errors = [] }: Result, fields: readonly LocatedField[]): readonly Mark[] {
  return [...errors.flatMap((error) => marksOf(error, fields)), ...marksOfPayloads(data, fields)];
}
