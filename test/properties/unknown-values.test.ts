/** Unknown attributes of responses: `extra` is bounded and contains no secret. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { attributesOf, document, type SchemaName, standardContract } from '../../src/contract/index.ts';
import { schema as graph } from '../../src/graph/index.ts';
import { UnknownValues } from '../../src/graph/kit/contract/unknown-values.ts';
import { getResourceTypes } from '../../src/graph/kit/resources/resource-types.ts';
import { holds, timeoutMs } from './holds.ts';

const maxBytes = 16 * 1024;
const secret = 'hunter2';
const unknownValues = new UnknownValues(standardContract, () => false);
const schemas: readonly SchemaName[] = getResourceTypes(graph).all.map(({ schema }) => schema);
const names = [
  ...new Set(Object.values(document.components.schemas).flatMap((schema) => [...attributesOf(schema).keys()])),
];

const anyName = fc.oneof(fc.constantFrom(...names), fc.string(), fc.constantFrom('__proto__', 'constructor', ''));
const secretName = fc.constantFrom('token', 'private_key', 'dbPassword', 'client-secret', 'CREDENTIALS');
const secretText = fc.constantFrom(`https://a:${secret}@host/`, `/a?token=${secret}`, `//${secret}@host?x#y`);
const leaf = fc.oneof(fc.jsonValue(), secretText, fc.string({ maxLength: 4000 }));
const { anyObject } = fc.letrec<{ anyValue: unknown; anyObject: Readonly<Record<string, unknown>> }>((tie) => ({
  anyValue: fc.oneof({ maxDepth: 5 }, leaf, tie('anyObject'), fc.array(tie('anyValue'), { maxLength: 4 })),
  anyObject: fc
    .tuple(
      fc.array(fc.tuple(anyName, tie('anyValue')), { maxLength: 6 }),
      fc.array(fc.tuple(secretName, fc.constantFrom(secret, [secret], { a: { b: secret } })), { maxLength: 2 }),
    )
    .map(([members, secrets]) => Object.fromEntries([...members, ...secrets])),
}));

/** Iterates over the names and strings of a value at any depth. */
function* iterateStrings(value: unknown): Generator<string> {
  if (typeof value === 'string') yield value;
  else if (typeof value === 'object' && value !== null)
    for (const [name, member] of Object.entries(value)) {
      yield name;
      yield* iterateStrings(member);
    }
}

test(
  'returns at most 16 KB without secrets, and does not change its input',
  async () => {
    const run = fc.record({ schema: fc.constantFrom(...schemas), object: anyObject });
    await holds(
      fc.asyncProperty(run, async ({ schema, object }) => {
        const before = JSON.stringify(object);
        const extra = unknownValues.find(object, { schemas: [schema], embeds: () => false });
        expect(JSON.stringify(object)).toBe(before);
        if (extra === null) return;
        expect(Buffer.byteLength(JSON.stringify(extra))).toBeLessThanOrEqual(maxBytes);
        expect([...iterateStrings(extra)].filter((text) => text.includes(secret))).toEqual([]);
      }),
      0.5,
    );
  },
  timeoutMs(0.5),
);
