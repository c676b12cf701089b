/** State of a page of a list: its items and page headers as attributes. */
import { createHash } from 'node:crypto';
import { isRecord } from '../helpers/is-record.ts';
import { parsePageHeaders } from '../rest/paging.ts';
import { header, type RestResponse } from '../rest/request.ts';
import type { Attributes } from './state.ts';
import type { Watch } from './watch.ts';

const pageHeaders = ['link', 'x-next-page', 'x-page', 'x-per-page', 'x-total'] as const;

/** Attributes of a page that are compared. */
const pageParts = ['items', 'total', 'hasNextPage'] as const;
export type PagePart = (typeof pageParts)[number];

/** Watch of a page, whose change is an event. A list never ends. */
export const pageWatch: Watch = { comparedAttributes: pageParts, isOver: () => false };

/** Returns the attributes of a page; `undefined` if the response is not a list. */
export function toPageAttributes(response: RestResponse): Attributes | undefined {
  if (!Array.isArray(response.body)) return undefined;
  const { total, next } = parsePageHeaders(response);
  const headers = Object.fromEntries(pageHeaders.map((name) => [name, header(response, name)]));
  return { items: response.body, total, hasNextPage: next !== undefined, headers };
}

/** Returns the response that the attributes of a page come from. */
export function toPageResponse({ items, headers }: Attributes): RestResponse {
  const entries = Object.entries(isRecord(headers) ? headers : {});
  return {
    status: 200,
    headers: Object.fromEntries(entries.flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : []))),
    body: items,
  };
}

/** Returns a page whose body a 304 confirms, with the page headers of the 304. The total may change while the page does not. */
export function withHeadersOf(page: Attributes, { headers }: RestResponse): RestResponse {
  const response = toPageResponse(page);
  return { ...response, headers: { ...response.headers, ...headers } };
}

/** Shortens the version of a page, which contains all items and is compared and stored with each poll. */
export const digestVersion = (version: string): string => createHash('sha256').update(version).digest('base64');
