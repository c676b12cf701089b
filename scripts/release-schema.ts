/** Makes the present schema the one that clients rely on, which the tests hold every change against. */
import { readFileSync, writeFileSync } from 'node:fs';

const directory = new URL('../schema/', import.meta.url);
const present = readFileSync(new URL('schema.graphql', directory), 'utf8').replace(/^# .*\n\n/, '');
const notice =
  '# What clients rely on: schema.graphql as it was last released. Changed only by `npm run release:schema`.\n\n';
writeFileSync(new URL('released.graphql', directory), notice + present);
