/** Keywords of an OpenAPI document, and their values. Others are mistakes of its author. */
import { isAlias, isMap, isNode, isScalar, isSeq, type Node, type YAMLMap } from 'yaml';
import { asRecord } from '../helpers/is-record.ts';
import { suggestName } from '../helpers/nearest-name.ts';
import type { OperationObject, ParameterObject, Schema } from './document.ts';
import { isMethod } from './operations.ts';

type Report = (node: Node, message: string) => void;

/** Keywords of a schema that the facade reads. */
const schemaKeywords: Readonly<Record<keyof Schema, true>> = {
  $ref: true,
  type: true,
  format: true,
  title: true,
  enum: true,
  description: true,
  default: true,
  deprecated: true,
  properties: true,
  additionalProperties: true,
  required: true,
  items: true,
  allOf: true,
  oneOf: true,
  anyOf: true,
  minimum: true,
  maximum: true,
  minLength: true,
  maxLength: true,
  minItems: true,
  maxItems: true,
  pattern: true,
  formatExclusiveMinimum: true,
  const: true,
  contentMediaType: true,
  contentSchema: true,
  'x-pattern-description': true,
  'x-graph-name': true,
  'x-never-shown': true,
  'x-never-sent': true,
  'x-graph-type': true,
  'x-enum-names': true,
  'x-enum-descriptions': true,
  'x-deprecation': true,
  'x-in-response': true,
  'x-enum-deprecations': true,
  'x-enum-assumed': true,
  'x-comma-separated': true,
  'x-comma-list': true,
  'x-required-unless': true,
  'x-assumed': true,
  'x-secret': true,
  'x-masked': true,
  'x-on-request': true,
  'x-never-null': true,
  'x-fallback': true,
  'x-extra': true,
  'x-of-caller': true,
  'x-null': true,
  'x-json-text': true,
  'x-source': true,
  'x-exclusive': true,
  'x-at-least-one': true,
  'x-requires': true,
};

/** Further keywords of JSON Schema and OpenAPI, which only the validation of inputs and responses reads, if anything. */
const furtherSchemaKeywords = [
  ...['$schema', '$id', '$anchor', '$dynamicAnchor', '$dynamicRef', '$defs', '$comment'],
  ...['not', 'if', 'then', 'else', 'dependentRequired', 'dependentSchemas'],
  ...['prefixItems', 'contains', 'minContains', 'maxContains', 'uniqueItems', 'unevaluatedItems'],
  ...['patternProperties', 'propertyNames', 'minProperties', 'maxProperties', 'unevaluatedProperties'],
  ...['multipleOf', 'exclusiveMinimum', 'exclusiveMaximum', 'contentEncoding', 'nullable', 'readOnly', 'writeOnly'],
  ...['example', 'examples', 'discriminator', 'xml', 'externalDocs'],
];

const allSchemaKeywords: ReadonlySet<string> = new Set([...Object.keys(schemaKeywords), ...furtherSchemaKeywords]);

/** Keywords whose value is a schema, a list of schemas, or schemas by name. */
const keywordsOfSchemas: ReadonlySet<string> = new Set([
  ...['items', 'additionalProperties', 'contentSchema', 'not', 'if', 'then', 'else'],
  ...['contains', 'propertyNames', 'unevaluatedItems', 'unevaluatedProperties'],
]);
const keywordsOfSchemaLists: ReadonlySet<string> = new Set(['allOf', 'oneOf', 'anyOf', 'prefixItems']);
const keywordsOfSchemaMaps: ReadonlySet<string> = new Set([
  'properties',
  'patternProperties',
  '$defs',
  'dependentSchemas',
]);

type Extension<T> = Extract<keyof T, `x-${string}`>;
type Response = OperationObject['responses'][string];

