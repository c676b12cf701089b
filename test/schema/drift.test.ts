/** The committed schemas are up to date, and breaking-changes.md lists every breaking change since the release. */
import { readFileSync } from 'node:fs';
import { BreakingChangeType, buildSchema, findSchemaChanges, type GraphQLSchema } from 'graphql';
import { describe, expect, test } from 'vitest';
import { schema } from '../../src/graph/index.ts';
import { printSubgraph } from '../../src/graph/kit/federation/entities.ts';
import { printGraph } from '../../src/graph/print.ts';

const read = (file: string): string => readFileSync(new URL(`../../schema/${file}`, import.meta.url), 'utf8');
const withoutNotice = (sdl: string): string => sdl.replace(/^# Generated.*\n\n/, '').trimEnd();

/** Compares a committed file with the SDL that the code prints, by its first different line. */
function expectGenerated(file: string, sdl: string): void {
  const lines = withoutNotice(read(file)).split('\n');
  const printed = sdl.trimEnd().split('\n');
  const difference = printed.findIndex((line, index) => line !== lines[index]);
  const index = difference === -1 ? printed.length : difference;
  expect(lines[index], `schema/${file} is stale: run \`npm run generate\``).toBe(printed[index]);
}

/** Descriptions of the changes between two schemas that break a client. */
const breakingChanges = (before: GraphQLSchema, after: GraphQLSchema): readonly string[] =>
  findSchemaChanges(before, after).flatMap(({ type, description }) =>
    type in BreakingChangeType ? [description] : [],
  );

/** Whether an entry of breaking-changes.md matches a change. `*` matches one name or a part of one. */
function matchesChange(pattern: string, change: string): boolean {
  const parts = pattern.split('*').map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${parts.join('[^ ]*')}$`).test(change);
}

describe('committed files equal the SDL that the code prints', () => {
  test('schema/schema.graphql', () => {
    expectGenerated('schema.graphql', printGraph());
  });

  test('schema/subgraph.graphql', () => {
    expectGenerated('subgraph.graphql', printSubgraph(schema));
  });
});

describe('changes since schema/released.graphql', () => {
  const released = buildSchema(read('released.graphql'), { assumeValid: true });
  const current = buildSchema(printGraph(), { assumeValid: true });
  const breaking = breakingChanges(released, current);
  const [, unreleased = ''] = read('breaking-changes.md').split(/^## .*$/m);
  const acknowledged = [...unreleased.matchAll(/^- `(.+)`: ./gm)].map(([, pattern = '']) => pattern);

  test('are all in schema/breaking-changes.md, with a reason, if they are breaking', () => {
    expect(breaking.filter((change) => !acknowledged.some((pattern) => matchesChange(pattern, change)))).toEqual([]);
  });

  test('include every entry of schema/breaking-changes.md', () => {
    expect(acknowledged.filter((pattern) => !breaking.some((change) => matchesChange(pattern, change)))).toEqual([]);
  });

  test('are matched by entries in which a star matches one name or a part of it', () => {
    expect(matchesChange('Argument Query.b(*:) was removed.', 'Argument Query.b(c:) was removed.')).toBe(true);
    expect(matchesChange('Field *.b was removed.', 'Field Query.b was removed.')).toBe(true);
    expect(matchesChange('* was removed.', 'Argument Query.b(c:) was removed.')).toBe(false);
    expect(matchesChange('Field Query.b was removed.', 'Field Query.bb was removed.')).toBe(false);
  });

  test('are breaking if they remove a field or make an argument required', () => {
    const before = buildSchema('type Query { a: Int b(c: Int): Int }');
    const after = buildSchema('type Query { b(c: Int!): Int }');
    expect(breakingChanges(before, after)).toEqual([
      'Field Query.a was removed.',
      'Argument Query.b(c:) has changed type from Int to Int!.',
    ]);
  });
});
