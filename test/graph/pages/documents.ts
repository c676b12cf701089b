import { readdirSync, readFileSync } from 'node:fs';
import { parse, print, separateOperations } from 'graphql';

const folder = new URL('documents/', import.meta.url);

/** Documents of the pages, by page. */
export const documents = new Map(
  readdirSync(folder).map((file) => [
    file.replace(/\.graphql$/, ''),
    parse(readFileSync(new URL(file, folder), 'utf8')),
  ]),
);

/** Returns one operation of a page with the fragments that it uses. */
export function getOperation(page: string, name: string): string {
  const document = documents.get(page);
  const operation = document && separateOperations(document)[name];
  if (operation === undefined) throw new Error(`${page} has no operation ${name}`);
  return print(operation);
}
