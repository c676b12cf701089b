/** Interfaces and unions. The cases follow the suites of graphql-js (MIT license, copyright GraphQL Contributors). */
import type { GraphQLAbstractType, GraphQLResolveInfo } from 'graphql';
import { describe, expect, test } from 'vitest';
import { createSchema, executeBoth, type TypeFunctions } from '../specification/execute-both.ts';

class Dog {
  readonly name: string;
  readonly barks: boolean;
  readonly progeny: readonly Dog[];

  constructor(name: string, barks: boolean, progeny: readonly Dog[] = []) {
    this.name = name;
    this.barks = barks;
    this.progeny = progeny;
  }
}

class Cat {
  readonly name: string;
  readonly meows: boolean;

  constructor(name: string, meows: boolean) {
    this.name = name;
    this.meows = meows;
  }
}

class Person {
  readonly name: string;
  readonly pets: readonly (Dog | Cat)[];
  readonly friends: readonly (Dog | Cat | Person)[];

  constructor(name: string, pets: readonly (Dog | Cat)[] = [], friends: readonly (Dog | Cat | Person)[] = []) {
    this.name = name;
    this.pets = pets;
    this.friends = friends;
  }
}

const classes = { Dog, Cat, Person } as const;
type Kind = keyof typeof classes;
const kindOf = (value: unknown) => Object.entries(classes).find(([, Class]) => value instanceof Class)?.[0];

const sdl = `
  schema { query: Person }
  interface Life { progeny: [Life] }
  interface Named { name: String }
  interface Mammal implements Life { progeny: [Mammal] }
  type Dog implements Mammal & Life & Named { name: String barks: Boolean progeny: [Dog] }
  type Cat implements Mammal & Life & Named { name: String meows: Boolean progeny: [Cat] }
  union Pet = Dog | Cat
  type Person implements Mammal & Life & Named { name: String pets: [Pet] friends: [Named] progeny: [Person] responsive: Named }
`;

const odie = new Dog('Odie', true, [new Dog('Pup', false)]);
const garfield = new Cat('Garfield', false);
const john = new Person('John', [garfield, odie], [new Person('Liz'), odie]);

const resolveType = (value: unknown) => kindOf(value);
const resolveTypeLate = async (value: unknown) => kindOf(value);
const checks = (wrap: (isOfType: boolean) => boolean | Promise<boolean>): Readonly<Record<string, TypeFunctions>> =>
  Object.fromEntries(
    (['Dog', 'Cat', 'Person'] as const satisfies readonly Kind[]).map((kind) => [
      kind,
      { isTypeOf: (value: unknown) => wrap(value instanceof classes[kind]) },
    ]),
  );

const schemas: Readonly<Record<string, Readonly<Record<string, TypeFunctions>>>> = {
  resolveType: { Pet: { resolveType }, Named: { resolveType }, Mammal: { resolveType }, Life: { resolveType } },
  'an asynchronous resolveType': {
    Pet: { resolveType: resolveTypeLate },
    Named: { resolveType: resolveTypeLate },
    Mammal: { resolveType: resolveTypeLate },
    Life: { resolveType: resolveTypeLate },
  },
  isTypeOf: checks((isOfType) => isOfType),
  'an asynchronous isTypeOf': checks(async (isOfType) => isOfType),
};

describe.each(Object.entries(schemas))('By %s', (_, functions) => {
  const schema = createSchema(sdl, functions);
  const run = (document: string) => executeBoth({ schema, document, rootValue: john });

  test('executes a union', async () => {
    const { data } = await run(
      '{ __typename name pets { __typename ... on Dog { name barks } ... on Cat { name meows } } }',
    );
    expect(data).toEqual({
      __typename: 'Person',
      name: 'John',
      pets: [
        { __typename: 'Cat', name: 'Garfield', meows: false },
        { __typename: 'Dog', name: 'Odie', barks: true },
      ],
    });
  });

  test('executes a union whose fields are selected without a fragment, which validation rejects', async () => {
    const document = '{ pets { __typename name barks meows } }';
    const { data } = await executeBoth({ schema, document, isInvalid: true, rootValue: john });
    expect(data).toEqual({
      pets: [
        { __typename: 'Cat', name: 'Garfield', meows: false },
        { __typename: 'Dog', name: 'Odie', barks: true },
      ],
    });
  });

  test('executes an interface', async () => {
    const document = '{ friends { __typename name ... on Dog { barks } ... on Cat { meows } } }';
    expect(await run(document)).toEqual({
      data: {
        friends: [
          { __typename: 'Person', name: 'Liz' },
          { __typename: 'Dog', name: 'Odie', barks: true },
        ],
      },
    });
  });

  test('executes fragments on interfaces that interfaces implement', async () => {
    const document = `{ friends { ...F ... on Mammal { progeny { __typename } } } pets { ...F } }
      fragment F on Life { progeny { ... on Named { name } } }`;
    const { data } = await run(document);
    const pup = [{ name: 'Pup', __typename: 'Dog' }];
    expect(data).toEqual({
      friends: [{ progeny: null }, { progeny: pup }],
      pets: [{ progeny: null }, { progeny: [{ name: 'Pup' }] }],
    });
  });

  test('reports a value of no possible type', async () => {
    const rootValue = { friends: [odie, { name: 'nobody' }] };
    const { data, errors } = await executeBoth({ schema, document: '{ friends { name } }', rootValue });
    expect(data).toEqual({ friends: [{ name: 'Odie' }, null] });
    expect(errors).toEqual([
      {
        message: expect.stringContaining('Abstract type "Named" must resolve to an Object type at runtime'),
        path: ['friends', 1],
        locations: [{ line: 1, column: 3 }],
      },
    ]);
  });
});

