/** Reads operations from GraphQL files, and from templates in code if the optional package that parses them is installed. */
import { readFileSync, statSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join, relative } from 'node:path';
import {
  type ASTNode,
  type FragmentDefinitionNode,
  GraphQLError,
  Kind,
  type OperationDefinitionNode,
  parse,
  print,
  Source,
  visit,
} from 'graphql';
import { CommandFailure, getMessage } from '../helpers/command-failure.ts';

const pluckPackage = '@graphql-tools/graphql-tag-pluck';

/** Position in a file. Lines and columns start at 1. */
export interface SourceLocation {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** Operation with the fragments that it uses, which may be in other files. */
export interface SourceOperation {
  readonly definition: OperationDefinitionNode;
  readonly fragments: readonly FragmentDefinitionNode[];
  readonly place: SourceLocation;
}

/** Error in a file, such as a syntax error. */
export interface FileProblem {
  readonly place: SourceLocation;
  readonly message: string;
}

export interface SourceOperations {
  readonly operations: readonly SourceOperation[];
  readonly problems: readonly FileProblem[];
}

type Definition = OperationDefinitionNode | FragmentDefinitionNode;

/** Returns the location of a document node in its file. */
export function locateNode({ loc }: Pick<ASTNode, 'loc'>): SourceLocation {
  if (loc === undefined) return { file: '', line: 1, column: 1 };
  const { source, startToken } = loc;
  const { line, column } = source.locationOffset;
  return {
    file: source.name,
    line: startToken.line + line - 1,
    column: startToken.line === 1 ? startToken.column + column - 1 : startToken.column,
  };
}

const documentName = /\.(?:graphqls?|gql)$/;

/** Glob for the files below a folder that may contain operations. */
const toFolderGlob = (folder: string): string =>
  `${folder.replace(/[/\\]+$/, '')}/**/*.{graphql,graphqls,gql,js,jsx,mjs,cjs,ts,tsx,mts,cts,vue,svelte}`;

/** Templates and calls that contain operations in code. */
const embeddedOperation = /\b(?:gql|graphql)\s*(?:`|\(\s*[`'"/])|\/\*\s*GraphQL\s*\*\//;

/** Whether a file of a folder contains operations, or may contain them if the package that parses code is not installed. */
const mayContainOperations = (file: string): boolean =>
  documentName.test(file) || canPluck() || embeddedOperation.test(readFileSync(file, 'utf8'));

const isPattern = (path: string): boolean => /[*?{[]/.test(path);

/**
 * Expands globs and folders to the paths of files, without `node_modules`.
 * @throws CommandFailure if a file or folder does not exist
 */
async function expandPaths(paths: readonly string[]): Promise<readonly string[]> {
  const files = new Set<string>();
  for (const path of paths) {
    const stats = path === '-' ? undefined : statSync(path, { throwIfNoEntry: false });
    if (path === '-' || stats?.isFile()) files.add(path);
    else if (stats === undefined && !isPattern(path))
      throw new CommandFailure(`${path}: there is no such file or folder`);
    else
      for await (const entry of glob(stats?.isDirectory() ? toFolderGlob(path) : path, {
        exclude: ({ name }) => name === 'node_modules',
        withFileTypes: true,
      })) {
        const file = relative('.', join(entry.parentPath, entry.name)).replaceAll('\\', '/');
        if (entry.isFile() && (!stats?.isDirectory() || mayContainOperations(file))) files.add(file);
      }
  }
  return [...files].sort();
}

type Pluck = typeof import('@graphql-tools/graphql-tag-pluck');

/** Path of the package that finds templates in code: that of the application, otherwise that of Portico; `undefined` if neither has it. */
function findPluck(): string | undefined {
  const { resolve } = createRequire(import.meta.url);
  for (const paths of [[process.cwd()], undefined])
    try {
      return resolve(pluckPackage, paths && { paths });
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'MODULE_NOT_FOUND')) throw error;
    }
  return undefined;
}

const canPluck = (): boolean => findPluck() !== undefined;

function loadPluck(): Pluck {
  const path = findPluck();
  if (path !== undefined) {
    const pluck: Pluck = createRequire(import.meta.url)(path);
    return pluck;
  }
  throw new CommandFailure(
    `reading operations in code requires ${pluckPackage}, which is not installed; run npm install --save-dev ${pluckPackage}`,
  );
}

/** Reads standard input to its end. */
export type ReadInput = () => Promise<string>;

/** Reads the GraphQL documents of a file. */
async function readSources(file: string, stdin: ReadInput): Promise<readonly Source[]> {
  if (file === '-') return [new Source(await stdin(), 'standard input')];
  const text = readFileSync(file, 'utf8');
  if (documentName.test(file)) return [new Source(text, file)];
  return loadPluck()
    .gqlPluckFromCodeStringSync(file, text, { skipIndent: true })
    .map(({ body, locationOffset }) => new Source(body, file, locationOffset));
}

/** Names of the fragments that a definition spreads directly. */
function getSpreadNames(definition: Definition): readonly string[] {
  const names = new Set<string>();
  visit(definition, { FragmentSpread: ({ name }) => void names.add(name.value) });
  return [...names];
}

/** Finds the fragments that an operation uses, directly or through other fragments. Validation reports a missing fragment. */
function findFragments(
  operation: OperationDefinitionNode,
  fragments: ReadonlyMap<string, FragmentDefinitionNode>,
): readonly FragmentDefinitionNode[] {
  const used = new Set<FragmentDefinitionNode>();
  const pending = [...getSpreadNames(operation)];
  for (let name = pending.pop(); name !== undefined; name = pending.pop()) {
    const fragment = fragments.get(name);
    if (fragment === undefined || used.has(fragment)) continue;
    used.add(fragment);
    pending.push(...getSpreadNames(fragment));
  }
  return [...used];
}

/** Collects definitions by name. Ignores repeated identical definitions and reports different definitions of one name. */
class Definitions<T extends Definition> {
  readonly #byName = new Map<string, T>();
  readonly #unnamed: T[] = [];
  readonly #problems: FileProblem[];

  constructor(problems: FileProblem[]) {
    this.#problems = problems;
  }

  get byName(): ReadonlyMap<string, T> {
    return this.#byName;
  }

  get all(): readonly T[] {
    return [...this.#byName.values(), ...this.#unnamed];
  }

  add(definition: T): void {
    const name = definition.name?.value;
    if (name === undefined) {
      this.#unnamed.push(definition);
      return;
    }
    const existing = this.#byName.get(name);
    if (existing === undefined) this.#byName.set(name, definition);
    else if (print(existing) !== print(definition)) {
      const { file, line } = locateNode(existing);
      const place = locateNode(definition);
      this.#problems.push({
        place,
        message: `${name} has a different definition in ${file}:${line}; rename one of them`,
      });
    }
  }
}

/**
 * Reads the operations of files.
 * @param patterns paths of files and folders, or globs with `*`, `**` and `{a,b}`; `-` is standard input
 * @throws CommandFailure if no file matches, or a file cannot be read
 */
export async function findOperations(patterns: readonly string[], stdin: ReadInput): Promise<SourceOperations> {
  const files = await expandPaths(patterns);
  if (files.length === 0 && patterns.some((pattern) => /\{\s|^\s*(?:query|mutation|subscription)\b.*\{/s.test(pattern)))
    throw new CommandFailure('pass the path of a file; the path - reads an operation from standard input');
  if (files.length === 0)
    throw new CommandFailure(
      `no file with operations matches ${patterns.join(', ')}; pass files, folders or patterns such as 'src/**/*.graphql'${canPluck() ? '' : ` (operations in code require ${pluckPackage})`}`,
    );
  const problems: FileProblem[] = [];
  const operations = new Definitions<OperationDefinitionNode>(problems);
  const fragments = new Definitions<FragmentDefinitionNode>(problems);
  for (const file of files)
    try {
      for (const source of await readSources(file, stdin))
        for (const definition of parse(source).definitions) {
          if (definition.kind === Kind.OPERATION_DEFINITION) operations.add(definition);
          else if (definition.kind === Kind.FRAGMENT_DEFINITION) fragments.add(definition);
        }
    } catch (error) {
      if (error instanceof CommandFailure) throw error;
      problems.push({ place: locateError(file, error), message: getMessage(error) });
    }
  return {
    operations: operations.all.map((definition) => ({
      definition,
      fragments: findFragments(definition, fragments.byName),
      place: locateNode(definition),
    })),
    problems,
  };
}

interface Located {
  readonly source?: Source | undefined;
  readonly locations?: readonly { readonly line: number; readonly column: number }[] | undefined;
}

/** Returns the location of a GraphQL error; the start of the file for any other error. */
export function locateError(file: string, error: unknown): SourceLocation {
  const { source, locations }: Located = error instanceof GraphQLError ? error : {};
  const [first] = locations ?? [];
  if (first === undefined) return { file, line: 1, column: 1 };
  const { line, column } = source?.locationOffset ?? { line: 1, column: 1 };
  return {
    file: source?.name ?? file,
    line: first.line + line - 1,
    column: first.line === 1 ? first.column + column - 1 : first.column,
  };
}
