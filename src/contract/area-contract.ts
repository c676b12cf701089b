/** Reads the contract of an area: an OpenAPI document that may refer to the standard contract. */
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isMap, isScalar, isSeq, type Node, type Pair, visit } from 'yaml';
import { readTextFile } from '../helpers/text-file.ts';
import { parseYaml, YamlError } from '../helpers/yaml-document.ts';
import type { Contract } from './contract.ts';
import { document as documentedInterface } from './document.gen.ts';
import type { OpenApiDocument } from './document.ts';
import { standardContract } from './index.ts';
import { checkKeywords } from './keywords.ts';
import { isMethod } from './operations.ts';

/** Mistakes in the contract of an area, one in each line of the message, with file, line and column. */
export class ContractError extends Error {
  override readonly name = 'ContractError';
}

type Report = (node: Node | Pair | null | undefined, message: string) => void;

const refPrefix = /^[^#]*#\/components\/(schemas|parameters|responses)\/(.+)$/;

/** Names of the components that a document defines. */
type Components = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** Reports references to components that neither the document nor the standard contract has. */
function checkReferences(root: Node, own: Components, report: Report): void {
  const shared: Components = {
    schemas: documentedInterface.components.schemas,
    parameters: documentedInterface.components.parameters ?? {},
    responses: documentedInterface.components.responses ?? {},
  };
  visit(root, {
    Pair(_, { key, value }) {
      if (isScalar(key) && key.value === '__proto__') report(key, 'no name may be "__proto__"');
      if (!isScalar(key) || key.value !== '$ref' || !isScalar(value)) return;
      const [, kind = '', name = ''] = refPrefix.exec(String(value.value)) ?? [];
      if (kind === '') report(value, `${value.value} must refer to a schema, parameter or response of components`);
      else if (![own, shared].some((components) => Object.hasOwn(components[kind] ?? {}, name)))
        report(value, `the contract has no ${kind.replace(/s$/, '')} ${name}`);
    },
  });
}

/** Reports schemas that consist of themselves, by references alone or in combinations. Schemas of attributes and items may recur. */
function checkRecursion(schemas: unknown, report: Report): void {
  if (!isMap(schemas)) return;
  const find = (name: string): unknown => schemas.get(name, true);
  /** Follows the references that a schema consists of. @param names schemas on the way */
  function follow(schema: unknown, names: readonly string[]): void {
    if (!isMap(schema)) return;
    const ref = schema.get('$ref', true);
    if (isScalar(ref)) {
      const [, kind, name = ''] = refPrefix.exec(String(ref.value)) ?? [];
      if (kind !== 'schemas') return;
      if (names.includes(name)) {
        if (names[0] === name) report(ref, `the schema ${name} refers to itself; only its properties and items may`);
      } else follow(find(name), [...names, name]);
    }
    for (const keyword of ['allOf', 'anyOf', 'oneOf']) {
      const parts = schema.get(keyword, true);
      if (isSeq(parts)) for (const part of parts.items) follow(part, names);
    }
  }
  for (const { key, value } of schemas.items) if (isScalar(key)) follow(value, [String(key.value)]);
}

/** Whether a client sends a path as it is written: no segment is empty, `.` or `..`, and no character ends or changes the path. */
const isPlainPath = (path: string): boolean =>
  /^(?:\/(?:[\w.~!$&'()*+,;=:@-]|%[\dA-Fa-f]{2}|\{\w+\})+)+$/.test(path) && !/\/(?:\.|%2e){1,2}(?:\/|$)/i.test(path);

/** Method and path without the names of parameters. */
const toRoute = (method: string, path: string): string => `${method.toUpperCase()} ${path.replace(/\{\w+\}/g, '{}')}`;

/**
 * Reports operations without an id, a summary or a successful response, ids and calls that the standard contract or another operation of the
 * document has, and parameters of paths.
 */
function checkOperations(paths: unknown, report: Report): void {
  if (!isMap(paths)) return;
  const ids = new Map([...standardContract.operations.keys()].map((id) => [String(id), 'standard contract']));
  const routes = new Map(
    [...standardContract.operations.values()].map(({ id, method, path }) => [toRoute(method, path), String(id)]),
  );
  for (const { key: path, value: item } of paths.items) {
    if (!isMap(item)) continue;
    const isExtension = isScalar(path) && /^x-/i.test(String(path.value));
    if (isScalar(path) && !isExtension && !String(path.value).startsWith('/'))
      report(path, 'a path starts with a slash');
    else if (isScalar(path) && !isExtension && !isPlainPath(String(path.value)))
      report(path, 'the segments of a path must be names or parameters such as {id}');
    for (const { key, value: operation } of item.items) {
      if (isScalar(key) && key.value === 'parameters')
        report(key, 'parameters of a path are not supported; move them to its operations');
      if (!isScalar(key) || !isMethod(key.value) || !isMap(operation)) continue;
      const id = operation.get('operationId', true);
      if (id === undefined) report(key, 'the operation requires an operationId');
      else if (typeof id.value !== 'string' || !/^[A-Za-z_]\w*$/.test(id.value))
        report(id, 'an operationId must be a name of letters, digits and underscores');
      else {
        const name = String(id.value);
        const route = toRoute(String(key.value), String(isScalar(path) ? path.value : ''));
        const owner = ids.get(name);
        const existing = routes.get(route);
        if (owner !== undefined) report(id, `the ${owner} has an operation ${name}`);
        else if (existing !== undefined) report(key, `the operation ${existing} has this method and path`);
        ids.set(name, 'document');
        routes.set(route, name);
      }
      for (const member of ['summary', 'responses'])
        if (!operation.has(member)) report(key, `the operation requires ${member}`);
      const responses = operation.get('responses', true);
      if (
        isMap(responses) &&
        !responses.items.some((response) => isScalar(response.key) && /^2/.test(String(response.key.value)))
      )
        report(responses, 'the operation requires a response with a status from 200 to 299');
    }
  }
}

/** Removes the names of files from references: all documents of a contract are merged. */
function localizeReferences(root: Node): void {
  visit(root, {
    Pair(_, { key, value }) {
      if (isScalar(key) && key.value === '$ref' && isScalar(value))
        value.value = String(value.value).replace(/^[^#]*#/, '#');
    },
  });
}

/** Parses YAML or JSON. Further errors of the syntax usually follow from the first one. @throws ContractError */
function parseSource(source: string, path: string): ReturnType<typeof parseYaml> {
  const hint = /\.(?:ya?ml|json)$/i.test(path) ? '' : '; the contract must be a document in YAML or JSON';
  try {
    return parseYaml(source);
  } catch (error) {
    if (!(error instanceof YamlError)) throw error;
    throw new ContractError(`${path}:${error.line}:${error.column}: ${error.problem}${hint}`);
  }
}

/**
 * Reads an OpenAPI document in YAML or JSON.
 * @throws ContractError with all mistakes
 */
export function readAreaDocument(file: string | URL): OpenApiDocument {
  const path = file instanceof URL ? relative('', fileURLToPath(file)) : file;
  return parseAreaDocument(readTextFile(path), path);
}

/**
 * Parses an OpenAPI document in YAML or JSON.
 * @param path path of its file, for messages
 * @throws ContractError with all mistakes
 */
export function parseAreaDocument(source: string, path: string): OpenApiDocument {
  const { document: parsed, lines } = parseSource(source, path);
  const problems: string[] = [];
  const add = (offset: number, message: string) => {
    const { line, col } = lines.linePos(offset);
    problems.push(`${path}:${line}:${col}: ${message}`);
  };
  const report: Report = (node, message) => {
    const range = node !== null && node !== undefined && 'range' in node ? node.range : undefined;
    add(range?.[0] ?? 0, message);
  };
  const { contents } = parsed;
  if (!isMap(contents) || !isMap(contents.get('paths'))) report(contents, 'the document requires paths');
  else {
    const version = contents.get('openapi', true);
    if (isScalar(version) && !/^3\./.test(String(version.value)))
      report(version, `the version of OpenAPI must be 3.0 or 3.1, not ${version.value}`);
    const { components: own }: { components?: Components | null } = parsed.toJS();
    const components = own ?? {};
    checkReferences(contents, components, report);
    checkRecursion(contents.getIn(['components', 'schemas']), report);
    checkOperations(contents.get('paths'), report);
    const parameters = { ...documentedInterface.components.parameters, ...components.parameters };
    checkKeywords(contents, parameters, report);
    localizeReferences(contents);
  }
  if (problems.length > 0) throw new ContractError(problems.join('\n'));
  // The checks above have read paths and operations; everything else is read by its users.
  const document: Partial<OpenApiDocument> = parsed.toJS();
  return {
    openapi: '3.1.0',
    info: { title: path, version: '1' },
    ...document,
    paths: document.paths ?? {},
    components: { ...document.components, schemas: document.components?.schemas ?? {} },
  };
}

/** Reads the contract of an area, which extends the standard contract. @throws ContractError with all mistakes */
export function readAreaContract(file: string | URL): Contract {
  return standardContract.with(readAreaDocument(file));
}
