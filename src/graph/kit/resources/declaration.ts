/** Resource types as areas declare them: what the path parameters of their operations say already is not said again. */
import {
  attributesOf,
  type OperationId,
  operation,
  type QueryOf,
  type SchemaName,
  typesIn,
} from '../../../contract/index.ts';
import type { Selection } from '../../../execution/index.ts';
import type { AnyRequest } from '../../../rest/request.ts';
import { askingFor } from './on-request.ts';
import type { Attributes, OperationBelow, PathName, PathParameters } from './resource.ts';
import type { Owner, ResourceTypeOptions, Retrieve, Search } from './resource-type.ts';

interface Common<S extends SchemaName, Name extends string>
  extends Pick<ResourceTypeOptions<S, Name>, 'name' | 'schema' | 'description' | 'owner'> {
  /**
   * The path parameters of an item of an answer; `parent` are those of the object whose field gave it. Unless given, the last one is
   * the `id` of the item, its `iid` where the name ends so, or the attribute of the same name; the first one is the owner's attribute;
   * the others are those of the parent.
   */
  pathOf?(item: Attributes, parent: PathParameters): Readonly<Record<Name, unknown>>;
}

/** A type whose objects one call gives by their path parameters, which are those of the type. */
export interface RetrievedType<S extends SchemaName, O extends OperationId> extends Common<S, PathName<O>> {
  readonly retrieve:
    | O
    | {
        readonly operation: O;
        /** The query that a selection needs. */
        query?(selection: Selection): QueryOf<O>;
        readonly absentStatus?: number;
      };
}

/** A type whose objects are found in a list, or by one of several calls, or not at all. */
export interface AddressedType<S extends SchemaName, Name extends string>
  extends Common<S, Name>,
    Pick<ResourceTypeOptions<S, Name>, 'parameters' | 'idPrefix' | 'instanceWide' | 'schemaAt'> {
  readonly retrieve?: {
    /** All that `request` chooses from. */
    readonly operation: readonly OperationId[];
    request(path: PathParameters<Name>, selection: Selection): AnyRequest;
  };
  /** The list that holds the object, found by its last path parameter. */
  readonly search?:
    | OperationBelow<Name>
    | (Omit<Search<Name>, 'request'> & { request(path: PathParameters<Name>): AnyRequest });
}

export type Declaration<S extends SchemaName> = RetrievedType<S, OperationId> | AddressedType<S, string>;

function isRetrieved<S extends SchemaName>(declared: Declaration<S>): declared is RetrievedType<S, OperationId> {
  return !('parameters' in declared);
}

/** The attribute that tells a path parameter; undefined where the parent has to. */
function attributeFor(
  name: string,
  { parameters, schema, owner = [] }: Pick<ResourceTypeOptions, 'parameters' | 'schema' | 'owner'>,
): string | undefined {
  const attributes = attributesOf(schema);
  const isLast = name === parameters.at(-1);
  if (attributes.has(name) && (isLast || name !== 'id')) return name;
  if (isLast) return name.endsWith('iid') ? 'iid' : 'id';
  const [only, ...others]: readonly Owner[] = [owner].flat();
  return name === parameters[0] && others.length === 0 ? only?.attribute : undefined;
}

type Addressed = Pick<ResourceTypeOptions, 'parameters' | 'schema' | 'owner'>;

const sourcesOf = (type: Addressed) => type.parameters.map((name) => ({ name, attribute: attributeFor(name, type) }));

/** What the path parameters of an object tell of it by themselves: the attributes that they are made from. */
function toldBy(type: Addressed & Pick<ResourceTypeOptions, 'pathOf'>): ResourceTypeOptions['attributesAt'] {
  const attributes = attributesOf(type.schema);
  const sources = sourcesOf(type).map(({ name, attribute = '' }) => {
    const types = typesIn(attributes.get(attribute) ?? {});
    const isTold = types.size > 0 && type.pathOf({ [attribute]: 1 }, {})[name] === 1;
    return { name, attribute, kind: types.has('integer') ? 'number' : 'string', isTold };
  });
  return (path) =>
    Object.fromEntries(
      sources.flatMap(({ name, attribute, kind, isTold }) =>
        isTold && typeof path[name] === kind ? [[attribute, path[name]]] : [],
      ),
    );
}

function pathByConvention(type: Addressed): NonNullable<ResourceTypeOptions['pathOf']> {
  const sources = sourcesOf(type);
  const last = type.parameters.at(-1);
  return (item, parent) => {
    const path: Record<string, unknown> = {};
    for (const { name, attribute } of sources) {
      const told = attribute === undefined ? undefined : item[attribute];
      path[name] = name === last ? told : (told ?? parent[name]);
    }
    return path;
  };
}

function retrieveOf({ retrieve }: RetrievedType<SchemaName, OperationId>): Retrieve<string> {
  if (typeof retrieve === 'string')
    return { operation: retrieve, request: (path, selection) => askingFor({ operation: retrieve, path }, selection) };
  const { operation: id, query, ...further } = retrieve;
  return {
    ...further,
    operation: id,
    request: (path, selection) => askingFor({ operation: id, path, query: query?.(selection) }, selection),
  };
}

function searchIn(id: OperationId, type: Pick<ResourceTypeOptions, 'parameters' | 'schema'>): Search<string> {
  const last = type.parameters.at(-1) ?? 'id';
  const attribute = attributeFor(last, type) ?? last;
  return {
    operation: id,
    request: (path) => ({ operation: id, path }),
    matches: (item, path) => item[attribute] === path[last],
  };
}

/** What is declared, with what the contract says of the rest. */
export function completed<S extends SchemaName>(declared: Declaration<S>): ResourceTypeOptions<S> {
  if (isRetrieved(declared)) {
    const retrieve = retrieveOf(declared);
    const [first = 'id', ...further] = [retrieve.operation]
      .flat()
      .flatMap((id) => operation(id).pathParameters.map(({ name }) => name));
    const type = { ...declared, parameters: [first, ...further] as const };
    const whole = { pathOf: pathByConvention(type), ...type };
    return { ...whole, attributesAt: toldBy(whole), retrieve };
  }
  const { search, ...others } = declared;
  const whole = { pathOf: pathByConvention(declared), ...others };
  return {
    ...whole,
    attributesAt: toldBy(whole),
    search: typeof search === 'string' ? searchIn(search, declared) : search,
  };
}
