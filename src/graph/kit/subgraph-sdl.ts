/** The SDL of the graph as a federation subgraph. */
import { MapperKind, mapSchema, printSchemaWithDirectives } from '@graphql-tools/utils';
import {
  type GraphQLFieldConfig,
  GraphQLInputObjectType,
  GraphQLObjectType,
  GraphQLSchema,
  isSpecifiedDirective,
  lexicographicSortSchema,
} from 'graphql';
import { declarationIn, operationsOf } from './declaration.ts';

/** 2.9 is the first version with `@cost` and `@listSize`. */
const federation = 'https://specs.apollo.dev/federation/v2.9';
const imports = ['@key', '@shareable', '@cost', '@listSize'];
const link = `extend schema @link(url: "${federation}", import: [${imports.map((name) => `"${name}"`).join(', ')}])`;

/** Fields and types that are the gateway's own or stand for the protocol; two subgraphs with a `node` do not compose. */
const leftOutFields = new Set(['node', 'nodes', '_entities', '_service']);
const leftOutTypes = new Set(['_Any', '_Entity', '_Service']);

/** Weight of a field that makes a REST call; one that answers from what is at hand keeps the weight of its type. */
const callWeight = 10;
const assumedListSize = 20;

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

/** What a field costs a gateway's demand control: the calls it declares, and how many items its list has. */
function costOf(field: GraphQLFieldConfig<unknown, unknown>): Directives {
  const declaration = declarationIn(field.extensions);
  if (declaration === undefined || operationsOf(declaration).length === 0) return {};
  return {
    cost: { weight: callWeight },
    ...(declaration.kind === 'connection'
      ? {
          listSize: {
            assumedSize: assumedListSize,
            slicingArguments: ['first', 'last'],
            sizedFields: ['nodes', 'edges'],
            requireOneSlicingArgument: false,
          },
        }
      : {}),
  };
}

/** @param keysOf the keys of a type, none for a type that is no entity */
export function subgraphSdl(schema: GraphQLSchema, keysOf: (typename: string) => readonly string[]): string {
  const known = printed.get(schema);
  if (known !== undefined) return known;
  const roots = new Set([schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()]);
  const marked = mapSchema(schema, {
    [MapperKind.ROOT_FIELD]: (config, name) =>
      leftOutFields.has(name) ? null : withDirectives(config, costOf(config)),
    [MapperKind.OBJECT_FIELD]: (config) => withDirectives(config, costOf(config)),
    // `@oneOf` is refused by composition; the facade enforces it all the same.
    [MapperKind.INPUT_OBJECT_TYPE]: (type) => new GraphQLInputObjectType({ ...type.toConfig(), isOneOf: false }),
    [MapperKind.UNION_TYPE]: (type) => (leftOutTypes.has(type.name) ? null : type),
    [MapperKind.SCALAR_TYPE]: (type) => (leftOutTypes.has(type.name) ? null : type),
    [MapperKind.OBJECT_TYPE]: (type) => {
      if (leftOutTypes.has(type.name)) return null;
      if (roots.has(type)) return type;
      const keys = keysOf(type.name);
      const directives = keys.length > 0 ? { key: keys.map((fields) => ({ fields })) } : { shareable: {} };
      return new GraphQLObjectType(withDirectives(type.toConfig(), directives));
    },
  });
  const config = marked.toConfig();
  const sdl = printSchemaWithDirectives(
    lexicographicSortSchema(
      new GraphQLSchema({ ...config, directives: config.directives.filter(isSpecifiedDirective) }),
    ),
  );
  const text = `${link}\n\n${sdl}`;
  printed.set(schema, text);
  return text;
}
