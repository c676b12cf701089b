/** Portico from its sources, with a replaced component: `EXECUTOR=graphql-js` executes with graphql-js, `TRANSPORT=yoga` sends JSON through yoga, too. */
import { readConfig } from '../../src/config/config.ts';
import { startPortico } from '../../src/portico.ts';
import { executeByGraphqlJs } from '../../test/oracle.ts';

const { EXECUTOR: executor, TRANSPORT: transport, ...env } = process.env;
const { url } = await startPortico(readConfig(env), {
  execute: executor === 'graphql-js' ? executeByGraphqlJs : undefined,
  jsonPost: transport !== 'yoga',
});
console.log(new URL(url).port);
