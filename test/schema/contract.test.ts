/** The REST contract follows the rules of schema/rest/README.md. */
import { describe, expect, test } from 'vitest';
import { document, type Operation, operation, operations, resolve, type Schema } from '../../src/contract/index.ts';

const all = [...operations.values()];
const getIds = (wrong: readonly Operation[]): string[] => wrong.map(({ id }) => id);

describe('every operation', () => {
  test('has its source, a summary and an area', () => {
    expect(getIds(all.filter(({ source }) => !/document [12], section|beyond the documents/.test(source)))).toEqual([]);
    expect(getIds(all.filter(({ summary }) => !/^[A-Z][^.]+\.$/.test(summary)))).toEqual([]);
    expect(getIds(all.filter(({ area }) => area === ''))).toEqual([]);
  });

  test('has a summary that starts with a noun for a read, and with a verb in the third person for a write', () => {
    const form = ({ method }: Operation) => (method === 'GET' ? /^(?:The|An?) / : /^[A-Z][a-z]+s /);
    const misworded = all.filter((each) => !form(each).test(each.summary));
    expect(getIds(misworded)).toEqual([]);
  });

  test('has x-assumed if its source is beyond the documents', () => {
    const hidden = all.filter(({ source }) => source.startsWith('beyond the documents'));
    expect(getIds(hidden.filter(({ assumed }) => !assumed))).toEqual([]);
  });

  test('describes exactly the path parameters of its path', () => {
    const wrong = all.filter(({ path, pathParameters }) => {
      const inPath = [...path.matchAll(/\{([^}]+)\}/g)].map(([, name]) => name);
      return JSON.stringify(inPath.toSorted()) !== JSON.stringify(pathParameters.map(({ name }) => name).toSorted());
    });
    expect(getIds(wrong)).toEqual([]);
  });

  test('describes each parameter in 10 characters or more', () => {
    const undescribed = all.flatMap(({ id, pathParameters, queryParameters }) =>
      [...pathParameters, ...queryParameters]
        .filter(({ description }) => description.length < 10)
        .map(({ name }) => `${id} ${name}`),
    );
    expect(undescribed).toEqual([]);
  });

  test('refers to an existing list in itemOf', () => {
    for (const { itemOf } of all) if (itemOf !== undefined) expect(operation(itemOf).list, itemOf).toBe(true);
  });

  test('has per_page if it is a list, and keyset paging only if it is a list', () => {
    const names = ({ queryParameters }: Operation) => queryParameters.map(({ name }) => name);
    const unpaged = all.filter((each) => each.method === 'GET' && each.list && !names(each).includes('per_page'));
    expect(getIds(unpaged)).toEqual([]);
    expect(getIds(all.filter((each) => each.keyset && !each.list))).toEqual([]);
  });

  test('has a path that differs from those of other operations with its method by more than names of parameters', () => {
    const shapes = all.map(({ method, path }) => `${method} ${path.replaceAll(/\{[^}]+\}/g, '{}')}`);
    expect(shapes.filter((shape, index) => shapes.indexOf(shape) !== index)).toEqual([]);
  });
});

interface SchemaPart {
  readonly location: string;
  readonly schema: Schema;
}

/** Yields a schema and all nested schemas, each with its location. */
function* listParts(location: string, schema: Schema): Generator<SchemaPart> {
  yield { location, schema };
  for (const [name, property] of Object.entries(schema.properties ?? {}))
    yield* listParts(`${location}.${name}`, property);
  for (const [index, part] of (schema.allOf ?? []).entries())
    if (part.$ref === undefined) yield* listParts(`${location}#${index}`, part);
  if (schema.items && schema.items.$ref === undefined) yield* listParts(`${location}[]`, schema.items);
}

const schemas = Object.entries(document.components.schemas);
const allParts = schemas.flatMap(([name, schema]) => [...listParts(name, schema)]);

describe('every schema', () => {
  test('has a description and a source', () => {
    expect(schemas.filter(([, { description }]) => !description).map(([name]) => name)).toEqual([]);
    expect(schemas.filter(([, schema]) => !schema['x-source']).map(([name]) => name)).toEqual([]);
  });

  test('describes each property', () => {
    const properties = allParts.filter(({ location }) => /\.[^.[\]#]+$/.test(location));
    const undescribed = properties.filter(
      ({ schema }) => (schema.description ?? (schema.$ref && resolve(schema).description) ?? '').length < 5,
    );
    expect(undescribed.map(({ location }) => location)).toEqual([]);
  });

  test('describes each value of an enum', () => {
    const wrong = allParts.filter(
      ({ schema }) =>
        // Values of a named enum are described in that enum.
        schema.allOf === undefined &&
        (schema.enum?.some((value) => value !== null && !schema['x-enum-descriptions']?.[String(value)]) ?? false),
    );
    expect(wrong.map(({ location }) => location)).toEqual([]);
  });

  test('names the replacement of a deprecated property', () => {
    const wrong = allParts.filter(({ schema }) => schema.deprecated && !schema['x-deprecation']);
    expect(wrong.map(({ location }) => location)).toEqual([]);
  });

  test('has x-pattern-description if it has a pattern', () => {
    const wrong = allParts.filter(({ schema }) => schema.pattern !== undefined && !schema['x-pattern-description']);
    expect(wrong.map(({ location }) => location)).toEqual([]);
  });

  test('marks tokens, passwords and secrets as secret', () => {
    const secretName = /(?:^|\.|_)(?:token|password|secret|api_key|access_key)$/;
    const unmarked = allParts.filter(
      ({ location, schema }) =>
        secretName.test(location) &&
        !schema['x-secret'] &&
        resolve(schema).type !== 'boolean' &&
        resolve(schema).type !== 'object',
    );
    expect(unmarked.map(({ location }) => location)).toEqual([]);
  });
});
