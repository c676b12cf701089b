/** Checks arguments and inputs against the contract before any call: every violation at once, each with its place and limit. */
import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { isDate, isDateTime, isDecimal, isSwitch } from '../../../contract/formats.ts';
import {
  attributesOf,
  type Constraints,
  constraintsOf,
  document,
  type OperationId,
  operation,
  resolve,
  type Schema,
  typesOf,
} from '../../../contract/index.ts';
import { badInput, type Violation } from '../../../rest/errors.ts';
import type { Attributes } from '../resources/resource.ts';
import { wordsOf } from './enums.ts';
import { camelCase, screamingCase, withArticle } from './names.ts';

function createAjv(allErrors: boolean): Ajv2020 {
  // Schemas of the contract are valid, and to compile the schema of schemas takes longer than anything else at the start.
  const ajv = new Ajv2020({
    allErrors,
    strict: false,
    verbose: allErrors,
    validateFormats: true,
    validateSchema: false,
  });
  formats.default(ajv);
  ajv.addFormat('date-time', isDateTime);
  ajv.addFormat('date', isDate);
  // Whether an address is one is for the upstream to say.
  ajv.addFormat('uri', true);
  ajv.addFormat('email', true);
  ajv.addFormat('decimal', isDecimal);
  ajv.addFormat('boolean', isSwitch);
  ajv.addFormat('int64', true);
  ajv.addFormat('binary', true);
  ajv.addSchema({ $id: 'contract', components: document.components });
  return ajv;
}

/** Validators of one kind, compiled when they are first needed. */
function validatorsOf(allErrors: boolean): (schema: Schema) => ValidateFunction {
  let ajv: Ajv2020 | undefined;
  const known = new Map<Schema, ValidateFunction>();
  return (schema) => {
    ajv ??= createAjv(allErrors);
    const validate = known.get(schema) ?? ajv.compile(Object(absoluteRefs(schema)));
    known.set(schema, validate);
    return validate;
  };
}

/** Stops at the first error, so that its cost does not depend on what is wrong. */
const deciding = validatorsOf(false);
/** Finds every error, each of which costs far more than the value that has it. */
const explaining = validatorsOf(true);

function absoluteRefs(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(absoluteRefs);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [
      key,
      key === '$ref' && typeof member === 'string' ? `contract${member}` : absoluteRefs(member),
    ]),
  );
}

