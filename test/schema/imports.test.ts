/** Allowed imports: edge → graph → rest, with watch between graph and rest, and an independent sandbox. */
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
  'json-type.ts': [],
  'memoize.ts': [],
  'nearest-name.ts': [],
  'truncate.ts': [],
  'yaml-document.ts': [],
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

/** Packages that only some parts may import. */
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

/** Modules that all parts may import. */
const shared = [
  'file-errors.ts',
  'is-record.ts',
  'json-type.ts',
  'memoize.ts',
  'nearest-name.ts',
  'truncate.ts',
  'yaml-document.ts',
];

const imports = files.flatMap(findImports);
const getPart = (file: string): string => file.split('/')[1] ?? '';

describe('imports of the parts of src', () => {
  test('are declared for every part', () => {
    expect([...new Set(files.map(getPart))].toSorted()).toEqual(Object.keys(allowed).toSorted());
  });

  test('are only those that are declared', () => {
    const undeclared = imports.filter(
      ({ from, to }) =>
        to.startsWith('src/') &&
        !shared.includes(getPart(to)) &&
        getPart(to) !== getPart(from) &&
        !allowed[getPart(from)]?.includes(getPart(to)),
    );
    expect(undeclared.map(({ from, to }) => `${from} → ${to}`)).toEqual([]);
  });

  test('include no module outside of src', () => {
    const outside = imports.filter(({ to }) => to.startsWith('..') || /^(?:test|bench|scripts|schema)\//.test(to));
    expect(outside.map(({ from, to }) => `${from} → ${to}`)).toEqual([]);
  });

  test.each(Object.entries(reserved))('include %s in %j only', (name, parts) => {
    const undeclared = imports.filter(({ from, to }) => to === name && !parts.includes(getPart(from)));
    expect(undeclared.map(({ from }) => from)).toEqual([]);
  });

  test('include no transport and no web framework in src/edge/operation', () => {
    const ofTransports = imports.filter(
      ({ from, to }) =>
        from.startsWith('src/edge/operation/') &&
        (['node:http', 'graphql-yoga', 'graphql-ws', 'ws'].includes(to) ||
          (to.startsWith('src/edge/') && !to.startsWith('src/edge/operation/'))),
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
      /^(?:src\/redis\/|@redis|src\/observe\/metrics|prom-client|@opentelemetry)/.test(name),
    );
    expect(loadedAtStart).toEqual([]);
  });

  test('use the documented contract for defaults only, in parts that support any contract', () => {
    const parts = /^src\/(?:edge|execution|observe|rest|watch|graph\/kit|graph\/plan)\//;
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

  test('are the only access to the environment, except in the two main modules', () => {
    const readers = files.filter((file) => readFileSync(join(root, file), 'utf8').includes('process.env'));
    expect(readers.filter((file) => !['src/main.ts', 'src/sandbox/main.ts'].includes(file))).toEqual([]);
  });
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
    const [source, target] = [getName(from), to.startsWith('src/') ? getName(to) : undefined];
    if ((typeOnly && !types) || source === undefined || target === undefined || source === target) continue;
    edges.set(source, (edges.get(source) ?? new Set()).add(target));
  }
  return edges;
}

describe('modules of src', () => {
  test('have no cycle of imports', () => {
    expect(findCycle(groupImports((file) => file, { types: true }))).toBeUndefined();
  });

  test('have no cycle of imports between areas of the graph, except imports of types', () => {
    const noAreas = new Set(['kit', 'plan', 'index.ts']);
    const getArea = (file: string): string | undefined => {
      const [, , name] = file.split('/');
      return getPart(file) !== 'graph' || name === undefined || noAreas.has(name)
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
    const areas = files.filter((file) => /^src\/graph\/(?!kit\/|plan\/|context\.ts)/.test(file));
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
