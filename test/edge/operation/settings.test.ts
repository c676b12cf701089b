/** Limits on documents, variables and responses: setting, error code and message of each. */
import { executeSync, getIntrospectionQuery, getOperationAST, parse } from 'graphql';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { introspectionValues } from '../../../src/edge/operation/introspection.ts';
import { getFragments, OperationTree } from '../../../src/execution/index.ts';
import { schema } from '../../../src/graph/index.ts';
import { type FacadeSettings, type SandboxedFacade, startSandboxed } from '../../harness.ts';
import { type Operation, type Result, sendOver, type Transport } from '../../process/transports.ts';

interface Attack {
  /** Variable, or name of a fixed limit. */
  readonly setting: string;
  readonly value: number;
  readonly operation: Operation;
  readonly code: string;
  /** Defaults to POST. */
  readonly transport?: Transport;
  /** Whether the response contains the data of other fields. */
  readonly partial?: true;
}

const range = (count: number) => Array.from({ length: count }, (_, index) => index);

/** One facade has all values, so each value is large enough for the attacks on other limits. */
const attacks: readonly Attack[] = [
  {
    setting: 'maxNameLength',
    value: 60,
    operation: { query: `{ ${'a'.repeat(61)}: __typename }` },
    code: 'NAME_LIMIT',
  },
  {
    setting: 'maxNameLength',
    value: 60,
    operation: { query: '{ __typename }', operationName: 'a'.repeat(61) },
    code: 'NAME_LIMIT',
  },
  {
    setting: 'maxNesting',
    value: 12,
    operation: { query: `{ ${'project(id: 14) { '.repeat(12)} id ${'}'.repeat(13)}` },
    code: 'NESTING_LIMIT',
  },
  {
    setting: 'maxNesting',
    value: 12,
    operation: { query: '{ __typename }', variables: JSON.parse(`{"a":${'['.repeat(12)}${']'.repeat(12)}}`) },
    code: 'NESTING_LIMIT',
  },
  {
    setting: 'maxListItems',
    value: 30,
    operation: { query: `{ nodes(ids: [${'1 '.repeat(31)}]) { id } }` },
    code: 'LIST_LIMIT',
  },
  {
    setting: 'maxListItems',
    value: 30,
    operation: { query: 'query ($ids: [ID!]!) { nodes(ids: $ids) { id } }', variables: { ids: range(31) } },
    code: 'LIST_LIMIT',
  },
  {
    setting: 'maxSelections',
    value: 80,
    operation: {
      query: `{ ${'...A '.repeat(9)} } fragment A on Query { ${'...B '.repeat(9)} } fragment B on Query { __typename }`,
    },
    code: 'SELECTION_LIMIT',
  },
  {
    setting: 'maxFieldPairs',
    value: 150,
    operation: { query: `{ ${'__typename '.repeat(20)} }` },
    code: 'FIELD_PAIR_LIMIT',
  },
  {
    setting: 'maxIntrospectionValues',
    value: 500,
    operation: { query: '{ __schema { types { fields { name } } } }' },
    code: 'INTROSPECTION_LIMIT',
  },
  {
    setting: 'maxIntrospectionValues',
    value: 500,
    operation: { query: `{ ${range(9).map((index) => `a${index}: __schema { mutationType { fields { name } } }`)} }` },
    code: 'INTROSPECTION_LIMIT',
  },
  {
    setting: 'maxValidationErrors',
    value: 4,
    operation: { query: '{ a b c d e f }' },
    code: 'GRAPHQL_VALIDATION_FAILED',
  },
  {
    setting: 'MAX_RESPONSE_VALUES',
    value: 5000,
    operation: { query: '{ groups(first: 2000) { nodes { id name path } } }' },
    code: 'RESPONSE_LIMIT',
  },
  {
    setting: 'MAX_RESPONSE_BYTES',
    value: 2000,
    operation: { query: `{ groups(first: 1) { nodes { ${range(50).map((index) => `a${index}: webUrl`)} } } }` },
    code: 'RESPONSE_LIMIT',
  },
  {
    setting: 'maxErrors',
    value: 5,
    operation: {
      query: 'query ($ids: [ID!]!) { nodes(ids: $ids) { id } }',
      variables: { ids: range(9).map((index) => `nonsense ${index}`) },
    },
    code: 'ERROR_LIMIT',
    partial: true,
  },
  {
    setting: 'maxVariableValues',
    value: 100,
    operation: { query: '{ __typename }', variables: { a: range(20).map(() => range(20)) } },
    code: 'VARIABLE_LIMIT',
  },
  {
    setting: 'maxVariableTextBytes',
    value: 1000,
    operation: {
      query: 'query ($search: String) { groups(filter: { search: $search }) { nodes { id } } }',
      variables: { search: 'x'.repeat(1001) },
    },
    code: 'VARIABLE_LIMIT',
  },
  {
    setting: 'maxDocumentBytes',
    value: 1000,
    operation: { query: `{ __typename } # ${'x'.repeat(1000)}` },
    code: 'DOCUMENT_LIMIT',
  },
  {
    setting: 'maxDocumentLines',
    value: 50,
    operation: { query: `{ __typename } ${'\n'.repeat(51)}` },
    code: 'DOCUMENT_LIMIT',
  },
  {
    setting: 'MAX_TOKENS',
    value: 200,
    operation: { query: `{ ${'a '.repeat(200)} }` },
    code: 'TOKEN_LIMIT',
  },
  {
    setting: 'maxUrlBytes',
    value: 700,
    operation: { query: `{ groups(filter: { search: "${'x'.repeat(700)}" }) { nodes { id } } }` },
    code: 'BAD_USER_INPUT',
    partial: true,
  },
  {
    setting: 'MAX_UPSTREAM_RESPONSE_BYTES',
    value: 4000,
    operation: { query: '{ groups(first: 20) { nodes { id } } }' },
    code: 'UPSTREAM_INVALID_RESPONSE',
    partial: true,
  },
  {
    setting: 'maxParts',
    value: 1,
    operation: { query: '{ __typename }' },
    code: 'PART_LIMIT',
    transport: 'multipart',
  },
];

