/** Names of headers upstream. */
import type { WordsFile } from './words-file.ts';

/** Headers of requests and responses that mean something to Portico. */
export const knownHeaders = [
  'etag',
  'link',
  'private-token',
  'ratelimit-limit',
  'ratelimit-remaining',
  'ratelimit-reset',
  'retry-after',
  'x-next-page',
  'x-page',
  'x-per-page',
  'x-prev-page',
  'x-request-id',
  'x-total',
  'x-total-pages',
] as const;

/** Headers that HTTP, proxies or Portico use for something else, so that no known header can have their name. */
export const reservedHeaders: ReadonlySet<string> = new Set(
  [
    'accept accept-charset accept-encoding accept-language accept-ranges age authorization cache-control connection',
    'content-disposition content-encoding content-language content-length content-location content-range content-type cookie',
    'date expect forwarded from host if-match if-modified-since if-none-match if-range if-unmodified-since keep-alive',
    'last-modified location max-forwards origin pragma proxy-authenticate proxy-authorization proxy-connection range referer',
    'server set-cookie te traceparent tracestate trailer transfer-encoding upgrade user-agent vary via www-authenticate',
    'x-forwarded-for x-forwarded-host x-forwarded-proto x-http-method-override x-real-ip',
  ].flatMap((line) => line.split(' ')),
);

/** Renames headers; undefined where none is called otherwise. */
export type RenameHeaders = <T>(headers: Readonly<Record<string, T>>) => Readonly<Record<string, T>>;

function renaming(names: ReadonlyMap<string, string>): RenameHeaders | undefined {
  if (names.size === 0) return undefined;
  const taken = new Set(names.values());
  return (headers) =>
    Object.fromEntries(
      Object.entries(headers).flatMap(([name, value]) => {
        const other = names.get(name.toLowerCase());
        if (other !== undefined) return [[other, value]];
        // What the upstream says under a name that stands for something else here is not that.
        return taken.has(name.toLowerCase()) ? [] : [[name, value]];
      }),
    );
}

/** The renamings of a file, from the contract's names and from the upstream's. */
export function headerNames({ headers = {} }: WordsFile) {
  const names = Object.entries(headers).map(([name, word]): [string, string] => [
    name.toLowerCase(),
    word.toLowerCase(),
  ]);
  return {
    toUpstream: renaming(new Map(names)),
    fromUpstream: renaming(new Map(names.map(([name, word]) => [word, name]))),
  };
}
