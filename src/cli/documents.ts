/** Operations in files: GraphQL as it is, and templates in code where the optional package that finds them is installed. */
import { existsSync, readFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, extname, relative } from 'node:path';
import {
  type ASTNode,
  type FragmentDefinitionNode,
  Kind,
  type OperationDefinitionNode,
  parse,
  print,
  Source,
  visit,
} from 'graphql';
import { CommandFailure, messageOf } from './failure.ts';

const pluckPackage = '@graphql-tools/graphql-tag-pluck';

/** Where something stands, counted from 1. */
export interface Place {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** An operation and the fragments that it uses, from whatever files. */
export interface FoundOperation {
  readonly definition: OperationDefinitionNode;
  readonly fragments: readonly FragmentDefinitionNode[];
  readonly place: Place;
}

/** Something that is wrong with the files themselves. */
export interface FileProblem {
  readonly place: Place;
  readonly message: string;
}

export interface FoundOperations {
  readonly operations: readonly FoundOperation[];
  readonly problems: readonly FileProblem[];
}

type Definition = OperationDefinitionNode | FragmentDefinitionNode;

/** Where a node of a document stands in its file. */
export function placeOf({ loc }: Pick<ASTNode, 'loc'>): Place {
  if (loc === undefined) return { file: '', line: 1, column: 1 };
  const { source, startToken } = loc;
  const { line, column } = source.locationOffset;
  return {
    file: source.name,
    line: startToken.line + line - 1,
    column: startToken.line === 1 ? startToken.column + column - 1 : startToken.column,
  };
}

async function filesOf(patterns: readonly string[]): Promise<readonly string[]> {
  const files = new Set<string>();
  for (const pattern of patterns) {
    if (pattern === '-' || existsSync(pattern)) files.add(pattern);
    else
      for await (const file of glob(pattern, { exclude: (name) => basename(name) === 'node_modules' }))
        files.add(relative('.', file).replaceAll('\\', '/'));
  }
  return [...files].sort();
}

type Pluck = typeof import('@graphql-tools/graphql-tag-pluck');

/** The package that finds templates in code, as the application or Portico itself has it. */
function loadPluck(): Pluck {
  const { resolve } = createRequire(import.meta.url);
  for (const paths of [[process.cwd()], undefined])
    try {
      const found: Pluck = createRequire(import.meta.url)(resolve(pluckPackage, paths && { paths }));
      return found;
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'MODULE_NOT_FOUND')) throw error;
    }
  throw new CommandFailure(
    `operations in code are found by ${pluckPackage}, which is not installed: npm install --save-dev ${pluckPackage}`,
  );
}

/** The GraphQL in a file. */
function sourcesOf(file: string, stdin: () => string): readonly Source[] {
  if (file === '-') return [new Source(stdin(), 'standard input')];
  const text = readFileSync(file, 'utf8');
  if (/^\.(?:graphqls?|gql)$/.test(extname(file))) return [new Source(text, file)];
  return loadPluck()
    .gqlPluckFromCodeStringSync(file, text, { skipIndent: true })
    .map(({ body, locationOffset }) => new Source(body, file, locationOffset));
}

/** Names of the fragments that a definition uses itself. */
function spreadsIn(definition: Definition): readonly string[] {
  const names = new Set<string>();
  visit(definition, { FragmentSpread: ({ name }) => void names.add(name.value) });
  return [...names];
}

/** The fragments that an operation uses, directly or through others. One that is nowhere is left to validation. */
function fragmentsFor(
  operation: OperationDefinitionNode,
  known: ReadonlyMap<string, FragmentDefinitionNode>,
): readonly FragmentDefinitionNode[] {
  const used = new Set<FragmentDefinitionNode>();
  const waiting = [...spreadsIn(operation)];
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    const fragment = known.get(name);
    if (fragment === undefined || used.has(fragment)) continue;
    used.add(fragment);
    waiting.push(...spreadsIn(fragment));
  }
  return [...used];
}

/** Collects definitions by name, of which others of the same text are repetitions and those of another text are mistakes. */
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
    const known = this.#byName.get(name);
    if (known === undefined) this.#byName.set(name, definition);
    else if (print(known) !== print(definition)) {
      const { file, line } = placeOf(known);
      const place = placeOf(definition);
      this.#problems.push({ place, message: `${name} is something else in ${file}:${line}` });
    }
  }
}

/**
 * The operations of files.
 * @param patterns paths, or globs with `*`, `**` and `{a,b}`; `-` is standard input
 * @throws CommandFailure where no file has such a name, or a file cannot be read
 */
export async function findOperations(patterns: readonly string[], stdin: () => string): Promise<FoundOperations> {
  const files = await filesOf(patterns);
  if (files.length === 0) throw new CommandFailure(`there is no file ${patterns.join(', ')}`);
  const problems: FileProblem[] = [];
  const operations = new Definitions<OperationDefinitionNode>(problems);
  const fragments = new Definitions<FragmentDefinitionNode>(problems);
  for (const file of files)
    try {
      for (const source of sourcesOf(file, stdin))
        for (const definition of parse(source).definitions) {
          if (definition.kind === Kind.OPERATION_DEFINITION) operations.add(definition);
          else if (definition.kind === Kind.FRAGMENT_DEFINITION) fragments.add(definition);
        }
    } catch (error) {
      if (error instanceof CommandFailure) throw error;
      problems.push({ place: placeOfError(file, error), message: messageOf(error) });
    }
  return {
    operations: operations.all.map((definition) => ({
      definition,
      fragments: fragmentsFor(definition, fragments.byName),
      place: placeOf(definition),
    })),
    problems,
  };
}

interface Located {
  readonly source?: Source | undefined;
  readonly locations?: readonly { readonly line: number; readonly column: number }[] | undefined;
}

/** Where an error of GraphQL stands; the beginning of the file for any other. */
export function placeOfError(file: string, error: unknown): Place {
  const { source, locations }: Located = Object(error);
  const [first] = locations ?? [];
  if (first === undefined) return { file, line: 1, column: 1 };
  const { line, column } = source?.locationOffset ?? { line: 1, column: 1 };
  return {
    file: source?.name ?? file,
    line: first.line + line - 1,
    column: first.line === 1 ? first.column + column - 1 : first.column,
  };
}
