/**
 * Validates arguments and inputs against the contract before any call. Reports all violations together, each with its
 * path and limit.
 */

import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { compareDateTimes, isBooleanString, isDate, isDateTime, isDecimal } from '../../../contract/formats.ts';
import {
  attributesOf,
  type Constraints,
  type Contract,
  constraintsOf,
  type OperationId,
  resolve,
  type Schema,
  typesOf,
} from '../../../contract/index.ts';
import { asRecord, isRecord } from '../../../helpers/is-record.ts';
import { memoize } from '../../../helpers/memoize.ts';
import { badInput, type Violation } from '../../../rest/errors.ts';
import type { Attributes } from '../resources/resource.ts';
import { getEnumTexts, getEnumValues } from './enums.ts';
import { findMasks } from './masks.ts';
import { toMemberName } from './members.ts';
import { camelCase, screamingCase, withArticle } from './names.ts';

function createAjv(contract: Contract, allErrors: boolean): Ajv2020 {
  // Skips the validation of schemas, which are valid: compiling the meta-schema takes longer than the rest of the start.
  const ajv = new Ajv2020({
    allErrors,
    strict: false,
    verbose: allErrors,
    validateFormats: true,
    validateSchema: false,
  });
  formats.default(ajv, { keywords: true });
  ajv.addFormat('date-time', { validate: isDateTime, compare: compareDateTimes });
  ajv.addFormat('date', isDate);
  // The upstream decides whether a URL or email address is valid.
  ajv.addFormat('uri', true);
  ajv.addFormat('email', true);
  ajv.addFormat('decimal', isDecimal);
  ajv.addFormat('boolean', isBooleanString);
  ajv.addFormat('int64', true);
  ajv.addFormat('binary', true);
  ajv.addSchema({ $id: 'contract', components: contract.document.components });
  return ajv;
}

/**
 * Creates a cache of validators, each compiled on first use. @param allErrors whether the validators find all errors
 * instead of the first
 */
function createValidatorCache(contract: Contract, allErrors: boolean): (schema: Schema) => ValidateFunction {
  let ajv: Ajv2020 | undefined;
  return memoize((schema) => {
    ajv ??= createAjv(contract, allErrors);
    return ajv.compile(asRecord(absoluteRefs(schema)));
  });
}

