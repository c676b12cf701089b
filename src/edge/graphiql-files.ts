/** Built files of the GraphiQL page, which are read on first request. */
import { existsSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
// A named import fails in older versions of Node before they are rejected.
import module from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';

/**
 * Manifest of the built page. Each file is in the folder of the manifest, compressed by gzip, with the suffix `.gz`.
 */
export interface ExplorerManifest {
  /** Digest of the sources that the page was built from. */
  readonly sources: string;
  readonly script: string;
  readonly style: string;
  /** Modules that the script imports, for the browser to preload. */
  readonly preload: readonly string[];
  /** Content types of all files by name. */
  readonly files: Readonly<Record<string, string>>;
}

/** Path of the files. The page refers to them relatively, because a proxy may serve it below another path. */
const prefix = '/graphiql/';

export function acceptsGzip(header: string | string[] | null | undefined): boolean {
  return /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/.test(String(header ?? ''));
}

/** The files of one build, by name. */
export class GraphiQLFiles {
  readonly manifest: ExplorerManifest;
  readonly #folder: string;
  readonly #read = new Map<string, Promise<Buffer>>();

  /** @param folder folder of the manifest */
  constructor(folder: string, manifest: ExplorerManifest) {
    this.#folder = folder;
    this.manifest = manifest;
  }

  /** Files of the page; `undefined` if it has not been built. */
  static find(): GraphiQLFiles | undefined {
    const root = module.findPackageJSON(import.meta.url);
    if (root === undefined) return undefined;
    const folder = join(dirname(root), 'explorer', 'dist');
    const file = join(folder, 'manifest.json');
    if (!existsSync(file)) return undefined;
    const manifest: ExplorerManifest = JSON.parse(readFileSync(file, 'utf8'));
    return new GraphiQLFiles(folder, manifest);
  }

  /** Name of the file at a path; `undefined` if none exists. Only names of the manifest reach the file system. */
  nameAt(path: string): string | undefined {
    const name = path.startsWith(prefix) ? path.slice(prefix.length) : '';
    return Object.hasOwn(this.manifest.files, name) ? name : undefined;
  }

  async serve(name: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
    let reading = this.#read.get(name);
    if (reading === undefined) {
      reading = readFile(join(this.#folder, `${name}.gz`));
      this.#read.set(name, reading);
    }
    const gzipped = await reading;
    const asIs = acceptsGzip(request.headers['accept-encoding']);
    const body = asIs ? gzipped : await promisify(gunzip)(gzipped);
    response.writeHead(200, {
      'content-type': this.manifest.files[name],
      'content-length': body.length,
      ...(asIs ? { 'content-encoding': 'gzip' } : {}),
      // The name changes with the content.
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      vary: 'accept-encoding',
    });
    response.end(body);
  }
}
