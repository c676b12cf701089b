/** Creates the file in which the tests of a run record requests and REST calls, which `test/coverage.ts` reads afterwards. */
import { mkdirSync, writeFileSync } from 'node:fs';

export const wireLog = new URL('../node_modules/.cache/portico/wire.jsonl', import.meta.url);

export default function setup(): void {
  mkdirSync(new URL('.', wireLog), { recursive: true });
  writeFileSync(wireLog, '');
  process.env.PORTICO_WIRE_LOG = wireLog.pathname;
}