const isVariable = (setting: string): boolean => /^[A-Z_]+$/.test(setting);

const values: FacadeSettings = Object.assign(
  {},
  ...attacks.map(({ setting, value }) => ({ [setting]: isVariable(setting) ? String(value) : value })),
);

/** These limits protect the process, so report-only mode enforces them. */
describe.each(['false', 'true'])('with LIMITS_REPORT_ONLY=%s', (reportOnly) => {
  let facade: SandboxedFacade;
  beforeAll(async () => {
    facade = await startSandboxed({ env: { ...values, LIMITS_REPORT_ONLY: reportOnly } });
  });
  afterAll(() => facade.close());

  async function send({ transport = 'POST', operation }: Pick<Attack, 'transport' | 'operation'>): Promise<Result> {
    const { results } = await sendOver(transport, facade.url, operation);
    expect(results).toHaveLength(1);
    return results[0] ?? {};
  }

  test.each(attacks)('rejects an operation above $setting of $value with $code: $operation.query', async (attack) => {
    facade.forget();
    const { data, errors = [] } = await send(attack);
    const states = new RegExp(`\\b${attack.value}\\b`);
    const limitError = errors.find(
      ({ message, extensions }) => extensions?.code === attack.code && states.test(message),
    );
    expect(limitError, JSON.stringify(errors)).toBeDefined();
    if (isVariable(attack.setting)) expect(limitError?.message).toContain(attack.setting);
    if (attack.partial === undefined) {
      expect(data ?? null).toBeNull();
      if (attack.setting !== 'MAX_RESPONSE_BYTES') expect(facade.calls).toEqual([]);
    }
  });

  test('accepts an operation within all limits', async () => {
    const { data, errors } = await send({ operation: { query: '{ groups(first: 1) { nodes { name } } }' } });
    expect(errors).toBeUndefined();
    expect(data).toMatchObject({ groups: { nodes: [{ name: expect.any(String) }] } });
  });
});

