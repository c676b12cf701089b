/** Packages whose modules a bundle contains. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Part of a package.json. */
export interface Manifest {
  readonly name?: string;
  readonly version?: string;
  readonly license?: string;
}

/** File with the folders of the packages in the GraphiQL page. The build of the page writes it, and the SBOM contains its packages. */
export const explorerPackagesFile = 'explorer/dist/packages.json';

export function readManifest(folder: string): Manifest {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
}

/** Folder of the package that contains a module; `undefined` for a module of this project. */
function findPackageFolder(path: string): string | undefined {
  if (!path.includes('node_modules/')) return undefined;
  let folder = dirname(path);
  // Subfolders of a package may have manifests that only declare the module type.
  while (!existsSync(join(folder, 'package.json')) || !readManifest(folder).name) folder = dirname(folder);
  return folder;
}

/** Folders of the packages that contain modules, sorted. @param paths paths of the modules */
export function findPackages(paths: readonly string[]): readonly string[] {
  return [...new Set(paths.map(findPackageFolder).filter((folder) => folder !== undefined))].toSorted();
}
