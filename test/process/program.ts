/** The facade that tests start as a process: the bundle of the run from `test/build.ts`, or the sources if a program starts it without Vitest. */
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');

/** Returns the folder of the bundle. @throws Error if it cannot be built */
async function requestBuild(): Promise<string | undefined> {
  const url = process.env.PORTICO_TEST_BUILD;
  if (url === undefined) return undefined;
  const response = await fetch(url);
  const text = await response.text();
  if (!response.ok) throw new Error(`The facade cannot be bundled: ${text}`);
  return text;
}

const build = await requestBuild();

/** Path of the command `portico`. */
export const main = build === undefined ? join(root, 'src/main.ts') : join(build, 'dist/main.js');

/** Path of the probe that measures a process. */
export const probe = build === undefined ? join(import.meta.dirname, 'probe.ts') : join(build, 'dist/probe.js');

/** Variables by which the processes of a run share compiled code. */
export const compileCache: Readonly<Record<string, string>> =
  build === undefined ? {} : { NODE_COMPILE_CACHE: join(build, 'compiled') };
