/** Portico from its sources, with a replaced component: `EXECUTOR=graphql-js` executes with graphql-js. */
import { readConfig } from '../../src/config/config.ts';
import { startPortico } from '../../src/portico.ts';
import { executeByGraphqlJs } from '../../test/oracle.ts';

const { EXECUTOR: executor, ...env } = process.env;
const { url } = await startPortico(readConfig(env), {
  execute: executor === 'graphql-js' ? executeByGraphqlJs : undefined,
});
console.log(new URL(url).port);
