/** Fields that locate an object by parent and arguments. The object is loaded, and thereby verified, only if a selected field needs it. */
import type { InputFieldMap, InputShapeFromFields } from '@pothos/core';
import { type OperationId, operation, type SchemaName } from '../../../contract/index.ts';
import type { SelectedField, Selection } from '../../../execution/index.ts';
import { isRestError } from '../../../rest/errors.ts';
import type { RestRequest } from '../../../rest/request.ts';
import type { GraphContext } from '../../context.ts';
import type { ArgumentBuilder } from '../contract/inputs.ts';
import { describe } from '../contract/names.ts';
import { outputField } from '../contract/types.ts';
import { attempt } from '../resources/attempt.ts';
import { askingFor } from '../resources/on-request.ts';
import { parseReference } from '../resources/references.ts';
import { type Attributes, embeddedObject, itemsOf, type PathParameters, Resource } from '../resources/resource.ts';
import type { ResourceType } from '../resources/resource-type.ts';
import { load, loadedRepresentation, planDetail } from '../resources/retrieval.ts';
import type { Described, Field, FieldBuilder } from './attribute.ts';
import {
  type Args,
  emptyFieldPlan,
  type FieldKind,
  type FieldPlan,
  type Frequency,
  needsObject,
  oneOf,
  type ParentInfo,
  type PreparedField,
} from './kind.ts';
import { pathOf, typedArgs } from './parameters.ts';

/** Whether an object is loaded, so that it is verified to exist. */
const isVerified = (type: ResourceType, selection: Selection): boolean => type.isNode && needsObject(selection);

/**
 * Plans the lookup of an object by its path parameters.
 * @param path `undefined` if only a response contains all of it
 * @param part the part of the path that is available
 */
export function planLookup(
  type: ResourceType,
  path: PathParameters | undefined,
  selection: Selection,
  { listLength }: Pick<ParentInfo, 'listLength'>,
  part?: PathParameters,
): FieldPlan {
  const typed = selection.onTypeNamed(type.name);
  const verified = isVerified(type, typed);
  return {
    reads: verified ? planDetail(type, path, typed, listLength, path ?? part) : [],
    objects: [
      {
        type,
        path,
        first: path?.[type.firstParameter],
        representation: verified ? loadedRepresentation(type) : undefined,
        selection: typed,
      },
    ],
  };
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
  const typed = selection.onTypeNamed(type.name);
  return isVerified(type, typed)
    ? (path, context) => load(type, path, typed, context, field)
    : (path) => type.atPath(path, typed);
}

/** Place of an object: path parameters, or what else finds it. */
export interface LookupSource {
  /** Path parameters from those of the parent and the arguments; `null` if there are none. */
  readonly locate: (parent: PathParameters, args: Args) => PathParameters | null;
  /** Reads that convert arguments to numbers. */
  readonly furtherOperations?: readonly OperationId[];
  /** Frequency of reading the object. Defaults to `atMostOnce`. */
  readonly frequency?: Frequency;
  /** List that contains the object if there are no path parameters. */
  readonly search?: ListSearch | undefined;
  /** Attribute of the parent that embeds the object if there are no path parameters. */
  readonly held?: EmbeddedSource | undefined;
}

export class LookupKind implements FieldKind {
  readonly attributes = [];
  readonly needsObject = false;
  protected readonly type: ResourceType;
  readonly #source: LookupSource;

  constructor(type: ResourceType, source: LookupSource) {
    this.type = type;
    this.#source = source;
  }

  calls() {
    const { furtherOperations = [], frequency = 'atMostOnce', search } = this.#source;
    return [
      ...oneOf(this.type.detailOperations, frequency),
      ...oneOf(furtherOperations, 'atMostOnce'),
      ...oneOf(search === undefined ? [] : [search.operation], 'atMostOnce'),
    ];
  }

  prepare(field: SelectedField): PreparedField {
    const { selection, coordinate } = field;
    const { type } = this;
    const { locate, search, held } = this.#source;
    const typed = selection.onTypeNamed(type.name);
    const find = createFinder(type, selection, coordinate);
    return {
      plan: (parent, args) => this.#plan(parent, args, selection),
      value: (parent, args, context) => {
        const path = locate(pathOf(parent), args);
        if (path !== null) return find(path, context);
        if (held !== undefined) {
          const object = embeddedObject(attributesIn(parent)?.[held.attribute]);
          return type.fromItem(object, {}, held.representation, typed);
        }
        return search === undefined ? null : findInList(type, search.request(args), typed, context, coordinate);
      },
    };
  }

  #plan(parent: ParentInfo, args: Args, selection: Selection): FieldPlan {
    const { locate, furtherOperations = [], search, held } = this.#source;
    const located = attempt(() => locate(parent.path ?? {}, args));
    if (located === null && parent.path !== undefined) {
      if (held !== undefined) return planEmbedded(this.type, held, selection);
      return search === undefined ? emptyFieldPlan : planSearch(this.type, search, args, selection);
    }
    const path = parent.path && (located ?? undefined);
    const { reads, objects } = planLookup(this.type, path, selection, parent, located ?? undefined);
    const further = furtherOperations.map((operation) => ({
      operation,
      request: undefined,
      times: 1,
      isEstimate: false,
    }));
    return { reads: [...further, ...reads], objects };
  }
}

