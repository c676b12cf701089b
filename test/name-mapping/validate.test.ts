/** Mistakes in words files: one clear line each, all at once. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { findMappingProblems, type MappingFile } from '../../src/name-mapping/index.ts';
import { loadNameMapping } from '../../src/name-mapping/load.ts';
import { renameEverything } from './renaming.ts';

test('everything can be renamed', () => {
  expect(findMappingProblems(renameEverything())).toEqual([]);
});

test.each<[string, MappingFile, string]>([
  [
    'an attribute',
    { attributes: { nonsense: 'x' } },
    'attributes: the contract has no attribute or parameter "nonsense"',
  ],
  ['a schema', { schemas: { Nonsense: {} } }, 'schemas: the contract has no schema "Nonsense"'],
  [
    'an attribute of a schema',
    { schemas: { Runner: { attributes: { nonsense: 'x' } } } },
    'schemas.Runner: the contract has no attribute "nonsense"',
  ],
  ['an operation', { operations: { nonsense: {} } }, 'operations: the contract has no operation "nonsense"'],
  [
    'a parameter',
    { operations: { createLabel: { parameters: { nonsense: 'x' } } } },
    'operations.createLabel: the contract has no parameter "nonsense"',
  ],
  ['a set', { enums: { Nonsense: { a: 'b' } } }, 'enums: the contract has no enum "Nonsense"'],
  ['a set of numbers', { enums: { AccessLevel: { 30: 'dev' } } }, 'enums: the contract has no enum "AccessLevel"'],
  [
    'a word',
    { enums: { PipelineStatus: { nonsense: 'b' } } },
    'enums.PipelineStatus: the contract has no value "nonsense"',
  ],
  ['a segment', { segments: { nonsense: 'x' } }, 'segments: the contract has no segment "nonsense"'],
  ['a path', { paths: { '/nonsense': '/x' } }, 'paths: the contract has no path that starts with "/nonsense"'],
  ['a header', { headers: { 'x-nonsense': 'x' } }, 'headers: the contract has no header "x-nonsense"'],
  ...['/../../admin', '/a/./b', '/..;a/admin'].map((path): [string, MappingFile, string] => [
    `the dot segments of ${path}`,
    { paths: { '/projects': path } },
    `paths./projects: "${path}" must not contain the path segments "." or ".."`,
  ]),
  [
    'a segment of dots',
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
    (word): [string, MappingFile, string] => [
      `the header ${word}`,
      { headers: { 'private-token': word } },
      `headers.private-token: must not be "${word.toLowerCase()}", which has another meaning`,
    ],
  ),
  [
    'parameters that the beginning of a path loses',
    { paths: { '/projects/{id}': '/p' } },
    'paths./projects/{id}: must contain the parameters {id}',
  ],
  [
    'parameters of a path',
    { operations: { getLabel: { path: '/labels/{id}' } } },
    'operations.getLabel.path: must contain the parameters {id} {label_id}',
  ],
  [
    'a clash of attributes',
    { schemas: { Label: { attributes: { name: 'color' } } } },
    'schemas.Label: "name" and "color" would both be "color"',
  ],
  [
    'a clash of words',
    { enums: { PipelineStatus: { failed: 'success' } } },
    'enums.PipelineStatus: "success" and "failed" would both be "success"',
  ],
  [
    'a clash of parameters',
    { operations: { listLabels: { parameters: { search: 'page' } } } },
    'operations.listLabels: "search" and "page" would both be "page"',
  ],
])('%s', (_, file, problem) => {
  expect(findMappingProblems(file)).toEqual([problem]);
});

test('routes that would be one', () => {
  expect(findMappingProblems({ segments: { labels: 'pipelines' } })).toContain(
    'paths: GET /projects/{id}/labels and GET /projects/{id}/pipelines would be the same route',
  );
});

test.each(['attributes:\n  __proto__: x\n', 'enums: { PipelineStatus: { __proto__: x } }\n'])(
  'a name that objects do not keep as their own: %j',
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
