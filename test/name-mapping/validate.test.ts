/** Errors in mapping files: one line for each. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { findMappingProblems, type MappingFile } from '../../src/name-mapping/index.ts';
import { loadNameMapping } from '../../src/name-mapping/load.ts';
import { renameEverything } from './renaming.ts';

test('accepts a mapping that renames everything', () => {
  expect(findMappingProblems(renameEverything())).toEqual([]);
});

test.each<[string, MappingFile, string]>([
  [
    'an unknown attribute',
    { attributes: { nonsense: 'x' } },
    'attributes: the contract has no attribute or parameter "nonsense"',
  ],
  ['an unknown schema', { schemas: { Nonsense: {} } }, 'schemas: the contract has no schema "Nonsense"'],
  [
    'an unknown attribute of a schema',
    { schemas: { Runner: { attributes: { nonsense: 'x' } } } },
    'schemas.Runner: the contract has no attribute "nonsense"',
  ],
  ['an unknown operation', { operations: { nonsense: {} } }, 'operations: the contract has no operation "nonsense"'],
  [
    'an unknown parameter',
    { operations: { createLabel: { parameters: { nonsense: 'x' } } } },
    'operations.createLabel: the contract has no parameter "nonsense"',
  ],
  ['an unknown enum', { enums: { Nonsense: { a: 'b' } } }, 'enums: the contract has no enum "Nonsense"'],
  ['an enum of numbers', { enums: { AccessLevel: { 30: 'dev' } } }, 'enums: the contract has no enum "AccessLevel"'],
  [
    'an unknown enum value',
    { enums: { PipelineStatus: { nonsense: 'b' } } },
    'enums.PipelineStatus: the contract has no value "nonsense"',
  ],
  ['an unknown segment', { segments: { nonsense: 'x' } }, 'segments: the contract has no segment "nonsense"'],
  ['an unknown path', { paths: { '/nonsense': '/x' } }, 'paths: the contract has no path that starts with "/nonsense"'],
  ['an unknown header', { headers: { 'x-nonsense': 'x' } }, 'headers: the contract has no header "x-nonsense"'],
  ...['/../../admin', '/a/./b', '/..;a/admin'].map((path): [string, MappingFile, string] => [
    `the dot segments of ${path}`,
    { paths: { '/projects': path } },
    `paths./projects: "${path}" must not contain the path segments "." or ".."`,
  ]),
  [
    'a segment that consists of dots',
    { segments: { labels: '..' } },
    'segments.labels: ".." must not contain the path segments "." or ".."',
  ],
  ...['/%2e%2e/admin', '/a%2Fb', '/a%5cb', '/%252e%252e', '/a%00', '/a%0d%0a'].map(
    (path): [string, MappingFile, string] => [
      `the encoded path ${path}`,
      { operations: { listGroups: { path } } },
      `operations.listGroups.path: "${path}" must not contain an encoded dot, slash, backslash, percent sign or control character`,
    ],
  ),
  ...['%zz', 'a%', '%c0%ae'].map((segment): [string, MappingFile, string] => [
    `the malformed segment ${segment}`,
    { segments: { labels: segment } },
    `segments.labels: "${segment}" must be percent-encoded UTF-8`,
  ]),
  ...['host', 'Content-Length', 'transfer-encoding', 'authorization', 'content-type', 'cookie', 'x-forwarded-for'].map(
    (name): [string, MappingFile, string] => [
      `the reserved header name ${name}`,
      { headers: { 'private-token': name } },
      `headers.private-token: must not be "${name.toLowerCase()}", which has another meaning`,
    ],
  ),
  [
    'the prefix of a path without its parameters',
    { paths: { '/projects/{id}': '/p' } },
    'paths./projects/{id}: must contain the parameters {id}',
  ],
  [
    'the path of an operation without its parameters',
    { operations: { getLabel: { path: '/labels/{id}' } } },
    'operations.getLabel.path: must contain the parameters {id} {label_id}',
  ],
  [
    'the same name for two attributes',
    { schemas: { Label: { attributes: { name: 'color' } } } },
    'schemas.Label: "name" and "color" would both be "color"',
  ],
  [
    'the same name for two enum values',
    { enums: { PipelineStatus: { failed: 'success' } } },
    'enums.PipelineStatus: "success" and "failed" would both be "success"',
  ],
  [
    'the same name for two parameters',
    { operations: { listLabels: { parameters: { search: 'page' } } } },
    'operations.listLabels: "search" and "page" would both be "page"',
  ],
])('rejects %s', (_, file, problem) => {
  expect(findMappingProblems(file)).toEqual([problem]);
});

test('rejects names that make two routes equal', () => {
  expect(findMappingProblems({ segments: { labels: 'pipelines' } })).toContain(
    'paths: GET /projects/{id}/labels and GET /projects/{id}/pipelines would be the same route',
  );
});

test.each(['attributes:\n  __proto__: x\n', 'enums: { PipelineStatus: { __proto__: x } }\n'])(
  'rejects the name __proto__: %j',
  (text) => {
    const folder = mkdtempSync(join(tmpdir(), 'words-'));
    const path = join(folder, 'words.yaml');
    try {
      writeFileSync(path, text);
      expect(loadNameMapping(path)).toEqual({
        problems: ['must be a readable YAML or JSON file with a name mapping: the contract has no name "__proto__"'],
      });
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
);
