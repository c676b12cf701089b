/**
 * Parses the Accept header. Not by a library such as `negotiator`, which drops parameters of media types: the charset, and the version of
 * incremental delivery.
 */
import { createHeaderCache } from '../../helpers/bounded-cache.ts';

export type JsonType = 'application/json' | 'application/graphql-response+json';

/** Media types that a client accepts. */
export interface AcceptedTypes {
  /** Type of a single result; `undefined` if the client names no type of JSON. */
  readonly json: JsonType | undefined;
  /** Whether the client names the type of Server-Sent Events. */
  readonly eventStream: boolean;
  /** Media type of multipart responses; `undefined` if the client does not accept multipart/mixed. */
  readonly multipart: string | undefined;
  /** Whether the client accepts incremental responses, over multipart/mixed or as events. */
  readonly parts: boolean;
  /** Whether the client is a browser that opens a page. */
  readonly html: boolean;
}

const eventStream = 'text/event-stream';
const json = 'application/json';
const graphqlResponse = 'application/graphql-response+json';
/** JSON types that match a media type or range, the preferred one first. */
const jsonTypes: ReadonlyMap<string, readonly JsonType[]> = new Map<string, readonly JsonType[]>([
  ['*/*', [json, graphqlResponse]],
  ['application/*', [json, graphqlResponse]],
  ['*/json', [json]],
  [json, [json]],
  ['*/graphql-response+json', [graphqlResponse]],
  [graphqlResponse, [graphqlResponse]],
]);

const maxCachedHeaders = 2000;
const headerCache = createHeaderCache<AcceptedTypes>(maxCachedHeaders);

/** Media type or range of a header with its parameters, in lower case. */
interface AcceptEntry {
  readonly type: string;
  readonly parameters: readonly string[];
  /** Weight from 0 to 1. Defaults to 1; 0 excludes the type. */
  readonly weight: number;
}

function parseEntry(entry: string): AcceptEntry {
  const [type = '', ...parameters] = entry.split(';');
  const [, weight = '1'] =
    parameters.map((parameter) => /^q=([01](?:\.\d{0,3})?)$/.exec(parameter)).find(Boolean) ?? [];
  return { type, parameters, weight: Number(weight) };
}

/** Parses a header. Entries with a higher weight come first, entries with equal weights in the order of the header. */
function parseEntries(accept: string): readonly AcceptEntry[] {
  const entries = accept.replace(/\s/g, '').toLowerCase().split(',').map(parseEntry);
  return entries.toSorted((a, b) => b.weight - a.weight);
}

const hasParameter = ({ parameters }: AcceptEntry, start: string): boolean =>
  parameters.some((parameter) => parameter.startsWith(start));

/** Whether an entry accepts responses in UTF-8. */
const acceptsUtf8 = (entry: AcceptEntry): boolean =>
  !hasParameter(entry, 'charset=') || hasParameter(entry, 'charset=utf-8');

/** Media type of an incremental response. Clients that name a version of the format receive it. */
const multipart = 'multipart/mixed; boundary="-"';
const versionedMultipart = `${multipart}; incrementalSpec=v0.2`;
/** Parameter of the format of earlier drafts. */
const earlierFormat = 'deferspec=';

function parse(accept: string): AcceptedTypes {
  const entries = parseEntries(accept);
  const accepted = entries.filter(({ weight }) => weight > 0);
  const excluded = new Set(entries.filter(({ weight }) => weight === 0).map(({ type }) => type));
  const types = accepted.filter(acceptsUtf8).map(({ type }) => type);
  const [jsonType] = types.flatMap((type) => jsonTypes.get(type) ?? []).filter((type) => !excluded.has(type));
  const isEarlier = accepted.some((entry) => hasParameter(entry, earlierFormat));
  const multiparts = accepted.filter(({ type }) => type === 'multipart/mixed' || type === 'multipart/*');
  const isVersioned = multiparts.some((entry) => hasParameter(entry, 'incrementalspec=v0.2'));
  const hasEvents = types.includes(eventStream) || types.includes('text/*');
  return {
    json: jsonType,
    eventStream: hasEvents,
    multipart: multiparts.length === 0 ? undefined : isVersioned ? versionedMultipart : multipart,
    parts: !isEarlier && (multiparts.length > 0 || hasEvents),
    html: accepted.some(({ type }) => type === 'text/html'),
  };
}

const everything: AcceptedTypes = {
  json: 'application/json',
  eventStream: false,
  multipart: undefined,
  parts: false,
  html: false,
};

/** Media types that a client accepts. @param accept header of the request, if it has one */
export function acceptedTypes(accept = ''): AcceptedTypes {
  if (accept === '' || accept === '*/*') return everything;
  let types = headerCache.get(accept);
  if (types === undefined) {
    types = parse(accept);
    headerCache.set(accept, types);
  }
  return types;
}
