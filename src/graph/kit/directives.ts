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
  getNamedType,
  isAbstractType,
  isObjectType,
} from 'graphql';
import type { Contract } from '../../contract/index.ts';
import { asRecord } from '../../helpers/is-record.ts';
import { describeAbsentCalls, describeCalls } from './call-descriptions.ts';
import { assumption, extraRules } from './contract/names.ts';
import { type FieldCall, getKind, getOfferedCalls, needsCallPerItem, withLists } from './fields/kind.ts';
import type { Graph } from './graph.ts';
import { getListedRepresentations } from './listed-representations.ts';
import { ResourceTypes } from './resources/resource-types.ts';

const restDirective = new GraphQLDirective({
  name: 'rest',
  description:
    'REST call that the field may make or, for a download URL, that its download makes. On a type, a call with which `@detail` and `@restOfType` fields read the object. A field without these directives is resolved from the response that contains its object.',
  isRepeatable: true,
  locations: [DirectiveLocation.FIELD_DEFINITION, DirectiveLocation.OBJECT],
  args: {
    method: { type: new GraphQLNonNull(GraphQLString), description: 'HTTP method of the call.' },
    path: {
      type: new GraphQLNonNull(GraphQLString),
      description: 'Path template of the call, relative to the base URL.',
    },
    times: {
      type: GraphQLString,
      description:
        'Number of calls: `perPage` once for each object and 100 items, and once more for `last` without `before`; `atMostOnce` if arguments or selection need it; a number, at most as many; `perItem` at most once for each item of the value or input; `perOwner` at most once for each project or group; `forAnonymous` in place of the other calls for anonymous callers; `perOperation` at most once for all objects of an operation; `perObject` once for each object that arguments identify, by the route of its type; `untilReady` until the response is ready; `perPoll` once for each poll, shared by subscribers with the same credential; `onOpening` when the URL is opened. Defaults to once for each object.',
    },
  },
});

const restOfTypeDirective = new GraphQLDirective({
  name: 'restOfType',
  description: 'Field that may make the calls in `@rest` of its type; for an interface or union, of the concrete type.',
  locations: [DirectiveLocation.FIELD_DEFINITION],
  args: { times: { type: GraphQLString, description: 'Number of calls, as in `@rest`.' } },
});

const detailDirective = new GraphQLDirective({
  name: 'detail',
  description:
    'Field that a response with its object may omit. Reading it then costs one of the calls in `@rest` of its type, at most once for each object and all of its fields.',
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

const extraDirective = new GraphQLDirective({
  name: 'extra',
  description: `Attributes that have no field of their own. ${extraRules} In introspection, a paragraph of the description states it.`,
  locations: [DirectiveLocation.FIELD_DEFINITION],
});

const semanticNonNullDirective = new GraphQLDirective({
  name: 'semanticNonNull',
  description:
    'Value that is null only together with an error at its path. Unless its description states otherwise, a field without this directive is null if the write of its payload was rejected, if the service reports that its object does not exist (an error if the caller may not read it), or if the service does not send its attribute. An object whose id is an attribute of another is null, too, if the caller may not see it and more than its id is selected. In introspection, a paragraph of the description states which.',
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
  restOfTypeDirective,
  detailDirective,
  assumedDirective,
  extraDirective,
  semanticNonNullDirective,
] as const;

/** Returns the noun for the objects of a type, such as `merge request`; `undefined` if there is only one object. */
function getNoun(schema: GraphQLSchema, type: GraphQLObjectType): string | undefined {
  const roots = [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()];
  if (roots.includes(type) || type.name.endsWith('Payload')) return undefined;
  return type.name.replace(/(?!^)[A-Z]/g, ' $&').toLowerCase();
}

const isDetailCall = ({ frequency }: FieldCall): boolean => frequency === 'forAllFields';

/** Arguments of `@rest`. */
interface RestArguments {
  readonly method: string;
  readonly path: string;
  readonly times?: string;
}

const toTimes = ({ frequency }: FieldCall): { readonly times?: string } =>
  frequency === 'once' ? {} : { times: String(frequency) };

/** Returns the arguments of `@rest` for each route of a call and for the lists from which several items are read. */
function toRestArguments(contract: Contract, call: FieldCall): readonly RestArguments[] {
  return withLists(contract, call.operations)
    .map((id) => contract.operation(id))
    .map(({ method, path }) => ({ method, path, ...toTimes(call) }));
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

/** Calls that read an object of a type: those of its detail, and those that find it by its id. */
function getCallsOfType(graph: Graph, type: GraphQLObjectType): readonly RestArguments[] {
  const { contract } = graph;
  const details = Object.values(type.getFields())
    .flatMap((field) => getKind(field) ?? [])
    .flatMap((kind) => getOfferedCalls(contract, kind).filter(isDetailCall))
    .flatMap(({ operations }) => operations);
  const resource = graph.singleton(ResourceTypes).get(type.name);
  const lookups = resource?.isNode ? resource.detailOperations.filter((id) => contract.offers(id)) : [];
  return distinct(toRestArguments(contract, { operations: [...details, ...lookups], frequency: 'once' }));
}

/** Maximum number of routes of a type that a field repeats. Of more, `@restOfType` refers to the type. */
const maxRepeatedRoutes = 2;

const toRoute = ({ method, path }: RestArguments): string => `${method} ${path}`;

/**
 * Returns the directives for the calls of a field besides those of details.
 * @param ofType calls of the types of its value
 */
function toCallDirectives(
  contract: Contract,
  calls: readonly FieldCall[],
  ofType: readonly RestArguments[],
): Readonly<Record<string, unknown>> {
  const routesOfType = new Set(ofType.map(toRoute));
  const args = distinct(calls.flatMap((call) => toRestArguments(contract, call)));
  const refersToType = (rest: RestArguments): boolean => {
    const routes = new Set(args.filter(({ times }) => times === rest.times).map(toRoute));
    const coversType = routesOfType.size > maxRepeatedRoutes && [...routesOfType].every((route) => routes.has(route));
    return coversType && routesOfType.has(toRoute(rest));
  };
  const restOfType = distinct(args.filter(refersToType).map(({ times }) => (times === undefined ? {} : { times })));
  const rest = args.filter((each) => !refersToType(each));
  return { ...(restOfType.length > 0 ? { restOfType } : {}), rest };
}

/** Adds the calls of each field to its extensions, where the SDL printer finds directives, and to its description. */
export function annotateCalls(graph: Graph, schema: GraphQLSchema): void {
  const { contract } = graph;
  const listed = getListedRepresentations(contract, schema);
  const types = Object.values(schema.getTypeMap()).filter(isObjectType);
  const callsByType = new Map(types.map((type) => [type.name, getCallsOfType(graph, type)]));
  for (const type of types) {
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
      const value = getNamedType(field.type);
      const valueTypes = isAbstractType(value) ? schema.getPossibleTypes(value) : [value];
      addDirectives(field, {
        ...(calls.some(isDetailCall) ? { detail: {} } : {}),
        ...toCallDirectives(
          contract,
          calls.filter((call) => !isDetailCall(call)),
          valueTypes.flatMap(({ name }) => callsByType.get(name) ?? []),
        ),
      });
    }
    const rest = callsByType.get(type.name) ?? [];
    if (rest.length > 0) addDirectives(type, { rest });
  }
}
