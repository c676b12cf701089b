/** Documents of the upgrade guide for the previous version. */
import { parse, validate } from 'graphql';
import { expect, test } from 'vitest';
import { schema } from '../../src/graph/index.ts';
import { parseFences, read } from './pages.ts';

const documents = parseFences(read('docs/upgrading.md')).filter(({ language }) => language === 'text');

test('the current schema rejects each operation for the previous version', () => {
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
