/** Starts a sandbox in a process that a fault can stop. Prints its URL. */
import { startSandbox } from '../../../sandbox/index.ts';

/** Pipelines end after five seconds. */
const timeScale = 0.5;

const { url } = await startSandbox({ control: true, timeScale, rateLimit: 1_000_000, createdRows: 100_000 });
console.log(url);