/** A list that is asked for one object. */
export interface ListSearch {
  readonly operation: OperationId;
  request(args: Args): RestRequest;
}

function planSearch(type: ResourceType, search: ListSearch, args: Args, selection: Selection): FieldPlan {
  const typed = selection.onTypeNamed(type.name);
  const request = attempt(() => askingFor(search.request(args), typed));
  return {
    reads: [{ operation: search.operation, request, times: 1, isEstimate: false }],
    objects: [
      {
        type,
        path: undefined,
        first: undefined,
        representation: operation(search.operation).answers[0],
        selection: typed,
        after: 0,
      },
    ],
  };
}

/** An attribute that holds an object. */
export interface EmbeddedSource {
  readonly attribute: string;
  readonly representation: SchemaName;
}

function planEmbedded(type: ResourceType, { representation }: EmbeddedSource, selection: Selection): FieldPlan {
  const known = { path: undefined, first: undefined, representation };
  return { reads: [], objects: [{ type, ...known, selection: selection.onTypeNamed(type.name) }] };
}

/** The first object of a list; null when it is empty. */
export async function findInList(
  type: ResourceType,
  request: RestRequest,
  selection: Selection,
  { rest }: GraphContext,
  field: string,
): Promise<Resource | null> {
  const [found = null] = itemsOf(await rest.read(askingFor(request, selection), field));
  if (isRestError(found)) throw found;
  return type.fromItem(found, {}, operation(request.operation).answers[0], selection);
}

export interface LookupOptions<Name extends string, Target extends string, A extends InputFieldMap> extends Described {
  readonly description: string;
  /** Description of an argument `id` that names the object, by its global id or what stands for it below the parent. */
  readonly byId?: string;
  /** Arguments that `path` takes. */
  readonly args?: (t: ArgumentBuilder) => A;
  /** The path parameters of the object, null where there is none; unless given, those of the parent that have the same names. */
  readonly path?: (parent: PathParameters<Name>, args: InputShapeFromFields<A>) => PathParameters<Target> | null;
  /** The list in which the object is found where the arguments tell no path parameters. */
  readonly search?: ListSearch;
  /** The attribute of the parent that holds the object where there are no path parameters. */
  readonly held?: EmbeddedSource;
}

/** A lookup that tells where its object is, as the parent lacks path parameters of the same names. */
export type LocatedLookup<Name extends string, Target extends string, A extends InputFieldMap> = LookupOptions<
  Name,
  Target,
  A
> &
  (Required<Pick<LookupOptions<Name, Target, A>, 'path'>> | Required<Pick<LookupOptions<Name, Target, A>, 'byId'>>);

/** The path parameters of the object that `id` names below a parent, whose path parameters are all but its last one. */
function pathById(type: ResourceType, parent: PathParameters, id: string): PathParameters {
  const [last = 'id', ...above] = type.parameters.toReversed();
  if (above.length === 0) return { [last]: parseReference(type.name, id) };
  const path = Object.fromEntries(above.map((name) => [name, parent[name] ?? '']));
  return { ...path, [last]: type.parameterBelow(path, id) };
}

/** Whether no documented operation reads an object. */
export const isAssumed = ({ detailOperations }: ResourceType): boolean =>
  detailOperations.length > 0 && detailOperations.every((id) => operation(id).assumed);

const attributesIn = (parent: unknown): Attributes | undefined =>
  parent instanceof Resource ? parent.attributes : undefined;

/** The field of an object whose path parameters the parent and the arguments tell. A missing object is null. */
export function lookupField<Parent, Name extends string, Target extends string, A extends InputFieldMap>(
  t: FieldBuilder<Parent>,
  type: ResourceType<SchemaName, Target>,
  { path, args, byId, search, held, ...described }: LookupOptions<Name, Target, A>,
): Field {
  const locate = (parent: PathParameters<Name>, given: Args): PathParameters | null => {
    if (path !== undefined) return path(parent, typedArgs<A>(given));
    const own: PathParameters = parent;
    if (byId !== undefined) return pathById(type, own, String(given.id));
    return Object.fromEntries(type.parameters.map((name) => [name, own[name] ?? '']));
  };
  if (held !== undefined) type.occursIn(held.representation);
  const isEntry = args !== undefined || byId !== undefined;
  const kind = new LookupKind(type, { locate, search, held });
  return outputField(t, { list: false, type: type.ref }, kind, {
    ...described,
    description: describe(described.description, isEntry && isAssumed(type)),
    args: { ...args?.(t.arg), ...(byId && { id: t.arg.id({ required: true, description: byId }) }) },
  });
}
