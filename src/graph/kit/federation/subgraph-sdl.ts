/** SDL of the graph as a federation subgraph. */

import { MapperKind, mapSchema } from '@graphql-tools/utils';
import {
  type GraphQLFieldConfig,
  GraphQLInputObjectType,
  GraphQLObjectType,
  GraphQLSchema,
  getNamedType,
  isSpecifiedDirective,
  lexicographicSortSchema,
} from 'graphql';
import type { Contract } from '../../../contract/index.ts';
import { asRecord } from '../../../helpers/is-record.ts';
import { camelCase } from '../contract/names.ts';
import { otherIdDescription, refetchableIdDescription } from '../fields/id.ts';
import { getKind, needsCallPerItem } from '../fields/kind.ts';
import { getGraph } from '../graph.ts';
import { getListedRepresentations, type ListedRepresentations } from '../listed-representations.ts';
import { defaultPageSliceLength } from '../paging/page-slice.ts';
import { printWithDirectives } from '../printing.ts';

/** 2.9 is the first version with `@cost` and `@listSize`. */
const federation = 'https://specs.apollo.dev/federation/v2.9';
const imports = ['@key', '@shareable', '@cost', '@listSize', '@composeDirective'];
/** Directives of the facade that the supergraph contains. */
const composedDirectives = new Set(['semanticNonNull']);
const nullability = 'https://specs.apollo.dev/nullability/v0.4';
const link = `extend schema
  @link(url: "${federation}", import: [${imports.map((name) => `"${name}"`).join(', ')}])
  @link(url: "${nullability}", import: ["@semanticNonNull"])
  @composeDirective(name: "@semanticNonNull")`;

/** Fields and types that belong to the gateway or to the protocol. Subgraphs that both have `node` do not compose. */
const omittedFields = new Set(['node', 'nodes', '_entities', '_service']);
const omittedTypes = new Set(['_Any', '_Entity', '_Service']);

/** Value types that all Relay-style subgraphs share. For other types, composition must report a conflict. */
const sharedTypes = new Set(['PageInfo']);

/** Weight of a field that makes a REST call. A field of the loaded representation has the weight of its type. */
const callWeight = 10;
const slicingArguments = ['first', 'last'];

type Directives = Readonly<Record<string, unknown>>;

function selectComposedDirectives({ extensions }: { extensions?: object | null | undefined }): Directives {
  const directives: object = extensions && 'directives' in extensions ? asRecord(extensions.directives) : {};
  return Object.fromEntries(Object.entries(directives).filter(([name]) => composedDirectives.has(name)));
}

/** Replaces the directives of the facade in the extensions by those for the gateway. */
const withDirectives = <C extends { extensions?: object | null | undefined }>(
  config: C,
  directives: Directives,
): C => ({
  ...config,
  extensions: { ...config.extensions, directives: { ...selectComposedDirectives(config), ...directives } },
});

/** Replaces `node`, which the subgraph lacks, in the description of an `id` by the root field of the type. */
function withoutNode<C extends { description?: string | null | undefined }>(
  config: C,
  typeName: string,
  schema: GraphQLSchema,
): C {
  const rootField = camelCase(typeName);
  const isReadable = schema.getQueryType()?.getFields()[rootField] !== undefined;
  const description = config.description
    ?.replace(refetchableIdDescription, isReadable ? `Global id, which \`${rootField}\` accepts.` : 'Global id.')
    .replace(otherIdDescription, 'Global id.');
  return { ...config, description };
}

/** Returns the cost of a field for demand control: whether it makes a call, and the size of its list. */
function getCostDirectives(
  contract: Contract,
  { type, args = {}, extensions }: GraphQLFieldConfig<unknown, unknown>,
  typeName: string,
  listed: ListedRepresentations,
): Directives {
  const kind = getKind({ extensions: extensions ?? {} });
  if (kind === undefined || !needsCallPerItem(contract, kind, [...(listed.get(typeName) ?? [])])) return {};
  const isConnection = getNamedType(type).name.endsWith('Connection');
  return {
    cost: { weight: callWeight },
    ...(isConnection && {
      listSize: {
        assumedSize: defaultPageSliceLength,
        slicingArguments: slicingArguments.filter((name) => name in args),
        sizedFields: ['nodes', 'edges'],
        requireOneSlicingArgument: false,
      },
    }),
  };
}

/** Arguments of `@key`. */
export interface Key {
  readonly fields: string;
  /** `false` if no call returns the object by the key. */
  readonly resolvable?: false;
}

/** Prints the SDL of the subgraph. @param getKeys returns the keys of a type; none if the type is not an entity */
export function printSubgraphSdl(schema: GraphQLSchema, getKeys: (typename: string) => readonly Key[]): string {
  const { contract } = getGraph(schema);
  const listed = getListedRepresentations(contract, schema);
  const marked = mapSchema(schema, {
    [MapperKind.ROOT_FIELD]: (config, name, typeName) =>
      omittedFields.has(name) ? null : withDirectives(config, getCostDirectives(contract, config, typeName, listed)),
    [MapperKind.OBJECT_FIELD]: (config, _, typeName) =>
      // Below a payload, a gateway cannot continue at the root of another subgraph.
      getNamedType(config.type) === schema.getQueryType()
        ? null
        : withDirectives(withoutNode(config, typeName, schema), getCostDirectives(contract, config, typeName, listed)),
    // Composition rejects `@oneOf`; the facade enforces it nevertheless.
    [MapperKind.INPUT_OBJECT_TYPE]: (type) => new GraphQLInputObjectType({ ...type.toConfig(), isOneOf: false }),
    [MapperKind.UNION_TYPE]: (type) => (omittedTypes.has(type.name) ? null : type),
    [MapperKind.SCALAR_TYPE]: (type) => (omittedTypes.has(type.name) ? null : type),
    [MapperKind.OBJECT_TYPE]: (type) => {
      if (omittedTypes.has(type.name)) return null;
      const keys = getKeys(type.name);
      if (keys.length > 0) return new GraphQLObjectType(withDirectives(type.toConfig(), { key: keys }));
      return sharedTypes.has(type.name)
        ? new GraphQLObjectType(withDirectives(type.toConfig(), { shareable: {} }))
        : type;
    },
  });
  const config = marked.toConfig();
  const sdl = printWithDirectives(
    lexicographicSortSchema(
      new GraphQLSchema({
        ...config,
        directives: config.directives.filter(
          (directive) => isSpecifiedDirective(directive) || composedDirectives.has(directive.name),
        ),
      }),
    ),
  );
  return `${link}\n\n${sdl}`;
}
