/** Imports run one way: client → edge → graph → rest → upstream, with the watch between graph and rest, and the sandbox apart. */
import { globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { describe, expect, test } from 'vitest';

const root = fileURLToPath(new URL('../../', import.meta.url));
const files = globSync('src/**/*.ts', { cwd: root });

/** Parts of `src` that each part may import, directly or indirectly; `facade.ts` may import everything. */
const allowed: Readonly<Record<string, readonly string[]>> = {
  'main.ts': ['cli', 'node-version.ts'],
  cli: [
    'areas.ts',
    'config.ts',
    'contract',
    'environment-variables.ts',
    'execution',
    'graph',
    'graph-config.ts',
    'misspelled-settings.ts',
    'rest',
    'serve.ts',
    'settings.ts',
    'upstream-profile.ts',
    'watch',
    'name-mapping',
  ],
  'facade.ts': [
    'areas.ts',
    'cli',
    'config.ts',
    'contract',
    'edge',
    'environment-variables.ts',
    'execution',
    'graph',
    'observe',
    'redis',
    'rest',
    'sandbox',
    'watch',
    'name-mapping',
  ],
  'area-sandbox.ts': ['contract'],
  'areas.ts': ['area-sandbox.ts', 'contract', 'environment-variables.ts', 'graph', 'graph-config.ts'],
  'portico.ts': ['config.ts', 'edge', 'facade.ts', 'graph', 'observe'],
  'serve.ts': [
    'areas.ts',
    'facade.ts',
    'graph',
    'config.ts',
    'document-manifest.ts',
    'edge',
    'environment-variables.ts',
    'misspelled-settings.ts',
    'observe',
    'portico.ts',
    'workers',
  ],
  package: [
    'area-sandbox.ts',
    'areas.ts',
    'config.ts',
    'contract',
    'edge',
    'environment-variables.ts',
    'facade.ts',
    'graph',
    'node-version.ts',
    'observe',
    'sandbox',
    'settings.ts',
  ],
  workers: ['edge', 'portico.ts'],
  'document-manifest.ts': [],
  'config.ts': ['document-manifest.ts', 'environment-variables.ts', 'graph-config.ts', 'settings.ts', 'name-mapping'],
  'environment-variables.ts': ['settings.ts'],
  'graph-config.ts': ['environment-variables.ts', 'settings.ts', 'upstream-profile.ts'],
  'misspelled-settings.ts': ['settings.ts'],
  'file-errors.ts': [],
  'is-record.ts': [],
  'memoize.ts': [],
  'nearest-name.ts': [],
  'node-version.ts': [],
  'setting-values.ts': ['document-manifest.ts', 'name-mapping', 'upstream-profile.ts'],
  'upstream-profile.ts': [],
  'settings.ts': ['setting-values.ts', 'name-mapping'],
  contract: [],
  edge: ['config.ts', 'contract', 'document-manifest.ts', 'execution', 'graph', 'observe', 'rest', 'watch'],
  execution: [],
  graph: ['area-sandbox.ts', 'contract', 'execution', 'rest', 'watch'],
  observe: ['config.ts', 'contract', 'graph', 'rest'],
  redis: ['rest'],
  rest: ['contract', 'name-mapping'],
  sandbox: ['area-sandbox.ts', 'contract', 'name-mapping'],
  watch: ['contract', 'redis', 'rest'],
  'name-mapping': ['contract'],
};

/** Packages that only some parts may know: HTTP is a matter of the edge, the client and the sandbox, GraphQL of edge and graph. */
const reserved: Readonly<Record<string, readonly string[]>> = {
  undici: ['rest'],
  '@redis/client': ['redis'],
  'node:http': ['edge', 'package', 'sandbox'],
  graphql: ['areas.ts', 'cli', 'edge', 'execution', 'facade.ts', 'graph', 'observe', 'portico.ts'],
  'prom-client': ['observe'],
  '@opentelemetry/api': ['observe'],
  commander: ['cli'],
  '@pothos/core': ['graph'],
  'graphql-yoga': ['edge'],
  zod: ['document-manifest.ts', 'upstream-profile.ts', 'setting-values.ts', 'settings.ts', 'name-mapping'],
};

interface Import {
  readonly from: string;
  /** A file below the root, or the name of a package. */
  readonly to: string;
  readonly typeOnly: boolean;
  /** Whether it is loaded when it is needed only. */
  readonly isDynamic: boolean;
}

function importsOf(file: string): Import[] {
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

/** Functions for all parts. */
const shared = ['file-errors.ts', 'is-record.ts', 'memoize.ts', 'nearest-name.ts'];

const imports = files.flatMap(importsOf);
const partOf = (file: string): string => file.split('/')[1] ?? '';

describe('between the parts', () => {
  test('every part is known here', () => {
    expect([...new Set(files.map(partOf))].toSorted()).toEqual(Object.keys(allowed).toSorted());
  });

  test('no import runs backwards', () => {
    const backward = imports.filter(
      ({ from, to }) =>
        to.startsWith('src/') &&
        !shared.includes(partOf(to)) &&
        partOf(to) !== partOf(from) &&
        !allowed[partOf(from)]?.includes(partOf(to)),
    );
    expect(backward.map(({ from, to }) => `${from} → ${to}`)).toEqual([]);
  });

  test('nothing imports from outside src', () => {
    const outside = imports.filter(({ to }) => to.startsWith('..') || /^(?:test|bench|scripts|schema)\//.test(to));
    expect(outside.map(({ from, to }) => `${from} → ${to}`)).toEqual([]);
  });

  test.each(Object.entries(reserved))('%s is known to %j only', (name, parts) => {
    const others = imports.filter(({ from, to }) => to === name && !parts.includes(partOf(from)));
    expect(others.map(({ from }) => from)).toEqual([]);
  });

  test('operations know neither how they come in nor any web framework', () => {
    const knowing = imports.filter(
      ({ from, to }) =>
        from.startsWith('src/edge/operation/') &&
        (['node:http', 'graphql-yoga', 'graphql-ws', 'ws'].includes(to) ||
          (to.startsWith('src/edge/') && !to.startsWith('src/edge/operation/'))),
    );
    expect(knowing.map(({ from, to }) => `${from} → ${to}`)).toEqual([]);
  });

  test('nothing of Redis, metrics or tracing is loaded before it is needed', () => {
    const loaded = new Set(['src/portico.ts']);
    for (const file of loaded)
      for (const { from, to, typeOnly, isDynamic } of imports)
        if (from === file && !typeOnly && !isDynamic) loaded.add(to);
    expect(loaded).toContain('undici');
    const early = [...loaded].filter((name) =>
      /^(?:src\/redis\/|@redis|src\/observe\/metrics|prom-client|@opentelemetry)/.test(name),
    );
    expect(early).toEqual([]);
  });

  test('parts that serve any contract name the documented one as a default only', () => {
    const parts = /^src\/(?:edge|execution|observe|rest|watch|graph\/kit|graph\/plan)\//;
    const documented =
      /import \{[^}]*\b(?:document|filtersOf|getOptInAttributes|operation|operations|standardContract)\b[^}]*\} from '[^']*\/contract\/index\.ts'/;
    const naming = files.filter((file) => parts.test(file) && documented.test(readFileSync(join(root, file), 'utf8')));
    expect(naming.toSorted()).toEqual([
      'src/graph/kit/resources/declaration.ts',
      'src/graph/kit/schema.ts',
      'src/rest/client.ts',
    ]);
  });

  test('only the settings read the environment', () => {
    const readers = files.filter((file) => readFileSync(join(root, file), 'utf8').includes('process.env'));
    expect(readers.filter((file) => !['src/main.ts', 'src/sandbox/main.ts'].includes(file))).toEqual([]);
  });
});

