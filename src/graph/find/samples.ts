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

function createSampleString(schema: Schema): string {
  const { format = '', pattern = '', minLength = 0 } = resolve(schema);
  const expression = new RegExp(pattern, 'u');
  const match = [byFormat[format], ...sampleStrings].find((text) => text !== undefined && expression.test(text));
  return (match ?? 'name').padEnd(minLength, 'x');
}

/**
 * Creates a value that a schema accepts.
 * @param number value of integers and numbers, so that two samples can differ
 */
export function createSample(schema: Schema, number = 1): unknown {
  const resolved = resolve(schema);
  const [form] = resolved.oneOf ?? resolved.anyOf ?? [];
  const [enumValue] = getEnumValues(schema) ?? [];
  if (enumValue !== undefined) return enumValue;
  if (form !== undefined) return createSample(form, number);
  const types = typesIn(schema);
  if (types.has('integer') || types.has('number')) return Math.max(number, resolved.minimum ?? number);
  if (types.has('boolean')) return true;
  if (resolved.items !== undefined) return [createSample(resolved.items, number)];
  const required = resolved.required ?? [];
  const attributes = attributesOf(schema);
  if (attributes.size > 0)
    return Object.fromEntries(required.map((member) => [member, createSample(attributes.get(member) ?? {}, number)]));
  if (types.has('object')) return {};
  return createSampleString(schema);
}
