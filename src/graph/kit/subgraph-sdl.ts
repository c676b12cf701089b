/** The SDL of the graph as a federation subgraph. */
import { MapperKind, mapSchema, printSchemaWithDirectives } from '@graphql-tools/utils';
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
import { attributesOf, operation, type SchemaName } from '../../contract/index.ts';
import { type Declaration, declarationIn, operationsOf } from './declaration.ts';
import type { Entity } from './entity.ts';
import { defaultWindow } from './window-args.ts';

/** 2.9 is the first version with `@cost` and `@listSize`. */
const federation = 'https://specs.apollo.dev/federation/v2.9';
const imports = ['@key', '@shareable', '@cost', '@listSize'];
const link = `extend schema @link(url: "${federation}", import: [${imports.map((name) => `"${name}"`).join(', ')}])`;

/** Fields and types that are the gateway's own or stand for the protocol; two subgraphs with a `node` do not compose. */
const leftOutFields = new Set(['node', 'nodes', '_entities', '_service']);
const leftOutTypes = new Set(['_Any', '_Entity', '_Service']);

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

type ListedForms = ReadonlyMap<Entity, ReadonlySet<SchemaName>>;

/** In which forms the lists of the graph give their objects. */
function listedForms(schema: GraphQLSchema): ListedForms {
  const listed = new Map<Entity, Set<SchemaName>>();
  for (const type of Object.values(schema.getTypeMap()).filter(isObjectType))
    for (const { extensions } of Object.values(type.getFields())) {
      const declaration = declarationIn(extensions);
      if (declaration?.kind !== 'connection' || declaration.entity === undefined) continue;
      const forms = listed.get(declaration.entity) ?? new Set();
      listed.set(
        declaration.entity,
        forms.add(operation(declaration.operation).answers[0] ?? declaration.entity.schema),
      );
    }
  return listed;
}

/** Whether each object of a list costs a call for the field; what single objects cost is the weight of the field that gives them. */
function makesCall(declaration: Declaration, listed: ListedForms): boolean {
  switch (declaration.kind) {
    case 'id':
      // At most the number of what the list belongs to, read once.
      return false;
    case 'attribute': {
      const forms = listed.get(declaration.entity) ?? new Set();
      return (
        declaration.completedBy !== undefined ||
        forms.values().some((form) => !attributesOf(form).has(declaration.name))
      );
    }
    default:
      return operationsOf(declaration).length > 0;
  }
}

/** What a field costs a gateway's demand control: whether it makes a call, and how many items its list has. */
function costOf(
  { type, args = {}, extensions }: GraphQLFieldConfig<unknown, unknown>,
  listed: ListedForms,
): Directives {
  const declaration = declarationIn(extensions);
  if (declaration === undefined || !makesCall(declaration, listed)) return {};
  const isConnection = getNamedType(type).name.endsWith('Connection');
  return {
    cost: { weight: callWeight },
    ...(isConnection && {
      listSize: {
        assumedSize: defaultWindow,
        slicingArguments: slicingArguments.filter((name) => name in args),
        sizedFields: ['nodes', 'edges'],
        requireOneSlicingArgument: false,
      },
    }),
  };
}

/** @param keysOf the keys of a type, none for a type that is no entity */
export function subgraphSdl(schema: GraphQLSchema, keysOf: (typename: string) => readonly string[]): string {
  const known = printed.get(schema);
  if (known !== undefined) return known;
  const roots = new Set([schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()]);
  const listed = listedForms(schema);
  const marked = mapSchema(schema, {
    [MapperKind.ROOT_FIELD]: (config, name) =>
      leftOutFields.has(name) ? null : withDirectives(config, costOf(config, listed)),
    [MapperKind.OBJECT_FIELD]: (config) => withDirectives(config, costOf(config, listed)),
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
