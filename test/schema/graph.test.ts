/** Rules of the whole graph: descriptions, nullability, and `@rest` for every declared call. */
import { readFileSync } from 'node:fs';
import {
  type ConstDirectiveNode,
  type GraphQLField,
  getNamedType,
  isAbstractType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isIntrospectionType,
  isNonNullType,
  isObjectType,
  isRequiredArgument,
  Kind,
  type ObjectTypeDefinitionNode,
  parse,
  valueFromASTUntyped,
} from 'graphql';
import { describe, expect, test } from 'vitest';
import { operation, standardContract } from '../../src/contract/index.ts';
import { getSemanticNonNullLevels } from '../../src/execution/index.ts';
import { schema } from '../../src/graph/index.ts';
import { getKind, getOwnOperations, withLists } from '../../src/graph/kit/fields/kind.ts';

const types = Object.values(schema.getTypeMap()).filter((type) => !isIntrospectionType(type));
/** Types and fields that GraphQL or Apollo Federation define. */
const foreign = new Set([
  'String',
  'Int',
  'Float',
  'Boolean',
  'ID',
  '_Any',
  '_Entity',
  '_Service',
  'FieldSet',
  'Query._entities',
  'Query._service',
]);

interface Element {
  readonly name: string;
  readonly description: string | null | undefined;
}

/** Lists every type, field, argument, input field and enum value with its coordinate. */
function listElements(): Element[] {
  const elements: Element[] = [];
  for (const type of types) {
    if (foreign.has(type.name)) continue;
    elements.push({ name: type.name, description: type.description });
    if (isEnumType(type))
      for (const { name, description } of type.getValues())
        elements.push({ name: `${type.name}.${name}`, description });
    if (!isObjectType(type) && !isInterfaceType(type) && !isInputObjectType(type)) continue;
    for (const field of Object.values(type.getFields())) {
      const coordinate = `${type.name}.${field.name}`;
      if (foreign.has(coordinate)) continue;
      elements.push({ name: coordinate, description: field.description });
      if ('args' in field)
        for (const { name, description } of field.args) elements.push({ name: `${coordinate}(${name}:)`, description });
    }
  }
  return elements;
}

const stopWords = new Set(
  'a an and as at by for from in is it its of on or that the this to was what which who whose with'.split(' '),
);

const getWords = (text: string): string[] =>
  text
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '' && !stopWords.has(word))
    .map((word) => word.replace(/(?:es|s)$/, ''));

/** Returns the words of a description that its coordinate lacks, without the generated paragraphs. */
function findWordsBeyondName({ name, description }: Element): string[] {
  const nameWords = new Set(getWords(name.replaceAll('_', ' ')));
  const text = (description ?? '').replace(/\n\n(?:Assumed of|Null if |REST: ).*$/s, '');
  return getWords(text).filter((word) => !nameWords.has(word));
}

