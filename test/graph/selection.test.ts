import { setImmediate as turn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { buildSchema, type FieldNode, GraphQLInt, Kind, parse, type VariableValues } from 'graphql';
import { expect, test } from 'vitest';
import { Selection } from '../../src/graph/kit/resources/selection.ts';

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

const schema = buildSchema('type Query { field: Int }');

function fieldsOf(text: string): readonly FieldNode[] {
  const [operation] = parse(text).definitions;
  const selections = operation?.kind === Kind.OPERATION_DEFINITION ? operation.selectionSet.selections : [];
  return selections.filter((node) => node.kind === Kind.FIELD);
}

const variables = (coerced: Readonly<Record<string, unknown>>): VariableValues => ({ sources: {}, coerced });

/** A selection as a resolver asks for it. */
const selectionOf = (fieldNodes: readonly FieldNode[], variableValues: VariableValues) =>
  Selection.of({ schema, fragments: {}, returnType: GraphQLInt, fieldNodes: [...fieldNodes], variableValues });

test('a selection that holds for all executions keeps nothing of the one that it was made for', async () => {
  const fieldNodes = [...fieldsOf('{ field { a ... { b } } }')];
  const info = { schema, fragments: {}, returnType: GraphQLInt, fieldNodes };
  const variablesOfFirst = () => {
    const variableValues = variables({ token: 'of the first caller' });
    expect(Selection.of({ ...info, variableValues }).has('a', 'b')).toBe(true);
    return new WeakRef(variableValues);
  };
  const first = variablesOfFirst();
  await turn();
  collectGarbage();
  expect(first.deref()).toBeUndefined();
  expect(Selection.of({ ...info, variableValues: variables({}) })).toBe(
    Selection.of({ ...info, variableValues: variables({}) }),
  );
});

test.each([true, false])('a selection together with a conditional one follows its condition: %s', (yes) => {
  const [always, sometimes] = ['{ field { a } }', 'query ($yes: Boolean!) { field { b @include(if: $yes) } }'].map(
    (text) => selectionOf(fieldsOf(text), variables({ yes })),
  );
  for (const both of [always?.and(sometimes ?? Selection.empty), sometimes?.and(always ?? Selection.empty)]) {
    expect(both?.has('a')).toBe(true);
    expect(both?.has('b')).toBe(yes);
  }
});
