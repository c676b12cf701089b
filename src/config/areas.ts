/** Areas of operators and embedders: their modules, and the mistakes of their authors with the line of each. */
import { spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';
// A named import fails in older versions of Node before they are rejected.
import module from 'node:module';
import { dirname, relative, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { assertValidSchema, type GraphQLSchema } from 'graphql';
import { AreaSandbox } from '../contract/area-sandbox.ts';
import { Contract, standardContract } from '../contract/index.ts';
import { createSchema, standardAreas } from '../graph/index.ts';
import type { Area } from '../graph/kit/area.ts';
import { DeclarationError } from '../graph/kit/graph.ts';
import { ResourceType } from '../graph/kit/resources/resource-type.ts';
import { GraphSettingsError } from '../graph/kit/settings-error.ts';
import { suggestName } from '../helpers/nearest-name.ts';
import { ConfigError } from './environment-variables.ts';
import type { GraphConfig } from './graph-config.ts';

/** Area as an entry point of the package accepts it: one that was made with `portico/kit`. */
export interface AreaValue {
  readonly name: string;
  readonly contract?: object;
  readonly sandbox?: object;
  readonly declarations: readonly object[];
}

/** Mistake in an area. The message starts with file, line and column, if they are available. */
export class AreaError extends ConfigError {}

const ownRoot = dirname(module.findPackageJSON(import.meta.url) ?? fileURLToPath(import.meta.url));
const ownFolders = ['src', 'sandbox', 'package', 'dist', 'node_modules'].map((name) => `${resolve(ownRoot, name)}/`);

const isOwn = (file: string): boolean => ownFolders.some((folder) => file.startsWith(folder));

/** File, line and column of each call in a stack, the innermost first. A syntax error starts with file and line alone. */
const location = /(?<=^|[\s(])(file:\/\/\/[^\s)]+?|\/[^\s():]+):(\d+)(?::(\d+))?(?=\)?$)/gm;

/** Innermost location in a stack that is in a file of the author; `undefined` if none exists. */
function findLocation(stack = ''): string | undefined {
  // Below is the code that starts the facade.
  const [inner = ''] = stack.split(/^ +at createGraph /m);
  for (const [, url = '', line, column] of inner.matchAll(location)) {
    const file = url.startsWith('file:') ? fileURLToPath(url.replace(/[?#].*/, '')) : url;
    if (isOwn(file)) continue;
    return [relative('', file), line, ...(column === undefined ? [] : [column])].join(':');
  }
  return undefined;
}

/** Location of a syntax error, which the error itself does not contain. */
function findSyntaxError(path: string): string | undefined {
  const { stderr } = spawnSync(process.execPath, ['--check', path], { encoding: 'utf8' });
  return findLocation(stderr.split('\n')[0]);
}

/** Describes an error of an author with its line. @param fallback location if the stack contains none */
function toAreaError(error: unknown, fallback: string): AreaError {
  const { message, stack } = error instanceof Error ? error : { message: String(error), stack: '' };
  const cause = error instanceof DeclarationError && error.cause instanceof Error ? error.cause.stack : stack;
  const origin = error instanceof DeclarationError ? error.origin.stack : undefined;
  return new AreaError(`${findLocation(cause) ?? findLocation(origin) ?? fallback}: ${message}`);
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

const isDeclaration = (value: unknown): boolean =>
  value instanceof ResourceType || (isObject(value) && 'addTo' in value && typeof value.addTo === 'function');

/** Part of a value that is not of an area; `undefined` for an area. */
function findProblem(value: unknown): string | undefined {
  if (!isObject(value) || !('name' in value) || !('declarations' in value)) return 'an area has name and declarations';
  const { name, declarations } = value;
  if (typeof name !== 'string' || name === '') return 'name must be a string';
  if (!Array.isArray(declarations)) return 'declarations must be a list';
  const index = declarations.findIndex((declaration) => !isDeclaration(declaration));
  if (index >= 0) return `declarations[${index}] was not made by this copy of portico/kit`;
  if ('contract' in value && value.contract !== undefined && !(value.contract instanceof Contract))
    return 'contract was not made by this copy of portico/kit';
  if ('sandbox' in value && value.sandbox !== undefined && !(value.sandbox instanceof AreaSandbox))
    return 'sandbox was not made by this copy of portico/kit';
  return undefined;
}

const isArea = (value: unknown): value is Area => findProblem(value) === undefined;

/** Whether a contract is another one, or extends it. */
function includes({ operations, document }: Contract, part: Contract): boolean {
  const { schemas } = document.components;
  return (
    [...part.operations].every(([id, operation]) => operations.get(id) === operation) &&
    Object.entries(part.document.components.schemas).every(([name, schema]) => schemas[name] === schema)
  );
}

/** @throws AreaError if the sandbox of an area handles an operation that no contract has */
function checkSandboxes(areas: readonly Area[], contracts: readonly Contract[]): void {
  const ids = new Set(contracts.flatMap(({ operations }) => [...operations.keys()].map(String)));
  for (const { name, sandbox } of areas) {
    const unknown = sandbox?.operations.find((id) => !ids.has(id));
    if (unknown !== undefined)
      throw new AreaError(
        `${findLocation(sandbox?.origin.stack) ?? name}: no contract has the operation ${unknown} of handlers${suggestName(unknown, [...ids])}`,
      );
  }
}

/** @throws AreaError if areas lack the standard areas, or the contract of one of their types */
function checkAreas(areas: readonly Area[]): void {
  if (!standardAreas.every((area) => areas.includes(area)))
    throw new AreaError('areas must contain the standard areas, too: [...standardAreas, area]');
  const contracts = [standardContract, ...areas.flatMap(({ contract = [] }) => contract)];
  checkSandboxes(areas, contracts);
  const isDeclared = (part: Contract) => contracts.some((contract) => includes(contract, part));
  for (const { name, declarations } of areas)
    for (const declaration of declarations)
      if (declaration instanceof ResourceType && !isDeclared(declaration.contract))
        throw new AreaError(
          `${findLocation(declaration.origin.stack) ?? 'areas'}: the area ${name} needs the contract of its type ${declaration.name}; declare contract in the area, too`,
        );
}

/** @throws AreaError if a value is not an area */
export function toAreas(values: readonly unknown[], where = 'areas'): readonly Area[] {
  return values.map((value, index) => {
    try {
      if (isArea(value)) return value;
    } catch (error) {
      // An accessor of the value.
      throw toAreaError(error, `${where}[${index}]`);
    }
    throw new AreaError(`${where}[${index}]: ${findProblem(value)}`);
  });
}

/** Time limit for the import of a module. A worker has the same limit until it accepts requests. */
const importTimeoutMs = 60_000;

/** Imports a module. @throws AreaError if its top-level await does not settle in time */
async function importModule(path: string, timeoutMs: number): Promise<{ readonly default?: unknown }> {
  const { promise, reject } = Promise.withResolvers<never>();
  const message = `${path}: its import did not finish within ${timeoutMs} ms; check the promises that its top-level await waits for`;
  const timer = setTimeout(() => reject(new AreaError(message)), timeoutMs);
  try {
    return await Promise.race([import(pathToFileURL(resolve(path)).href), promise]);
  } finally {
    clearTimeout(timer);
  }
}

/** Imports a module whose default export is an area or a list of areas. @throws AreaError if it is not */
async function loadModule(path: string, timeoutMs: number): Promise<readonly Area[]> {
  // The messages of Node would name the importing file of this package.
  const stats = statSync(resolve(path), { throwIfNoEntry: false });
  if (stats === undefined) throw new AreaError(`${path}: there is no such file`);
  if (stats.isDirectory() || /\.(?:ya?ml|json)$/i.test(path))
    throw new AreaError(
      `${path} is ${stats.isDirectory() ? 'a folder' : 'no module'}; pass the module of the area (.ts or .js)`,
    );
  let exported: unknown;
  try {
    exported = (await importModule(path, timeoutMs)).default;
  } catch (error) {
    if (error instanceof AreaError) throw error;
    throw toAreaError(error, (error instanceof SyntaxError && findSyntaxError(path)) || path);
  }
  if (exported === undefined) throw new AreaError(`${path}: must have an area, or a list of areas, as default export`);
  return toAreas(Array.isArray(exported) ? exported : [exported], `${path}: default export`);
}

/**
 * Imports the modules of areas.
 * @param timeoutMs time for each import
 * @returns the standard areas followed by those of the modules
 */
export async function loadAreas(modules: readonly string[], timeoutMs = importTimeoutMs): Promise<readonly Area[]> {
  if (modules.length === 0) return standardAreas;
  const loaded = await Promise.all(modules.map((path) => loadModule(path, timeoutMs)));
  return [...standardAreas, ...loaded.flat()];
}

/**
 * Creates the schema of areas within the limits of the settings.
 * @throws ConfigError if the settings do not fit the graph
 * @throws AreaError if an area contains a mistake
 */
export function createGraph(limits: GraphConfig, areas: readonly Area[] = standardAreas): GraphQLSchema {
  if (areas !== standardAreas) checkAreas(areas);
  try {
    const schema = createSchema(limits, areas);
    // Otherwise graphql-js reports an invalid type only when it validates the first operation.
    if (areas !== standardAreas) assertValidSchema(schema);
    return schema;
  } catch (error) {
    if (error instanceof GraphSettingsError) throw new ConfigError(error.message);
    if (areas === standardAreas) throw error;
    throw toAreaError(error, 'areas');
  }
}
