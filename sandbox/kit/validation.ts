/** Validates requests and responses against the contract. */
import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { compareDateTimes, isBooleanString, isDate, isDateTime, isDecimal } from '../../src/contract/formats.ts';
import {
  attributesOf,
  type BodyOf,
  type Constraints,
  type Contract,
  constraintsOf,
  type Operation,
  type OperationId,
  type PathOf,
  type QueryOf,
  resolve,
  type Schema,
  type SchemaName,
} from '../../src/contract/index.ts';
import { memoize } from '../../src/helpers/memoize.ts';

const requestBase = 'https://contract.invalid/requests';
const responseBase = 'https://contract.invalid/responses';

type JsonSchema = Readonly<Record<string, unknown>>;

/** Rewrites the references of a schema to another document. */
function rebased(schema: object, base: string): JsonSchema {
  const member = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(member);
    return typeof value === 'object' && value !== null ? rebased(value, base) : value;
  };
  return Object.fromEntries(
    Object.entries(schema).map(([key, value]) => [key, key === '$ref' ? `${base}${value}` : member(value)]),
  );
}

/**
 * Schema of a response. Stricter than the contract: it rejects unknown attributes. Less strict: every
 * attribute may be null, because upstreams send null although the documents promise a value.
 */
function toResponseSchema(schema: Schema): JsonSchema {
  if (schema.$ref !== undefined) return { $ref: `${responseBase}${schema.$ref}` };
  const alternatives = schema.oneOf ?? schema.anyOf;
  if (alternatives) return { anyOf: [{ type: 'null' }, ...alternatives.map(toResponseSchema)] };
  const attributes = attributesOf(schema);
  if (attributes.size > 0)
    return {
      type: ['object', 'null'],
      properties: Object.fromEntries([...attributes].map(([name, attribute]) => [name, toResponseSchema(attribute)])),
      additionalProperties: schema.additionalProperties ?? false,
    };
  if (schema.allOf) return { allOf: schema.allOf.map(toResponseSchema) };
  return {
    ...schema,
    ...(schema.type === undefined ? {} : { type: [...new Set([schema.type, 'null'].flat())] }),
    ...(schema.enum === undefined ? {} : { enum: [...schema.enum, null] }),
    ...(schema.items === undefined ? {} : { items: toResponseSchema(schema.items) }),
    ...(typeof schema.additionalProperties === 'object'
      ? { additionalProperties: toResponseSchema(schema.additionalProperties) }
      : {}),
  };
}

function createAjv({ document }: Contract): Ajv2020 {
  // Strict mode would reject formats such as `int64` and the extensions of the contract.
  // Optimizing so many validators costs more time than it saves.
  const ajv = new Ajv2020({ allErrors: true, strict: false, validateSchema: false, code: { optimize: false } });
  formats.default(ajv, { keywords: true });
  ajv.addFormat('date-time', { validate: isDateTime, compare: compareDateTimes });
  ajv.addFormat('date', isDate);
  // Responses contain empty strings and relative URLs.
  ajv.addFormat('uri', true);
  ajv.addFormat('email', true);
  ajv.addFormat('decimal', isDecimal);
  ajv.addFormat('boolean', isBooleanString);
  const { schemas } = document.components;
  ajv.addSchema({ $id: requestBase, components: { schemas: rebased(schemas, requestBase) } });
  const responses = Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => [name, toResponseSchema(schema)]),
  );
  ajv.addSchema({ $id: responseBase, components: { schemas: responses } });
  return ajv;
}

/** Converts `variables/0/key` to `variables[0][key]`. */
function nameAt(instancePath: string, last?: string): string {
  const parts = instancePath.split('/').slice(1);
  if (last !== undefined) parts.push(last);
  const [first = 'body', ...rest] = parts.map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
  return first.replace(/\[\]$/, '') + rest.map((part) => `[${part}]`).join('');
}

const param = ({ params }: ErrorObject, name: string): string => String(params[name]);

function problemOf(error: ErrorObject): string {
  const name = nameAt(error.instancePath);
  switch (error.keyword) {
    case 'required':
      return `${nameAt(error.instancePath, param(error, 'missingProperty'))} is missing`;
    case 'additionalProperties':
      return `${nameAt(error.instancePath, param(error, 'additionalProperty'))} is unknown`;
    case 'enum':
    case 'minimum':
    case 'maximum':
      return `${name} does not have a valid value`;
    case 'minLength':
      return `${name} is empty`;
    case 'maxLength':
      return `${name} is too long (maximum is ${param(error, 'limit')} characters)`;
    case 'maxItems':
      return `${name} has too many items (maximum is ${param(error, 'limit')})`;
    default:
      return `${name} is invalid`;
  }
}

/** Messages of validation errors, one per path. */
function problemsOf(errors: readonly ErrorObject[] | null | undefined): string[] {
  const choices = (errors ?? []).filter(({ keyword }) => keyword === 'oneOf' || keyword === 'anyOf');
  const problems = new Map<string, string>();
  for (const error of errors ?? []) {
    // That no alternative matches is more helpful than the errors of each alternative.
    const inChoice = choices.some((choice) => choice !== error && error.schemaPath.startsWith(choice.schemaPath));
    const nullable = error.keyword === 'type' && problems.has(error.instancePath);
    if (inChoice || nullable) continue;
    const problem = problemOf(error);
    const place =
      error.keyword === 'required' || error.keyword === 'additionalProperties' ? problem : error.instancePath;
    if (!problems.has(place)) problems.set(place, problem);
  }
  return [...problems.values()];
}

