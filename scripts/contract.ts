/** Bundles schema/rest/*.yaml into src/contract: one document for the run time, one set of types for the compiler. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import openapiTS, { astToString } from 'openapi-typescript';
import { isNode, LineCounter, parseDocument } from 'yaml';
import { checkKeywords } from '../src/contract/keywords.ts';

const source = new URL('../schema/rest/', import.meta.url);
const target = new URL('../src/contract/', import.meta.url);
const notice = '// Generated from schema/rest by `npm run generate`. Do not edit.\n';

type Section = Record<string, unknown>;
interface Bundle {
  openapi: string;
  info: Section;
  paths: Record<string, Section>;
  components: Record<string, Section>;
}

const bundle: Bundle = {
  openapi: '3.1.0',
  info: { title: 'REST contract of the upstream', version: 'v4' },
  paths: {},
  components: {},
};

/** Converts references between files, such as `users.yaml#/components/…`, to references within the bundle. */
function localRefs(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(localRefs);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) =>
      key === '$ref' && typeof member === 'string' ? [key, member.replace(/^[^#]*#/, '#')] : [key, localRefs(member)],
    ),
  );
}

function add(into: Section, from: Section | undefined, file: string): void {
  for (const [name, value] of Object.entries(from ?? {})) {
    if (name in into) throw new Error(`${file}: ${name} is already defined in another file`);
    into[name] = localRefs(value);
  }
}

/** Parses a file of the contract. */
function read(file: string) {
  const lines = new LineCounter();
  const parsed = parseDocument(readFileSync(new URL(file, source), 'utf8'), { lineCounter: lines });
  const [error] = parsed.errors;
  if (error !== undefined) throw error;
  const document: Bundle = parsed.toJS();
  return { file, document, contents: parsed.contents, lines };
}

const files = readdirSync(source)
  .filter((name) => name.endsWith('.yaml'))
  .sort()
  .map(read);
const parameters = Object.assign({}, ...files.map(({ document }) => document.components?.parameters));
const problems: string[] = [];
for (const { file, document, contents, lines } of files) {
  if (isNode(contents))
    checkKeywords(contents, parameters, ({ range }, message) => {
      const { line, col } = lines.linePos(range?.[0] ?? 0);
      problems.push(`schema/rest/${file}:${line}:${col}: ${message}`);
    });
  for (const [path, item] of Object.entries(document.paths ?? {})) {
    bundle.paths[path] ??= {};
    add(bundle.paths[path], item, `${file} ${path}`);
  }
  for (const [kind, section] of Object.entries(document.components ?? {})) {
    bundle.components[kind] ??= {};
    add(bundle.components[kind], section, file);
  }
}

if (problems.length > 0) {
  console.error(problems.join('\n'));
  process.exit(1);
}

const types = astToString(await openapiTS(JSON.stringify(bundle), { immutable: true, defaultNonNullable: false }));
writeFileSync(new URL('types.gen.ts', target), notice + types);
writeFileSync(
  new URL('document.gen.ts', target),
  `${notice}import type { OpenApiDocument } from './document.ts';\n\nexport const document: OpenApiDocument = ${JSON.stringify(bundle, null, 1)};\n`,
);
console.log(
  `${Object.keys(bundle.paths).length} paths, ${Object.keys(bundle.components.schemas ?? {}).length} schemas`,
);
