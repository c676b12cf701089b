/**
 * Replaces the README and the manifest by those of the package: `npm pack` runs this with `use` before it packs, and with `restore` afterwards.
 * The README of the repository, and its scripts, such as the one that builds GraphiQL during an install, do not concern users of the package.
 */
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const originals = 'node_modules/.portico-originals';
const names = ['package.json', 'README.md'];

function restore(): void {
  if (!existsSync(originals)) return;
  for (const name of names) cpSync(join(originals, name), name);
  rmSync(originals, { recursive: true });
}

function use(): void {
  mkdirSync(originals);
  for (const name of names) cpSync(name, join(originals, name));
  const { scripts, devDependencies, overrides, allowScripts, ...manifest } = JSON.parse(
    readFileSync('package.json', 'utf8'),
  );
  writeFileSync('package.json', `${JSON.stringify(manifest, null, 2)}\n`);
  cpSync('PACKAGE.md', 'README.md');
}

// An interrupted run of npm pack has left the files of the package.
restore();
if (process.argv[2] === 'use') use();