/** Keywords of the other objects of OpenAPI. */
const objectKeywords = {
  document: [
    ...['openapi', 'info', 'jsonSchemaDialect', 'servers', 'paths', 'webhooks', 'components'],
    ...['security', 'tags', 'externalDocs'],
  ],
  components: [
    ...['schemas', 'responses', 'parameters', 'examples', 'requestBodies', 'headers', 'securitySchemes'],
    ...['links', 'callbacks', 'pathItems'],
  ],
  path: [
    ...['$ref', 'summary', 'description', 'servers', 'parameters'],
    ...['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'],
  ],
  operation: [
    ...['operationId', 'tags', 'summary', 'description', 'externalDocs', 'parameters', 'requestBody', 'responses'],
    ...['callbacks', 'deprecated', 'security', 'servers'],
  ],
  parameter: [
    ...['$ref', 'name', 'in', 'description', 'required', 'deprecated', 'allowEmptyValue', 'style', 'explode'],
    ...['allowReserved', 'schema', 'example', 'examples', 'content'],
  ],
  'request body': ['$ref', 'description', 'content', 'required'],
  response: ['$ref', 'summary', 'description', 'headers', 'content', 'links'],
  'media type': ['schema', 'example', 'examples', 'encoding'],
} as const;

type ObjectKind = keyof typeof objectKeywords;

const subjects: Readonly<Record<ObjectKind, string>> = {
  document: 'a document',
  components: 'components',
  path: 'a path',
  operation: 'an operation',
  parameter: 'a parameter',
  'request body': 'a request body',
  response: 'a response',
  'media type': 'a media type',
};

const types = ['array', 'boolean', 'integer', 'null', 'number', 'object', 'string'];
const parameterLocations = ['path', 'query', 'header', 'cookie'];

/** Extensions of the objects that have some. */
const extensions: {
  readonly parameter: Readonly<Record<Extension<ParameterObject>, true>>;
  readonly operation: Readonly<Record<Extension<OperationObject>, true>>;
  readonly response: Readonly<Record<Extension<Response>, true>>;
} = {
  parameter: {
    'x-deprecation': true,
    'x-encode-underscore': true,
    'x-never-sent': true,
    'x-secret': true,
    'x-source': true,
    'x-assumed': true,
  },
  operation: {
    'x-aliases': true,
    'x-assumed': true,
    'x-deprecation': true,
    'x-item-of': true,
    'x-item-of-query': true,
    'x-filters': true,
    'x-filter-type': true,
    'x-forms': true,
    'x-source': true,
    'x-exclusive': true,
    'x-at-least-one': true,
    'x-requires': true,
  },
  response: { 'x-implied': true },
};

/** Calls a function for each member of an object. */
function forEachMember(node: unknown, visit: (name: string, value: unknown, key: Node) => void): void {
  if (!isMap(node)) return;
  for (const { key, value } of node.items) if (isScalar(key)) visit(String(key.value), value, key);
}

const forEachItem = (node: unknown, visit: (item: unknown) => void): void => {
  if (isSeq(node)) node.items.forEach(visit);
};

/** Reports a value that is no object, such as a missing one. Aliases are not followed. */
function checkObject(subject: string, node: unknown, report: Report): void {
  if (isNode(node) && !isMap(node) && !isAlias(node)) report(node, `${subject} must be an object`);
}

/** Reports a value that is not one of those that a keyword may have. */
function checkValue(keyword: string, node: unknown, values: readonly string[], report: Report): void {
  if (!isScalar(node) || values.includes(String(node.value))) return;
  const text = String(node.value);
  // Types are abbreviated more often than misspelled.
  const abbreviated = values.find((value) => text.length > 1 && value.startsWith(text.toLowerCase()));
  const hint = abbreviated === undefined ? suggestName(text, values) : `; did you mean ${abbreviated}?`;
  report(node, `${keyword} must be ${formatAlternatives(values)}, not ${text}${hint}`);
}

const formatAlternatives = (values: readonly string[]): string =>
  new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(values);

