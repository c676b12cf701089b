/** Sample values that the contract accepts. */
import { attributesOf, resolve, type Schema, typesIn } from '../../contract/index.ts';
import { getEnumValues } from '../kit/contract/enums.ts';

/** Sample strings. Most patterns of the contract match one of them. */
const sampleStrings = [
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

/** Sample strings by the name of a parameter or member. */
const byName: readonly (readonly [RegExp, string])[] = [
  [/email/, 'somebody@example.com'],
  [/url|webhook/, 'https://example.com'],
  [/colou?r/, '#428bca'],
];

function createSampleString(schema: Schema, name: string): string {
  const { format, pattern, minLength = 0 } = resolve(schema);
  const [, named] = byName.find(([namePattern]) => namePattern.test(name)) ?? [];
  const expression = pattern === undefined ? undefined : new RegExp(pattern, 'u');
  const candidates = [format === undefined ? undefined : byFormat[format], named, ...sampleStrings];
  const match = candidates.find((text) => text !== undefined && (expression === undefined || expression.test(text)));
  return (match ?? 'name').padEnd(minLength, 'x');
}

/**
 * Creates a value that a schema accepts.
 * @param name name of the parameter or member, which may be more specific than its schema
 * @param number value of integers and numbers, so that two samples can differ
 */
export function createSample(schema: Schema, name: string, number = 1): unknown {
  const resolved = resolve(schema);
  const [form] = resolved.oneOf ?? resolved.anyOf ?? [];
  const [enumValue] = getEnumValues(schema) ?? [];
  if (enumValue !== undefined) return enumValue;
  if (form !== undefined) return createSample(form, name, number);
  const types = typesIn(schema);
  if (types.has('integer') || types.has('number')) return Math.max(number, resolved.minimum ?? number);
  if (types.has('boolean')) return true;
  if (resolved.items !== undefined) return [createSample(resolved.items, name, number)];
  const required = resolved.required ?? [];
  const attributes = attributesOf(schema);
  if (attributes.size > 0)
    return Object.fromEntries(
      required.map((member) => [member, createSample(attributes.get(member) ?? {}, member, number)]),
    );
  if (types.has('object')) return {};
  return createSampleString(schema, name);
}
