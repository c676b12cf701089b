/** The SDL of the graph as a federation subgraph. */
import { MapperKind, mapSchema } from '@graphql-tools/utils';
import {
  type GraphQLFieldConfig,
  GraphQLInputObjectType,
  GraphQLObjectType,
  GraphQLSchema,
  getNamedType,
  isObjectType,
  isSpecifiedDirective,
  lexicographicSortSchema,
} from 'graphql';
import { operation, type SchemaName } from '../../../contract/index.ts';
import { kindOf, needsCallPerItem } from '../fields/kind.ts';
import { defaultPageSliceLength } from '../paging/page-slice.ts';
import { printWithDirectives } from '../printing.ts';

/** 2.9 is the first version with `@cost` and `@listSize`. */
const federation = 'https://specs.apollo.dev/federation/v2.9';
const imports = ['@key', '@shareable', '@cost', '@listSize'];
const link = `extend schema @link(url: "${federation}", import: [${imports.map((name) => `"${name}"`).join(', ')}])`;

/** Fields and types that are the gateway's own or stand for the protocol; two subgraphs with a `node` do not compose. */
const leftOutFields = new Set(['node', 'nodes', '_entities', '_service']);
const leftOutTypes = new Set(['_Any', '_Entity', '_Service']);

/** Value types that every subgraph of the Relay style has. Any other type that another subgraph has as well is a clash to be told of. */
const sharedTypes = new Set(['PageInfo']);

/** Weight of a field that makes a REST call; one that answers from what is at hand keeps the weight of its type. */
const callWeight = 10;
const slicingArguments = ['first', 'last'];

const printed = new WeakMap<GraphQLSchema, string>();

type Directives = Readonly<Record<string, unknown>>;

/** The directives that the SDL printer finds in the extensions, in place of those of the facade itself. */
const withDirectives = <C extends { extensions?: object | null | undefined }>(
  config: C,
  directives: Directives,
): C => ({
  ...config,
  extensions: { ...config.extensions, directives },
});

/** By the name of the type, in which representations the lists of the graph give its objects. */
type Listed = ReadonlyMap<string, ReadonlySet<SchemaName>>;

function listedIn(schema: GraphQLSchema): Listed {
  const listed = new Map<string, Set<SchemaName>>();
  for (const type of Object.values(schema.getTypeMap()).filter(isObjectType))
    for (const field of Object.values(type.getFields())) {
      const list = kindOf(field)
        ?.calls()
        .find(({ frequency }) => frequency === 'perPage')?.operations[0];
      const representation = list && operation(list).answers[0];
      const connection = getNamedType(field.type);
      if (representation === undefined || !isObjectType(connection)) continue;
      const { nodes } = connection.getFields();
      if (nodes === undefined) continue;
      const { name } = getNamedType(nodes.type);
      listed.set(name, (listed.get(name) ?? new Set()).add(representation));
    }
  return listed;
}

/** What a field costs a gateway's demand control: whether it makes a call, and how many items its list has. */
function costOf(
  { type, args = {}, extensions }: GraphQLFieldConfig<unknown, unknown>,
  typeName: string,
  listed: Listed,
): Directives {
  const kind = kindOf({ extensions: extensions ?? {} });
  if (kind === undefined || !needsCallPerItem(kind, [...(listed.get(typeName) ?? [])])) return {};
  const isConnection = getNamedType(type).name.endsWith('Connection');
  const given = slicingArguments.filter((name) => name in args);
  return {
    cost: { weight: callWeight },
    ...(isConnection && {
      listSize: {
        // An argument with a default of its own leaves nothing to assume, and composition refuses both together.
        ...(given.some((name) => args[name]?.defaultValue !== undefined)
          ? {}
          : { assumedSize: defaultPageSliceLength }),
        slicingArguments: given,
        sizedFields: ['nodes', 'edges'],
        requireOneSlicingArgument: false,
      },
    }),
  };
}

/** A key of an entity, as `@key` has it. */
export interface Key {
  readonly fields: string;
  /** False where no call gives the object by it. */
  readonly resolvable?: false;
}

/** @param keysOf the keys of a type, none for a type that is no entity */
export function subgraphSdl(schema: GraphQLSchema, keysOf: (typename: string) => readonly Key[]): string {
  const known = printed.get(schema);
  if (known !== undefined) return known;
  const listed = listedIn(schema);
  const marked = mapSchema(schema, {
    [MapperKind.ROOT_FIELD]: (config, name, typeName) =>
      leftOutFields.has(name) ? null : withDirectives(config, costOf(config, typeName, listed)),
    [MapperKind.OBJECT_FIELD]: (config, _, typeName) => withDirectives(config, costOf(config, typeName, listed)),
    // `@oneOf` is refused by composition; the facade enforces it all the same.
    [MapperKind.INPUT_OBJECT_TYPE]: (type) => new GraphQLInputObjectType({ ...type.toConfig(), isOneOf: false }),
    [MapperKind.UNION_TYPE]: (type) => (leftOutTypes.has(type.name) ? null : type),
    [MapperKind.SCALAR_TYPE]: (type) => (leftOutTypes.has(type.name) ? null : type),
    [MapperKind.OBJECT_TYPE]: (type) => {
      if (leftOutTypes.has(type.name)) return null;
      const keys = keysOf(type.name);
      if (keys.length > 0) return new GraphQLObjectType(withDirectives(type.toConfig(), { key: keys }));
      return sharedTypes.has(type.name)
        ? new GraphQLObjectType(withDirectives(type.toConfig(), { shareable: {} }))
        : type;
    },
  });
  const config = marked.toConfig();
  const sdl = printWithDirectives(
    lexicographicSortSchema(
      new GraphQLSchema({ ...config, directives: config.directives.filter(isSpecifiedDirective) }),
    ),
  );
  const text = `${link}\n\n${sdl}`;
  printed.set(schema, text);
  return text;
}
