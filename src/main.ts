#!/usr/bin/env -S node --max-semi-space-size=32 --heap-growing-percent=100
/** The command: runs Portico with the settings of the environment. */
import { enableCompileCache } from 'node:module';

// Only what is imported afterwards comes from the cache.
enableCompileCache();
const { main } = await import('./portico.ts');
await main(process.env);
