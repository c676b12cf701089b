/**
 * Allowed imports: edge → graph → rest, with watch between graph and rest; the sandbox and the package are outside of src. Tests use the
 * sandbox by `sandbox/index.ts`.
 */
import { globSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { describe, expect, test } from 'vitest';

const root = fileURLToPath(new URL('../../', import.meta.url));
const files = globSync(['src/**/*.ts', 'sandbox/**/*.ts', 'package/**/*.ts'], { cwd: root });

/** Parts that each part may import, directly or indirectly. Each part may import `src/helpers`, too. */
const allowed: Readonly<Record<string, readonly string[]>> = {
  'src/main.ts': ['src/cli'],
  'src/portico.ts': [
    'sandbox',
    'src/config',
    'src/config/areas.ts',
    'src/edge',
    'src/edge/observe',
    'src/execution',
    'src/graph',
    'src/rest',
    'src/watch',
    'src/watch/redis',
  ],
  'src/cli': [
    'sandbox',
    'src/config',
    'src/config/areas.ts',
    'src/contract',
    'src/edge',
    'src/edge/observe',
    'src/graph',
    'src/graph/find',
    'src/name-mapping',
    'src/portico.ts',
    'src/rest',
  ],
  'src/config': ['src/name-mapping'],
  'src/config/areas.ts': ['src/config', 'src/contract', 'src/graph'],
  'src/contract': [],
  'src/edge': [
    'src/config',
    'src/contract',
    'src/edge/observe',
    'src/execution',
    'src/graph',
    'src/graph/find',
    'src/rest',
    'src/watch',
    'src/watch/redis',
  ],
  'src/edge/observe': ['src/config', 'src/graph', 'src/rest'],
  'src/execution': [],
  'src/graph': ['src/contract', 'src/execution', 'src/rest', 'src/watch'],
  'src/graph/find': ['src/contract', 'src/execution', 'src/graph', 'src/rest', 'src/watch'],
  'src/helpers': [],
  'src/name-mapping': ['src/contract'],
  'src/rest': ['src/contract', 'src/name-mapping'],
  'src/watch': ['src/contract', 'src/rest', 'src/watch/redis'],
  'src/watch/redis': ['src/rest'],
  sandbox: ['src/contract', 'src/name-mapping'],
  package: [
    'sandbox',
    'src/config',
    'src/config/areas.ts',
    'src/contract',
    'src/edge',
    'src/edge/observe',
    'src/graph',
    'src/portico.ts',
  ],
};

/** Packages that only some parts may import. */
const reserved: Readonly<Record<string, readonly string[]>> = {
  undici: ['src/rest'],
  '@redis/client': ['src/watch/redis'],
  'node:http': ['src/edge', 'package', 'sandbox'],
  graphql: [
    'src/cli',
    'src/config/areas.ts',
    'src/edge',
    'src/edge/observe',
    'src/execution',
    'src/graph',
    'src/graph/find',
    'src/portico.ts',
  ],
  'prom-client': ['src/edge/observe'],
  '@opentelemetry/api': ['src/edge/observe'],
  commander: ['src/cli'],
  '@pothos/core': ['src/graph'],
  '@fastify/busboy': ['src/edge'],
  zod: ['src/config', 'src/name-mapping'],
};

interface Import {
  readonly from: string;
  /** A file below the root, or the name of a package. */
  readonly to: string;
  readonly typeOnly: boolean;
  /** Whether it is a dynamic import. */
  readonly isDynamic: boolean;
}

function findImports(file: string): Import[] {
  const source = ts.createSourceFile(file, readFileSync(join(root, file), 'utf8'), ts.ScriptTarget.Latest);
  const imported: Import[] = [];
  const add = (specifier: string, typeOnly: boolean, isDynamic = false) => {
    const to = specifier.startsWith('.') ? normalize(join(dirname(file), specifier)) : specifier;
    imported.push({ from: file, to, typeOnly, isDynamic });
  };
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) && ts.isStringLiteral(node.moduleSpecifier)) {
      const clause = node.importClause;
      const { namedBindings } = clause ?? {};
      const eachTyped =
        namedBindings !== undefined && ts.isNamedImports(namedBindings) && namedBindings.elements.length > 0
          ? namedBindings.elements.every(({ isTypeOnly }) => isTypeOnly)
          : false;
      add(node.moduleSpecifier.text, clause?.isTypeOnly === true || (clause?.name === undefined && eachTyped));
    } else if (ts.isExportDeclaration(node) && node.moduleSpecifier && ts.isStringLiteral(node.moduleSpecifier)) {
      add(node.moduleSpecifier.text, node.isTypeOnly);
    } else if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
      const [specifier] = node.arguments;
      if (specifier !== undefined && ts.isStringLiteral(specifier)) add(specifier.text, false, true);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return imported;
}

