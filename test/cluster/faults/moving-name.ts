/** Loaded with `--import`: resolves `upstream.test` to the address in the file `RESOLVED_ADDRESS_FILE`, to simulate a DNS entry that changes. */
import dns, { type LookupOptions } from 'node:dns';
import { readFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

type Callback = (error: Error | null, address: string | { address: string; family: number }[], family?: number) => void;

const { RESOLVED_ADDRESS_FILE: file = '' } = process.env;
const originalLookup = dns.lookup;

Object.assign(dns, {
  lookup(hostname: string, options: LookupOptions, callback: Callback) {
    if (hostname !== 'upstream.test') return originalLookup(hostname, options, callback);
    const address = readFileSync(file, 'utf8');
    setImmediate(() => (options.all ? callback(null, [{ address, family: 4 }]) : callback(null, address, 4)));
  },
});
syncBuiltinESMExports();