/** Reports members of `required` that are not among the properties of an object. */
function checkRequired(schema: YAMLMap, report: Report): void {
  const [required, properties] = [schema.get('required', true), schema.get('properties')];
  if (required !== undefined && !isSeq(required)) report(required, 'required must be a list of names of properties');
  // The properties of the other schemas of a composed one may be required, too.
  if (!isMap(properties) || ['$ref', ...keywordsOfSchemaLists].some((keyword) => schema.has(keyword))) return;
  const names: string[] = [];
  forEachMember(properties, (name) => names.push(name));
  forEachItem(required, (item) => {
    if (isScalar(item) && !names.includes(String(item.value)))
      report(item, `required names no property: ${item.value}${suggestName(String(item.value), names)}`);
  });
}

/** Keywords of schemas that apply to the same value as the schema that contains them. */
const composingKeywords: ReadonlySet<string> = new Set(['allOf', 'oneOf', 'anyOf', 'not', 'if', 'then', 'else']);

/**
 * Reports unknown keywords of a schema and of the schemas in it, and wrong values of `type` and `required`.
 * @param isComposed whether another schema applies to the same value
 */
function checkSchema(schema: unknown, report: Report, isComposed = false): void {
  if (!isScalar(schema) || typeof schema.value !== 'boolean') checkObject('a schema', schema, report);
  if (isMap(schema) && !isComposed) checkRequired(schema, report);
  forEachMember(schema, (name, value, key) => {
    const check = (node: unknown) => checkSchema(node, report, composingKeywords.has(name));
    if (name === 'type') for (const type of isSeq(value) ? value.items : [value]) checkValue(name, type, types, report);
    if (!allSchemaKeywords.has(name)) {
      const hint = /\s/.test(name) ? '; quote values that contain a comma' : suggestName(name, allSchemaKeywords);
      report(key, `a schema has no keyword ${name}${hint}`);
    } else if (keywordsOfSchemaMaps.has(name)) {
      checkObject(name, value, report);
      forEachMember(value, (_, member) => check(member));
    } else if (keywordsOfSchemaLists.has(name)) forEachItem(value, check);
    else if (keywordsOfSchemas.has(name)) check(value);
  });
}

const isExtensible = (kind: ObjectKind): kind is keyof typeof extensions => Object.hasOwn(extensions, kind);

/** Reports unknown keywords and extensions of an object, and calls a function for each of its members. */
function checkMembers(
  kind: ObjectKind,
  node: unknown,
  report: Report,
  visit: (name: string, value: unknown) => void,
): void {
  checkObject(subjects[kind], node, report);
  const keywords: readonly string[] = objectKeywords[kind];
  const verb = kind === 'components' ? 'have' : 'has';
  const names = isExtensible(kind) ? Object.keys(extensions[kind]) : [];
  forEachMember(node, (name, value, key) => {
    if (!/^x-/i.test(name)) {
      if (!keywords.includes(name))
        report(key, `${subjects[kind]} ${verb} no keyword ${name}${suggestName(name, keywords)}`);
    } else if (isExtensible(kind) && !names.includes(name))
      report(key, `Portico has no extension ${name} for ${kind}s${suggestName(name.toLowerCase(), names)}`);
    visit(name, value);
  });
}

function checkContent(content: unknown, report: Report): void {
  checkObject('content', content, report);
  forEachMember(content, (_, mediaType) =>
    checkMembers('media type', mediaType, report, (name, schema) => {
      if (name === 'schema') checkSchema(schema, report);
    }),
  );
}

function checkParameter(parameter: unknown, report: Report): void {
  checkMembers('parameter', parameter, report, (name, value) => {
    if (name === 'in') checkValue(name, value, parameterLocations, report);
    if (name === 'schema') checkSchema(value, report);
    else if (name === 'content') checkContent(value, report);
  });
}

