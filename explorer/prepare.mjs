/** Builds the GraphiQL page during an install in a checkout. Plain JavaScript, because the Node of the machine may be too old for TypeScript. */
const bundler = await import('esbuild').catch(() => undefined);
if (bundler === undefined)
  console.log('The GraphiQL page is not built, as esbuild is not installed; a plainer one takes its place');
else await import('./build.ts');