const imports = files.flatMap(findImports);

/** The longest part that contains a file; `undefined` for a file without part and for a package. */
function getPart(file: string): string | undefined {
  const parts = Object.keys(allowed).filter((part) => file === part || file.startsWith(`${part}/`));
  return parts.toSorted((a, b) => b.length - a.length)[0];
}

/** File or folder directly in `src`; `undefined` for a file outside of it. */
const getEntry = (file: string): string | undefined => /^src\/[^/]+/.exec(file)?.[0];

describe('parts of Portico', () => {
  test('are declared for every file', () => {
    expect(files.filter((file) => getPart(file) === undefined)).toEqual([]);
    expect(Object.keys(allowed).filter((part) => !files.some((file) => getPart(file) === part))).toEqual([]);
  });

  test('are at most twelve files and folders of src', () => {
    expect(readdirSync(join(root, 'src')).length).toBeLessThanOrEqual(12);
  });

  test('import only what is declared', () => {
    const undeclared = imports.filter(({ from, to }) => {
      const [source = '', target] = [getPart(from), getPart(to)];
      return (
        target !== undefined && target !== 'src/helpers' && target !== source && !allowed[source]?.includes(target)
      );
    });
    expect(undeclared.map(({ from, to }) => `${from} → ${to}`)).toEqual([]);
  });

  test('import no other folder of the repository', () => {
    const outside = imports.filter(({ to }) => to.startsWith('..') || /^(?:test|bench|scripts|schema)\//.test(to));
    expect(outside.map(({ from, to }) => `${from} → ${to}`)).toEqual([]);
  });

  test.each(Object.entries(reserved))('include %s in %j only', (name, parts) => {
    const undeclared = imports.filter(({ from, to }) => to === name && !parts.includes(getPart(from) ?? ''));
    expect(undeclared.map(({ from }) => from)).toEqual([]);
  });

  test('include no transport and no web framework in src/edge/operation', () => {
    const ofTransports = imports.filter(
      ({ from, to }) =>
        from.startsWith('src/edge/operation/') &&
        (['node:http', '@fastify/busboy', 'graphql-ws', 'ws'].includes(to) ||
          /^src\/edge\/(?!observe\/|operation\/)/.test(to)),
    );
    expect(ofTransports.map(({ from, to }) => `${from} → ${to}`)).toEqual([]);
  });

  test('load Redis, metrics and tracing dynamically', () => {
    const loaded = new Set(['src/portico.ts']);
    for (const file of loaded)
      for (const { from, to, typeOnly, isDynamic } of imports)
        if (from === file && !typeOnly && !isDynamic) loaded.add(to);
    expect(loaded).toContain('undici');
    const loadedAtStart = [...loaded].filter((name) =>
      /^(?:src\/watch\/redis\/|@redis|src\/edge\/observe\/metrics|prom-client|@opentelemetry)/.test(name),
    );
    expect(loadedAtStart).toEqual([]);
  });

  test('use the documented contract for defaults only, in parts that support any contract', () => {
    const parts = /^src\/(?:edge|execution|rest|watch|graph\/kit|graph\/plan)\//;
    const documented =
      /import \{[^}]*\b(?:document|filtersOf|getOptInAttributes|operation|operations|standardContract)\b[^}]*\} from '[^']*\/contract\/index\.ts'/;
    const importers = files.filter(
      (file) => parts.test(file) && documented.test(readFileSync(join(root, file), 'utf8')),
    );
    expect(importers.toSorted()).toEqual([
      'src/graph/kit/resources/declaration.ts',
      'src/graph/kit/schema.ts',
      'src/rest/client.ts',
    ]);
  });

  test('are the only access to the environment, except in the main module', () => {
    const readers = files.filter((file) => readFileSync(join(root, file), 'utf8').includes('process.env'));
    expect(readers.filter((file) => file !== 'src/main.ts')).toEqual([]);
  });
});

