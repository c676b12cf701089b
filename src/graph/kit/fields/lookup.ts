/** Fields that locate an object by parent and arguments. The object is loaded, and thereby verified, only if a selected field needs it. */
import type { InputFieldMap, InputShapeFromFields } from '@pothos/core';
import type { Contract, OperationId, SchemaName } from '../../../contract/index.ts';
import type { SelectedField, Selection } from '../../../execution/index.ts';
import type { GraphContext } from '../../context.ts';
import type { ArgumentBuilder } from '../contract/inputs.ts';
import { describe } from '../contract/names.ts';
import { createField } from '../contract/types.ts';
import type { Graph } from '../graph.ts';
import type { ListSearch } from '../resources/object-calls.ts';
import { withOptInParameters } from '../resources/opt-in-attributes.ts';
import { toObjectNumber } from '../resources/path-parameter-types.ts';
import { parseReference } from '../resources/references.ts';
import {
  type Attributes,
  covers,
  type PathParameters,
  parseEmbeddedObject,
  pickParameters,
  Resource,
} from '../resources/resource.ts';
import type { ResourceType } from '../resources/resource-type.ts';
import { ResourceTypes } from '../resources/resource-types.ts';
import { isNumber, type PlannedParameter, type PlannedPath } from '../resources/response-value.ts';
import {
  assertExists,
  assertId,
  createUnidentifiedError,
  load,
  loadedRepresentation,
  planDetail,
} from '../resources/retrieval.ts';
import { findInList } from '../resources/search.ts';
import type { Described, Field, FieldBuilder } from './attribute.ts';
import {
  type ContainedAttributes,
  coversContained,
  extractContained,
  findContained,
  withFallback,
} from './contained-attributes.ts';
import {
  type Args,
  emptyFieldPlan,
  type FieldKind,
  type FieldPlan,
  type Frequency,
  needsObject,
  type ParentInfo,
  type PreparedField,
  planId,
  planItems,
  toFieldCalls,
  toPlan,
} from './kind.ts';
import { getParentPath, typedArgs } from './parameters.ts';

/** Whether an object must be loaded, because a selected field requires that it exists. */
const needsProof = (type: ResourceType, selection: Selection): boolean => type.isNode && needsObject(selection);

/**
 * Plans the lookup of an object by its path parameters.
 * @param path `undefined` if a `ResponseValue` for each unknown parameter cannot describe it
 */
export function planLookup(type: ResourceType, path: PlannedPath | undefined, selection: Selection): FieldPlan {
  const typedSelection = selection.onTypeNamed(type.name);
  const needsLoad = needsProof(type, typedSelection);
  return {
    ...toPlan(needsLoad ? planDetail(type, path, typedSelection) : undefined),
    objects: [
      { type, path, representation: needsLoad ? loadedRepresentation(type) : undefined, selection: typedSelection },
    ],
  };
}

/** Plans an object without calls, because a response contains everything that is selected. */
export function planIdentified(type: ResourceType, path: PlannedPath | undefined, selection: Selection): FieldPlan {
  return { objects: [{ type, path, representation: type.schema, selection: selection.onTypeNamed(type.name) }] };
}

/**
 * Creates a function that returns the object at path parameters.
 * @returns the object; `null`, in a promise, if a selected field needs it and it does not exist
 */
export function createFinder(
  type: ResourceType,
  selection: Selection,
  field: string,
): (path: PathParameters, context: GraphContext) => Resource | Promise<Resource | null> {
  const typedSelection = selection.onTypeNamed(type.name);
  return needsProof(type, typedSelection)
    ? (path, context) => load(type, path, typedSelection, context, field)
    : (path) => type.createReference(path, typedSelection);
}

