/** Values that the contract accepts, for what nobody gave. */
import { attributesOf, resolve, type Schema, typesIn } from '../../contract/index.ts';
import { wordsOf } from '../../graph/kit/contract/enums.ts';

/** Texts of which one fits most patterns. */
const texts = [
  'name',
  'main',
  '#428bca',
  'https://example.com',
  'somebody@example.com',
  '1',
  '10.0.0.0/8',
  'A1',
  '2030-01-01',
];

const byFormat: Readonly<Record<string, string>> = {
  date: '2030-01-01',
  'date-time': '2030-01-01T00:00:00Z',
  uri: 'https://example.com',
  email: 'somebody@example.com',
  decimal: '1.5',
  boolean: 'true',
};

/** Texts for names that tell what they are. */
const byName: readonly (readonly [RegExp, string])[] = [
  [/email/, 'somebody@example.com'],
  [/url|webhook/, 'https://example.com'],
  [/colou?r/, '#428bca'],
];

function textFor(schema: Schema, name: string): string {
  const { format, pattern, minLength = 0 } = resolve(schema);
  const [, named] = byName.find(([words]) => words.test(name)) ?? [];
  const expression = pattern === undefined ? undefined : new RegExp(pattern, 'u');
  const candidates = [format === undefined ? undefined : byFormat[format], named, ...texts];
  const fitting = candidates.find((text) => text !== undefined && (expression === undefined || expression.test(text)));
  return (fitting ?? 'name').padEnd(minLength, 'x');
}

/**
 * A value that a schema accepts.
 * @param name of the parameter or member, which tells more than its schema sometimes
 * @param number for what is a number, so that two of them differ
 */
export function sampleOf(schema: Schema, name: string, number = 1): unknown {
  const resolved = resolve(schema);
  const [form] = resolved.oneOf ?? resolved.anyOf ?? [];
  const [word] = wordsOf(schema) ?? [];
  if (word !== undefined) return word;
  if (form !== undefined) return sampleOf(form, name, number);
  const types = typesIn(schema);
  if (types.has('integer') || types.has('number')) return Math.max(number, resolved.minimum ?? number);
  if (types.has('boolean')) return true;
  if (resolved.items !== undefined) return [sampleOf(resolved.items, name, number)];
  const required = resolved.required ?? [];
  const attributes = attributesOf(schema);
  if (attributes.size > 0)
    return Object.fromEntries(
      required.map((member) => [member, sampleOf(attributes.get(member) ?? {}, member, number)]),
    );
  if (types.has('object')) return {};
  return textFor(schema, name);
}
