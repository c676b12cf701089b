/** Masks in inputs, which a client has read in place of a secret and would write over it. */
import { attributesOf, resolve, type Schema } from '../../../contract/index.ts';
import { isRecord } from '../../../helpers/is-record.ts';
import type { Violation } from '../../../rest/errors.ts';
import { camelCase } from './names.ts';

/** User name and password that a response shows instead of those of a URL. */
export const maskedUserInfo = '*****:*****@';
/** Query that a response shows instead of that of a URL. */
export const maskedQuery = '?*****';

/** Masks of this facade, of traces and of other clients. */
const maskWord = /\[(?:masked|redacted)\]/i;
const wholeMask = /^(?:\[(?:masked|redacted)\]|\*{5,})$/i;
const maskedPart = /(?:\*|%2a){3}/i;

/** Whether the user information or the query of a URL is a mask. Linear in the length of the URL. */
function hasMaskedCredentials(url: string): boolean {
  const start = url.indexOf('://') + 3;
  if (start < 3) return false;
  const length = url.slice(start).search(/[/?#]/);
  const authority = length < 0 ? url.slice(start) : url.slice(start, start + length);
  const userInfo = authority.slice(0, Math.max(0, authority.lastIndexOf('@')));
  return maskedPart.test(userInfo) || url.endsWith(maskedQuery);
}

function findMask(value: string, { format, 'x-secret': isSecret = false }: Schema): string | undefined {
  if (!isSecret && format !== 'uri') return undefined;
  if (value.includes('://'))
    return maskWord.test(value) || hasMaskedCredentials(value)
      ? 'must not contain masked credentials such as *****; send the real ones, or a URL without any'
      : undefined;
  return wholeMask.test(value) ? 'must be the secret itself, not a placeholder such as [masked]' : undefined;
}

/** Returns a violation for each secret or URL, at any depth, whose mask was sent back. */
export function findMasks(schema: Schema, value: unknown, inputPath: Violation['path']): Violation[] {
  const resolved = resolve(schema);
  if (typeof value === 'string') {
    const message = findMask(value, resolved);
    return message === undefined ? [] : [{ path: inputPath, message }];
  }
  const { items } = resolved;
  if (Array.isArray(value))
    return items === undefined ? [] : value.flatMap((item, index) => findMasks(items, item, [...inputPath, index]));
  if (!isRecord(value)) return [];
  const members = attributesOf(schema);
  return Object.entries(value).flatMap(([name, member]) => {
    const memberSchema = members.get(name);
    return memberSchema === undefined ? [] : findMasks(memberSchema, member, [...inputPath, camelCase(name)]);
  });
}
