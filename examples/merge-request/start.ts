/** `npm start`: the facade with its embedded sandbox, and the page in front of them. */
import { readConfig } from '../../src/config/config.ts';
import { startPortico } from '../../src/portico.ts';
import { servePage } from './serve.ts';

const portico = await startPortico(readConfig({ SANDBOX: 'true', PORT: '0', LOG_LEVEL: 'warn' }));
const page = await servePage(portico.url, Number(process.env.PORT ?? 5174));
console.log(`The page: ${page.url}\nGraphiQL: ${new URL('graphql', page.url)}`);

const stop = async () => {
  await page.close();
  await portico.close();
  process.exit(0);
};
process.once('SIGINT', stop);
process.once('SIGTERM', stop);
