/** Section 6.3 of the GraphQL specification: Executing Selection Sets. */
import { describe, expect, test } from 'vitest';
import { createSchema, executeBoth } from './execute-both.ts';

describe('Normal and Serial Execution', () => {
  const schema = `
    type Query { birthday: Date address: Address }
    type Mutation { changeBirthday(birthday: String): Date changeAddress(address: String): Address }
    type Date { month: Int }
    type Address { street: String }
  `;
  const birthday = { month: 7 };
  const address = { street: 'Privet Drive' };

  test('returns the fields in the order of the document', async () => {
    const rootValue = { birthday: async () => birthday, address };
    const first = await executeBoth({ schema, document: '{ birthday { month } address { street } }', rootValue });
    expect(JSON.stringify(first)).toBe('{"data":{"birthday":{"month":7},"address":{"street":"Privet Drive"}}}');
    const second = await executeBoth({ schema, document: '{ address { street } birthday { month } }', rootValue });
    expect(JSON.stringify(second)).toBe('{"data":{"address":{"street":"Privet Drive"},"birthday":{"month":7}}}');
  });

  test('executes the root fields of a mutation serially', async () => {
    const calls: string[] = [];
    const field = (name: string, value: object) => async () => {
      calls.push(`start ${name}`);
      await undefined;
      calls.push(`end ${name}`);
      return value;
    };
    const rootValue = {
      changeBirthday: field('birthday', birthday),
      changeAddress: field('address', address),
    };
    const document = `mutation ($newBirthday: String, $newAddress: String) {
      changeBirthday(birthday: $newBirthday) { month }
      changeAddress(address: $newAddress) { street }
    }`;
    const result = await executeBoth({ schema, document, rootValue });
    expect(result).toEqual({ data: { changeBirthday: birthday, changeAddress: address } });
    expect(calls.slice(0, 4)).toEqual(['start birthday', 'end birthday', 'start address', 'end address']);
  });
});

