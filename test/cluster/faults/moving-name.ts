/** Loaded with `--import`: resolves `upstream.test` to the address that the file `RESOLVED_ADDRESS_FILE` contains, as a DNS entry does that moves. */
import dns, { type LookupOptions } from 'node:dns';
import { readFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

type Callback = (error: Error | null, address: string | { address: string; family: number }[], family?: number) => void;

const { RESOLVED_ADDRESS_FILE: file = '' } = process.env;
const resolve = dns.lookup;

Object.assign(dns, {
  lookup(hostname: string, options: LookupOptions, callback: Callback) {
    if (hostname !== 'upstream.test') return resolve(hostname, options, callback);
    const address = readFileSync(file, 'utf8');
    setImmediate(() => (options.all ? callback(null, [{ address, family: 4 }]) : callback(null, address, 4)));
  },
});
syncBuiltinESMExports();
