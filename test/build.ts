/**
 * Bundles the facade for the tests of a run that start it as a process of its own, which loads a bundle in less time than the sources. The bundle is that of
 * the package. Each run writes it into a folder of its own, so that no process runs the code of an earlier run.
 */
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { writeBundle } from '../scripts/bundle.ts';

const root = join(import.meta.dirname, '..');
const cache = join(root, 'node_modules/.cache/portico');

export default async function setup(project: TestProject): Promise<() => void> {
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, 'build-'));
  // The facade reads its version and the GraphiQL page from the folder of its package, which contains the folder of the bundle.
  copyFileSync(join(root, 'package.json'), join(folder, 'package.json'));
  symlinkSync(join(root, 'explorer'), join(folder, 'explorer'));
  const write = async () => {
    await writeBundle({ main: 'src/main.ts', probe: 'test/process/probe.ts' }, join(folder, 'dist'));
  };
  await write();
  project.onTestsRerun(write);
  process.env.PORTICO_TEST_BUILD = folder;
  return () => rmSync(folder, { recursive: true });
}
