/** The REST contract keeps the rules of schema/rest/README.md. */
import { describe, expect, test } from 'vitest';
import { document, type Operation, operation, operations, resolve, type Schema } from '../../src/contract/index.ts';

const all = [...operations.values()];
const named = (wrong: readonly Operation[]): string[] => wrong.map(({ id }) => id);

describe('every operation', () => {
  test('has its source, a summary and an area', () => {
    expect(named(all.filter(({ source }) => !/document [12], section|beyond the documents/.test(source)))).toEqual([]);
    expect(named(all.filter(({ summary }) => !/^[A-Z][^.]+\.$/.test(summary)))).toEqual([]);
    expect(named(all.filter(({ area }) => area === ''))).toEqual([]);
  });

  test('says in its summary what a read gives and what a write does', () => {
    const form = ({ method }: Operation) => (method === 'GET' ? /^(?:The|An?) / : /^[A-Z][a-z]+s /);
    const commanding = all.filter((each) => !form(each).test(each.summary));
    expect(named(commanding)).toEqual([]);
  });

  test('that the documents do not show is marked as assumed', () => {
    const hidden = all.filter(({ source }) => source.startsWith('beyond the documents'));
    expect(named(hidden.filter(({ assumed }) => !assumed))).toEqual([]);
  });

  test('describes each of its path parameters, and no other', () => {
    const wrong = all.filter(({ path, pathParameters }) => {
      const inPath = [...path.matchAll(/\{([^}]+)\}/g)].map(([, name]) => name);
      return JSON.stringify(inPath.toSorted()) !== JSON.stringify(pathParameters.map(({ name }) => name).toSorted());
    });
    expect(named(wrong)).toEqual([]);
  });

  test('describes each of its parameters', () => {
    const undescribed = all.flatMap(({ id, pathParameters, queryParameters }) =>
      [...pathParameters, ...queryParameters]
        .filter(({ description }) => description.length < 10)
        .map(({ name }) => `${id} ${name}`),
    );
    expect(undescribed).toEqual([]);
  });

  test('names another operation only where there is one', () => {
    for (const { itemOf } of all) if (itemOf !== undefined) expect(operation(itemOf).list, itemOf).toBe(true);
  });

  test('pages where it lists, keyset where it takes pagination', () => {
    const names = ({ queryParameters }: Operation) => queryParameters.map(({ name }) => name);
    const unpaged = all.filter((each) => each.method === 'GET' && each.list && !names(each).includes('per_page'));
    expect(named(unpaged)).toEqual([]);
    expect(named(all.filter((each) => each.keyset && !each.list))).toEqual([]);
  });

  test('has one method and path, and templates that differ by more than the names of their parameters', () => {
    const shapes = all.map(({ method, path }) => `${method} ${path.replaceAll(/\{[^}]+\}/g, '{}')}`);
    expect(shapes.filter((shape, index) => shapes.indexOf(shape) !== index)).toEqual([]);
  });
});

interface Described {
  readonly place: string;
  readonly schema: Schema;
}

/** A schema with everything in it, by its place. */
function* parts(place: string, schema: Schema): Generator<Described> {
  yield { place, schema };
  for (const [name, property] of Object.entries(schema.properties ?? {})) yield* parts(`${place}.${name}`, property);
  for (const [index, part] of (schema.allOf ?? []).entries())
    if (part.$ref === undefined) yield* parts(`${place}#${index}`, part);
  if (schema.items && schema.items.$ref === undefined) yield* parts(`${place}[]`, schema.items);
}

const schemas = Object.entries(document.components.schemas);
const everyPart = schemas.flatMap(([name, schema]) => [...parts(name, schema)]);

describe('every schema', () => {
  test('has its description and source', () => {
    expect(schemas.filter(([, { description }]) => !description).map(([name]) => name)).toEqual([]);
    expect(schemas.filter(([, schema]) => !schema['x-source']).map(([name]) => name)).toEqual([]);
  });

  test('describes each of its properties', () => {
    const properties = everyPart.filter(({ place }) => /\.[^.[\]#]+$/.test(place));
    const undescribed = properties.filter(
      ({ schema }) => (schema.description ?? (schema.$ref && resolve(schema).description) ?? '').length < 5,
    );
    expect(undescribed.map(({ place }) => place)).toEqual([]);
  });

  test('describes each value of an enum', () => {
    const wrong = everyPart.filter(
      ({ schema }) =>
        // A part of a set that has a name is described there.
        schema.allOf === undefined &&
        (schema.enum?.some((word) => word !== null && !schema['x-enum-descriptions']?.[String(word)]) ?? false),
    );
    expect(wrong.map(({ place }) => place)).toEqual([]);
  });

  test('names the replacement of a deprecated property', () => {
    const wrong = everyPart.filter(({ schema }) => schema.deprecated && !schema['x-deprecation']);
    expect(wrong.map(({ place }) => place)).toEqual([]);
  });

  test('with a pattern says in words what it accepts', () => {
    const wrong = everyPart.filter(({ schema }) => schema.pattern !== undefined && !schema['x-pattern-description']);
    expect(wrong.map(({ place }) => place)).toEqual([]);
  });

  test('marks tokens, passwords and secrets as secret', () => {
    const telling = /(?:^|\.|_)(?:token|password|secret|api_key|access_key)$/;
    const unmarked = everyPart.filter(
      ({ place, schema }) =>
        telling.test(place) &&
        !schema['x-secret'] &&
        resolve(schema).type !== 'boolean' &&
        resolve(schema).type !== 'object',
    );
    expect(unmarked.map(({ place }) => place)).toEqual([]);
  });
});
