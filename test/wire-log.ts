/** Gives the run a file in which every test notes what it saw on the wire; `test/coverage.ts` reads it afterwards. */
import { mkdirSync, writeFileSync } from 'node:fs';

export const wireLog = new URL('../node_modules/.cache/portico/wire.jsonl', import.meta.url);

export default function setup(): void {
  mkdirSync(new URL('.', wireLog), { recursive: true });
  writeFileSync(wireLog, '');
  process.env.PORTICO_WIRE_LOG = wireLog.pathname;
}
