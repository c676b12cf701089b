/** Header names upstream. */
import type { MappingFile } from './mapping-file.ts';

/** Headers of requests and responses that Portico uses. */
export const supportedHeaders = [
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

/** Headers that HTTP, proxies or Portico use otherwise; no supported header can be mapped to one of them. */
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

/** Renames headers. `undefined` if all names are the same. */
export type RenameHeaders = <T>(headers: Readonly<Record<string, T>>) => Readonly<Record<string, T>>;

function createRenaming(names: ReadonlyMap<string, string>): RenameHeaders | undefined {
  if (names.size === 0) return undefined;
  const mappedNames = new Set(names.values());
  return (headers) =>
    Object.fromEntries(
      Object.entries(headers).flatMap(([name, value]) => {
        const mapped = names.get(name.toLowerCase());
        if (mapped !== undefined) return [[mapped, value]];
        // The upstream uses this name for another header, so drop it.
        return mappedNames.has(name.toLowerCase()) ? [] : [[name, value]];
      }),
    );
}

/** Renamings of a mapping file, from contract names and from upstream names. */
export function headerNames({ headers = {} }: MappingFile) {
  const names = Object.entries(headers).map(([name, word]): [string, string] => [
    name.toLowerCase(),
    word.toLowerCase(),
  ]);
  return {
    toUpstream: createRenaming(new Map(names)),
    fromUpstream: createRenaming(new Map(names.map(([name, word]) => [word, name]))),
  };
}
