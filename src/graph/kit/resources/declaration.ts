/** Declarations of resource types. What the path parameters of an operation determine is derived from the contract. */
import {
  type Contract,
  type OperationId,
  type QueryOf,
  type SchemaName,
  standardContract,
  typesIn,
} from '../../../contract/index.ts';
import type { Selection } from '../../../execution/index.ts';
import type { AnyRequest } from '../../../rest/request.ts';
import type { AnonymousSearch, Retrieve, Search, Verification } from './object-calls.ts';
import { withOptInParameters } from './opt-in-attributes.ts';
import { toParameter } from './path-parameter-types.ts';
import type { Attributes, OperationBelow, PathName, PathParameters } from './resource.ts';
import type { Owner, ResourceTypeOptions } from './resource-type.ts';
import type { PlannedParameter, PlannedPath } from './response-value.ts';

interface Common<S extends SchemaName, Name extends string>
  extends Pick<ResourceTypeOptions<S, Name>, 'name' | 'schema' | 'description' | 'owner' | 'hiddenPathMessage'> {
  /** Contract that has the schema and the operations. Defaults to the standard contract. */
  readonly contract?: Contract;
  /**
   * Returns the path parameters of an item of a response. By default, the last one is the `id` of the item, its `iid`
   * if the name of the parameter ends with `iid`, or the attribute of the same name; the first one is the attribute of
   * the owner; the others are those of `parent`.
   * @param parent path parameters of the object whose field returned the item
   */
  getItemPath?(item: Attributes, parent: PlannedPath): Readonly<Record<Name, unknown>>;
}

/** Type whose objects a single call returns by path parameters, which are those of the type. */
export interface RetrievedType<S extends SchemaName, O extends OperationId> extends Common<S, PathName<O>> {
  readonly retrieve:
    | O
    | {
        readonly operation: O;
        /** Returns the query parameters that a selection needs. */
        query?(selection: Selection): QueryOf<O>;
        readonly absentStatus?: number;
        /** List that contains the object for anonymous callers, for whom the upstream rejects the operation. */
        readonly anonymous?: AnonymousSearch;
      };
}

/** Type whose objects are found in a list, returned by one of several calls, or not retrievable. */
export interface AddressedType<S extends SchemaName, Name extends string>
  extends Common<S, Name>,
    Pick<ResourceTypeOptions<S, Name>, 'parameters' | 'idPrefix' | 'instanceWide' | 'getSchemaFor'> {
  readonly retrieve?: {
    /** All operations that `request` may choose. */
    readonly operation: readonly OperationId[];
    request<Parameter extends PlannedParameter>(
      path: PathParameters<Name, Parameter>,
      selection: Selection,
    ): AnyRequest<Parameter | string | number>;
  };
  /** List that contains the object, found by its last path parameter. */
  readonly search?: OperationBelow<Name> | Search<Name>;
  /** List below the object that verifies it, if no response contains one. */
  readonly verifiedBy?: OperationBelow<Name>;
}

export type ResourceTypeDeclaration<S extends SchemaName> = RetrievedType<S, OperationId> | AddressedType<S, string>;

function isRetrieved<S extends SchemaName>(
  declared: ResourceTypeDeclaration<S>,
): declared is RetrievedType<S, OperationId> {
  return !('parameters' in declared);
}

/** Finds the attribute that a path parameter is read from; `undefined` if it comes from the parent. */
function findAttribute(name: string, { contract, parameters, schema, owner = [] }: Addressed): string | undefined {
  const attributes = contract.attributesOf(schema);
  const isLast = name === parameters.at(-1);
  if (attributes.has(name) && (isLast || name !== 'id')) return name;
  if (isLast) return name.endsWith('iid') ? 'iid' : 'id';
  const [only, ...others]: readonly Owner[] = [owner].flat();
  return name === parameters[0] && others.length === 0 ? only?.attribute : undefined;
}

type Addressed = Pick<ResourceTypeOptions, 'name' | 'contract' | 'parameters' | 'schema' | 'owner'>;

const getParameterSources = (type: Addressed) =>
  type.parameters.map((name) => ({ name, attribute: findAttribute(name, type) }));