function constraintProblems({ exclusive, atLeastOne, requires }: Constraints, given: object): string[] {
  const has = (name: string): boolean => name in given || `${name}[]` in given;
  return [
    ...exclusive
      .filter((names) => names.filter(has).length > 1)
      .map((names) => `${names.filter(has).join(', ')} are mutually exclusive`),
    ...atLeastOne
      .filter((names) => !names.some(has))
      .map((names) => `${names.join(', ')} are missing, at least one parameter must be provided`),
    ...Object.entries(requires)
      .filter(([name]) => has(name))
      .flatMap(([, others]) => others.filter((other) => !has(other)).map((other) => `${other} is missing`)),
  ];
}

/** Validator of one part of a request. */
export interface Check<T> {
  readonly holds: (value: unknown) => value is T;
  /** Errors of the value that was validated last. */
  readonly problems: (value: unknown) => readonly string[];
}

function check<T>(ajv: Ajv2020, schema: JsonSchema, constraints: Constraints): Check<T> {
  const validate = ajv.compile<T>(schema);
  const problems = (value: unknown): string[] => [
    ...(validate(value) ? [] : problemsOf(validate.errors)),
    ...(typeof value === 'object' && value !== null ? constraintProblems(constraints, value) : []),
  ];
  return { holds: (value): value is T => problems(value).length === 0, problems };
}

const noConstraints: Constraints = { exclusive: [], atLeastOne: [], requires: {} };

function parametersSchema(parameters: Operation['queryParameters'], wire: boolean): JsonSchema {
  const nameOf = (parameter: Operation['queryParameters'][number]): string =>
    wire ? parameter.wireName : parameter.name;
  return {
    type: 'object',
    properties: Object.fromEntries(
      parameters.map((parameter) => [nameOf(parameter), rebased(parameter.schema, requestBase)]),
    ),
    required: parameters.filter(({ required }) => required).map(nameOf),
    additionalProperties: false,
  };
}

/** Required members of a body are optional where another member waives them. */
function withWaiver({ required, ...schema }: Schema, waiver: string): JsonSchema {
  const waives = { properties: { [waiver]: { const: true } }, required: [waiver] };
  return { ...rebased(schema, requestBase), if: waives, else: { required } };
}

function bodyCheck<T>(ajv: Ajv2020, { body }: Operation): Check<T> {
  if (body === undefined) return check(ajv, { type: 'object', additionalProperties: false }, noConstraints);
  const schema = resolve(body);
  const waiver = schema['x-required-unless'];
  const checked = waiver === undefined ? rebased(body, requestBase) : withWaiver(schema, waiver);
  return check(ajv, checked, constraintsOf(schema));
}

/** Validators of the requests of one operation. */
export interface RequestChecks<O extends OperationId> {
  readonly path: Check<PathOf<O>>;
  readonly query: Check<QueryOf<O>>;
  readonly body: Check<BodyOf<O>>;
}

/** Validator of the requests and responses of a contract. */
export class ContractValidator {
  /** Returns the validator of a contract, which all sandboxes share. */
  static readonly for: (contract: Contract) => ContractValidator = memoize(
    (contract) => new ContractValidator(contract),
  );
  readonly #contract: Contract;
  readonly #requestChecks: { [O in OperationId]?: RequestChecks<O> } = {};
  readonly #responseChecks = new Map<string, ValidateFunction>();
  #ajv: Ajv2020 | undefined;

  private constructor(contract: Contract) {
    this.#contract = contract;
  }

  #getAjv(): Ajv2020 {
    this.#ajv ??= createAjv(this.#contract);
    return this.#ajv;
  }

  /** Returns the validators of the requests of an operation. Compiled on first use. */
  getRequestChecks<O extends OperationId>(id: O): RequestChecks<O> {
    const cache: { [P in O]?: RequestChecks<P> } = this.#requestChecks;
    const cached = cache[id];
    if (cached) return cached;
    const operation = this.#contract.operation(id);
    const ajv = this.#getAjv();
    const created: RequestChecks<O> = {
      path: check(ajv, parametersSchema(operation.pathParameters, false), noConstraints),
      query: check(ajv, parametersSchema(operation.queryParameters, true), operation.constraints),
      body: bodyCheck<BodyOf<O>>(ajv, operation),
    };
    cache[id] = created;
    return created;
  }

  #getResponses({ path, method }: Operation) {
    return this.#contract.document.paths[path]?.[method.toLowerCase()]?.responses ?? {};
  }

  /** Success statuses of an operation in the contract, in ascending order. */
  getSuccessStatuses(operation: Operation): readonly number[] {
    return Object.keys(this.#getResponses(operation))
      .map(Number)
      .filter((status) => status >= 200 && status < 400)
      .sort((a, b) => a - b);
  }

  /**
   * Finds the contract violations of a response.
   *
   * @param itemSchema schema of the items of a list, instead of that of the contract
   */
  findResponseViolations(
    operation: Operation,
    status: number,
    body: unknown,
    itemSchema: SchemaName | undefined,
  ): readonly string[] {
    if (!this.getSuccessStatuses(operation).includes(status)) return [`status ${status} is not in the contract`];
    const key = `${operation.id} ${status} ${itemSchema ?? ''}`;
    let validate = this.#responseChecks.get(key);
    if (validate === undefined) {
      const schema: Schema | undefined =
        itemSchema === undefined
          ? this.#getResponses(operation)[status]?.content?.['application/json']?.schema
          : { type: 'array', items: this.#contract.reference(itemSchema) };
      if (schema === undefined) return body === undefined ? [] : ['there should be no body'];
      validate = this.#getAjv().compile(toResponseSchema(schema));
      this.#responseChecks.set(key, validate);
    }
    if (validate(body)) return [];
    return (validate.errors ?? []).map(
      ({ instancePath, message, params }) => `${instancePath || 'the body'} ${message ?? ''} ${JSON.stringify(params)}`,
    );
  }
}
