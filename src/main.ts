#!/usr/bin/env -S node --max-semi-space-size=32
/** The command `portico`. Checks the version of Node before it imports modules that older versions cannot parse. */
import cluster from 'node:cluster';
import module from 'node:module';
import { isatty } from 'node:tty';
import { findNodeVersionProblem, version } from './helpers/node-version.ts';

const problem = findNodeVersionProblem();
if (problem !== undefined) {
  console.error(`portico: ${problem}`);
  process.exitCode = 1;
} else {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    // A reader such as head may close the pipe before the end of the output, which is not an error.
    if (error.code === 'EPIPE') return;
    console.error(`portico: cannot write to standard output: ${error.message}`);
    process.exitCode = 1;
  });
  // Without standard error there is no place to report its failure. A full disk below the log must not end a facade that serves.
  process.stderr.on('error', () => undefined);
  // By default, SIGHUP ends the process. Files are read after the imports, so that an earlier request to reload them needs no action. Workers ignore
  // a signal to their process group: the first process replaces them.
  const [command = 'start'] = process.argv.slice(2);
  if (command === 'start' && (cluster.isWorker || !isatty(0))) process.on('SIGHUP', () => undefined);
  // The cache applies to later imports only.
  module.enableCompileCache();
  const { run } = await import('./cli/index.ts');
  const exitCode = await run(process.argv.slice(2), { version, env: process.env });
  process.exitCode ||= exitCode;
}
