/** The facade that tests start as a process: the bundle that `test/build.ts` has written for this run, or the sources if a program starts it without Vitest. */
import { join } from 'node:path';

const build = process.env.PORTICO_TEST_BUILD;
const root = join(import.meta.dirname, '../..');

/** Path of the command `portico`. */
export const main = build === undefined ? join(root, 'src/main.ts') : join(build, 'dist/main.js');

/** Path of the probe that measures a process. */
export const probe = build === undefined ? join(import.meta.dirname, 'probe.ts') : join(build, 'dist/probe.js');

/** Variables by which the processes of a run share compiled code. */
export const compileCache: Readonly<Record<string, string>> =
  build === undefined ? {} : { NODE_COMPILE_CACHE: join(build, 'compiled') };