/** Location of an object: path parameters, a list or an embedding attribute. */
export interface LookupSource {
  /** Returns the path parameters, from those of the parent and the arguments; `null` if none exist. */
  readonly locate: <Parameter extends PlannedParameter>(
    parent: PathParameters<string, Parameter>,
    args: Args,
  ) => PathParameters<string, Parameter | string | number> | null;
  /** Reads that convert arguments to numbers. */
  readonly numberLookups?: readonly OperationId[];
  /** Frequency of reading the object. Defaults to `atMostOnce`. */
  readonly frequency?: Frequency;
  /** List that contains the object if there are no path parameters. */
  readonly search?: ArgumentSearch | undefined;
  /** Attribute of the parent that embeds the object if there are no path parameters. */
  readonly embeddedIn?: EmbeddedSource | undefined;
  /** Attribute of the parent that contains the numeric id of the object. */
  readonly idAttribute?: string | undefined;
  /** Whether a response that contains the parent proves the object. */
  readonly isProvenByParent?: boolean;
  /** Attributes of the object in a response that contains the parent. */
  readonly contained?: ContainedAttributes | undefined;
  /** Whether a missing object is an error. Defaults to `false`. */
  readonly isNeverNull?: boolean | undefined;
  /** Operations that read the object. Defaults to those of its type. */
  readonly operations?: readonly OperationId[] | undefined;
}

export class LookupKind implements FieldKind {
  readonly attributes = [];
  readonly needsObject = false;
  protected readonly contract: Contract;
  protected readonly type: ResourceType;
  readonly #source: LookupSource;

  constructor(contract: Contract, type: ResourceType, source: LookupSource) {
    this.contract = contract;
    this.type = type;
    this.#source = source;
  }

  calls() {
    const { numberLookups = [], frequency = 'atMostOnce', search, operations } = this.#source;
    return [
      ...toFieldCalls(operations ?? this.type.detailOperations, frequency),
      ...toFieldCalls(numberLookups, 'atMostOnce'),
      ...toFieldCalls(search === undefined ? [] : [search.operation], 'atMostOnce'),
    ];
  }

  prepare(field: SelectedField): PreparedField {
    const { selection, coordinate } = field;
    const { type } = this;
    const { idAttribute, isNeverNull = false, isProvenByParent = false } = this.#source;
    const typedSelection = selection.onTypeNamed(type.name);
    const find = createFinder(type, selection, coordinate);
    const contained = findContained(typedSelection, this.#source.contained);
    return {
      plan: (parent, args) => {
        const { representation } = parent;
        const lookup = this.#plan(parent, args, selection);
        if (
          contained === undefined ||
          representation === undefined ||
          !coversContained(this.contract, parent, contained)
        )
          return lookup;
        if (idAttribute !== undefined && covers(this.contract, representation, idAttribute)) {
          const needed = { ...contained, [idAttribute]: { attribute: idAttribute } };
          const path = { [type.firstParameter]: planId(parent, idAttribute) };
          return withFallback(planIdentified(type, path, selection), lookup, this.contract, representation, needed);
        }
        const proven = isProvenByParent ? this.#planProven(parent, args, typedSelection) : undefined;
        return proven === undefined ? lookup : withFallback(proven, lookup, this.contract, representation, contained);
      },
      value: (parent, args, context) => {
        const parentAttributes = getAttributes(parent);
        const attributes = contained && extractContained(contained, parentAttributes);
        const id = attributes && idAttribute && toObjectNumber(parentAttributes?.[idAttribute]);
        if (typeof id === 'number')
          return type.createIdentified({ [type.firstParameter]: id }, typedSelection, attributes);
        const path = this.#locate(parent, args);
        if (path === null) return this.#findWithoutPath(parent, args, context, typedSelection, coordinate);
        if (attributes !== undefined && this.#isProven(parent, path))
          return type.createIdentified(path, typedSelection, attributes);
        const object = isNeverNull ? assertExists(type, find(path, context)) : find(path, context);
        const expectedId = idAttribute && toObjectNumber(parentAttributes?.[idAttribute]);
        // A name may be assigned to another object between the calls of an operation.
        return typeof expectedId !== 'number' || typeof path[type.firstParameter] === 'number'
          ? object
          : assertId(type, object, expectedId);
      },
    };
  }

  /** @throws RestError UPSTREAM_INVALID_RESPONSE if the parent lacks a path parameter that the object needs */
  #locate(parent: unknown, args: Args): PathParameters | null {
    const parentPath = getParentPath(parent);
    const path = this.#source.locate(parentPath, args);
    if (path !== null && hasEmptyParameter(path) && hasEmptyParameter(parentPath))
      throw createUnidentifiedError(this.type);
    return path;
  }

  /** Whether the response that contained the parent proves the object at a path. */
  #isProven(parent: unknown, path: PathParameters): boolean {
    return this.#source.isProvenByParent === true && isLoaded(parent) && hasIdIn(this.type, path);
  }

