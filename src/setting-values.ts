/** What values settings take, and what they are read as. */
import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { BlockList, isIP } from 'node:net';
import { z } from 'zod';
import type { Words } from './words/index.ts';
import { loadWords } from './words/load.ts';

/** A whole number. */
export function integer(min: number, max: number) {
  return z
    .string()
    .refine((text) => /^\d+$/.test(text) && Number(text) >= min && Number(text) <= max, {
      error: `must be a whole number from ${min} to ${max}`,
    })
    .transform(Number);
}

export const boolean = z
  .enum(['true', 'false'], { error: 'must be true or false' })
  .transform((text) => text === 'true');

/** A URL that others are resolved below, hence with a slash at its end. */
export const httpUrl = z.string().transform((text, context) => {
  const url = URL.parse(text);
  const plain = url !== null && /^https?:$/.test(url.protocol) && url.href === url.origin + url.pathname;
  if (plain) return new URL(url.href.replace(/\/?$/, '/'));
  context.addIssue({ code: 'custom', message: 'must be an http or https URL, without credentials or query' });
  return z.NEVER;
});

export const redisUrl = z.string().transform((text, context) => {
  const url = URL.parse(text);
  if (url !== null && /^rediss?:$/.test(url.protocol) && url.hostname !== '') return url;
  context.addIssue({
    code: 'custom',
    message: 'must be a URL such as redis://host:6379 or rediss://user:password@host',
  });
  return z.NEVER;
});

/** A proxy by its URL, which may hold a name and a password. */
export const proxyUrl = z.string().transform((text, context) => {
  const url = URL.parse(text);
  if (url !== null && /^https?:$/.test(url.protocol) && url.pathname === '/' && url.search === '') return url;
  context.addIssue({ code: 'custom', message: 'must be a URL such as http://proxy.example.com:3128' });
  return z.NEVER;
});

/** The text of a file with certificates in PEM. */
export const certificates = z.string().transform((path, context) => {
  const text = attemptToRead(path);
  if (text !== undefined && isCertificates(text)) return text;
  context.addIssue({ code: 'custom', message: 'must be a file with certificates in the form of PEM' });
  return z.NEVER;
});

function attemptToRead(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

/** Whether a text is one certificate or several, all of which can be read. */
function isCertificates(text: string): boolean {
  const blocks = text.match(/-----BEGIN CERTIFICATE-----.+?-----END CERTIFICATE-----/gs) ?? [];
  try {
    return blocks.map((block) => new X509Certificate(block)).length > 0;
  } catch {
    return false;
  }
}

export const corsOrigins = z.string().transform((text, context): '*' | readonly string[] => {
  if (text === '*') return '*';
  const origins = text.split(',').map((origin) => origin.trim());
  if (origins.every((origin) => URL.parse(origin)?.origin === origin)) return origins;
  context.addIssue({
    code: 'custom',
    message: 'must be * or origins such as https://app.example.com, separated by commas',
  });
  return z.NEVER;
});

/** Names of hosts in lower case, without ports; `*` for any. */
export const hostNames = z.string().transform((text, context): '*' | readonly string[] => {
  if (text === '*') return '*';
  const names = text.split(',').map((name) => name.trim().toLowerCase());
  if (names.every((name) => /^[\w-]+(?:\.[\w-]+)*$/.test(name))) return names;
  context.addIssue({
    code: 'custom',
    message: 'must be * or names of hosts such as portico.example.com, without ports, separated by commas',
  });
  return z.NEVER;
});

/** Networks such as `10.0.0.0/8`; an address alone is a network of one. */
export const networks = z.string().transform((text, context): BlockList => {
  const list = new BlockList();
  for (const entry of text.split(',')) {
    const [, address = '', prefix] = /^([\da-f:.]+)(?:\/(\d{1,3}))?$/i.exec(entry.trim()) ?? [];
    const version = isIP(address);
    const bits = version === 4 ? 32 : 128;
    if (version === 0 || Number(prefix ?? 0) > bits) {
      context.addIssue({
        code: 'custom',
        message: 'must be networks such as 10.0.0.0/8 or fd00::/8, separated by commas',
      });
      return z.NEVER;
    }
    list.addSubnet(address, Number(prefix ?? bits), version === 4 ? 'ipv4' : 'ipv6');
  }
  return list;
});

/** Documents by their hashes, from the file that the client preset of GraphQL Code Generator writes. */
export const manifest = z.string().transform((path, context): ReadonlyMap<string, string> => {
  try {
    const documents = z.record(z.string(), z.string()).parse(JSON.parse(readFileSync(path, 'utf8')));
    return new Map(Object.entries(documents));
  } catch {
    context.addIssue({ code: 'custom', message: 'must be a file with a JSON object of hashes and their documents' });
    return z.NEVER;
  }
});

export const words = z.string().transform((path, context): Words => {
  const loaded = loadWords(path);
  if (!('problems' in loaded)) return loaded;
  for (const message of loaded.problems) context.addIssue({ code: 'custom', message });
  return z.NEVER;
});