test('tests outside of test/sandbox import no module of the sandbox but its index', () => {
  const tests = globSync('test/**/*.ts', { cwd: root }).filter((file) => !file.startsWith('test/sandbox/'));
  const naming = tests.filter((file) => readFileSync(join(root, file), 'utf8').includes('sandbox/'));
  const ofSandbox = naming.flatMap(findImports).filter(({ to }) => to.startsWith('sandbox/'));
  expect(ofSandbox.length).toBeGreaterThan(0);
  const internal = ofSandbox.filter(({ to }) => to !== 'sandbox/index.ts');
  expect(internal.map(({ from, to }) => `${from} → ${to}`)).toEqual([]);
});

/** Returns the first cycle in a graph of names, as a path that ends with its first name. */
function findCycle(edges: ReadonlyMap<string, ReadonlySet<string>>): string[] | undefined {
  const done = new Set<string>();
  const visit = (name: string, path: readonly string[]): string[] | undefined => {
    if (path.includes(name)) return [...path.slice(path.indexOf(name)), name];
    if (done.has(name)) return undefined;
    for (const next of edges.get(name) ?? []) {
      const cycle = visit(next, [...path, name]);
      if (cycle) return cycle;
    }
    done.add(name);
    return undefined;
  };
  for (const name of edges.keys()) {
    const cycle = visit(name, []);
    if (cycle) return cycle;
  }
  return undefined;
}

/** Returns the imports between files, grouped by names of files. @param types whether to include imports of types */
function groupImports(
  getName: (file: string) => string | undefined,
  { types }: { readonly types: boolean },
): ReadonlyMap<string, ReadonlySet<string>> {
  const edges = new Map<string, Set<string>>();
  for (const { from, to, typeOnly } of imports) {
    const [source, target] = [getName(from), getPart(to) === undefined ? undefined : getName(to)];
    if ((typeOnly && !types) || source === undefined || target === undefined || source === target) continue;
    edges.set(source, (edges.get(source) ?? new Set()).add(target));
  }
  return edges;
}

describe('modules of src', () => {
  test('have no cycle of imports', () => {
    expect(findCycle(groupImports((file) => file, { types: true }))).toBeUndefined();
  });

  test('have no cycle of imports between files and folders of src', () => {
    expect(findCycle(groupImports(getEntry, { types: true }))).toBeUndefined();
  });

  test('have no cycle of imports between parts', () => {
    expect(findCycle(groupImports(getPart, { types: true }))).toBeUndefined();
  });

  test('have no cycle of imports between areas of the graph, except imports of types', () => {
    const noAreas = new Set(['find', 'kit', 'plan', 'index.ts']);
    const getArea = (file: string): string | undefined => {
      const [, , name] = file.split('/');
      return getEntry(file) !== 'src/graph' || name === undefined || noAreas.has(name)
        ? undefined
        : name.replace(/\.ts$/, '');
    };
    expect(findCycle(groupImports(getArea, { types: false }))).toBeUndefined();
  });

  test('have no side effects when they are imported, if they are of the graph', () => {
    const modules = files.filter((file) => file.startsWith('src/graph/'));
    const withEffects = modules.filter((file) => {
      const source = ts.createSourceFile(file, readFileSync(join(root, file), 'utf8'), ts.ScriptTarget.Latest);
      return source.statements.some(
        (statement) =>
          ts.isExpressionStatement(statement) ||
          ts.isIterationStatement(statement, false) ||
          ts.isIfStatement(statement) ||
          (ts.isImportDeclaration(statement) && statement.importClause === undefined),
      );
    });
    expect(withEffects).toEqual([]);
  });

  test('import no area of the graph in its kit', () => {
    const areaImports = imports.filter(
      ({ from, to }) =>
        from.startsWith('src/graph/kit/') && to.startsWith('src/graph/') && !to.startsWith('src/graph/kit/'),
    );
    expect([...new Set(areaImports.map(({ to }) => to))]).toEqual(['src/graph/context.ts']);
  });

  test('make no REST calls in areas, but only in the kit', () => {
    const areas = files.filter((file) => /^src\/graph\/(?!find\/|kit\/|plan\/|context\.ts)/.test(file));
    const ofCalls = imports.filter(
      ({ from, to }) => areas.includes(from) && /^src\/(?:graph\/context|rest\/batch\/)/.test(to),
    );
    expect(ofCalls.map(({ from, to }) => `${from} → ${to}`)).toEqual([]);
    const calling = areas.filter((file) =>
      /\.rest\b|\{[^{}]*\brest\b[^{}]*\}/.test(readFileSync(join(root, file), 'utf8')),
    );
    expect(calling).toEqual([]);
  });
});