  /** Finds an object without path parameters: embedded in the parent, or in a list. */
  #findWithoutPath(
    parent: unknown,
    args: Args,
    context: GraphContext,
    selection: Selection,
    field: string,
  ): Resource | null | Promise<Resource | null> {
    const { search, embeddedIn } = this.#source;
    if (embeddedIn !== undefined) {
      const object = parseEmbeddedObject(getAttributes(parent)?.[embeddedIn.attribute]);
      return this.type.fromItem(object, {}, embeddedIn.representation, selection);
    }
    return search === undefined ? null : findInList(this.type, search, search.value(args), selection, context, field);
  }

  /** Plans an object without calls if the response with its parent proves that it exists and contains its id; `undefined` otherwise. */
  #planProven({ path: parentPath }: ParentInfo, args: Args, selection: Selection): FieldPlan | undefined {
    const path = parentPath && this.#source.locate(parentPath, args);
    return path && hasIdIn(this.type, path) ? planIdentified(this.type, path, selection) : undefined;
  }

  #plan({ path: parentPath }: ParentInfo, args: Args, selection: Selection): FieldPlan {
    const { locate, numberLookups = [], search, embeddedIn } = this.#source;
    // Without the path of the parent, arguments cannot be validated.
    const located = parentPath && locate(parentPath, args);
    if (located === null) {
      if (embeddedIn !== undefined) {
        const { representation } = embeddedIn;
        return {
          objects: [{ ...planItems(this.type), representation, selection: selection.onTypeNamed(this.type.name) }],
        };
      }
      return search === undefined ? emptyFieldPlan : planSearch(this.contract, this.type, search, args, selection);
    }
    const { calls = [], objects = [] } = planLookup(this.type, located, selection);
    return { calls: [...numberLookups.map((operation) => ({ operation })), ...calls], objects };
  }
}

/** List that contains the object that an argument identifies. */
export interface ArgumentSearch extends ListSearch {
  readonly value: (args: Args) => string;
}

function planSearch(
  contract: Contract,
  type: ResourceType,
  search: ArgumentSearch,
  args: Args,
  selection: Selection,
): FieldPlan {
  const typedSelection = selection.onTypeNamed(type.name);
  const request = withOptInParameters(contract, search.request(search.value(args)), typedSelection);
  return {
    calls: [{ operation: search.operation, request }],
    objects: [
      {
        ...planItems(type),
        representation: contract.operation(search.operation).responseSchemas[0],
        selection: typedSelection,
        after: 0,
      },
    ],
  };
}

/** Attribute that embeds an object. */
export interface EmbeddedSource {
  readonly attribute: string;
  readonly representation: SchemaName;
}

export interface LookupOptions<Name extends string, Target extends string, A extends InputFieldMap> extends Described {
  readonly description: string;
  /**
   * Adds an argument `id` with this description, which identifies the object by its global id or by its last path
   * parameter below the parent.
   */
  readonly idDescription?: string;
  /** Arguments for `path`. */
  readonly args?: (t: ArgumentBuilder) => A;
  /**
   * Returns the path parameters of the object; `null` if none exist. Defaults to those of the parent with the same
   * names.
   */
  readonly path?: <Parameter extends PlannedParameter>(
    parent: PathParameters<Name, Parameter>,
    args: InputShapeFromFields<A>,
  ) => PathParameters<Target, Parameter | string | number> | null;
  /** List that contains the object if the arguments determine no path parameters. */
  readonly search?: ArgumentSearch;
  /** Attribute of the parent that embeds the object if there are no path parameters. */
  readonly embeddedIn?: EmbeddedSource;
  /**
   * Attribute of the parent that contains the numeric id of the object. A response with it suffices for fields that the
   * id determines; without it, the object is loaded for them.
   */
  readonly idAttribute?: string;
  /**
   * Whether the upstream returns the parent only if the object exists. A response with the parent then suffices for
   * fields that path parameters determine. Defaults to false.
   */
  readonly isProvenByParent?: boolean;
  /**
   * Attributes of the object that a response with the parent contains. With `idAttribute` or `isProvenByParent`, that
   * response suffices for them, too.
   */
  readonly contained?: ContainedAttributes;
  /**
   * Whether the object exists and is visible wherever the parent is, so that null occurs only with an error. Defaults to
   * `false`.
   */
  readonly isNeverNull?: boolean;
  /** Operations that read the object, if the path never selects the others of its type. */
  readonly operations?: readonly OperationId[];
}

