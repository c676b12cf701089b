/** Null in an input: sent if the contract defines its effect, and otherwise rejected with its path. */
import {
  type GraphQLInputObjectType,
  getNamedType,
  getNullableType,
  isInputObjectType,
  isListType,
  isNonNullType,
} from 'graphql';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { schema } from '../../src/graph/index.ts';
import { notFound, type StubbedFacade, startWithResponses } from '../harness.ts';
import { mutate } from './mutate.ts';
import { sample, sampleInput } from './sample-inputs.ts';

type Value = Readonly<Record<string, unknown>>;

/** Input fields for which the contract defines the effect of null. */
const nullableInputs = [
  'groupUpdate.sharedRunnersMinutesLimit',
  'invitationUpdate.expiresAt',
  'labelCreate.priority',
  'labelUpdate.priority',
  'labelUpdateByName.priority',
  'runnerUpdate.maximumTimeout',
];

interface Case {
  readonly name: string;
  readonly path: readonly (string | number)[];
  readonly input: Value;
}

/** Yields a valid input with null in place of one nullable input field, for each such field of a type and its nested types. */
function* generateNulls(type: GraphQLInputObjectType, base: Value): Generator<Omit<Case, 'name'>> {
  for (const { name, type: member } of Object.values(type.getFields())) {
    if (!isNonNullType(member) && !type.isOneOf) yield { path: [name], input: { ...base, [name]: null } };
    const inner = getNamedType(member);
    if (!isInputObjectType(inner)) continue;
    const isList = isListType(getNullableType(member));
    for (const [choice, choiceField] of inner.isOneOf
      ? Object.entries(inner.getFields())
      : [[undefined, undefined] as const]) {
      const object = choiceField === undefined ? inner : getNamedType(choiceField.type);
      if (!isInputObjectType(object)) continue;
      const validInput = sample(object);
      for (const { path, input } of generateNulls(object, typeof validInput === 'object' ? { ...validInput } : {})) {
        const value = choice === undefined ? input : { [choice]: input };
        yield {
          path: [name, ...(isList ? [0] : []), ...(choice === undefined ? [] : [choice]), ...path],
          input: { ...base, [name]: isList ? [value] : value },
        };
      }
    }
  }
}

const cases: Case[] = Object.values(schema.getMutationType()?.getFields() ?? {}).flatMap(({ name, args: [input] }) => {
  const type = input && getNamedType(input.type);
  return !isInputObjectType(type)
    ? []
    : [...generateNulls(type, sampleInput(name, type))].map((each) => ({ name, ...each }));
});

let facade: StubbedFacade;
beforeAll(async () => {
  facade = await startWithResponses({ '*': notFound });
});
afterAll(() => facade.close());

test('describes the effect of null for each input field of an update', () => {
  const updates = cases.filter(({ name, path }) => /Update(?:ByName)?$/.test(name) && path.length === 1);
  expect(updates.length).toBeGreaterThan(70);
  for (const { name, path } of updates) {
    const [input] = schema.getMutationType()?.getFields()[name]?.args ?? [];
    const type = input && getNamedType(input.type);
    const [member] = path;
    const description = isInputObjectType(type) ? type.getFields()[String(member)]?.description : undefined;
    const rejects = description?.split('\n\n').includes('Null is rejected.');
    expect(rejects, `${name}.${member}`).toBe(!nullableInputs.includes(`${name}.${member}`));
    expect(description, `${name}.${member}`).toMatch(/(?: |\n\n)Null [a-z].+\.(?:\n\n|$)/);
  }
});

test('covers more than 200 input fields', () => expect(cases.length).toBeGreaterThan(200));

test.each(cases.map((each) => [`${each.name}.${each.path.join('.')}`, each] as const))(
  'sends null if the contract defines its effect, and otherwise rejects it before any call: %s',
  async (coordinate, { name, path, input }) => {
    const [calls, bodies] = [facade.calls.length, facade.bodies.length];
    const { payload } = await mutate(facade, name, input, '__typename');
    const violation = payload?.errors.find(({ message }) => message === 'must not be null');
    if (nullableInputs.includes(coordinate)) {
      expect(violation).toBeUndefined();
      expect(Object.values(Object(facade.bodies[bodies]))).toContain(null);
    } else {
      expect(violation).toMatchObject({ code: 'BAD_USER_INPUT', path: ['input', ...path.map(String)] });
      expect(facade.calls.slice(calls)).toEqual([]);
    }
  },
);