/** Creates the getter of the attributes that path parameters determine, because the parameters are copied from them. */
function createAttributesGetter(
  type: Addressed & Pick<ResourceTypeOptions, 'getItemPath'>,
): ResourceTypeOptions['getAttributesFor'] {
  const attributes = type.contract.attributesOf(type.schema);
  const sources = getParameterSources(type).map(({ name, attribute = '' }) => {
    const types = typesIn(attributes.get(attribute) ?? {});
    const isCopied = types.size > 0 && type.getItemPath({ [attribute]: 1 }, {})[name] === 1;
    return { name, attribute, kind: types.has('integer') ? 'number' : 'string', isCopied };
  });
  return (path) =>
    Object.fromEntries(
      sources.flatMap(({ name, attribute, kind, isCopied }) =>
        isCopied && typeof path[name] === kind ? [[attribute, path[name]]] : [],
      ),
    );
}

/** @throws Error if the schema lacks the attribute that the last path parameter is read from */
function createItemPathGetter(type: Addressed): ResourceTypeOptions['getItemPath'] {
  const sources = getParameterSources(type);
  const last = type.parameters.at(-1);
  const { attribute = '' } = sources.at(-1) ?? {};
  if (!type.contract.attributesOf(type.schema).has(attribute))
    throw new Error(
      `${type.name} requires getItemPath: the schema ${type.schema} has no attribute ${attribute} for the last path parameter ${last}; declare which attribute contains it, such as getItemPath: (item, parent) => ({ ...parent, ${last}: item.name })`,
    );
  return (item, parent) => {
    const path: Record<string, unknown> = {};
    for (const { name, attribute } of sources) {
      const value = attribute === undefined ? undefined : item[attribute];
      path[name] = name === last ? value : (value ?? parent[name]);
    }
    return path;
  };
}

function toRetrieve(contract: Contract, { retrieve }: RetrievedType<SchemaName, OperationId>): Retrieve<string> {
  if (typeof retrieve === 'string')
    return {
      operation: retrieve,
      request: (path, selection) => withOptInParameters(contract, { operation: retrieve, path }, selection),
    };
  const { operation: id, query, ...further } = retrieve;
  return {
    ...further,
    operation: id,
    request: (path, selection) =>
      withOptInParameters(contract, { operation: id, path, query: query?.(selection) }, selection),
  };
}

function createSearch(id: OperationId, type: Addressed): Search<string> {
  const last = type.parameters.at(-1) ?? 'id';
  const attribute = findAttribute(last, type) ?? last;
  // Reports a wrong operation at the line of the declaration.
  if (!type.contract.read(id).list) throw new Error(`${id} does not return a list`);
  return {
    operation: id,
    request: (path) => ({ operation: id, path }),
    matches: (item, path) => toParameter(item[attribute]) === toParameter(path[last]),
  };
}

const createVerification = (id: OperationId): Verification<string> => ({
  operation: id,
  request: (path) => ({ operation: id, path, query: { page: 1, per_page: 1 }, acceptsAnyPage: true }),
});

/** Adds what the contract determines to a declaration. */
export function completeDeclaration<S extends SchemaName>(
  declared: ResourceTypeDeclaration<S>,
): ResourceTypeOptions<S> {
  const { contract = standardContract } = declared;
  if (isRetrieved(declared)) {
    // The types require one of them, which JavaScript does not check.
    if (declared.retrieve === undefined)
      throw new Error(
        `${declared.name} needs retrieve, the operation that returns one object, or parameters, the path parameters of its objects`,
      );
    const retrieve = toRetrieve(contract, declared);
    const [first = 'id', ...further] = [retrieve.operation].flat().flatMap((id) => {
      const { list, pathParameters } = contract.read(id);
      if (list) throw new Error(`${id} does not return an object`);
      return pathParameters.map(({ name }) => name);
    });
    const type = { ...declared, contract, parameters: [first, ...further] as const };
    const options = { ...type, getItemPath: declared.getItemPath ?? createItemPathGetter(type) };
    return { ...options, getAttributesFor: createAttributesGetter(options), retrieve };
  }
  const { search, verifiedBy, ...others } = declared;
  const addressed = { ...others, contract };
  const options = { ...addressed, getItemPath: declared.getItemPath ?? createItemPathGetter(addressed) };
  return {
    ...options,
    getAttributesFor: createAttributesGetter(options),
    search: typeof search === 'string' ? createSearch(search, addressed) : search,
    verification: verifiedBy && createVerification(verifiedBy),
  };
}