test('passes the context, the info and the type to resolveType', async () => {
  const calls: unknown[][] = [];
  const schema = createSchema(sdl, {
    Named: {
      resolveType(value: unknown, context: unknown, info: GraphQLResolveInfo, ...rest: readonly GraphQLAbstractType[]) {
        calls.push([value, context, info.schema === schema, info.fieldName, info.rootValue, rest.map(String)]);
        return 'Dog';
      },
    },
  });
  const contextValue = { authToken: '123abc' };
  await executeBoth({ schema, document: '{ friends { name } }', rootValue: { friends: [odie] }, contextValue });
  const call = [odie, contextValue, true, 'friends', { friends: [odie] }, ['Named']];
  expect(calls).toEqual([call, call, call]);
});

test('passes the context and the info to isTypeOf', async () => {
  const calls: unknown[][] = [];
  const schema = createSchema('type Query { dog: Dog } type Dog { name: String }', {
    Dog: {
      isTypeOf(...[value, context, info]: readonly unknown[]) {
        calls.push([value, context, Object(info).fieldName]);
        return true;
      },
    },
  });
  await executeBoth({ schema, document: '{ dog { name } }', rootValue: { dog: odie }, contextValue: 'context' });
  const call = [odie, 'context', 'dog'];
  expect(calls).toEqual([call, call, call]);
});

describe('Errors of hierarchical interfaces', () => {
  const hierarchy = `
    type Query { named: Named }
    interface Named { name: String }
    interface Animal { isFriendly: Boolean }
    interface Pet implements Animal & Named { name: String isFriendly: Boolean }
    type Cat implements Pet & Named & Animal { name: String isFriendly: Boolean }
    type Dog implements Pet & Named & Animal { name: String isFriendly: Boolean }
    type Stone { name: String }
  `;

  test.each<[typename: unknown, data: unknown, message: string | undefined]>([
    ['Cat', { name: null }, undefined],
    ['Pet', null, 'Abstract type "Named" was resolved to a non-object type "Pet".'],
    ['Stone', null, 'Runtime Object type "Stone" is not a possible type for "Named".'],
    ['__Schema', null, 'Runtime Object type "__Schema" is not a possible type for "Named".'],
    ['String', null, 'Abstract type "Named" was resolved to a non-object type "String".'],
    ['Human', null, 'Abstract type "Named" was resolved to a type "Human" that does not exist inside the schema.'],
    [5, null, undefined],
    [undefined, null, undefined],
  ])('__typename %j', async (__typename, named, message) => {
    const result = await executeBoth({
      schema: hierarchy,
      document: '{ named { name } }',
      rootValue: { named: { __typename } },
    });
    expect(result.data).toEqual({ named });
    expect(result.errors?.length ?? 0).toBe(named === null ? 1 : 0);
    if (message !== undefined) expect(result.errors?.[0]?.message).toBe(message);
  });

  test('rejects an object type as the result of resolveType', async () => {
    const schema = createSchema(hierarchy, {});
    const named = schema.getType('Named');
    Object.assign(named ?? {}, { resolveType: () => schema.getType('Cat') });
    const { data, errors } = await executeBoth({ schema, document: '{ named { name } }', rootValue: { named: {} } });
    expect(data).toEqual({ named: null });
    expect(errors).toHaveLength(1);
  });
});

test('introspects possible types and interfaces', async () => {
  const document = `{
    Named: __type(name: "Named") { kind name fields { name } interfaces { name } possibleTypes { name } enumValues { name } inputFields { name } }
    Mammal: __type(name: "Mammal") { kind name fields { name } interfaces { name } possibleTypes { name } }
    Pet: __type(name: "Pet") { kind name fields { name } interfaces { name } possibleTypes { name } }
  }`;
  const names = (...all: readonly string[]) => all.map((name) => ({ name }));
  const { data } = await executeBoth({ schema: sdl, document });
  expect(data).toEqual({
    Named: {
      kind: 'INTERFACE',
      name: 'Named',
      fields: names('name'),
      interfaces: [],
      possibleTypes: names('Dog', 'Cat', 'Person'),
      enumValues: null,
      inputFields: null,
    },
    Mammal: {
      kind: 'INTERFACE',
      name: 'Mammal',
      fields: names('progeny'),
      interfaces: names('Life'),
      possibleTypes: names('Dog', 'Cat', 'Person'),
    },
    Pet: { kind: 'UNION', name: 'Pet', fields: null, interfaces: null, possibleTypes: names('Dog', 'Cat') },
  });
});
