/** Builds the GraphiQL page into `explorer/dist`: files with a hash in their names, compressed, and a manifest. */
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, extname, join, relative } from 'node:path';
import { gzipSync } from 'node:zlib';
import { type BuildOptions, type BuildResult, build, type Plugin } from 'esbuild';
import { explorerPackagesFile, findPackages } from '../scripts/bundled-packages.ts';
import type { ExplorerManifest } from '../src/edge/graphiql-files.ts';
import { digestOfSources } from './sources.ts';

const folder = import.meta.dirname;
const root = join(folder, '..');
const target = join(folder, 'dist');

const contentTypes: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.ttf': 'font/ttf',
};

type Built = BuildResult<BuildOptions & { write: false; metafile: true }>;

/** Replaces Monaco by the parts that the page uses. */
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

/** Bundles each worker into one file, because some browsers do not start workers that import others. */
const buildWorkers = (): Promise<Built> =>
  build({
    ...common,
    format: 'iife',
    entryPoints: {
      editor: 'monaco-editor/esm/vs/editor/editor.worker.js',
      json: 'monaco-editor/esm/vs/language/json/json.worker.js',
      graphql: 'src/graphql-worker.ts',
    },
  });

const buildPage = (workers: Readonly<Record<string, string>>): Promise<Built> =>
  build({
    ...common,
    format: 'esm',
    splitting: true,
    jsx: 'automatic',
    plugins: [smallerMonaco],
    // The exports of the scripts under the names of version 2 are not resolved.
    alias: { 'prettier/parser-graphql': 'prettier/plugins/graphql', 'prettier/parser-babel': 'prettier/plugins/babel' },
    entryPoints: { page: 'src/main.tsx' },
    define: { 'process.env.NODE_ENV': '"production"', WORKERS: JSON.stringify(workers) },
  });

/** Path of the output of an entry point. */
function getOutput({ metafile }: Built, source: RegExp): string {
  const output = Object.entries(metafile.outputs).find(([, { entryPoint = '' }]) => source.test(entryPoint));
  if (output === undefined) throw new Error(`No output was built from ${source}`);
  return output[0];
}

/** Paths of the modules whose code is in the output, relative to the root of the project. */
function getBundledModules({ metafile }: Built): readonly string[] {
  const inputs = Object.values(metafile.outputs).flatMap((output) => Object.entries(output.inputs));
  return inputs
    .filter(([, { bytesInOutput }]) => bytesInOutput > 0)
    .map(([path]) => relative(root, join(folder, path)));
}

/** Modules that nearly every visit of the page needs: all that load without a click. */
function getPreloadedModules({ metafile }: Built, entry: string): string[] {
  const modules = new Set<string>();
  const visit = (name: string) => {
    for (const { path, external } of metafile.outputs[name]?.imports ?? []) {
      if (external || modules.has(path) || /prettier/.test(metafile.outputs[path]?.entryPoint ?? '')) continue;
      if (!path.endsWith('.js')) continue;
      modules.add(path);
      visit(path);
    }
  };
  visit(entry);
  return [...modules].map((path) => basename(path));
}

const workers = await buildWorkers();
const page = await buildPage({
  editor: basename(getOutput(workers, /editor\.worker/)),
  json: basename(getOutput(workers, /json\.worker/)),
  graphql: basename(getOutput(workers, /graphql-worker/)),
});
const script = getOutput(page, /main\.tsx$/);
const style = page.metafile.outputs[script]?.cssBundle;
if (style === undefined) throw new Error('The page has no styles');

const fresh = `${target}.new`;
rmSync(fresh, { recursive: true, force: true });
mkdirSync(fresh, { recursive: true });
const files: Record<string, string> = {};
for (const { path, contents } of [...workers.outputFiles, ...page.outputFiles]) {
  const name = basename(path);
  const contentType = contentTypes[extname(name)];
  if (contentType === undefined)
    throw new Error(`${name} has an extension without a content type; add it to contentTypes`);
  // The styles of the page contain those of the chunk.
  if (name.endsWith('.css') && name !== basename(style)) continue;
  files[name] = contentType;
  writeFileSync(join(fresh, `${name}.gz`), gzipSync(contents, { level: 9 }));
}
const manifest: ExplorerManifest = {
  sources: digestOfSources(),
  script: basename(script),
  style: basename(style),
  preload: getPreloadedModules(page, script),
  files,
};
writeFileSync(join(fresh, 'manifest.json'), `${JSON.stringify(manifest, null, 2)}\n`);
const packages = findPackages([...getBundledModules(workers), ...getBundledModules(page)]);
writeFileSync(join(fresh, basename(explorerPackagesFile)), `${JSON.stringify(packages, null, 2)}\n`);
rmSync(target, { recursive: true, force: true });
renameSync(fresh, target);
