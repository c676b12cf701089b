/**
 * Bundles the command and the entry points of the package with their imports into few files in `dist`. Modules that only the
 * sandbox or GraphiQL needs are separate files, which are loaded on demand. Adds the licenses of the bundled packages, including those of the GraphiQL page, and an SBOM.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { writeBundle } from './bundle.ts';
import { explorerPackagesFile, findPackages, readManifest } from './bundled-packages.ts';
import { entryPoints } from './entry-points.ts';
import { createSbom } from './sbom.ts';

const folder = 'dist';
const licensesFile = join(folder, 'THIRD-PARTY-LICENSES.txt');
const sbomFile = join(folder, 'sbom.cdx.json');

/** License notice of a package. @throws Error if the package declares no license */
function readLicense(path: string): string {
  const { name, version, license } = readManifest(path);
  if (license === undefined) throw new Error(`${name} declares no license`);
  const texts = readdirSync(path)
    .filter((file) => /^(licen[cs]e|notice|copying)/i.test(file))
    .toSorted()
    .map((file) => readFileSync(join(path, file), 'utf8').trim());
  return [`${name} ${version} (${license})`, ...texts].join('\n\n');
}

/** Module that rejects a Node that is too old. */
const nodeCheck = 'supported-node';

const { output } = await writeBundle(
  {
    main: 'src/main.ts',
    ...Object.fromEntries([...entryPoints, nodeCheck].map((name) => [name, `package/${name}.ts`])),
  },
  folder,
  {
    // The bundler may reorder the imports of an entry point, and the check must be evaluated first.
    banner: ({ name, isEntry }) =>
      isEntry && entryPoints.some((each) => each === name) ? `import './${nodeCheck}.js';` : '',
  },
);

const modules = output.flatMap((part) => (part.type === 'chunk' ? part.moduleIds : []));
/** Folders of the packages in the GraphiQL page, which is part of the package; empty if it was not built. */
const explorerPackages: readonly string[] = existsSync(explorerPackagesFile)
  ? JSON.parse(readFileSync(explorerPackagesFile, 'utf8'))
  : [];
const packages = new Set([...findPackages(modules.map((id) => relative('.', id))), ...explorerPackages]);
const separator = `\n\n${'-'.repeat(80)}\n\n`;
writeFileSync(licensesFile, `${[...new Set([...packages].map(readLicense))].toSorted().join(separator)}\n`);
writeFileSync(sbomFile, `${JSON.stringify(createSbom(readManifest('.'), [...packages].map(readManifest)), null, 2)}\n`);
