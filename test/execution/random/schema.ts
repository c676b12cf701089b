/** Random schemas whose resolvers read the world in the context. */
import {
  buildSchema,
  type GraphQLAbstractType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLResolveInfo,
  type GraphQLSchema,
  isAbstractType,
  isObjectType,
  isScalarType,
} from 'graphql';
import type { Choices } from './choices.ts';
import { isSource, type SourceField, Values } from './values.ts';
import type { World } from './world.ts';

/** Context of an execution. */
export interface Context {
  readonly world: World;
  readonly values: Values;
}

const inputTypes = `
scalar Odd
enum Color { RED BLUE GREEN }
input In { x: Int! y: [Int] = [1] in: In }
input One @oneOf { a: Int b: String }
`;

const argumentMenu = [
  'a: Int = 3',
  'b: [Int!]',
  'in: In = { x: 9 }',
  'one: One',
  'color: Color = BLUE',
  'r: Int!',
  'd: Int! = 7',
  'odd: Odd',
] as const;

const leaves = ['String', 'Int', 'Float', 'Boolean', 'ID', 'Color', 'Odd'] as const;

/** Definition of a random schema. */
export function createSdl(choices: Choices): string {
  const objects = ['A', 'B', 'C'].slice(0, 1 + choices.below(3));
  const interfaces = ['I', 'J'].slice(0, choices.below(3));
  const unions = ['U', 'V'].slice(0, choices.below(3));
  const composites = [...objects, ...interfaces, ...unions];
  const createFields = (name: string, prefix: string) =>
    Array.from({ length: 1 + choices.below(4) }, (_, index) => {
      // The first field of each type is a leaf, so that a selection set can always end.
      const named = index === 0 || choices.below(5) < 2 ? choices.pick(leaves) : choices.pick(composites);
      const nullable = choices.oneIn(4) ? `[${named}${choices.oneIn(3) ? '!' : ''}]` : named;
      const list = choices.oneIn(4) ? `[${nullable}${choices.oneIn(3) ? '!' : ''}]` : nullable;
      const args = name !== 'arguments' && choices.oneIn(4) ? argumentMenu.filter(() => choices.oneIn(4)) : [];
      return `${prefix}${index}${args.length > 0 ? `(${args.join(', ')})` : ''}: ${list}${choices.oneIn(4) ? '!' : ''}`;
    });
  const interfaceFields = new Map(interfaces.map((name) => [name, createFields(name, name.toLowerCase())]));
  const types = [...objects, 'Query', 'Mutation'].map((name) => {
    const implemented = interfaces.filter(() => choices.oneIn(2));
    const heading = implemented.length > 0 ? `type ${name} implements ${implemented.join(' & ')}` : `type ${name}`;
    const fields = [...implemented.flatMap((each) => interfaceFields.get(each) ?? []), ...createFields(name, 'f')];
    return `${heading} {\n  ${fields.join('\n  ')}\n}`;
  });
  const members = () => objects.filter((_, index) => index === 0 || choices.oneIn(2)).join(' | ');
  return [
    ...types,
    ...interfaces.map((name) => `interface ${name} {\n  ${interfaceFields.get(name)?.join('\n  ')}\n}`),
    ...unions.map((name) => `union ${name} = ${members()}`),
    inputTypes,
  ].join('\n');
}

/** Executable schema of random behaviour. Decisions about the schema itself are in `choices`, those about values in the world. */
export class RandomSchema {
  readonly schema: GraphQLSchema;
  readonly #properties = new Map<string, SourceField[]>();

  constructor(sdl: string, choices: Choices) {
    this.schema = buildSchema(sdl);
    for (const type of Object.values(this.schema.getTypeMap())) {
      if (type.name.startsWith('__')) continue;
      if (isObjectType(type)) this.#addResolvers(type, choices);
      else if (isAbstractType(type) && choices.oneIn(2)) type.resolveType = resolveType;
      else if (isScalarType(type) && type.name === 'Odd') Object.assign(type, oddScalar);
    }
  }

  createContext(world: World): Context {
    const values = new Values(
      world,
      (type) => this.#possibleTypes(type),
      (typeName) => this.#properties.get(typeName) ?? [],
    );
    return { world, values };
  }

