/** Builds the GraphiQL page during an install in a checkout. Plain JavaScript, because the Node of the machine may be too old for TypeScript. */
if ((await import('esbuild').catch(() => undefined)) === undefined)
  console.log('The GraphiQL page is not built, as esbuild is not installed');
else await import('./build.ts');
