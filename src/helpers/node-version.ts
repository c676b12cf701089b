/** Version of Node that the package requires. Older versions must be able to parse and evaluate this module. */
import { existsSync, readFileSync } from 'node:fs';

interface Package {
  readonly version: string;
  readonly engines: { readonly node: string };
}

/** Manifest of the package, in the closest folder above this module that has one. Older versions of Node lack `module.findPackageJSON`. */
function readManifest(): Package {
  let folder = new URL('../', import.meta.url);
  while (!existsSync(new URL('package.json', folder))) folder = new URL('../', folder);
  return JSON.parse(readFileSync(new URL('package.json', folder), 'utf8'));
}

const manifest = readManifest();

/** Version of the package. */
export const version = manifest.version;

/** Returns a sentence without subject if this Node is older than the package requires; otherwise `undefined`. */
export function findNodeVersionProblem(): string | undefined {
  const minVersion = manifest.engines.node.replace('>=', '');
  const { node } = process.versions;
  return node.localeCompare(minVersion, 'en', { numeric: true }) < 0
    ? `requires Node ${minVersion} or newer, but this is Node ${node}; install a newer Node`
    : undefined;
}