function checkRequestBody(body: unknown, report: Report): void {
  if (isMap(body) && !body.has('content') && !body.has('$ref')) report(body, 'a request body requires content');
  checkMembers('request body', body, report, (name, value) => {
    if (name === 'content') checkContent(value, report);
  });
}

function checkResponse(response: unknown, report: Report): void {
  checkMembers('response', response, report, (name, value) => {
    if (name === 'content') checkContent(value, report);
  });
}

function checkOperation(operation: unknown, report: Report): void {
  checkMembers('operation', operation, report, (name, value) => {
    if (name === 'parameters') {
      if (isNode(value) && !isSeq(value) && !isAlias(value)) report(value, 'parameters must be a list');
      forEachItem(value, (parameter) => checkParameter(parameter, report));
    } else if (name === 'responses') {
      checkObject('responses', value, report);
      forEachMember(value, (_, response) => checkResponse(response, report));
    } else if (name === 'requestBody') checkRequestBody(value, report);
  });
}

const componentChecks = {
  schemas: (schema: unknown, report: Report) => checkSchema(schema, report),
  parameters: checkParameter,
  responses: checkResponse,
  requestBodies: checkRequestBody,
};

/** Suggests the name of a path parameter. The last part of its name is often left out: `thing` of `thing_id`. */
function suggestParameter(name: string, names: readonly string[]): string {
  const longer = names.find((each) => each.startsWith(`${name}_`));
  return longer === undefined ? suggestName(name, names) : `; did you mean ${longer}?`;
}

/** Parameters of components by name. */
type Parameters = Readonly<Record<string, unknown>>;

/** Name of a path parameter, or of the one that a reference leads to; `undefined` for other parameters. */
function getPathParameterName(parameter: unknown, parameters: Parameters): string | undefined {
  if (!isMap(parameter)) return undefined;
  const reference = parameter.get('$ref');
  const { name, in: location } =
    typeof reference === 'string'
      ? asRecord(parameters[reference.replace(/^.*\//, '')])
      : { name: parameter.get('name'), in: parameter.get('in') };
  return location === 'path' ? String(name) : undefined;
}

/** Reports path parameters that an operation does not declare, and declared ones that the path lacks. */
function checkPathParameters(path: string, key: Node, operation: unknown, parameters: Parameters, report: Report) {
  if (!isMap(operation)) return;
  const names = [...path.matchAll(/\{([^{}]+)\}/g)].map(([, name = '']) => name);
  const declared: string[] = [];
  forEachItem(operation.get('parameters'), (parameter) => {
    const name = getPathParameterName(parameter, parameters);
    if (name === undefined) return;
    declared.push(name);
    if (!names.includes(name) && isMap(parameter))
      report(parameter, `the path has no parameter {${name}}${suggestParameter(name, names)}`);
  });
  for (const name of names.filter((each) => !declared.includes(each)))
    report(key, `the operation does not declare the path parameter ${name}${suggestName(name, declared)}`);
}

/**
 * Reports unknown keywords of the objects of a document, unknown extensions of operations, parameters and responses, wrong values of `in`,
 * `type` and `required`, and path parameters that are not declared.
 * @param parameters parameters of the components of the document and of the standard contract
 */
export function checkKeywords(document: Node, parameters: Parameters, report: Report): void {
  checkMembers('document', document, report, (section, value) => {
    if (section === 'paths')
      forEachMember(value, (path, item) => {
        if (/^x-/i.test(path)) return;
        checkMembers('path', item, report, () => {});
        forEachMember(item, (method, operation, key) => {
          if (!isMethod(method)) return;
          checkOperation(operation, report);
          checkPathParameters(path, key, operation, parameters, report);
        });
      });
    else if (section === 'components') {
      checkMembers('components', value, report, (kind, section) => {
        if (!/^x-/i.test(kind)) checkObject(kind, section, report);
      });
      for (const [kind, check] of Object.entries(componentChecks))
        if (isMap(value)) forEachMember(value.get(kind), (_, component) => check(component, report));
    }
  });
}
