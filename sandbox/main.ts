/** `npm run sandbox`: starts a standalone sandbox. */
import { statSync } from 'node:fs';
import { loadNameMapping } from '../src/name-mapping/load.ts';
import { roles, roleUsernames, startSandbox } from './index.ts';

const options = process.argv.slice(2);
if (options.length > 0) {
  const variables = 'PORT, HOST, SANDBOX_WORDS and SANDBOX_CASSETTES';
  console.error(`The sandbox takes no options, not ${options.join(' ')}: set the variables ${variables} instead`);
  process.exit(1);
}
const port = Number(process.env.PORT ?? 4010);
if (!Number.isInteger(port) || port < 0 || port > 65_535) {
  console.error(`PORT must be an integer from 0 to 65535, not ${process.env.PORT}`);
  process.exit(1);
}
const { HOST: host = '127.0.0.1', SANDBOX_WORDS: file, SANDBOX_CASSETTES: cassettes } = process.env;
const words = file === undefined ? undefined : loadNameMapping(file);
if (words !== undefined && 'problems' in words) {
  for (const problem of words.problems) console.error(`SANDBOX_WORDS ${problem}`);
  process.exit(1);
}
if (cassettes !== undefined && !statSync(cassettes, { throwIfNoEntry: false })?.isDirectory()) {
  console.error('SANDBOX_CASSETTES must be a folder, but there is no such folder');
  process.exit(1);
}
const sandbox = await startSandbox({ port, host, control: true, words, cassettes });

console.log(`The sandbox listens on ${sandbox.url}\n`);
console.log('Tokens (header PRIVATE-TOKEN or Authorization: Bearer):');
for (const role of roles)
  if (role !== 'anonymous') console.log(`  ${sandbox.tokens[role].padEnd(30)} ${roleUsernames[role]}`);
console.log(`\nFaults: POST a fault such as {"status":503,"times":2} to ${new URL('/__faults', sandbox.url)}`);
console.log(`Reset: POST to ${new URL('/__reset', sandbox.url)}`);

const stop = (): void => {
  sandbox.close().then(
    () => process.exit(0),
    () => process.exit(1),
  );
};
process.once('SIGINT', stop);
process.once('SIGTERM', stop);