describe('CollectFields', () => {
  const schema = `
    type Query implements Node { a: A b: String c: String id: ID node: Node thing: Thing other: Other }
    type A implements Node { subfield1: String subfield2: String id: ID a: A }
    type B implements Node & Other { id: ID size: Int }
    interface Node { id: ID }
    interface Other { id: ID }
    union Thing = A | B
  `;
  const a = { __typename: 'A', subfield1: '1', subfield2: '2', id: 'a', a: { subfield1: '3', subfield2: '4' } };
  const rootValue = {
    a,
    b: 'B',
    c: 'C',
    id: 'query',
    node: a,
    thing: { __typename: 'B', id: 'b', size: 5 },
    other: { __typename: 'B', id: 'b', size: 5 },
  };

  /** Data as JSON, so that the order of the keys counts. */
  const run = async (document: string, variableValues: Readonly<Record<string, unknown>> = {}) => {
    const result = await executeBoth({ schema, document, rootValue, variableValues });
    expect(result).not.toHaveProperty('errors');
    return JSON.stringify(result.data);
  };

  test.each<[what: string, document: string, data: string]>([
    [
      'the fields of a fragment after those before it',
      '{ a { subfield1 } ...ExampleFragment } fragment ExampleFragment on Query { a { subfield2 } b }',
      '{"a":{"subfield1":"1","subfield2":"2"},"b":"B"}',
    ],
    ['aliases as keys', '{ x: b b y: c }', '{"x":"B","b":"B","y":"C"}'],
    ['a key once, at its first occurrence', '{ b c b ... { c b } }', '{"b":"B","c":"C"}'],
    [
      '__typename',
      '{ __typename x: __typename a { __typename } }',
      '{"__typename":"Query","x":"Query","a":{"__typename":"A"}}',
    ],
    ['an inline fragment without a type', '{ ... { b } c }', '{"b":"B","c":"C"}'],
    [
      'nested fragments',
      '{ ...F } fragment F on Query { ... on Query { ...G } } fragment G on Query { b }',
      '{"b":"B"}',
    ],
    ['a fragment that spreads itself once', '{ ...F } fragment F on Query { b ...F }', '{"b":"B"}'],
    [
      'fragments that spread each other once',
      '{ ...F } fragment F on Query { b ...G } fragment G on Query { c ...F }',
      '{"b":"B","c":"C"}',
    ],
    [
      'a recursive fragment once for each selection set',
      '{ a { ...F } } fragment F on A { subfield1 a { ...G } } fragment G on A { subfield2 }',
      '{"a":{"subfield1":"1","a":{"subfield2":"4"}}}',
    ],
    ['a fragment at its first spread', '{ ...F c ...F } fragment F on Query { b }', '{"b":"B","c":"C"}'],
    [
      'the same fragment below different fields',
      '{ a { ...F a { ...F } } } fragment F on A { subfield1 }',
      '{"a":{"subfield1":"1","a":{"subfield1":"3"}}}',
    ],
    ['nothing of an empty selection', '{ a { ...F } } fragment F on B { id }', '{"a":{}}'],
    ['the names of properties of objects', '{ __proto__: b constructor: c }', '{"__proto__":"B","constructor":"C"}'],
  ])('collects %s', async (_, document, data) => {
    expect(await run(document)).toBe(data);
  });

  describe('@skip and @include', () => {
    const values = [true, false];
    const combinations = values.flatMap((skip) => values.map((include) => ({ skip, include })));
    const targets: readonly (readonly [what: string, text: (directives: string) => string])[] = [
      ['a field', (directives) => `b ${directives}`],
      ['a spread', (directives) => `...F ${directives}`],
      ['an inline fragment', (directives) => `... ${directives} { b }`],
      ['an inline fragment with a type', (directives) => `... on Query ${directives} { b }`],
    ];
    const fragment = 'fragment F on Query { b }';

    test.each(
      targets.flatMap(([what, text]) => combinations.map(({ skip, include }) => ({ what, text, skip, include }))),
    )('apply to $what with skip $skip and include $include', async ({ text, skip, include }) => {
      const expected = !skip && include ? '{"c":"C","b":"B"}' : '{"c":"C"}';
      const literals = `{ c ${text(`@skip(if: ${skip}) @include(if: ${include})`)} } ${fragment}`;
      expect(await run(literals)).toBe(expected);
      const reversed = `{ c ${text(`@include(if: ${include}) @skip(if: ${skip})`)} } ${fragment}`;
      expect(await run(reversed)).toBe(expected);
      const variables = `query ($s: Boolean!, $i: Boolean!) { c ${text('@skip(if: $s) @include(if: $i)')} } ${fragment}`;
      expect(await run(variables, { s: skip, i: include })).toBe(expected);
      const defaults = `query ($s: Boolean! = ${skip}, $i: Boolean! = ${include}) { c ${text('@skip(if: $s) @include(if: $i)')} } ${fragment}`;
      expect(await run(defaults)).toBe(expected);
    });

    test.each<[what: string, document: string, data: string]>([
      ['the first included occurrence sets the order', '{ b @skip(if: true) c b }', '{"c":"C","b":"B"}'],
      [
        'a spread that is left out does not hide a later one',
        '{ ...F @skip(if: true) c ...F } fragment F on Query { b }',
        '{"c":"C","b":"B"}',
      ],
      [
        'a spread that is included hides a later one',
        '{ ...F c ...F @include(if: true) } fragment F on Query { b }',
        '{"b":"B","c":"C"}',
      ],
      [
        'an occurrence that is left out contributes no selection',
        '{ a { subfield1 } a @skip(if: true) { subfield2 } }',
        '{"a":{"subfield1":"1"}}',
      ],
      ['nothing can be left', '{ b @skip(if: true) }', '{}'],
    ])('%s', async (_, document, data) => {
      expect(await run(document)).toBe(data);
    });

    test('are errors of the request if a condition is null', async () => {
      const document = 'query ($maybe: Boolean) { b @include(if: $maybe) }';
      const result = await executeBoth({ schema, document, rootValue, variableValues: { maybe: null } });
      expect(result).toMatchObject({ data: null, errors: [{ locations: [{ line: 1, column: 42 }] }] });
    });
  });

  describe('DoesFragmentTypeApply', () => {
    const query = (field: string, condition: string) =>
      `{ ${field} { ... on ${condition} { __typename ... on Node { id } } ...F } } fragment F on ${condition} { again: __typename }`;

    test.each<[field: string, runtimeType: string, condition: string, applies: boolean]>([
      ['a', 'A', 'A', true],
      ['a', 'A', 'B', false],
      ['a', 'A', 'Node', true],
      ['a', 'A', 'Other', false],
      ['a', 'A', 'Thing', true],
      ['node', 'A', 'A', true],
      ['node', 'A', 'B', false],
      ['node', 'A', 'Node', true],
      ['node', 'A', 'Other', false],
      ['node', 'A', 'Thing', true],
      ['thing', 'B', 'A', false],
      ['thing', 'B', 'B', true],
      ['thing', 'B', 'Node', true],
      ['thing', 'B', 'Other', true],
      ['thing', 'B', 'Thing', true],
      ['other', 'B', 'Query', false],
      ['other', 'B', 'Node', true],
    ])('%s, which is of type %s, to %s: %s', async (field, typeName, condition, applies) => {
      const expected = applies ? { __typename: typeName, id: typeName.toLowerCase(), again: typeName } : {};
      expect(await run(query(field, condition))).toBe(JSON.stringify({ [field]: expected }));
    });

    test.each(['Absent', 'ID'])('never applies a fragment on %s, which is no composite type', async (condition) => {
      const document = `{ other { ... on ${condition} { id } } }`;
      const result = await executeBoth({ schema, document, isInvalid: true, rootValue });
      expect(result).toEqual({ data: { other: {} } });
    });

    test('collects the fields of each runtime type', async () => {
      const items = createSchema(
        'type Query { items: [Item] } interface Item { id: ID } type X implements Item { id: ID x: Int } type Y implements Item { id: ID y: Int }',
        {},
      );
      const document = '{ items { ... on Y { y } id ... on X { x } } }';
      const result = await executeBoth({
        schema: items,
        document,
        rootValue: {
          items: [
            { __typename: 'X', id: 1, x: 2 },
            { __typename: 'Y', id: 3, y: 4 },
          ],
        },
      });
      expect(JSON.stringify(result.data)).toBe('{"items":[{"id":"1","x":2},{"y":4,"id":"3"}]}');
    });
  });
});