test('accepts standard introspection queries by default, and rejects twice their values above maxIntrospectionValues, and lists of fields that are nested 3 deep', async () => {
  const facade = await startSandboxed();
  try {
    const all = {
      descriptions: true,
      specifiedByUrl: true,
      directiveIsRepeatable: true,
      schemaDescription: true,
      inputValueDeprecation: true,
      oneOf: true,
    };
    for (const options of [{}, all]) {
      const { data, errors } = await facade.execute(getIntrospectionQuery(options));
      expect(errors).toBeUndefined();
      expect(data).toMatchObject({ __schema: { queryType: { name: 'Query' } } });
    }
    const twice = getIntrospectionQuery(all).replace(/__schema (\{[\s\S]*?\n {6}\})/, 'a: __schema $1 b: __schema $1');
    const rejected = await facade.execute(twice);
    expect(rejected.errors?.[0]?.message).toMatch(/about \d+ values; the limit is 50000/);
    const deep = await facade.execute(
      '{ __schema { types { fields { type { fields { type { fields { name } } } } } } } }',
    );
    expect(deep.errors?.map(({ message }) => message)).toEqual([
      '"__schema.types.fields.type.fields.type.fields" contains 3 of the lists fields, inputFields, interfaces, possibleTypes within each other; the limit is 2. Select fewer of them there',
    ]);
    const within = await facade.execute('{ __schema { types { fields { type { fields { name } } } } } }');
    expect(within.errors).toBeUndefined();
  } finally {
    await facade.close();
  }
});

test('estimates the number of values of introspection with a factor of 0.6 to 2', () => {
  function countValues(value: unknown): number {
    if (typeof value !== 'object' || value === null) return 1;
    return Object.values(value).reduce((sum: number, member) => sum + countValues(member), 1);
  }
  for (const query of [
    getIntrospectionQuery(),
    '{ __schema { types { fields { args { name } } } } }',
    '{ __schema { types { enumValues { name } inputFields { name } possibleTypes { name } interfaces { name } } } }',
    '{ __schema { types { fields { type { fields { name } } } } } }',
    '{ __schema { mutationType { fields { name description } } } }',
    '{ __type(name: "Mutation") { fields { name description } } }',
    '{ __type(name: "Node") { possibleTypes { fields { name } } } }',
  ]) {
    const document = parse(query);
    const definition = getOperationAST(document) ?? expect.fail('no operation');
    const estimate = introspectionValues(new OperationTree(schema, getFragments(document), definition));
    const actualCount = countValues(executeSync({ schema, document }).data);
    expect(estimate / actualCount, query).toBeGreaterThan(0.6);
    expect(estimate / actualCount, query).toBeLessThan(2);
  }
});

test.each(['POST', 'GET', 'SSE', 'WebSocket', 'multipart'] as const)(
  'returns at most 5000 bytes for errors about a long string of the document, over %s',
  async (transport) => {
    const facade = await startSandboxed();
    try {
      const length = transport === 'GET' ? 10_000 : 200_000;
      for (const query of [
        `{ users(first: ${'1'.repeat(length)}) { nodes { id } } }`,
        `{ users(first: "${'x'.repeat(length)}") { nodes { id } } }`,
        `{ users(filter: { createdAfter: "${'x'.repeat(length)}" }) { nodes { id } } }`,
        `{ users "${'x'.repeat(length)}" }`,
      ]) {
        const { results, bytes } = await sendOver(transport, facade.url, { query });
        expect(results[0]?.errors?.[0]?.extensions?.code).toMatch(
          /^(?:GRAPHQL_VALIDATION_FAILED|GRAPHQL_PARSE_FAILED|BAD_USER_INPUT)$/,
        );
        expect(bytes).toBeLessThan(5000);
      }
    } finally {
      await facade.close();
    }
  },
);

test.each(['filter: { createdAfter: "x" }', 'filter: { createdAfter: 5 }'])(
  'reports the location of a literal that its scalar rejects: %s',
  async (argument) => {
    const facade = await startSandboxed();
    try {
      const { errors } = await facade.execute(`{ users(${argument}) { nodes { id } } }`);
      expect(errors).toMatchObject([
        {
          message: expect.stringContaining('DateTime must be'),
          locations: [{ line: 1, column: 33 }],
          extensions: { code: 'BAD_USER_INPUT' },
        },
      ]);
    } finally {
      await facade.close();
    }
  },
);