/** The first cycle in a graph of names, as a path that ends where it began. */
function cycleIn(edges: ReadonlyMap<string, ReadonlySet<string>>): string[] | undefined {
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

/** Imports between files, by names that stand for files. @param types whether imports of types count as well */
function edgesBy(
  nameOf: (file: string) => string | undefined,
  { types }: { readonly types: boolean },
): ReadonlyMap<string, ReadonlySet<string>> {
  const edges = new Map<string, Set<string>>();
  for (const { from, to, typeOnly } of imports) {
    const [source, target] = [nameOf(from), to.startsWith('src/') ? nameOf(to) : undefined];
    if ((typeOnly && !types) || source === undefined || target === undefined || source === target) continue;
    edges.set(source, (edges.get(source) ?? new Set()).add(target));
  }
  return edges;
}

describe('cycles', () => {
  test('no file of src imports itself, at any distance', () => {
    expect(cycleIn(edgesBy((file) => file, { types: true }))).toBeUndefined();
  });

  test('no area of the graph, a file or a folder, imports itself at any distance', () => {
    const apart = new Set(['kit', 'plan', 'index.ts']);
    const areaOf = (file: string): string | undefined => {
      const [, , name] = file.split('/');
      return partOf(file) !== 'graph' || name === undefined || apart.has(name) ? undefined : name.replace(/\.ts$/, '');
    };
    expect(cycleIn(edgesBy(areaOf, { types: false }))).toBeUndefined();
  });

  test('no module of the graph does anything when it is imported but define constants', () => {
    const modules = files.filter((file) => file.startsWith('src/graph/'));
    const acting = modules.filter((file) => {
      const source = ts.createSourceFile(file, readFileSync(join(root, file), 'utf8'), ts.ScriptTarget.Latest);
      return source.statements.some(
        (statement) =>
          ts.isExpressionStatement(statement) ||
          ts.isIterationStatement(statement, false) ||
          ts.isIfStatement(statement) ||
          (ts.isImportDeclaration(statement) && statement.importClause === undefined),
      );
    });
    expect(acting).toEqual([]);
  });

  test('the kit of the graph knows no area', () => {
    const areaImports = imports.filter(
      ({ from, to }) =>
        from.startsWith('src/graph/kit/') && to.startsWith('src/graph/') && !to.startsWith('src/graph/kit/'),
    );
    expect([...new Set(areaImports.map(({ to }) => to))]).toEqual(['src/graph/context.ts']);
  });

  test('no area makes REST calls by itself: the kinds of its fields do', () => {
    const areas = files.filter((file) => /^src\/graph\/(?!kit\/|plan\/|context\.ts)/.test(file));
    const knowing = imports.filter(
      ({ from, to }) => areas.includes(from) && /^src\/(?:graph\/context|rest\/batch\/)/.test(to),
    );
    expect(knowing.map(({ from, to }) => `${from} → ${to}`)).toEqual([]);
    const calling = areas.filter((file) =>
      /\.rest\b|\{[^{}]*\brest\b[^{}]*\}/.test(readFileSync(join(root, file), 'utf8')),
    );
    expect(calling).toEqual([]);
  });
});