function absoluteRefs(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(absoluteRefs);
  if (!isRecord(value)) return value;
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

/** Whether a value is a schema. `parentSchema` of an Ajv error always comes from the contract, so any object is one. */
const isSchema = (value: unknown): value is Schema => isRecord(value);

/** Formats the accepted enum values by their names in the graph. */
function formatEnumValues(error: ErrorObject): string {
  const schema = isSchema(error.parentSchema) ? error.parentSchema : {};
  const names = getEnumTexts(schema, 'x-enum-names');
  return (getEnumValues(schema) ?? []).map((value) => names[String(value)] ?? screamingCase(String(value))).join(', ');
}

/** Message for a null to which the contract gives no meaning. */
export const mustNotBeNull = 'must not be null';

function toMessage(error: ErrorObject): string | undefined {
  const { keyword, params, parentSchema, message } = error;
  if (error.data === null) return mustNotBeNull;
  switch (keyword) {
    case 'maxLength':
      return `must be at most ${plural(params.limit, 'character')} long`;
    case 'minLength':
      return params.limit === 1 ? 'must not be empty' : `must be at least ${plural(params.limit, 'character')} long`;
    case 'maxItems':
      return `must have at most ${plural(params.limit, 'item')}`;
    case 'minItems':
      return `must have at least ${plural(params.limit, 'item')}`;
    case 'minimum':
      return `must be at least ${params.limit}`;
    case 'maximum':
      return `must be at most ${params.limit}`;
    case 'pattern':
      return parentSchema?.['x-pattern-description'] === undefined
        ? `must match ${params.pattern}`
        : `must be ${parentSchema['x-pattern-description']}`;
    case 'formatExclusiveMinimum':
      return `must be after ${params.limit}`;
    case 'const':
      return `must be ${JSON.stringify(params.allowedValue)}`;
    case 'enum':
      return `must be one of ${formatEnumValues(error)}`;
    case 'format':
      return `must be a ${params.format}`;
    case 'required':
      return 'is required';
    case 'additionalProperties':
      return 'must be omitted for the kind of object that the input identifies';
    case 'type':
      if (parentSchema?.['x-comma-list']) return 'must be a list whose items contain text and no comma';
      return parentSchema?.['x-graph-type'] === undefined
        ? message
        : `must be the global id or the number of ${withArticle(String(parentSchema['x-graph-type']))}`;
    // These keywords have no message of their own: their subschemas report the errors.
    case '$ref':
    case 'allOf':
      return undefined;
    default:
      return message;
  }
}

function toInputPath(error: ErrorObject, base: Violation['path']): Violation['path'] {
  const parts = error.instancePath
    .split('/')
    .slice(1)
    .map((part) => (/^\d+$/.test(part) ? Number(part) : camelCase(part)));
  const missing = error.keyword === 'required' ? [camelCase(String(error.params.missingProperty))] : [];
  const extra = error.keyword === 'additionalProperties' ? [camelCase(String(error.params.additionalProperty))] : [];
  return [...base, ...parts, ...missing, ...extra];
}

const getJsonType = (value: unknown): string => (Array.isArray(value) ? 'array' : typeof value);

/**
 * Returns the only alternative of the value's type, so that errors of the other alternatives are not reported; the
 * schema itself if there is not exactly one.
 */
function matchingAlternative(schema: Schema, value: unknown): Schema {
  const { oneOf, anyOf } = resolve(schema);
  const [alternative, ...others] = (oneOf ?? anyOf ?? []).filter((member) =>
    typesOf(member).some((type) => type === getJsonType(value) || (type === 'integer' && typeof value === 'number')),
  );
  return alternative === undefined || others.length > 0 ? schema : alternative;
}

/** Keeps, for each path, the error of the smallest enum, which replaces those of larger enums and of their type. */
function selectMostSpecific(errors: readonly ErrorObject[]): readonly ErrorObject[] {
  const narrowest = new Map<string, ErrorObject>();
  for (const error of errors) {
    const current = narrowest.get(error.instancePath);
    if (
      error.keyword === 'enum' &&
      !(current && current.params.allowedValues.length <= error.params.allowedValues.length)
    )
      narrowest.set(error.instancePath, error);
  }
  return errors.filter((error) => {
    const enumError = narrowest.get(error.instancePath);
    return enumError === undefined || enumError === error || (error.keyword !== 'enum' && error.keyword !== 'type');
  });
}

/** Lists up to this length have all of their invalid items reported. */
const maxFullyCheckedItems = 100;
/** Maximum number of invalid items that are reported of a longer list. */
const maxReportedItems = 10;

const isLongList = (value: unknown): value is readonly unknown[] =>
  Array.isArray(value) && value.length > maxFullyCheckedItems;

/** Returns the schema of a list without that of its items. */
const getListRules = memoize((schema: Schema): Schema => {
  const { items: _, ...rules } = resolve(schema);
  return rules;
});

/** Whether a value contains a long list, at any depth that its schema describes. */
function containsLongList(schema: Schema, value: unknown): boolean {
  if (isLongList(value)) return true;
  if (!isRecord(value)) return false;
  return Object.entries(value).some(([name, member]) => {
    const memberSchema = attributesOf(schema).get(name);
    return memberSchema !== undefined && containsLongList(memberSchema, member);
  });
}

/**
 * Returns the violations of rules between members, by the names of the members that are present.
 * @param schemas schemas of members, which may have other names in messages
 */
export function checkConstraints(
  rules: Constraints,
  presentNames: ReadonlySet<string>,
  inputPath: Violation['path'],
  schemas: ReadonlyMap<string, Schema> = new Map(),
): Violation[] {
  const name = (member: string) => toMemberName(member.replace(/\[\]$/, ''), schemas.get(member) ?? {});
  const at = (member: string): Violation['path'] => [...inputPath, camelCase(member.replace(/\[\]$/, ''))];
  const violations: Violation[] = [];
  for (const group of rules.exclusive) {
    const [first, ...others] = group.filter((member) => presentNames.has(member));
    if (first !== undefined)
      for (const other of others)
        violations.push({ path: at(other), message: `cannot be combined with ${name(first)}` });
  }
  for (const group of rules.atLeastOne)
    if (!group.some((member) => presentNames.has(member)))
      violations.push({ path: inputPath, message: `requires at least one of ${group.map(name).join(', ')}` });
  for (const [member, requiredNames] of Object.entries(rules.requires))
    for (const other of presentNames.has(member) ? requiredNames : [])
      if (!presentNames.has(other)) violations.push({ path: at(member), message: `requires ${name(other)}` });
  return violations;
}

const getPresentNames = (record: Readonly<Record<string, unknown>>): ReadonlySet<string> =>
  new Set(Object.keys(record).filter((name) => record[name] !== undefined));

const withoutRequired = memoize((schema: Schema): Schema => {
  const { required: _, ...optional } = schema;
  return optional;
});

/** Returns the schema of a body, without required members if the body waives them. */
function withoutWaivedMembers(schema: Schema, body: Readonly<Record<string, unknown>>): Schema {
  const resolved = resolve(schema);
  const waiver = resolved['x-required-unless'];
  return waiver === undefined || body[waiver] !== true ? schema : withoutRequired(resolved);
}

/** Whether the contract gives null a meaning for a member of a body. */
export function acceptsNull(schema: Schema): boolean {
  const { type, oneOf, anyOf } = resolve(schema);
  if (Array.isArray(type)) return type.includes('null');
  return (oneOf ?? anyOf ?? []).some((member) => member.type === 'null');
}

/** @throws RestError BAD_USER_INPUT if there are violations */
export function assertValid(violations: readonly Violation[]): void {
  if (violations.length > 0) throw badInput(violations);
}

/** Validates inputs against one contract. */
export class ContractValidator {
  readonly #contract: Contract;
  /** Stops at the first error, so that its cost does not depend on the number of errors. */
  readonly #getFastValidator: (schema: Schema) => ValidateFunction;
  /** Finds all errors. Each of them costs far more than the value that has it. */
  readonly #getExplainingValidator: (schema: Schema) => ValidateFunction;
  /** Violations of lists and hashes, because many fields can use the same variable. */
  readonly #violationsByValue = new WeakMap<
    object,
    Map<Schema, { readonly pathKey: string; readonly violations: Violation[] }>
  >();

  constructor(contract: Contract) {
    this.#contract = contract;
    this.#getFastValidator = createValidatorCache(contract, false);
    this.#getExplainingValidator = createValidatorCache(contract, true);
  }

  /**
   * Returns the violations of a value against its schema. Of a list of more than 100 items, only the first 10 invalid
   * items are reported individually.
   */
  checkValue(schema: Schema, value: unknown, inputPath: Violation['path']): Violation[] {
    const alternative = matchingAlternative(schema, value);
    if (this.#getFastValidator(alternative)(value)) return [];
    if (isLongList(value)) return this.#explainList(alternative, value, inputPath);
    if (!isRecord(value)) return this.#explain(schema, value, inputPath);
    const membersWithLongLists = new Map<string, Schema>();
    for (const [name, member] of Object.entries(value)) {
      const memberSchema = attributesOf(schema).get(name);
      if (memberSchema !== undefined && containsLongList(memberSchema, member))
        membersWithLongLists.set(name, memberSchema);
    }
    if (membersWithLongLists.size === 0) return this.#explain(schema, value, inputPath);
    const members: Attributes = Object.fromEntries(Object.entries(value));
    const rest: Attributes = Object.fromEntries(
      Object.entries(members).filter(([name]) => !membersWithLongLists.has(name)),
    );
    const isInLongListMember = ({ path: [...violationPath] }: Violation) =>
      [...membersWithLongLists.keys()].some((name) => violationPath[inputPath.length] === camelCase(name));
    return [
      ...this.#explain(schema, rest, inputPath).filter((violation) => !isInLongListMember(violation)),
      ...[...membersWithLongLists].flatMap(([name, memberSchema]) =>
        this.checkValue(memberSchema, members[name], [...inputPath, camelCase(name)]),
      ),
    ];
  }

  /** Returns the violations of query parameters, which are named as on the wire. */
  checkQuery(
    id: OperationId,
    query: Readonly<Record<string, unknown>>,
    inputPath: Violation['path'] = [],
  ): Violation[] {
    const { queryParameters, constraints } = this.#contract.operation(id);
    const violations = checkConstraints(constraints, getPresentNames(query), inputPath);
    for (const [name, value] of Object.entries(query)) {
      const parameter = queryParameters.find(({ wireName }) => wireName === name);
      if (parameter === undefined || value === undefined) continue;
      const parameterPath = [...inputPath, camelCase(parameter.name)];
      violations.push(...this.#checkMemoized(parameter.schema, value, parameterPath));
      if (parameter.style === 'hash' && isRecord(value))
        violations.push(
          ...checkConstraints(constraintsOf(resolve(parameter.schema)), getPresentNames({ ...value }), parameterPath),
        );
    }
    return violations;
  }

  /** Returns the violations of a body. */
  checkBody(
    id: OperationId,
    body: Readonly<Record<string, unknown>>,
    inputPath: Violation['path'] = ['input'],
  ): Violation[] {
    const schema = this.#contract.operation(id).body;
    if (schema === undefined) return [];
    return [
      ...checkConstraints(constraintsOf(resolve(schema)), getPresentNames(body), inputPath, attributesOf(schema)),
      ...this.checkValue(withoutWaivedMembers(schema, body), body, inputPath),
      ...findMasks(schema, body, inputPath),
    ];
  }

  /** Returns all violations of a value, so that the client can fix them together. */
  #explain(schema: Schema, value: unknown, inputPath: Violation['path']): Violation[] {
    const validate = this.#getExplainingValidator(matchingAlternative(schema, value));
    if (validate(value)) return [];
    const violations = new Map<string, Violation>();
    for (const error of selectMostSpecific(validate.errors ?? [])) {
      const message = toMessage(error);
      const path = toInputPath(error, inputPath);
      if (message !== undefined) violations.set(`${path.join('.')} ${message}`, { path, message });
    }
    return [...violations.values()];
  }

  /** Returns the violations of a long list: each of the first invalid items, and the number of the others. */
  #explainList(schema: Schema, list: readonly unknown[], inputPath: Violation['path']): Violation[] {
    const violations = this.#explain(getListRules(schema), list, inputPath);
    const { items } = resolve(schema);
    let invalidItems = 0;
    for (const [index, item] of items === undefined ? [] : list.entries()) {
      if (items === undefined || this.#getFastValidator(matchingAlternative(items, item))(item)) continue;
      invalidItems += 1;
      if (invalidItems <= maxReportedItems) violations.push(...this.checkValue(items, item, [...inputPath, index]));
    }
    if (invalidItems > maxReportedItems)
      violations.push({ path: inputPath, message: `contains ${invalidItems - maxReportedItems} more invalid items` });
    return violations;
  }

  /** Like `checkValue`, but checks each list or hash once. */
  #checkMemoized(schema: Schema, value: unknown, inputPath: Violation['path']): Violation[] {
    if (typeof value !== 'object' || value === null) return this.checkValue(schema, value, inputPath);
    const violationsBySchema = this.#violationsByValue.get(value) ?? new Map();
    this.#violationsByValue.set(value, violationsBySchema);
    const pathKey = inputPath.join('.');
    const previous = violationsBySchema.get(schema);
    if (previous?.pathKey === pathKey) return previous.violations;
    const violations = this.checkValue(schema, value, inputPath);
    violationsBySchema.set(schema, { pathKey, violations });
    return violations;
  }
}

export const getContractValidator = memoize((contract: Contract) => new ContractValidator(contract));