function plural(count: unknown, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

/** The accepted words as the graph writes them. */
function wordsText(error: ErrorObject): string {
  const schema: Schema = Object(error.parentSchema);
  const names = resolve(schema)['x-enum-names'] ?? resolve(schema.allOf?.[0] ?? {})['x-enum-names'];
  return (wordsOf(schema) ?? []).map((word) => names?.[String(word)] ?? screamingCase(String(word))).join(', ');
}

/** Said of null where the contract gives it no meaning. */
export const mustNotBeNull = 'must not be null';

function messageOf(error: ErrorObject): string | undefined {
  const { keyword, params, parentSchema, message } = error;
  if (error.data === null) return mustNotBeNull;
  switch (keyword) {
    case 'maxLength':
      return `must be at most ${plural(params.limit, 'character')} long`;
    case 'minLength':
      return params.limit === 1 ? 'must not be empty' : `must be at least ${plural(params.limit, 'character')} long`;
    case 'maxItems':
      return `must hold at most ${plural(params.limit, 'item')}`;
    case 'minItems':
      return `must hold at least ${plural(params.limit, 'item')}`;
    case 'minimum':
      return `must be at least ${params.limit}`;
    case 'maximum':
      return `must be at most ${params.limit}`;
    case 'pattern':
      return parentSchema?.['x-pattern-description'] === undefined
        ? `must match ${params.pattern}`
        : `must be ${parentSchema['x-pattern-description']}`;
    case 'enum':
      return `must be one of ${wordsText(error)}`;
    case 'format':
      return `must be a ${params.format}`;
    case 'required':
      return 'is required';
    case 'additionalProperties':
      return 'is not accepted here';
    case 'type':
      return parentSchema?.['x-graph-type'] === undefined
        ? message
        : `must be the global id or the number of ${withArticle(String(parentSchema['x-graph-type']))}`;
    // Say nothing themselves: their members report.
    case '$ref':
    case 'allOf':
      return undefined;
    default:
      return message;
  }
}

function pathOf(error: ErrorObject, base: Violation['path']): Violation['path'] {
  const parts = error.instancePath
    .split('/')
    .slice(1)
    .map((part) => (/^\d+$/.test(part) ? Number(part) : camelCase(part)));
  const missing = error.keyword === 'required' ? [camelCase(String(error.params.missingProperty))] : [];
  const extra = error.keyword === 'additionalProperties' ? [camelCase(String(error.params.additionalProperty))] : [];
  return [...base, ...parts, ...missing, ...extra];
}

const typeOf = (value: unknown): string => (Array.isArray(value) ? 'array' : typeof value);

/** Of alternatives, the only one of the value's type, so that nobody is told what is wrong with the others. */
function matchingAlternative(schema: Schema, value: unknown): Schema {
  const { oneOf, anyOf } = resolve(schema);
  const [fit, ...others] = (oneOf ?? anyOf ?? []).filter((member) =>
    typesOf(member).some((type) => type === typeOf(value) || (type === 'integer' && typeof value === 'number')),
  );
  return fit === undefined || others.length > 0 ? schema : fit;
}

/** At each place, the narrowest set of words speaks for the wider ones and for their type. */
function mostSpecific(errors: readonly ErrorObject[]): readonly ErrorObject[] {
  const narrowest = new Map<string, ErrorObject>();
  for (const error of errors) {
    const known = narrowest.get(error.instancePath);
    if (error.keyword === 'enum' && !(known && known.params.allowedValues.length <= error.params.allowedValues.length))
      narrowest.set(error.instancePath, error);
  }
  return errors.filter((error) => {
    const words = narrowest.get(error.instancePath);
    return words === undefined || words === error || (error.keyword !== 'enum' && error.keyword !== 'type');
  });
}

/** Violations of a value, by all of which it can be mended at once. */
function explain(schema: Schema, value: unknown, path: Violation['path']): Violation[] {
  const validate = explaining(matchingAlternative(schema, value));
  if (validate(value)) return [];
  const found = new Map<string, Violation>();
  for (const error of mostSpecific(validate.errors ?? [])) {
    const message = messageOf(error);
    const place = pathOf(error, path);
    if (message !== undefined) found.set(`${place.join('.')} ${message}`, { path: place, message });
  }
  return [...found.values()];
}

/** Items of the longest list whose invalid items are all reported. */
const longList = 100;
/** Invalid items of a longer list that are reported. */
const reportedItems = 10;

const isLongList = (value: unknown): value is readonly unknown[] => Array.isArray(value) && value.length > longList;

const withoutItems = new Map<Schema, Schema>();

/** The rules of a list on itself. */
function listRules(schema: Schema): Schema {
  const { items: _, ...rules } = resolve(schema);
  const known = withoutItems.get(schema) ?? rules;
  withoutItems.set(schema, known);
  return known;
}

/** What is wrong with a long list: item by item, and with the number alone of the bad items after the first few. */
function explainList(schema: Schema, list: readonly unknown[], path: Violation['path']): Violation[] {
  const violations = explain(listRules(schema), list, path);
  const { items } = resolve(schema);
  let bad = 0;
  for (const [index, item] of items === undefined ? [] : list.entries()) {
    if (items === undefined || deciding(matchingAlternative(items, item))(item)) continue;
    bad += 1;
    if (bad <= reportedItems) violations.push(...checkValue(items, item, [...path, index]));
  }
  if (bad > reportedItems)
    violations.push({ path, message: `holds ${bad - reportedItems} more items that are not accepted` });
  return violations;
}

/** What a value breaks of its schema. Of long lists, only the first bad items are told one by one. */
export function checkValue(schema: Schema, value: unknown, path: Violation['path']): Violation[] {
  const fit = matchingAlternative(schema, value);
  if (deciding(fit)(value)) return [];
  if (isLongList(value)) return explainList(fit, value, path);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return explain(schema, value, path);
  const apart = new Map<string, Schema>();
  for (const [name, member] of Object.entries(value)) {
    const memberSchema = attributesOf(schema).get(name);
    if (memberSchema !== undefined && holdsLongList(memberSchema, member)) apart.set(name, memberSchema);
  }
  if (apart.size === 0) return explain(schema, value, path);
  const members: Attributes = Object.fromEntries(Object.entries(value));
  const rest: Attributes = Object.fromEntries(Object.entries(members).filter(([name]) => !apart.has(name)));
  const isApart = ({ path: [...place] }: Violation) =>
    [...apart.keys()].some((name) => place[path.length] === camelCase(name));
  return [
    ...explain(schema, rest, path).filter((violation) => !isApart(violation)),
    ...[...apart].flatMap(([name, memberSchema]) =>
      checkValue(memberSchema, members[name], [...path, camelCase(name)]),
    ),
  ];
}

/** Whether a long list stands in a value, as deep as its schema goes. */
function holdsLongList(schema: Schema, value: unknown): boolean {
  if (isLongList(value)) return true;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  return Object.entries(value).some(([name, member]) => {
    const memberSchema = attributesOf(schema).get(name);
    return memberSchema !== undefined && holdsLongList(memberSchema, member);
  });
}

/** What members break of the rules between them. */
export function checkConstraints(rules: Constraints, given: ReadonlySet<string>, path: Violation['path']): Violation[] {
  const name = (member: string) => camelCase(member.replace(/\[\]$/, ''));
  const at = (member: string): Violation['path'] => [...path, name(member)];
  const violations: Violation[] = [];
  for (const group of rules.exclusive) {
    const [first, ...others] = group.filter((member) => given.has(member));
    if (first !== undefined)
      for (const other of others)
        violations.push({ path: at(other), message: `cannot be combined with ${name(first)}` });
  }
  for (const group of rules.atLeastOne)
    if (!group.some((member) => given.has(member)))
      violations.push({ path, message: `needs at least one of ${group.map(name).join(', ')}` });
  for (const [member, needed] of Object.entries(rules.requires))
    for (const other of given.has(member) ? needed : [])
      if (!given.has(other)) violations.push({ path: at(member), message: `needs ${name(other)} as well` });
  return violations;
}

/** What lists and hashes were found to break, as one variable can stand in any number of fields. */
const checked = new WeakMap<object, Map<Schema, { readonly place: string; readonly violations: Violation[] }>>();

/** As `checkValue`, but once for each list or hash. */
function checkOnce(schema: Schema, value: unknown, path: Violation['path']): Violation[] {
  if (typeof value !== 'object' || value === null) return checkValue(schema, value, path);
  const known = checked.get(value) ?? new Map();
  checked.set(value, known);
  const place = path.join('.');
  const before = known.get(schema);
  if (before?.place === place) return before.violations;
  const violations = checkValue(schema, value, path);
  known.set(schema, { place, violations });
  return violations;
}

const present = (record: Readonly<Record<string, unknown>>): ReadonlySet<string> =>
  new Set(Object.keys(record).filter((name) => record[name] !== undefined));

/** What query parameters, by their names on the wire, break of the contract. */
export function checkQuery(
  id: OperationId,
  query: Readonly<Record<string, unknown>>,
  path: Violation['path'] = [],
): Violation[] {
  const { queryParameters, constraints } = operation(id);
  const violations = checkConstraints(constraints, present(query), path);
  for (const [name, value] of Object.entries(query)) {
    const parameter = queryParameters.find(({ wireName }) => wireName === name);
    if (parameter === undefined || value === undefined) continue;
    const place = [...path, camelCase(parameter.name)];
    violations.push(...checkOnce(parameter.schema, value, place));
    if (parameter.style === 'hash' && typeof value === 'object' && value !== null)
      violations.push(...checkConstraints(constraintsOf(resolve(parameter.schema)), present({ ...value }), place));
  }
  return violations;
}

/** What other clients show in place of a secret. */
const maskedText = '[masked]';

/** Secrets in place of which their mask is sent back, which would replace them with it. */
function checkSecrets(schema: Schema, body: Readonly<Record<string, unknown>>, path: Violation['path']): Violation[] {
  return [...attributesOf(schema)]
    .filter(([name, member]) => member['x-secret'] && body[name] === maskedText)
    .map(([name]) => ({ path: [...path, camelCase(name)], message: 'must be the secret, not its mask' }));
}

/** What a body breaks of the contract. */
export function checkBody(
  id: OperationId,
  body: Readonly<Record<string, unknown>>,
  path: Violation['path'] = ['input'],
): Violation[] {
  const schema = operation(id).body;
  if (schema === undefined) return [];
  return [
    ...checkConstraints(constraintsOf(resolve(schema)), present(body), path),
    ...checkValue(schema, body, path),
    ...checkSecrets(schema, body, path),
  ];
}

/** Whether the contract gives null a meaning for a member of a body. */
export function acceptsNull(schema: Schema): boolean {
  const { type, oneOf, anyOf } = resolve(schema);
  if (Array.isArray(type)) return type.includes('null');
  return (oneOf ?? anyOf ?? []).some((member) => member.type === 'null');
}

/** Members of a body schema by name. */
export function bodyMembers(id: OperationId): ReadonlyMap<string, Schema> {
  const schema = operation(id).body;
  return schema === undefined ? new Map() : attributesOf(schema);
}

/** Fails with `BAD_USER_INPUT` when anything is wrong. */
export function refuse(violations: readonly Violation[]): void {
  if (violations.length > 0) throw badInput(violations);
}
