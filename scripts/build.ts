/**
 * Bundles the command and all that it imports into `dist`, in few files, as loading many takes most of a start. What the sandbox and
 * GraphiQL alone need is in files of their own, which are read when they are wanted. The licences of the packages within are beside it.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type Plugin, rolldown } from 'rolldown';

const folder = 'dist';
const licences = join(folder, 'THIRD-PARTY-LICENSES.txt');

/** Everybody gets the same graphql, whether they import or require it: objects of two of them do not know each other. */
const oneGraphql: Plugin = {
  name: 'one-graphql',
  async resolveId(source, importer, { isEntry }) {
    if (!/^graphql(\/|$)/.test(source)) return null;
    const resolved = await this.resolve(source, importer, { isEntry, kind: 'import-statement', skipSelf: true });
    return resolved === null ? null : resolved.id.replace(/\.js$/, '.mjs');
  },
};

/** The folder of the package that a module belongs to; undefined for a module of our own. */
function packageFolderOf(id: string): string | undefined {
  const end = id.lastIndexOf('/node_modules/');
  if (end < 0) return undefined;
  let path = dirname(id);
  // Within a package there may be further manifests, which only tell the kind of its modules.
  while (!existsSync(join(path, 'package.json')) || !manifestOf(path).name) path = dirname(path);
  return path;
}

interface Manifest {
  readonly name?: string;
  readonly version?: string;
  readonly license?: string;
}

function manifestOf(path: string): Manifest {
  return JSON.parse(readFileSync(join(path, 'package.json'), 'utf8'));
}

/** @throws where a package tells no licence */
function licenceOf(path: string): string {
  const { name, version, license } = manifestOf(path);
  if (license === undefined) throw new Error(`${name} does not tell its licence`);
  const texts = readdirSync(path)
    .filter((file) => /^(licen[cs]e|notice|copying)/i.test(file))
    .toSorted()
    .map((file) => readFileSync(join(path, file), 'utf8').trim());
  return [`${name} ${version} (${license})`, ...texts].join('\n\n');
}

const bundle = await rolldown({
  input: 'src/main.ts',
  platform: 'node',
  plugins: [oneGraphql],
  onLog: (_, { message }) => {
    throw new Error(message);
  },
});
const { output } = await bundle.write({ dir: folder, format: 'esm', chunkFileNames: '[name].js', cleanDir: true });
await bundle.close();

const modules = output.flatMap((part) => (part.type === 'chunk' ? part.moduleIds : []));
const packages = new Set(modules.map(packageFolderOf).filter((path) => path !== undefined));
const separator = `\n\n${'-'.repeat(80)}\n\n`;
writeFileSync(licences, `${[...new Set([...packages].map(licenceOf))].toSorted().join(separator)}\n`);
