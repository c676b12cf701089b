/** Rules for the whole graph: descriptions, nullability, and `@rest` on every declared call. */
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
/** Types that GraphQL or Apollo Federation define, whose shape is theirs. */
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

/** Every type, field, argument, input field and enum value by its coordinate. */
function elements(): Element[] {
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

const empty = new Set(
  'a an and as at by for from in is it its of on or that the this to was what which who whose with'.split(' '),
);

const wordsOf = (text: string): string[] =>
  text
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '' && !empty.has(word))
    .map((word) => word.replace(/(?:es|s)$/, ''));

/** Words of a description that the coordinate itself does not have, without where it comes from. */
function wordsBeyondName({ name, description }: Element): string[] {
  const nameWords = new Set(wordsOf(name.replaceAll('_', ' ')));
  const said = (description ?? '').replace(/\n\n(?:Assumed of|Null if |REST: ).*$/s, '');
  return wordsOf(said).filter((word) => !nameWords.has(word));
}

describe('descriptions', () => {
  test('stand on every type, field, argument and enum value', () => {
    expect(elements().flatMap(({ name, description }) => ((description ?? '').trim() === '' ? [name] : []))).toEqual(
      [],
    );
  });

  test('say more than the name', () => {
    expect(elements().flatMap((element) => (wordsBeyondName(element).length === 0 ? [element.name] : []))).toEqual([]);
  });

  test('speak of the graph, not of names on the wire', () => {
    const wired = elements().flatMap(({ name, description }) =>
      /\b[a-z]+_[a-z]+\b/.test((description ?? '').replace(/`[^`]*`|\S*:\/\/\S*/g, '')) ? [name] : [],
    );
    expect(wired).toEqual([]);
  });

  test('a deprecation names what to use instead, or why there is nothing', () => {
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

/** Fields that hold what the facade itself makes, so that they are always there. */
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
  test('only ids and the scaffolding of connections and payloads are non-null', () => {
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

  test('a field `id` is a global id', () => {
    const others = types.flatMap((type) =>
      isObjectType(type) || isInterfaceType(type)
        ? Object.values(type.getFields()).flatMap(({ name, type: given }) =>
            name === 'id' && String(given) !== 'ID!' ? [`${type.name}.id: ${given}`] : [],
          )
        : [],
    );
    expect(others).toEqual([]);
  });

  test('every mutation takes one input and gives a payload with errors', () => {
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
  const callsOf = ({ directives = [] }: { readonly directives?: readonly ConstDirectiveNode[] | undefined }) =>
    directives
      .filter((directive) => directive.name.value === 'rest')
      .map(({ arguments: args = [] }) =>
        ['method', 'path']
          .map((name) => args.find((argument) => argument.name.value === name))
          .map((argument) => argument && valueFromASTUntyped(argument.value))
          .join(' '),
      );
  const callsOfType = new Map(objects.map((type) => [type.name.value, callsOf(type)]));
  const callsOfValue = (coordinate: string): readonly string[] => {
    const [typeName = '', fieldName = ''] = coordinate.split('.');
    const type = schema.getType(typeName);
    const value = isObjectType(type) ? getNamedType(type.getFields()[fieldName]?.type) : undefined;
    const valueTypes = isAbstractType(value) ? schema.getPossibleTypes(value) : [value];
    return valueTypes.flatMap((each) => callsOfType.get(each?.name ?? '') ?? []);
  };
  return new Map(
    objects.flatMap((type) =>
      (type.fields ?? []).map((field) => {
        const names = new Set(field.directives?.map(({ name }) => name.value));
        const coordinate = `${type.name.value}.${field.name.value}`;
        const calls = [
          ...callsOf(field),
          ...(names.has('detail') ? callsOf(type) : []),
          ...(names.has('restOfType') ? callsOfValue(coordinate) : []),
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

test('@rest, @restOfType and @detail in the SDL are what each field declares', () => {
  const printed = printedCalls();
  const wrong = types.flatMap((type) =>
    isObjectType(type)
      ? Object.values(type.getFields()).flatMap((field) => {
          const coordinate = `${type.name}.${field.name}`;
          const [declared, shown] = [declaredCalls(field).toSorted(), printed.get(coordinate)?.toSorted() ?? []];
          return JSON.stringify(declared) === JSON.stringify(shown) ? [] : [{ coordinate, declared, shown }];
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
])('the id of %s makes the calls %j', (typename, calls) => {
  const type = schema.getType(typename);
  const id = isObjectType(type) ? type.getFields().id : undefined;
  expect(id && declaredCalls(id)).toEqual(calls);
});

test('a field of objects of any type refers to the calls of the types, as long lists of routes do', () => {
  for (const field of ['node(', 'nodes(', 'groupIntegration(', 'note('])
    expect(printedSdl).toMatch(
      new RegExp(`^type Query .*?^  ${field.replace('(', '\\(')}.*?^  \\): \\S+ .*?@restOfType`, 'ms'),
    );
});

test('each nullable field states when it is null', () => {
  const silent = types.flatMap((type) =>
    isObjectType(type) || isInterfaceType(type)
      ? Object.values(type.getFields())
          .filter((field) => !isNonNullType(field.type) && !getSemanticNonNullLevels(field).has(0))
          .filter(({ description }) => !/\bnull\b/i.test(description ?? ''))
          .map(({ name }) => `${type.name}.${name}`)
      : [],
  );
  expect(silent).toEqual([]);
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
    'Null if the service reports that there is none, an error if the caller may not read it.',
  ],
  ['User', 'bio', 'Null if the upstream does not send it.'],
])('only the introspection of %s.%s states the general reason of null', (typename, name, reason) => {
  const type = schema.getType(typename);
  expect(isObjectType(type) && type.getFields()[name]?.description?.split('\n\n')).toContain(reason);
  expect(printedSdl).not.toContain(reason);
});

test('mutations and subscriptions return null only with an error', () => {
  const roots = [schema.getMutationType(), schema.getSubscriptionType()];
  const fields = roots.flatMap((root) => Object.values(root?.getFields() ?? {}));
  expect(fields.length).toBeGreaterThan(50);
  expect(fields.filter((field) => !getSemanticNonNullLevels(field).has(0)).map(({ name }) => name)).toEqual([]);
});

test('the SDL states calls and assumptions as directives alone, and stays below 380 KB', () => {
  expect(printedSdl).not.toMatch(/^ *(?:"""\s*)?(?:REST: |Assumed of services of this kind: .*show it\.$)/m);
  expect(printedSdl.match(/@assumed/g)?.length).toBeGreaterThan(50);
  // The SDL is read by people, so its descriptions are short. A further list adds about 1.3 KB.
  expect(Buffer.byteLength(printedSdl)).toBeLessThan(380_000);
  const assumed = schema.getType('Runner');
  expect(isObjectType(assumed) && assumed.getFields().locked?.description).toMatch(/\n\nAssumed of services/);
});
