/**
 * Bundles the facade, as in the package, when the first test of a run starts it as a process of its own: a process loads the bundle in half the time of the
 * sources. Each run writes a new bundle, so that no process runs the code of an earlier one.
 */
import { once } from 'node:events';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { writeBundle } from '../scripts/bundle.ts';

const root = join(import.meta.dirname, '..');
const cache = join(root, 'node_modules/.cache/portico');

/** Writes the bundle. The facade reads its version, the GraphiQL page and the shipped names from the folder above it. */
async function build(folder: string): Promise<void> {
  copyFileSync(join(root, 'package.json'), join(folder, 'package.json'));
  for (const name of ['explorer', 'words']) symlinkSync(join(root, name), join(folder, name));
  await writeBundle({ main: 'src/main.ts', probe: 'test/process/probe.ts' }, join(folder, 'dist'));
}

/** Starts the server from which the processes of a run request the folder of the bundle. */
export default async function setup(project: TestProject): Promise<() => void> {
  const folders: string[] = [];
  const buildAnew = async () => {
    mkdirSync(cache, { recursive: true });
    const folder = mkdtempSync(join(cache, 'build-'));
    folders.push(folder);
    await build(folder);
    return folder;
  };
  let building: Promise<string> | undefined;
  const server = createServer((_, response) => {
    building ??= buildAnew();
    building.then(
      (folder) => response.end(folder),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
  await once(server.listen(0, '127.0.0.1').unref(), 'listening');
  const address = server.address();
  process.env.PORTICO_TEST_BUILD = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
  project.onTestsRerun(() => {
    building = undefined;
  });
  return () => {
    server.close();
    for (const folder of folders) rmSync(folder, { recursive: true });
  };
}
