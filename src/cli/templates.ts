/** `portico init` and `portico new-area`: create an application or an area from the templates of the package. */
import { globSync, lstatSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import module from 'node:module';
import { dirname, isAbsolute, join } from 'node:path';
import { parseAreaDocument } from '../contract/area-contract.ts';
import { schema } from '../graph/index.ts';
import { CommandFailure, getMessage } from '../helpers/command-failure.ts';
import { describeFileError } from '../helpers/file-errors.ts';
import { isRecord } from '../helpers/is-record.ts';
import type { Terminal } from './terminal.ts';
import { createTypes } from './types.ts';

const root = dirname(module.findPackageJSON(import.meta.url) ?? '');

/** Files of a template by their path in the target. npm packs no file of the name `.gitignore`. */
function readTemplate(name: string): ReadonlyMap<string, string> {
  const cwd = join(root, 'templates', name);
  const paths = globSync('**/*.*', { cwd }).concat(globSync('gitignore', { cwd }));
  return new Map(
    paths.map((path) => [path.replace(/^gitignore$/, '.gitignore'), readFileSync(join(cwd, path), 'utf8')]),
  );
}

const getStats = (path: string) => lstatSync(path, { throwIfNoEntry: false });

/** Describes why files cannot be created; links are rejected because they may lead out of the folder. */
function findObstacles(folder: string, paths: Iterable<string>): readonly string[] {
  const obstacles = [...paths].flatMap((path) => {
    const above = path.split('/').slice(0, -1);
    const folders = above.map((_, index) => join(folder, ...above.slice(0, index + 1)));
    const obstacle = folders.find((each) => getStats(each)?.isDirectory() === false);
    if (obstacle !== undefined) return [`${obstacle} must be a folder, not a file or a link`];
    return getStats(join(folder, path)) === undefined ? [] : [`${join(folder, path)} must not exist`];
  });
  return [...new Set(obstacles)];
}

/**
 * Creates files, or none of them.
 * @param replaced existing file to overwrite, after all others are created
 * @throws CommandFailure if another file exists, or one cannot be written
 */
function createFiles(folder: string, files: ReadonlyMap<string, string>, replaced?: string): void {
  const paths = [...files.keys()].filter((path) => path !== replaced);
  const created: string[] = [];
  try {
    const obstacles = findObstacles(folder, paths);
    if (obstacles.length > 0)
      throw new CommandFailure(`${obstacles.join(', ')}; nothing was written. Choose an empty folder`);
    for (const path of paths) {
      const file = join(folder, path);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, files.get(path) ?? '', { flag: 'wx' });
      created.push(file);
    }
    if (replaced !== undefined) writeFileSync(join(folder, replaced), files.get(replaced) ?? '');
  } catch (error) {
    for (const file of created) rmSync(file);
    if (error instanceof CommandFailure) throw error;
    throw new CommandFailure(`cannot write to ${folder}: ${describeFileError(error) ?? getMessage(error)}`);
  }
}

/** Reads a package.json; `undefined` if it does not exist. @throws CommandFailure if it is not a readable file */
function readManifest(path: string): string | undefined {
  try {
    const stats = getStats(path);
    if (stats?.isFile() === false) throw new CommandFailure(`${path} must be a file, not a folder or a link`);
    return stats && readFileSync(path, 'utf8').replace(/^\ufeff/, '');
  } catch (error) {
    if (error instanceof CommandFailure) throw error;
    throw new CommandFailure(`cannot read ${path}: ${describeFileError(error) ?? getMessage(error)}`);
  }
}

/** Members of a manifest that package managers create when they install a package. */
const installedMembers = new Set(['dependencies', 'devDependencies', 'packageManager', 'private']);

/** @throws CommandFailure if a manifest is not JSON, or that of a package that may contain CommonJS modules */
function parseManifest(text: string, path: string): Readonly<Record<string, unknown>> {
  let manifest: unknown;
  try {
    manifest = JSON.parse(text);
  } catch (error) {
    throw new CommandFailure(`${path} must be valid JSON: ${getMessage(error)}`);
  }
  if (!isRecord(manifest)) throw new CommandFailure(`${path} must contain an object`);
  if (manifest.type !== 'module' && !Object.keys(manifest).every((name) => installedMembers.has(name)))
    throw new CommandFailure(
      `${path} must contain "type": "module", because the created files are ES modules; run npm pkg set type=module, or choose an empty folder`,
    );
  return manifest;
}

