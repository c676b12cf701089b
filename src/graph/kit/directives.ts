/** Directives of the SDL. Adds the calls of each field as directives and to its description. */
import {
  DirectiveLocation,
  GraphQLDeferDirective,
  GraphQLDirective,
  GraphQLInt,
  GraphQLList,
  GraphQLNonNull,
  type GraphQLObjectType,
  type GraphQLSchema,
  GraphQLStreamDirective,
  GraphQLString,
  isObjectType,
} from 'graphql';
import type { Contract } from '../../contract/index.ts';
import { asRecord } from '../../is-record.ts';
import { describeAbsentCalls, describeCalls } from './call-descriptions.ts';
import { assumption } from './contract/names.ts';
import { type FieldCall, getKind, getOfferedCalls, needsCallPerItem, withLists } from './fields/kind.ts';
import type { Graph } from './graph.ts';
import { getListedRepresentations } from './listed-representations.ts';

const restDirective = new GraphQLDirective({
  name: 'rest',
  description:
    'REST call that the field may make or, for a download URL, that its download makes. On a type, a call that `@detail` fields make. A field with neither directive is resolved from the response that contains its object.',
  isRepeatable: true,
  locations: [DirectiveLocation.FIELD_DEFINITION, DirectiveLocation.OBJECT],
  args: {
    method: { type: new GraphQLNonNull(GraphQLString), description: 'HTTP method of the call.' },
    path: { type: new GraphQLNonNull(GraphQLString), description: 'Path template of the call, below the base URL.' },
    times: {
      type: GraphQLString,
      description:
        'Number of calls: `perPage` once for each object and 100 items; `atMostOnce` if arguments or selection need it; a number, at most as many; `perItem` at most once for each item of the value; `perOwner` at most once for each project or group; `perObject` once for each object that arguments identify, by the route of its type; `untilReady` until the response is ready; `perPoll` once for each poll, shared by subscribers with the same credential; `onOpening` when the URL is opened. Defaults to once for each object.',
    },
  },
});

const detailDirective = new GraphQLDirective({
  name: 'detail',
  description:
    'A response that contains the object may lack the field. It then costs one of the calls in `@rest` of its type, at most once for each object and all of its fields.',
  locations: [DirectiveLocation.FIELD_DEFINITION],
});

const assumedDirective = new GraphQLDirective({
  name: 'assumed',
  description: `${assumption} In introspection, a paragraph of the description states it.`,
  locations: [
    DirectiveLocation.OBJECT,
    DirectiveLocation.INTERFACE,
    DirectiveLocation.UNION,
    DirectiveLocation.FIELD_DEFINITION,
    DirectiveLocation.ARGUMENT_DEFINITION,
    DirectiveLocation.INPUT_FIELD_DEFINITION,
    DirectiveLocation.INPUT_OBJECT,
    DirectiveLocation.ENUM,
    DirectiveLocation.ENUM_VALUE,
  ],
});

const semanticNonNullDirective = new GraphQLDirective({
  name: 'semanticNonNull',
  description: 'The value is null only together with an error at its path.',
  locations: [DirectiveLocation.FIELD_DEFINITION],
  args: {
    levels: {
      type: new GraphQLNonNull(new GraphQLList(new GraphQLNonNull(GraphQLInt))),
      default: { value: [0] },
      description: 'Levels of nested lists to which this applies; 0 is the value of the field itself.',
    },
  },
});

/** Directives of the graph besides those of GraphQL. */
export const graphDirectives = [
  GraphQLDeferDirective,
  GraphQLStreamDirective,
  restDirective,
  detailDirective,
  assumedDirective,
  semanticNonNullDirective,
] as const;

/** Returns the noun for the objects of a type, such as `merge request`; `undefined` if there is only one object. */
function getNoun(schema: GraphQLSchema, type: GraphQLObjectType): string | undefined {
  const roots = [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()];
  if (roots.includes(type) || type.name.endsWith('Payload')) return undefined;
  return type.name.replace(/(?!^)[A-Z]/g, ' $&').toLowerCase();
}

const isDetailCall = ({ frequency }: FieldCall): boolean => frequency === 'forAllFields';

/** Returns the arguments of `@rest` for each route of a call and for the lists from which several items are read. */
function toRestArguments(
  contract: Contract,
  { operations, frequency }: FieldCall,
): readonly Readonly<Record<string, string>>[] {
  const times = frequency === 'once' ? {} : { times: String(frequency) };
  return withLists(contract, operations)
    .map((id) => contract.operation(id))
    .map(({ method, path }) => ({ method, path, ...times }));
}

interface Extensible {
  extensions: Readonly<Record<string, unknown>>;
}

function addDirectives(element: Extensible, directives: Readonly<Record<string, unknown>>): void {
  element.extensions = {
    ...element.extensions,
    directives: { ...asRecord(element.extensions.directives), ...directives },
  };
}

/** Removes equal arguments. */
function distinct<T>(args: readonly T[]): readonly T[] {
  return [...new Map(args.map((each) => [JSON.stringify(each), each])).values()];
}

/** Adds the calls of each field to its extensions, where the SDL printer finds directives, and to its description. */
export function annotateCalls({ contract }: Graph, schema: GraphQLSchema): void {
  const listed = getListedRepresentations(contract, schema);
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type)) continue;
    const details: FieldCall[] = [];
    for (const field of Object.values(type.getFields())) {
      const kind = getKind(field);
      if (kind === undefined) continue;
      const noun = getNoun(schema, type);
      const representations = [...(listed.get(type.name) ?? [])];
      // Each object of a list has the field; a root type and a payload occur once.
      const isPerItem = noun !== undefined && needsCallPerItem(contract, kind, representations);
      const sentences = [describeAbsentCalls(contract, kind), describeCalls(contract, kind, noun, isPerItem)];
      const paragraphs = [field.description, ...sentences].filter((paragraph) => paragraph !== undefined);
      if (paragraphs.length > 0) field.description = paragraphs.join('\n\n');
      const calls = getOfferedCalls(contract, kind);
      if (calls.length === 0) continue;
      const ownDetails = calls.filter(isDetailCall);
      details.push(...ownDetails);
      const rest = distinct(
        calls.filter((call) => !isDetailCall(call)).flatMap((call) => toRestArguments(contract, call)),
      );
      addDirectives(field, { ...(ownDetails.length > 0 ? { detail: {} } : {}), rest });
    }
    const rest = details.flatMap(({ operations }) => toRestArguments(contract, { operations, frequency: 'once' }));
    if (rest.length > 0) addDirectives(type, { rest: distinct(rest) });
  }
}