describe('descriptions', () => {
  test('exist for every type, field, argument, input field and enum value', () => {
    expect(
      listElements().flatMap(({ name, description }) => ((description ?? '').trim() === '' ? [name] : [])),
    ).toEqual([]);
  });

  test('contain a word that the name lacks', () => {
    expect(
      listElements().flatMap((element) => (findWordsBeyondName(element).length === 0 ? [element.name] : [])),
    ).toEqual([]);
  });

  test('use the names of the graph, not of REST attributes', () => {
    const withRestNames = listElements().flatMap(({ name, description }) =>
      /\b[a-z]+_[a-z]+\b/.test((description ?? '').replace(/`[^`]*`|\S*:\/\/\S*/g, '')) ? [name] : [],
    );
    expect(withRestNames).toEqual([]);
  });

  test('have 10 characters or more in deprecations', () => {
    const reasons = types.flatMap((type) =>
      isObjectType(type) || isInputObjectType(type)
        ? Object.values(type.getFields()).flatMap(({ name, deprecationReason }) =>
            typeof deprecationReason === 'string' && deprecationReason.length < 10 ? [`${type.name}.${name}`] : [],
          )
        : [],
    );
    expect(reasons).toEqual([]);
  });
});

/** Whether the facade itself creates the value of a field, so that it is never null. */
function isScaffolding(type: string, field: string): boolean {
  if (field === 'id') return true;
  if (type.endsWith('Connection') && (field === 'edges' || field === 'nodes')) return true;
  if (type === 'PageInfo') return field.startsWith('has');
  if (type.endsWith('Connection')) return field === 'pageInfo' || field === 'edges' || field === 'nodes';
  if (type.endsWith('Edge')) return field === 'cursor';
  if (type.endsWith('Payload')) return field === 'errors' || field === 'changed';
  if (type.endsWith('Error')) return field === 'code' || field === 'message';
  return false;
}

describe('nullability', () => {
  test('allows only ids and generated fields of connections, payloads and errors to be non-null', () => {
    const nonNull = types.flatMap((type) =>
      isObjectType(type) || isInterfaceType(type)
        ? Object.values(type.getFields()).flatMap((field) =>
            isNonNullType(field.type) &&
            !isScaffolding(type.name, field.name) &&
            !foreign.has(type.name) &&
            !foreign.has(`${type.name}.${field.name}`)
              ? [`${type.name}.${field.name}: ${field.type}`]
              : [],
          )
        : [],
    );
    expect(nonNull).toEqual([]);
  });

  test('requires ID! as the type of each field `id`', () => {
    const otherTypes = types.flatMap((type) =>
      isObjectType(type) || isInterfaceType(type)
        ? Object.values(type.getFields()).flatMap(({ name, type: fieldType }) =>
            name === 'id' && String(fieldType) !== 'ID!' ? [`${type.name}.id: ${fieldType}`] : [],
          )
        : [],
    );
    expect(otherTypes).toEqual([]);
  });

  test('requires one input of every mutation, and non-null errors of its payload', () => {
    for (const field of Object.values(schema.getMutationType()?.getFields() ?? {})) {
      expect(
        field.args.map(({ name }) => name),
        field.name,
      ).toEqual(['input']);
      expect(field.args.every(isRequiredArgument), field.name).toBe(true);
      const payload = getNamedType(field.type);
      expect(isObjectType(payload) && String(payload.getFields().errors?.type), field.name).toBe('[MutationError!]!');
    }
  });
});

const printedSdl = readFileSync(new URL('../../schema/schema.graphql', import.meta.url), 'utf8');

/**
 * Calls of each field in the committed SDL, as `GET /users/{id}`: its `@rest`, that of its type if it is a `@detail`,
 * and those of the types of its value if it has `@restOfType`.
 */
function printedCalls(): ReadonlyMap<string, readonly string[]> {
  const objects = parse(printedSdl).definitions.filter(
    (definition): definition is ObjectTypeDefinitionNode => definition.kind === Kind.OBJECT_TYPE_DEFINITION,
  );
  const getCalls = ({ directives = [] }: { readonly directives?: readonly ConstDirectiveNode[] | undefined }) =>
    directives
      .filter((directive) => directive.name.value === 'rest')
      .map(({ arguments: args = [] }) =>
        ['method', 'path']
          .map((name) => args.find((argument) => argument.name.value === name))
          .map((argument) => argument && valueFromASTUntyped(argument.value))
          .join(' '),
      );
  const callsByType = new Map(objects.map((type) => [type.name.value, getCalls(type)]));
  const getCallsOfValue = (coordinate: string): readonly string[] => {
    const [typeName = '', fieldName = ''] = coordinate.split('.');
    const type = schema.getType(typeName);
    const value = isObjectType(type) ? getNamedType(type.getFields()[fieldName]?.type) : undefined;
    const valueTypes = isAbstractType(value) ? schema.getPossibleTypes(value) : [value];
    return valueTypes.flatMap((each) => callsByType.get(each?.name ?? '') ?? []);
  };
  return new Map(
    objects.flatMap((type) =>
      (type.fields ?? []).map((field) => {
        const names = new Set(field.directives?.map(({ name }) => name.value));
        const coordinate = `${type.name.value}.${field.name.value}`;
        const calls = [
          ...getCalls(field),
          ...(names.has('detail') ? getCalls(type) : []),
          ...(names.has('restOfType') ? getCallsOfValue(coordinate) : []),
        ];
        return [coordinate, [...new Set(calls)]];
      }),
    ),
  );
}

function declaredCalls(field: GraphQLField<unknown, unknown>): string[] {
  const declaration = getKind(field);
  const ids = declaration === undefined ? [] : withLists(standardContract, getOwnOperations(declaration));
  return [...new Set(ids.map(operation).map(({ method, path }) => `${method} ${path}`))];
}

test('prints @rest, @restOfType and @detail in the SDL for the calls that each field declares', () => {
  const printed = printedCalls();
  const wrong = types.flatMap((type) =>
    isObjectType(type)
      ? Object.values(type.getFields()).flatMap((field) => {
          const coordinate = `${type.name}.${field.name}`;
          const [declared, printedPaths] = [declaredCalls(field).toSorted(), printed.get(coordinate)?.toSorted() ?? []];
          return JSON.stringify(declared) === JSON.stringify(printedPaths)
            ? []
            : [{ coordinate, declared, printedPaths }];
        })
      : [],
  );
  expect(wrong).toEqual([]);
});

test.each([
  ['User', []],
  ['Runner', []],
  ['FeatureFlag', []],
  ['Project', ['GET /projects/{id}']],
])('declares for the id of %s the calls %j', (typename, calls) => {
  const type = schema.getType(typename);
  const id = isObjectType(type) ? type.getFields().id : undefined;
  expect(id && declaredCalls(id)).toEqual(calls);
});

test('prints @restOfType for fields that return objects of many types', () => {
  for (const field of ['node(', 'nodes(', 'groupIntegration(', 'note('])
    expect(printedSdl).toMatch(
      new RegExp(`^type Query .*?^  ${field.replace('(', '\\(')}.*?^  \\): \\S+ .*?@restOfType`, 'ms'),
    );
});

test('describes when each nullable field is null', () => {
  const undescribed = types.flatMap((type) =>
    isObjectType(type) || isInterfaceType(type)
      ? Object.values(type.getFields())
          .filter((field) => !isNonNullType(field.type) && !getSemanticNonNullLevels(field).has(0))
          .filter(({ description }) => !/\bnull\b/i.test(description ?? ''))
          .map(({ name }) => `${type.name}.${name}`)
      : [],
  );
  expect(undescribed).toEqual([]);
});

test.each([
  ['LabelCreatePayload', 'label', 'Null if the write was rejected.'],
  [
    'ServiceAccountTokenRevokePayload',
    'serviceAccountToken',
    'Null if the write was rejected, or the object can no longer be read after it.',
  ],
  [
    'MergeRequestBlock',
    'project',
    'Null if the service does not send its id, or if the caller may not see it and more than its id is selected.',
  ],
  ['Milestone', 'group', 'Null, too, if the caller may not see it and more than its id is selected.'],
  ['Project', 'mergeRequest', 'Null if the service reports that none exists, an error if the caller may not read it.'],
  ['User', 'bio', 'Null if the service does not send it.'],
])('states the general reason of null of %s.%s in introspection, and not in the SDL', (typename, name, reason) => {
  const type = schema.getType(typename);
  expect(isObjectType(type) && type.getFields()[name]?.description?.split('\n\n')).toContain(reason);
  expect(printedSdl).not.toContain(reason);
});

test('declares mutations and subscriptions to return null only with an error', () => {
  const roots = [schema.getMutationType(), schema.getSubscriptionType()];
  const fields = roots.flatMap((root) => Object.values(root?.getFields() ?? {}));
  expect(fields.length).toBeGreaterThan(50);
  expect(fields.filter((field) => !getSemanticNonNullLevels(field).has(0)).map(({ name }) => name)).toEqual([]);
});

test('prints calls and assumptions in the SDL as directives only, in less than 380 KB', () => {
  expect(printedSdl).not.toMatch(/^ *(?:"""\s*)?(?:REST: |Assumed of services of this kind: .*show it\.$)/m);
  expect(printedSdl.match(/@assumed/g)?.length).toBeGreaterThan(50);
  // People read the SDL, so its descriptions are short. Another list adds about 1.3 KB.
  expect(Buffer.byteLength(printedSdl)).toBeLessThan(380_000);
  const assumed = schema.getType('Runner');
  expect(isObjectType(assumed) && assumed.getFields().locked?.description).toMatch(/\n\nAssumed of services/);
});