/** Manifest with the members of a template. Existing members take precedence. */
function mergeManifest(manifest: Readonly<Record<string, unknown>>, template: string, version: string): string {
  const added: Readonly<Record<string, unknown>> = JSON.parse(template);
  const merge = (name: string, further: object = {}) => ({
    ...(isRecord(added[name]) && added[name]),
    ...further,
    ...(isRecord(manifest[name]) && manifest[name]),
  });
  const isInstalled = ['dependencies', 'devDependencies'].some(
    (name) => isRecord(manifest[name]) && 'portico' in manifest[name],
  );
  const merged = {
    ...added,
    ...manifest,
    scripts: merge('scripts'),
    dependencies: merge('dependencies', isInstalled ? {} : { portico: `^${version}` }),
    devDependencies: merge('devDependencies'),
  };
  return `${JSON.stringify(merged, null, 2)}\n`;
}

/** Creates an application in a folder, whose package.json may exist. @throws CommandFailure if another of its files exists */
export function createApplication(terminal: Terminal, folder: string, version: string): void {
  const files = new Map(readTemplate('application'));
  const name = 'package.json';
  const path = join(folder, name);
  const existing = readManifest(path);
  const manifest = existing === undefined ? {} : parseManifest(existing, path);
  createFiles(
    folder,
    files.set(name, mergeManifest(manifest, files.get(name) ?? '{}', version)),
    existing === undefined ? undefined : name,
  );
  terminal.print(`Created in ${folder}: ${[...files.keys()].join(', ')}
Next:
  npm install
  npm test
  npm start`);
}

const maxNameLength = 50;

const toPlural = (word: string): string =>
  /(?:s|x|z|ch|sh)$/.test(word) ? `${word}es` : /[^aeiou]y$/.test(word) ? word.replace(/y$/, 'ies') : `${word}s`;

const toPascalCase = (words: readonly string[]): string =>
  words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');

const toCamelCase = (words: readonly string[]): string =>
  toPascalCase(words).replace(/^./, (character) => character.toLowerCase());

/** Names of an area by their placeholders in the templates. @param name noun in the singular */
function getNames(name: string): Readonly<Record<string, string>> {
  const words = name.split('-');
  const plural = [...words.slice(0, -1), toPlural(words.at(-1) ?? '')];
  const sentence = plural.join(' ');
  return {
    __Type__: toPascalCase(words),
    __Types__: toPascalCase(plural),
    __field__: toCamelCase(words),
    __fields__: toCamelCase(plural),
    __area__: plural.join('-'),
    __path__: plural.join('_'),
    __parameter__: `${words.join('_')}_id`,
    __word__: words.join(' '),
    __words__: sentence,
    __Words__: sentence.charAt(0).toUpperCase() + sentence.slice(1),
  };
}

/** Quotes an argument for a shell if it contains other characters than those of usual paths. */
const quoteArgument = (text: string): string =>
  /^[\w./@+-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;

/**
 * Creates an area in a folder of its own, with the types of its contract.
 *
 * @param name noun in the singular, such as `release` or `deploy-key`
 * @param parent folder of the areas
 * @throws CommandFailure if the name is malformed or that of an existing type, if the types cannot be generated, or if a file exists
 */
export async function createArea(terminal: Terminal, name: string, parent: string): Promise<void> {
  if (!/^[a-z][a-z0-9]*(?:-[a-z][a-z0-9]*)*$/.test(name) || name.length > maxNameLength)
    throw new CommandFailure(
      `the name must be a noun in the singular such as release or deploy-key, not "${name.slice(0, maxNameLength)}"`,
    );
  const names = getNames(name);
  const { __Type__: type = '', __area__: area = '' } = names;
  if (schema.getType(type) !== undefined)
    throw new CommandFailure(`the graph has the type ${type} already; choose another name`);
  const folder = join(parent, area);
  const fill = (text: string) => text.replace(/__[a-zA-Z]+?__/g, (placeholder) => names[placeholder] ?? placeholder);
  const files = new Map([...readTemplate('area')].map(([path, text]) => [path, fill(text)]));
  const contract = join(folder, 'contract.yaml');
  const types = await createTypes(contract, () => parseAreaDocument(files.get('contract.yaml') ?? '', contract));
  files.set('contract.gen.ts', types);
  createFiles(parent, new Map([...files].map(([path, text]) => [`${area}/${path}`, text])));
  const isPath = isAbsolute(folder) || folder.startsWith('.');
  terminal.print(`Created in ${folder}: ${[...files.keys()].join(', ')}
Next:
  npx vitest run ${quoteArgument(folder)}
  SANDBOX=true npx portico start --area ${quoteArgument(`${isPath ? '' : './'}${join(folder, 'area.ts')}`)}
After a change of the contract:
  npx portico types ${quoteArgument(contract)} --out ${quoteArgument(join(folder, 'contract.gen.ts'))}`);
}