  #possibleTypes(type: GraphQLOutputType): readonly GraphQLObjectType[] {
    if (isObjectType(type)) return [type];
    return isAbstractType(type) ? this.schema.getPossibleTypes(type) : [];
  }

  #addResolvers(type: GraphQLObjectType, choices: Choices): void {
    const properties: SourceField[] = [];
    for (const field of Object.values(type.getFields())) {
      // Root fields have resolvers, because the root value is no object of the world.
      if (type.name.length === 1 && choices.oneIn(3)) properties.push(field);
      else field.resolve = resolve;
    }
    this.#properties.set(type.name, properties);
    if (type.name.length === 1 && choices.oneIn(3))
      type.isTypeOf = (value, context, info) => isTypeOf(type, value, context, info);
  }
}

const oddScalar = {
  coerceOutputValue(value: unknown) {
    if (value === 'throw') throw new Error('Odd output');
    if (value === 'null') return null;
    if (value === 'undefined') return undefined;
    return value === 'object' ? { b: 1, a: [null] } : value !== 'false' && value;
  },
  coerceInputValue(value: unknown) {
    if (value === 13) throw new Error('Odd input');
    return value;
  },
};

/** Response path with the types that it leads through. */
function describePath({ path }: GraphQLResolveInfo): string {
  const steps: string[] = [];
  for (let each: GraphQLResolveInfo['path'] | undefined = path; each !== undefined; each = each.prev)
    steps.unshift(`${each.typename ?? ''}:${each.key}`);
  return steps.join(' ');
}

function getResponsePath({ path }: GraphQLResolveInfo): string {
  const keys: (string | number)[] = [];
  for (let each: GraphQLResolveInfo['path'] | undefined = path; each !== undefined; each = each.prev)
    keys.unshift(each.key);
  return keys.join('.');
}

function resolve(source: unknown, args: object, { world, values }: Context, info: GraphQLResolveInfo): unknown {
  const path = getResponsePath(info);
  const nodes = info.fieldNodes.map(({ loc }) => loc?.start);
  const from = isSource(source) ? source.path : String(source);
  world.record(
    `resolve ${describePath(info)} as ${info.parentType}.${info.fieldName}: ${info.returnType} of ${from} ${JSON.stringify(args)} ${nodes}`,
  );
  if (info.parentType.name === 'Mutation' && world.cancelReason !== undefined) throw world.cancelReason;
  return values.produce(info.returnType, path);
}

/** Result of a type check, which is valid in most cases. */
function decide<T>({ world }: Context, name: string, right: T, wrong: readonly [T, ...T[]]): T | Promise<T> {
  world.record(name);
  const choices = world.choices.for(name);
  const error = new Error(name);
  switch (choices.below(24)) {
    case 23:
      return choices.pick(wrong);
    case 22:
      throw error;
    case 21:
      return Promise.reject(error);
    case 20:
      return world.late(choices, name, () => {
        throw error;
      });
    case 19:
      return world.late(choices, name, () => choices.pick(wrong));
    case 18:
      return world.never();
    case 17:
    case 16:
      return world.late(choices, name, () => right);
    case 15:
    case 14:
      return Promise.resolve(right);
    default:
      return right;
  }
}

function isTypeOf(type: GraphQLObjectType, value: unknown, context: Context, info: GraphQLResolveInfo) {
  const isRight = isSource(value) && value.typeName === type.name;
  const path = isSource(value) ? value.path : String(value);
  return decide(context, `isTypeOf ${type} ${path} in ${describePath(info)}`, isRight, [false, true]);
}

function resolveType(value: unknown, context: Context, info: GraphQLResolveInfo, type: GraphQLAbstractType) {
  const right = isSource(value) ? value.typeName : 'A';
  const path = isSource(value) ? value.path : String(value);
  const wrong = ['A', 'Query', 'Absent', 'Color', undefined, 5 as unknown as string, ''] as const;
  return decide<string | undefined>(context, `resolveType ${type} ${path} in ${describePath(info)}`, right, wrong);
}
