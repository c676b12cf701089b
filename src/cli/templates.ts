/** `portico init` and `portico new-area`: create an application or an area from the templates of the package. */
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import module from 'node:module';
import { dirname, join } from 'node:path';
import { schema } from '../graph/index.ts';
import { CommandFailure } from '../helpers/command-failure.ts';
import { describeFileError } from '../helpers/file-errors.ts';
import { isRecord } from '../helpers/is-record.ts';
import type { Terminal } from './terminal.ts';
import { printTypes } from './types.ts';

const root = dirname(module.findPackageJSON(import.meta.url) ?? '');

/** Files of a template by their path in the target. npm packs no file of the name `.gitignore`. */
function readTemplate(name: string): ReadonlyMap<string, string> {
  const cwd = join(root, 'templates', name);
  const paths = globSync('**/*.*', { cwd }).concat(globSync('gitignore', { cwd }));
  return new Map(
    paths.map((path) => [path.replace(/^gitignore$/, '.gitignore'), readFileSync(join(cwd, path), 'utf8')]),
  );
}

/** @throws CommandFailure if a file exists, or cannot be written */
function writeFiles(folder: string, files: ReadonlyMap<string, string>): void {
  const existing = [...files.keys()].map((path) => join(folder, path)).filter((path) => existsSync(path));
  if (existing.length > 0)
    throw new CommandFailure(`${existing.join(', ')} must not exist; nothing was written. Choose an empty folder`);
  try {
    for (const [path, text] of files) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      // Fails for a link that leads to no file.
      writeFileSync(join(folder, path), text, { flag: 'wx' });
    }
  } catch (error) {
    const problem = describeFileError(error);
    if (problem === undefined) throw error;
    throw new CommandFailure(`cannot write to ${folder}: ${problem}`);
  }
}

/** Manifest with the members of a template. Existing members take precedence. */
function mergeManifest(existing: string, template: string, version: string): string {
  const manifest: unknown = JSON.parse(existing);
  const added: Readonly<Record<string, unknown>> = JSON.parse(template);
  if (!isRecord(manifest)) throw new CommandFailure('package.json must contain an object');
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
    // The sources are ES modules.
    type: 'module',
    scripts: merge('scripts'),
    dependencies: merge('dependencies', isInstalled ? {} : { portico: `^${version}` }),
    devDependencies: merge('devDependencies'),
  };
  return `${JSON.stringify(merged, null, 2)}\n`;
}

/** Creates an application in a folder, whose package.json may exist. @throws CommandFailure if another of its files exists */
export function createApplication(terminal: Terminal, folder: string, version: string): void {
  const files = new Map(readTemplate('application'));
  const template = files.get('package.json') ?? '{}';
  files.delete('package.json');
  const path = join(folder, 'package.json');
  let manifest: string;
  try {
    manifest = mergeManifest(existsSync(path) ? readFileSync(path, 'utf8') : '{}', template, version);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new CommandFailure(`${path} must be valid JSON: ${error.message}`);
  }
  writeFiles(folder, files);
  writeFileSync(path, manifest);
  terminal.print(`Created in ${folder}: ${['package.json', ...files.keys()].join(', ')}
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

/**
 * Creates an area in a folder of its own, with the types of its contract.
 *
 * @param name noun in the singular, such as `release` or `deploy-key`
 * @param parent folder of the areas
 * @throws CommandFailure if the name is malformed or that of an existing type, or if a file exists
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
  const files = [...readTemplate('area')].map(([path, text]) => [path, fill(text)] as const);
  writeFiles(folder, new Map(files));
  terminal.print(`Created in ${folder}: ${files.map(([path]) => path).join(', ')}`);
  const contract = join(folder, 'contract.yaml');
  const generate = `portico types ${contract} --out ${join(folder, 'contract.gen.ts')}`;
  try {
    await printTypes(terminal, contract, { out: join(folder, 'contract.gen.ts') });
  } catch (error) {
    if (!(error instanceof CommandFailure)) throw error;
    throw new CommandFailure(`${error.message}\nThen run npx ${generate}`);
  }
  terminal.print(`Next:
  npx vitest run ${folder}
  SANDBOX=true npx portico start --area ./${folder}/area.ts
After a change of the contract:
  npx ${generate}`);
}
