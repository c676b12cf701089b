/** Documents of the upgrade guide for the version before. */
import { parse, validate } from 'graphql';
import { expect, test } from 'vitest';
import { schema } from '../../src/graph/index.ts';
import { fencesOf, read } from './pages.ts';

const documents = fencesOf(read('docs/upgrading.md')).filter(({ language }) => language === 'text');

test('each operation for the version before has to be changed', () => {
  expect(documents.length).toBeGreaterThan(2);
  for (const { text } of documents) {
    const { definitions } = parse(text);
    for (const definition of definitions) {
      const errors = validate(schema, { kind: parse(text).kind, definitions: [definition] });
      expect(errors.map(({ message }) => message).join(), text).toMatch(
        /Cannot query field|does not exist|Unknown (?:type|argument)|unknown field/,
      );
    }
  }
});
