/** Mistakes in the contract of an area, with the line of each. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { folderWith, portico as run } from '../cli/run.ts';

const folder = folderWith({});

/** Returns the lines that `portico types` prints for a contract: line, column and message, without the name of the file. */
async function getProblems(name: string, lines: readonly string[]): Promise<readonly string[]> {
  const file = join(folder, `${name}.yaml`);
  writeFileSync(file, `${lines.join('\n')}\n`);
  const { status, stderr } = await run(['types', file]);
  expect(status).toBe(1);
  const problems = stderr.trim().split('\n');
  return problems.map((line) => line.replace(/^.*?\.yaml:/, ''));
}

describe('mistakes in a contract are reported with line and column', () => {
  test('unknown keywords of a contract', async () => {
    const lines = [
      'paths:',
      '  /things:',
      '    get:',
      '      operationId: listThings',
      '      summary: Things.',
      '      x-itemof: listLabels',
      '      parameters: [{ name: a, in: query, x-internal: true, schema: { typ: string } }]',
      "      responses: { '200': { content: { application/json: { schema: { $ref: '#/components/schemas/Thing' } } } } }",
      'components:',
      '  schemas:',
      '    Thing:',
      '      type: object',
      '      properties:',
      '        group: { type: string, description: Group of the thing, null if it has no group, x-never-nul: true }',
      '        typ: { type: array, items: { type: string, multipleOf: 2, example: { typ: 1 } } }',
    ];
    expect(await getProblems('keywords', lines)).toEqual([
      '6:7: Portico has no extension x-itemof for operations; did you mean x-item-of?',
      '7:42: Portico has no extension x-internal for parameters',
      '7:70: a schema has no keyword typ; did you mean type?',
      '14:65: a schema has no keyword null if it has no group; quote values that contain a comma',
      '14:90: a schema has no keyword x-never-nul; did you mean x-never-null?',
    ]);
  });

  test('schemas that consist of themselves, but not those of their attributes', async () => {
    const lines = [
      'paths:',
      "  /things: { get: { operationId: listThings, summary: Things., responses: { '200': { description: A } } } }",
      'components:',
      '  schemas:',
      "    Thing: { $ref: '#/components/schemas/Other' }",
      "    Other: { $ref: '#/components/schemas/Thing' }",
      "    Part: { allOf: [{ type: object }, { oneOf: [{ $ref: '#/components/schemas/Part' }] }] }",
      "    Tree: { type: object, properties: { parent: { $ref: '#/components/schemas/Tree' } } }",
    ];
    expect(await getProblems('recursion', lines)).toEqual([
      '6:20: the schema Thing refers to itself; only its properties and items may',
      '5:20: the schema Other refers to itself; only its properties and items may',
      '7:57: the schema Part refers to itself; only its properties and items may',
    ]);
  });

  test('an alias of a collection that contains it, repeated keys, __proto__ and collections that are nested too deeply', async () => {
    expect(await getProblems('alias', ['paths:', '  /a: &a', '    get: *a'])).toEqual([
      '3:10: An alias must not refer to what contains it',
    ]);
    expect(await getProblems('repeated', ['paths: {}', 'paths: {}'])).toEqual(['2:1: Map keys must be unique']);
    const proto = ['paths: {}', 'components: { schemas: { A: { properties: { __proto__: {} } } } }'];
    expect(await getProblems('proto', proto)).toEqual(['2:45: no name may be "__proto__"']);
    expect(await getProblems('deep', ['['.repeat(50_000)])).toEqual([
      expect.stringMatching(/^1:\d+: Collections must not be nested more than 100 levels$/),
    ]);
  });

  test('ids of operations that are no names, and paths that are not sent as they are written', async () => {
    const operation = "summary: Things., responses: { '200': { description: A } }";
    const ids = ['null', "''", '5', 'a-b'];
    expect(
      await getProblems('ids', [
        'paths:',
        ...ids.map((id, index) => `  /a${index}: { get: { operationId: ${id}, ${operation} } }`),
      ]),
    ).toEqual(
      ids.map((_, index) => `${index + 2}:30: an operationId must be a name of letters, digits and underscores`),
    );
    const paths = [
      '/../a',
      '/a/..',
      '/a/./b',
      '/a/%2e%2E/b',
      '//host/a',
      '/a//b',
      '/a/',
      '"/a\\nb"',
      '/a?b=1',
      '/a%',
      '"/a\\\\b"',
      '/',
    ];
    expect(
      await getProblems('paths', [
        'paths:',
        ...paths.map((path, index) => `  ${path}: { get: { operationId: a${index}, ${operation} } }`),
      ]),
    ).toEqual(
      paths.map((_, index) => `${index + 2}:3: the segments of a path must be names or parameters such as {id}`),
    );
  });

  test('keywords in nested schemas, extensions in capitals, and parameters of a path', async () => {
    const lines = [
      'paths:',
      '  /things:',
      '    parameters: []',
      '    get:',
      '      operationId: listThings',
      '      summary: Things.',
      '      parameters:',
      '        - { name: a, in: query, X-Secret: true }',
      '        - { name: b, in: query, content: { application/json: { schema: { typ: string } } } }',
      "      responses: { '200': { content: { application/json: { schema: { $ref: '#/components/schemas/constructor' } } } } }",
      'components:',
      '  requestBodies:',
      '    Body: { content: { application/json: { schema: { typ: string } } } }',
      '  schemas:',
      '    Thing:',
      '      patternProperties: { a: { typ: string } }',
      '      not: { typ: string }',
      '      prefixItems: [{ typ: string }]',
      '      $defs: { a: { typ: string } }',
    ];
    const file = join(folder, 'nested-keywords.yaml');
    writeFileSync(file, `${lines.join('\n')}\n`);
    const { stderr } = await run(['types', file]);
    const problems = stderr.split('\n').map((line) => line.replace(/^.*nested-keywords\.yaml:/, ''));
    const line = (problem: string) => Number.parseInt(problem, 10);
    expect(problems.filter((problem) => problem !== '').toSorted((a, b) => line(a) - line(b))).toEqual([
      '3:5: parameters of a path are not supported; move them to its operations',
      '8:33: Portico has no extension X-Secret for parameters; did you mean x-secret?',
      '9:74: a schema has no keyword typ; did you mean type?',
      '10:76: the contract has no schema constructor',
      '13:54: a schema has no keyword typ; did you mean type?',
      '16:33: a schema has no keyword typ; did you mean type?',
      '17:14: a schema has no keyword typ; did you mean type?',
      '18:23: a schema has no keyword typ; did you mean type?',
      '19:21: a schema has no keyword typ; did you mean type?',
    ]);
  });

  test('keywords of all objects, values of keywords, required attributes and path parameters of a contract', async () => {
    const lines = [
      'openapi: 3.1.0',
      'tag: []',
      'paths:',
      '  /projects/{id}/things/{thing_id}:',
      '    gett: {}',
      '    get:',
      '      operationId: getThing',
      '      summary: A thing.',
      '      paramters: []',
      '      parameters:',
      "        - { $ref: 'common.yaml#/components/parameters/ProjectId' }",
      '        - { name: thing, in: path, required: true, schema: { type: int } }',
      '        - { name: a, in: qery, requird: true, schema: { type: [str, nul] } }',
      '      requestBody: { contents: {} }',
      "      responses: { '200': { decription: A, content: { application/json: { shema: {} } } } }",
      '  /projects/{id}/things:',
      '    get:',
      '      operationId: listThings',
      '      summary: Things.',
      "      parameters: [{ $ref: '#/components/parameters/Id' }]",
      "      responses: { '200': { description: A } }",
      'components:',
      '  schema: {}',
      '  parameters:',
      '    Id: { name: id, in: path, required: true, schema: { type: integer } }',
      '  schemas:',
      '    Thing:',
      '      type: object',
      '      required: [nam, size]',
      '      properties: { name: { type: string, required: true }, size: { type: integer } }',
      '    Part:',
      '      allOf: [{ type: object, properties: { a: { type: string } }, required: [b] }, { type: object, properties: { b: {} } }]',
    ];
    const file = join(folder, 'objects.yaml');
    writeFileSync(file, `${lines.join('\n')}\n`);
    const { status, stderr } = await run(['types', file]);
    expect(status).toBe(1);
    const problems = stderr.split('\n').map((line) => line.replace(/^.*objects\.yaml:/, ''));
    const line = (problem: string) => Number.parseInt(problem, 10);
    expect(problems.filter((problem) => problem !== '').toSorted((a, b) => line(a) - line(b))).toEqual([
      '2:1: a document has no keyword tag; did you mean tags?',
      '5:5: a path has no keyword gett; did you mean get?',
      '6:5: the operation does not declare the path parameter thing_id; did you mean thing?',
      '9:7: an operation has no keyword paramters; did you mean parameters?',
      '12:68: type must be array, boolean, integer, null, number, object or string, not int; did you mean integer?',
      '12:11: the path has no parameter {thing}; did you mean thing_id?',
      '13:26: in must be path, query, header or cookie, not qery; did you mean query?',
      '13:32: a parameter has no keyword requird; did you mean required?',
      '13:64: type must be array, boolean, integer, null, number, object or string, not str; did you mean string?',
      '13:69: type must be array, boolean, integer, null, number, object or string, not nul; did you mean null?',
      '14:20: a request body requires content',
      '14:22: a request body has no keyword contents; did you mean content?',
      '15:29: a response has no keyword decription; did you mean description?',
      '15:75: a media type has no keyword shema; did you mean schema?',
      '23:3: components have no keyword schema; did you mean schemas?',
      '29:18: required names no property: nam; did you mean name?',
      '30:53: required must be a list of names of properties',
    ]);
  });

  test('duplicate operations, operations without a successful response, and an unsupported version of OpenAPI', async () => {
    const lines = [
      "openapi: '2.0'",
      'paths:',
      '  /projects/{id}/things:',
      "    get: { operationId: listThings, summary: Things., responses: { '404': { description: A } } }",
      '    post: { operationId: listThings, summary: Things., responses: { 2XX: { description: A } } }',
      '  /projects/{id}/labels:',
      "    get: { operationId: listOtherLabels, summary: Labels., responses: { '200': { description: A } } }",
    ].map((line) => line.replace('summary', "parameters: [{ $ref: '#/components/parameters/Id' }], summary"));
    lines.push(
      'components:',
      '  parameters: { Id: { name: id, in: path, required: true, schema: { type: integer } } }',
    );
    const problems = await getProblems('operations', lines);
    expect(problems.map((line) => line.replace(/^\d+:\d+: /, ''))).toEqual([
      'the version of OpenAPI must be 3.0 or 3.1, not 2.0',
      'the operation requires a response with a status from 200 to 299',
      'the document has an operation listThings',
      'the operation listLabels has this method and path',
    ]);
  });

  test('values that are no object or list, and paths without a slash', async () => {
    const lines = [
      'paths:',
      '  things:',
      '    get: { operationId: listThings, summary: Things., responses: }',
      '    post:',
      '    put: { operationId: a, summary: A., parameters: {}, requestBody: {}, responses: { 200: , 201: { content: [] } } }',
      '  /things:',
      'components:',
      '  parameters:',
      '  schemas:',
      '    Thing:',
      '    Part: { type: object, properties: { id: integer, other: { additionalProperties: true } }, patternProperties: [] }',
    ];
    expect((await getProblems('values', lines)).toSorted()).toEqual(
      [
        '2:3: a path starts with a slash',
        '3:66: responses must be an object',
        '4:10: an operation must be an object',
        '5:53: parameters must be a list',
        '5:70: a request body requires content',
        '5:92: a response must be an object',
        '5:110: content must be an object',
        '6:11: a path must be an object',
        '8:14: parameters must be an object',
        '10:11: a schema must be an object',
        '11:45: a schema must be an object',
        '11:114: patternProperties must be an object',
      ].toSorted(),
    );
  });

  test('components without a value', async () => {
    expect(await getProblems('components', ['paths: {}', 'components:'])).toEqual([
      '2:12: components must be an object',
    ]);
  });

  test('the first syntax error of a file that is neither YAML nor JSON', async () => {
    const code = join(folder, 'code.ts');
    writeFileSync(code, "import { a } from 'b';\nconst x = { a: [1 };\nexport default [x, a];\n");
    const { status, stderr } = await run(['types', code]);
    expect(status).toBe(1);
    expect(stderr).toMatch(
      /^portico: [^\n]*code\.ts:1:\d+: [^\n]+; the contract must be a document in YAML or JSON\n$/,
    );
  });
});
