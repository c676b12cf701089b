/** Builds the GraphiQL page during an install in a checkout. Plain JavaScript, because the Node of the machine may be too old for TypeScript. */
import { existsSync } from 'node:fs';

/** The package contains this script and the built page, without its sources. */
const hasSources = existsSync(new URL('build.ts', import.meta.url));
if (!hasSources) console.log('The GraphiQL page is not built, as the package contains it');
else if ((await import('esbuild').catch(() => undefined)) === undefined)
  console.log('The GraphiQL page is not built, as esbuild is not installed; a plainer one takes its place');
else await import('./build.ts');