/** Lookup that must declare the location, because the parent lacks path parameters of the same names. */
export type LocatedLookup<Name extends string, Target extends string, A extends InputFieldMap> = LookupOptions<
  Name,
  Target,
  A
> &
  (
    | Required<Pick<LookupOptions<Name, Target, A>, 'path'>>
    | Required<Pick<LookupOptions<Name, Target, A>, 'idDescription'>>
  );

/**
 * Returns the path parameters of the object that `id` identifies below a parent. All but the last one are those of the
 * parent.
 */
function parseIdBelow<Parameter extends PlannedParameter>(
  type: ResourceType,
  parent: PathParameters<string, Parameter>,
  id: string,
): PathParameters<string, Parameter | string | number> {
  const [last = 'id', ...above] = type.parameters.toReversed();
  if (above.length === 0) return { [last]: parseReference(type.name, id) };
  const path = pickParameters(above, parent);
  return { ...path, [last]: type.parseParameterBelow(path, id) };
}

/** Whether only undocumented operations read the object. */
export const isAssumed = ({ contract, detailOperations }: ResourceType): boolean =>
  detailOperations.length > 0 && detailOperations.every((id) => contract.operation(id).assumed);

/**
 * Whether path parameters contain the parts of the global id. The full path of a project or group does not contain its
 * number.
 */
const hasIdIn = (type: ResourceType, path: PlannedPath): boolean =>
  isNumber(path[type.firstParameter]) || !type.hasStringId || type.ownerOperations.length > 0;

const hasEmptyParameter = (path: PathParameters): boolean => Object.values(path).includes('');

const isLoaded = (parent: unknown): boolean => parent instanceof Resource && parent.representation !== undefined;

const getAttributes = (parent: unknown): Attributes | undefined =>
  parent instanceof Resource ? parent.attributes : undefined;

/** Creates a field of an object that parent and arguments locate. `null` if the object does not exist. */
export function createLookupField<Parent, Name extends string, Target extends string, A extends InputFieldMap>(
  graph: Graph,
  t: FieldBuilder<Parent>,
  type: ResourceType<SchemaName, Target>,
  {
    path,
    args,
    idDescription,
    search,
    embeddedIn,
    idAttribute,
    isProvenByParent = false,
    contained,
    isNeverNull,
    operations,
    ...described
  }: LookupOptions<Name, Target, A>,
): Field {
  const locate = <Parameter extends PlannedParameter>(
    parent: PathParameters<Name, Parameter>,
    coercedArgs: Args,
  ): PathParameters<string, Parameter | string | number> | null => {
    if (path !== undefined) return path(parent, typedArgs<A>(coercedArgs));
    const own: PathParameters<string, Parameter> = parent;
    if (idDescription !== undefined) return parseIdBelow(type, own, String(coercedArgs.id));
    return pickParameters(type.parameters, own);
  };
  if (embeddedIn !== undefined) graph.singleton(ResourceTypes).getOccurrences(type).add(embeddedIn.representation);
  const isLocatedByArguments = args !== undefined || idDescription !== undefined;
  const kind = new LookupKind(graph.contract, type, {
    locate,
    search,
    embeddedIn,
    idAttribute,
    isNeverNull,
    isProvenByParent,
    contained,
    operations,
  });
  return createField(t, { list: false, type }, kind, {
    ...described,
    semanticNonNull: isNeverNull ? [0] : [],
    description: describe(described.description, isLocatedByArguments && isAssumed(type)),
    args: { ...args?.(t.arg), ...(idDescription && { id: t.arg.id({ required: true, description: idDescription }) }) },
  });
}
