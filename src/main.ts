#!/usr/bin/env -S node --max-semi-space-size=32
/** The command `portico`. Nothing that an older Node cannot read is imported before it is known to be new enough. */
import { readFileSync } from 'node:fs';
import module from 'node:module';

interface Package {
  readonly version: string;
  readonly engines: { readonly node: string };
}

const { version, engines }: Package = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
const needed = engines.node.replace('>=', '');

if (process.versions.node.localeCompare(needed, 'en', { numeric: true }) < 0) {
  console.error(`portico: needs Node ${needed} or newer; this is Node ${process.versions.node}`);
  process.exitCode = 1;
} else {
  // A reader such as head ends before the output does, which is no failure of the command.
  const onStreamError = (error: NodeJS.ErrnoException): void => {
    if (error.code !== 'EPIPE') throw error;
  };
  for (const stream of [process.stdout, process.stderr]) stream.on('error', onStreamError);
  // Only what is imported afterwards comes from the cache.
  module.enableCompileCache();
  const { run } = await import('./cli/index.ts');
  process.exitCode = await run(process.argv.slice(2), { version, env: process.env });
}
