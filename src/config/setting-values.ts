/** Formats of setting values, with the types that they are parsed to. */
import { X509Certificate } from 'node:crypto';
import { existsSync, statSync } from 'node:fs';
import { BlockList, isIP } from 'node:net';
import { availableParallelism } from 'node:os';
import { z } from 'zod';
import { describeFileError } from '../helpers/file-errors.ts';
import { readTextFile } from '../helpers/text-file.ts';
import type { NameMapping } from '../name-mapping/index.ts';
import { loadNameMapping } from '../name-mapping/load.ts';
import { DocumentManifest, WrongHashError } from './document-manifest.ts';
import { type ProfileFile, readProfile } from './upstream-profile.ts';

const maxWorkers = 256;

/** TypeScript types of the options that fill settings in place of the environment, by format. Defaults to `string`. */
export const optionTypes = z.registry<{ readonly type: string }>();

/** Integer setting. */
export function integer(min: number, max: number) {
  return z
    .string()
    .refine((text) => /^\d+$/.test(text) && Number(text) >= min && Number(text) <= max, {
      error: `must be an integer from ${min} to ${max}`,
    })
    .transform(Number)
    .register(optionTypes, { type: 'number' });
}

/** A number of processes. */
export const workers = z.string().transform((text, context) => {
  if (text === 'auto') return availableParallelism();
  if (/^\d{1,3}$/.test(text) && Number(text) >= 1 && Number(text) <= maxWorkers) return Number(text);
  context.addIssue({ code: 'custom', message: `must be auto or an integer from 1 to ${maxWorkers}` });
  return z.NEVER;
});

export const boolean = z
  .enum(['true', 'false'], { error: 'must be true or false' })
  .transform((text) => text === 'true')
  .register(optionTypes, { type: 'boolean' });

/** A URL that others are resolved below, hence with a slash at its end. */
export const httpUrl = z
  .string()
  .transform((text, context) => {
    const url = URL.parse(text);
    const plain = url !== null && /^https?:$/.test(url.protocol) && url.href === url.origin + url.pathname;
    if (plain) return new URL(url.href.replace(/\/?$/, '/'));
    context.addIssue({ code: 'custom', message: 'must be an http or https URL, without credentials or query' });
    return z.NEVER;
  })
  .register(optionTypes, { type: 'string | URL' });

export const redisUrl = z
  .string()
  .transform((text, context) => {
    const url = URL.parse(text);
    if (url !== null && /^rediss?:$/.test(url.protocol) && url.hostname !== '') return url;
    context.addIssue({
      code: 'custom',
      message: 'must be a URL such as redis://host:6379 or rediss://user:password@host',
    });
    return z.NEVER;
  })
  .register(optionTypes, { type: 'string | URL' });

/** A proxy by its URL, which may hold a name and a password. */
export const proxyUrl = z
  .string()
  .transform((text, context) => {
    const url = URL.parse(text);
    if (url !== null && /^https?:$/.test(url.protocol) && url.pathname === '/' && url.search === '') return url;
    context.addIssue({ code: 'custom', message: 'must be a URL such as http://proxy.example.com:3128' });
    return z.NEVER;
  })
  .register(optionTypes, { type: 'string | URL' });

/** The text of a file with certificates in PEM. */
export const certificates = z.string().transform((path, context) => {
  const text = attemptToRead(path);
  if (text !== undefined && isCertificates(text)) return text;
  context.addIssue({ code: 'custom', message: 'must be a file with certificates in the form of PEM' });
  return z.NEVER;
});

function attemptToRead(path: string): string | undefined {
  try {
    return readTextFile(path);
  } catch {
    return undefined;
  }
}

/** Whether PEM blocks are one certificate or several, all of which can be read. */
function isCertificates(pem: string): boolean {
  const blocks = pem.match(/-----BEGIN CERTIFICATE-----.+?-----END CERTIFICATE-----/gs) ?? [];
  try {
    return blocks.map((block) => new X509Certificate(block)).length > 0;
  } catch {
    return false;
  }
}

export const corsOrigins = z
  .string()
  .transform((text, context): '*' | readonly string[] => {
    if (text === '*') return '*';
    const origins = text.split(',').map((origin) => origin.trim());
    if (origins.every((origin) => URL.parse(origin)?.origin === origin)) return origins;
    context.addIssue({
      code: 'custom',
      message: 'must be * or origins such as https://app.example.com, separated by commas',
    });
    return z.NEVER;
  })
  .register(optionTypes, { type: 'string | readonly string[]' });

/** Names of hosts in lower case, without ports; `*` for any. */
export const hostNames = z
  .string()
  .transform((text, context): '*' | readonly string[] => {
    if (text === '*') return '*';
    const names = text.split(',').map((name) => name.trim().toLowerCase());
    if (names.every((name) => /^[\w-]+(?:\.[\w-]+)*$/.test(name))) return names;
    context.addIssue({
      code: 'custom',
      message: 'must be * or names of hosts such as portico.example.com, without ports, separated by commas',
    });
    return z.NEVER;
  })
  .register(optionTypes, { type: 'string | readonly string[]' });

/** Names such as `pipelines` or `Project.pipelines`. */
export const graphNames = z.string().transform((text, context): readonly string[] => {
  const names = text.split(',').map((name) => name.trim());
  if (names.every((name) => /^\w+(?:[.-]\w+)*$/.test(name))) return names;
  context.addIssue({ code: 'custom', message: 'must be names separated by commas' });
  return z.NEVER;
});

/** Networks such as `10.0.0.0/8`; an address alone is a network of one. */
export const networks = z
  .string()
  .transform((text, context): BlockList => {
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
  })
  .register(optionTypes, { type: 'string | readonly string[]' });

/** Documents of a manifest. */
export const manifest = z.string().transform((path, context): DocumentManifest => {
  try {
    return new DocumentManifest(path);
  } catch (error) {
    const { cause } = error instanceof Error ? error : {};
    const problem = cause instanceof WrongHashError ? cause.message : describeFileError(cause);
    const message = 'must be a file with a JSON object of documents by hash, or an Apollo persisted query manifest';
    context.addIssue({ code: 'custom', message: problem === undefined ? message : `${message}, but ${problem}` });
    return z.NEVER;
  }
});

/** Path of a folder that exists. */
export const folder = z.string().refine((path) => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true, {
  error: ({ input }) =>
    `must be a folder, but ${existsSync(String(input)) ? 'it is a file' : 'there is no such folder'}`,
});

export const upstreamProfile = z.string().transform((path, context): ProfileFile => {
  const profile = readProfile(path);
  if (!('problems' in profile)) return profile;
  for (const message of profile.problems) context.addIssue({ code: 'custom', message });
  return z.NEVER;
});

export const words = z.string().transform((path, context): NameMapping => {
  const loaded = loadNameMapping(path);
  if (!('problems' in loaded)) return loaded;
  for (const message of loaded.problems) context.addIssue({ code: 'custom', message });
  return z.NEVER;
});

/** Paths of files. */
export const paths = z
  .string()
  .transform((text): readonly string[] => text.split(',').map((path) => path.trim()))
  .register(optionTypes, { type: 'string | readonly string[]' });
