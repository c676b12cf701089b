/** Keywords of an OpenAPI document. Other keywords are mistakes of its author. */
import { isMap, isScalar, isSeq, type Node } from 'yaml';
import { suggestName } from '../nearest-name.ts';
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
  'x-answered': true,
  'x-enum-deprecations': true,
  'x-comma-separated': true,
  'x-comma-list': true,
  'x-required-unless': true,
  'x-assumed': true,
  'x-secret': true,
  'x-masked': true,
  'x-on-request': true,
  'x-never-null': true,
  'x-fallback': true,
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
  ...['const', 'not', 'if', 'then', 'else', 'dependentRequired', 'dependentSchemas'],
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

/** Extensions of the other objects. Their keywords without `x-` are not checked. */
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

/** Reports unknown keywords of a schema and of the schemas in it. */
function checkSchema(schema: unknown, report: Report): void {
  const check = (node: unknown) => checkSchema(node, report);
  forEachMember(schema, (name, value, key) => {
    if (!allSchemaKeywords.has(name)) {
      const hint = /\s/.test(name) ? '; quote values that contain a comma' : suggestName(name, allSchemaKeywords);
      report(key, `a schema has no keyword ${name}${hint}`);
    } else if (keywordsOfSchemaMaps.has(name)) forEachMember(value, (_, member) => check(member));
    else if (keywordsOfSchemaLists.has(name)) forEachItem(value, check);
    else if (keywordsOfSchemas.has(name)) check(value);
  });
}

/** Reports unknown extensions of an object, and calls a function for each of its members. */
function checkExtensions(
  kind: keyof typeof extensions,
  node: unknown,
  report: Report,
  visit: (name: string, value: unknown) => void,
): void {
  const names = Object.keys(extensions[kind]);
  forEachMember(node, (name, value, key) => {
    if (/^x-/i.test(name) && !names.includes(name))
      report(key, `Portico has no extension ${name} for ${kind}s${suggestName(name.toLowerCase(), names)}`);
    visit(name, value);
  });
}

function checkContent(content: unknown, report: Report): void {
  forEachMember(content, (_, mediaType) =>
    forEachMember(mediaType, (name, schema) => {
      if (name === 'schema') checkSchema(schema, report);
    }),
  );
}

function checkParameter(parameter: unknown, report: Report): void {
  checkExtensions('parameter', parameter, report, (name, value) => {
    if (name === 'schema') checkSchema(value, report);
    else if (name === 'content') checkContent(value, report);
  });
}

function checkRequestBody(body: unknown, report: Report): void {
  forEachMember(body, (name, value) => {
    if (name === 'content') checkContent(value, report);
  });
}

function checkResponse(response: unknown, report: Report): void {
  checkExtensions('response', response, report, (name, value) => {
    if (name === 'content') checkContent(value, report);
  });
}

function checkOperation(operation: unknown, report: Report): void {
  checkExtensions('operation', operation, report, (name, value) => {
    if (name === 'parameters') forEachItem(value, (parameter) => checkParameter(parameter, report));
    else if (name === 'responses') forEachMember(value, (_, response) => checkResponse(response, report));
    else if (name === 'requestBody') checkRequestBody(value, report);
  });
}

const componentChecks = {
  schemas: checkSchema,
  parameters: checkParameter,
  responses: checkResponse,
  requestBodies: checkRequestBody,
};

/** Reports unknown keywords of the schemas of components, bodies and parameters, and unknown extensions of its operations, parameters and responses. */
export function checkKeywords(document: Node, report: Report): void {
  forEachMember(document, (section, value) => {
    if (section === 'paths')
      forEachMember(value, (_, item) =>
        forEachMember(item, (method, operation) => {
          if (isMethod(method)) checkOperation(operation, report);
        }),
      );
    else if (section === 'components')
      for (const [kind, check] of Object.entries(componentChecks))
        if (isMap(value)) forEachMember(value.get(kind), (_, component) => check(component, report));
  });
}
