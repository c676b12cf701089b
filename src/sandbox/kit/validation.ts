/** Holds requests and answers against the contract. */
import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { isDate, isDateTime, isDecimal, isSwitch } from '../../contract/formats.ts';
import {
  attributesOf,
  type BodyOf,
  type Constraints,
  constraintsOf,
  document,
  type Operation,
  type OperationId,
  operation as operationOf,
  type PathOf,
  type QueryOf,
  resolve,
  type Schema,
  type SchemaName,
} from '../../contract/index.ts';

const requestBase = 'https://contract.invalid/requests';
const answerBase = 'https://contract.invalid/answers';

type JsonSchema = Readonly<Record<string, unknown>>;

/** A schema whose references lead into another document. */
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
 * The schema of an answer: stricter than the contract in that attributes it does not list are refused, laxer in that every
 * attribute may be null, as upstreams send null where the documents promise a value.
 */
function answerSchema(schema: Schema): JsonSchema {
  if (schema.$ref !== undefined) return { $ref: `${answerBase}${schema.$ref}` };
  const alternatives = schema.oneOf ?? schema.anyOf;
  if (alternatives) return { anyOf: [{ type: 'null' }, ...alternatives.map(answerSchema)] };
  const attributes = attributesOf(schema);
  if (attributes.size > 0)
    return {
      type: ['object', 'null'],
      properties: Object.fromEntries([...attributes].map(([name, attribute]) => [name, answerSchema(attribute)])),
      additionalProperties: schema.additionalProperties ?? false,
    };
  if (schema.allOf) return { allOf: schema.allOf.map(answerSchema) };
  return {
    ...schema,
    ...(schema.type === undefined ? {} : { type: [...new Set([schema.type, 'null'].flat())] }),
    ...(schema.enum === undefined ? {} : { enum: [...schema.enum, null] }),
    ...(schema.items === undefined ? {} : { items: answerSchema(schema.items) }),
    ...(typeof schema.additionalProperties === 'object'
      ? { additionalProperties: answerSchema(schema.additionalProperties) }
      : {}),
  };
}

function createAjv(): Ajv2020 {
  // Formats such as `int64` and the extensions of the contract are not JSON Schema's own, which strict mode would refuse.
  // To optimize the code of so many validators takes longer than it ever saves.
  const ajv = new Ajv2020({ allErrors: true, strict: false, validateSchema: false, code: { optimize: false } });
  formats.default(ajv);
  ajv.addFormat('date-time', isDateTime);
  ajv.addFormat('date', isDate);
  // Empty texts and relative addresses occur in answers.
  ajv.addFormat('uri', true);
  ajv.addFormat('email', true);
  ajv.addFormat('decimal', isDecimal);
  ajv.addFormat('boolean', isSwitch);
  const { schemas } = document.components;
  ajv.addSchema({ $id: requestBase, components: { schemas: rebased(schemas, requestBase) } });
  const answers = Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, answerSchema(schema)]));
  ajv.addSchema({ $id: answerBase, components: { schemas: answers } });
  return ajv;
}

let ajv: Ajv2020 | undefined;

function compile<T>(schema: JsonSchema): ValidateFunction<T> {
  ajv ??= createAjv();
  return ajv.compile<T>(schema);
}

/** `variables/0/key` as `variables[0][key]`. */
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

/** Texts for what is wrong, one for each place. */
function problemsOf(errors: readonly ErrorObject[] | null | undefined): string[] {
  const choices = (errors ?? []).filter(({ keyword }) => keyword === 'oneOf' || keyword === 'anyOf');
  const problems = new Map<string, string>();
  for (const error of errors ?? []) {
    // What is wrong with each alternative says less than that none of them fits.
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

/** Checks one part of a request and says what is wrong with it. */
export interface Check<T> {
  readonly holds: (value: unknown) => value is T;
  /** What was wrong with the value last checked. */
  readonly problems: (value: unknown) => readonly string[];
}

function check<T>(schema: JsonSchema, constraints: Constraints): Check<T> {
  const validate = compile<T>(schema);
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

/** The checks of the parts of one operation's requests. */
export interface RequestChecks<O extends OperationId> {
  readonly path: Check<PathOf<O>>;
  readonly query: Check<QueryOf<O>>;
  readonly body: Check<BodyOf<O>>;
}

const requestChecks: { [O in OperationId]?: RequestChecks<O> } = {};

/** The checks of an operation's requests; built when first needed. */
export function checksOf<O extends OperationId>(id: O): RequestChecks<O> {
  const cache: { [P in O]?: RequestChecks<P> } = requestChecks;
  const known = cache[id];
  if (known) return known;
  const operation = operationOf(id);
  const created: RequestChecks<O> = {
    path: check(parametersSchema(operation.pathParameters, false), noConstraints),
    query: check(parametersSchema(operation.queryParameters, true), operation.constraints),
    body: check(
      operation.body ? rebased(operation.body, requestBase) : { type: 'object', additionalProperties: false },
      operation.body ? constraintsOf(resolve(operation.body)) : noConstraints,
    ),
  };
  cache[id] = created;
  return created;
}

const answerChecks = new Map<string, ValidateFunction>();

function successSchema({ path, method }: Operation, status: number): Schema | undefined {
  const responses = document.paths[path]?.[method.toLowerCase()]?.responses ?? {};
  return responses[status]?.content?.['application/json']?.schema;
}

/** Statuses that the contract gives an operation's success, in ascending order. */
export function successStatuses({ path, method }: Operation): readonly number[] {
  const responses = document.paths[path]?.[method.toLowerCase()]?.responses ?? {};
  return Object.keys(responses)
    .map(Number)
    .filter((status) => status >= 200 && status < 400)
    .sort((a, b) => a - b);
}

/**
 * What an answer has that the contract does not allow.
 *
 * @param itemSchema Schema of a list's items in place of the contract's.
 */
export function answerProblems(
  operation: Operation,
  status: number,
  body: unknown,
  itemSchema: SchemaName | undefined,
): readonly string[] {
  if (!successStatuses(operation).includes(status)) return [`status ${status} is not in the contract`];
  const key = `${operation.id} ${status} ${itemSchema ?? ''}`;
  let validate = answerChecks.get(key);
  if (validate === undefined) {
    const schema: Schema | undefined =
      itemSchema === undefined
        ? successSchema(operation, status)
        : { type: 'array', items: { $ref: `#/components/schemas/${itemSchema}` } };
    if (schema === undefined) return body === undefined ? [] : ['there should be no body'];
    validate = compile(answerSchema(schema));
    answerChecks.set(key, validate);
  }
  if (validate(body)) return [];
  return (validate.errors ?? []).map(
    ({ instancePath, message, params }) => `${instancePath} ${message ?? ''} ${JSON.stringify(params)}`,
  );
}
