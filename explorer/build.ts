/** Builds the GraphiQL page into `explorer/dist`: files with a hash in their names, compressed, and a manifest. */
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, extname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { type BuildOptions, type BuildResult, build, type Plugin } from 'esbuild';
import type { ExplorerManifest } from '../src/edge/graphiql-files.ts';
import { digestOfSources } from './sources.ts';

const folder = import.meta.dirname;
const target = join(folder, 'dist');

const contentTypes: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.ttf': 'font/ttf',
};

type Built = BuildResult<BuildOptions & { write: false; metafile: true }>;

/** Takes the parts of Monaco that the page uses in place of all of them. */
const smallerMonaco: Plugin = {
  name: 'smaller-monaco',
  setup({ onResolve }) {
    onResolve({ filter: /monaco-editor\/esm\/vs\/editor\/edcore\.main\.js$/ }, () => ({
      path: join(folder, 'src', 'monaco-features.ts'),
    }));
  },
};

const common = {
  absWorkingDir: folder,
  outdir: target,
  bundle: true,
  minify: true,
  write: false,
  metafile: true,
  legalComments: 'none',
  target: 'es2022',
  entryNames: '[name]-[hash]',
  chunkNames: '[name]-[hash]',
  assetNames: '[name]-[hash]',
  loader: { '.ttf': 'file' },
  logLevel: 'warning',
} as const satisfies BuildOptions;

/** Each worker is one file, as a worker that imports others is not started by all browsers. */
const buildWorkers = (): Promise<Built> =>
  build({
    ...common,
    format: 'iife',
    entryPoints: {
      editor: 'monaco-editor/esm/vs/editor/editor.worker.js',
      json: 'monaco-editor/esm/vs/language/json/json.worker.js',
      graphql: 'monaco-graphql/esm/graphql.worker.js',
    },
  });

const buildPage = (workers: Readonly<Record<string, string>>): Promise<Built> =>
  build({
    ...common,
    format: 'esm',
    splitting: true,
    jsx: 'automatic',
    plugins: [smallerMonaco],
    // The names of version 2 lead to scripts whose exports are not found.
    alias: { 'prettier/parser-graphql': 'prettier/plugins/graphql', 'prettier/parser-babel': 'prettier/plugins/babel' },
    entryPoints: { page: 'src/main.tsx' },
    define: { 'process.env.NODE_ENV': '"production"', WORKERS: JSON.stringify(workers) },
  });

/** The output of an entry point. */
function entryOf({ metafile }: Built, source: RegExp): string {
  const found = Object.entries(metafile.outputs).find(([, { entryPoint = '' }]) => source.test(entryPoint));
  if (found === undefined) throw new Error(`Nothing was built from ${source}`);
  return found[0];
}

/** The modules of the page that nearly every visit needs: all that are reached without a click. */
function preloaded({ metafile }: Built, entry: string): string[] {
  const found = new Set<string>();
  const visit = (name: string) => {
    for (const { path, external } of metafile.outputs[name]?.imports ?? []) {
      if (external || found.has(path) || /prettier/.test(metafile.outputs[path]?.entryPoint ?? '')) continue;
      if (!path.endsWith('.js')) continue;
      found.add(path);
      visit(path);
    }
  };
  visit(entry);
  return [...found].map((path) => basename(path));
}

const workers = await buildWorkers();
const page = await buildPage({
  editor: basename(entryOf(workers, /editor\.worker/)),
  json: basename(entryOf(workers, /json\.worker/)),
  graphql: basename(entryOf(workers, /graphql\.worker/)),
});
const script = entryOf(page, /main\.tsx$/);
const style = page.metafile.outputs[script]?.cssBundle;
if (style === undefined) throw new Error('The page has no styles');

const fresh = `${target}.new`;
rmSync(fresh, { recursive: true, force: true });
mkdirSync(fresh, { recursive: true });
const files: Record<string, string> = {};
for (const { path, contents } of [...workers.outputFiles, ...page.outputFiles]) {
  const name = basename(path);
  const contentType = contentTypes[extname(name)];
  if (contentType === undefined) throw new Error(`Nobody knows what to do with ${name}`);
  // The styles of a chunk are in those of the page as well.
  if (name.endsWith('.css') && name !== basename(style)) continue;
  files[name] = contentType;
  writeFileSync(join(fresh, `${name}.gz`), gzipSync(contents, { level: 9 }));
}
const manifest: ExplorerManifest = {
  sources: digestOfSources(),
  script: basename(script),
  style: basename(style),
  preload: preloaded(page, script),
  files,
};
writeFileSync(join(fresh, 'manifest.json'), `${JSON.stringify(manifest, null, 2)}\n`);
rmSync(target, { recursive: true, force: true });
renameSync(fresh, target);
