/** An object whose path parameters are known without a call; it is verified to exist when it has to answer something itself. */
import type { InputFieldMap, InputShapeFromFields } from '@pothos/core';
import type { GraphQLResolveInfo } from 'graphql';
import { type OperationId, operation, type SchemaName } from '../../../contract/index.ts';
import { isRestError } from '../../../rest/errors.ts';
import type { RestRequest } from '../../../rest/request.ts';
import type { GraphContext } from '../../context.ts';
import type { ArgumentBuilder } from '../contract/inputs.ts';
import { coordinate, describe } from '../contract/names.ts';
import { attempt } from '../resources/attempt.ts';
import { askingFor } from '../resources/on-request.ts';
import { parseReference } from '../resources/references.ts';
import { type Attributes, embeddedObject, itemsOf, type PathParameters, Resource } from '../resources/resource.ts';
import type { ResourceType } from '../resources/resource-type.ts';
import { foreseeLoad, load, loadedRepresentation } from '../resources/retrieval.ts';
import { Selection } from '../resources/selection.ts';
import type { Described, Field, FieldBuilder } from './attribute.ts';
import {
  type Args,
  type FieldKind,
  type Foreseen,
  type Frequency,
  needsObject,
  nothing,
  ofKind,
  oneOf,
  type Place,
  type Target,
} from './kind.ts';
import { pathOf, typedArgs } from './parameters.ts';

/** Whether an object is read to learn that it exists. */
const isVerified = (type: ResourceType, selection: Selection): boolean => type.isNode && needsObject(selection);

/**
 * What an object by its path parameters costs.
 * @param path undefined while an answer has to tell all of it
 * @param part what is known of the path already
 */
export function foreseeObject(
  type: ResourceType,
  path: PathParameters | undefined,
  selection: Selection,
  { listLength }: Pick<Place, 'listLength'>,
  part?: PathParameters,
): Foreseen {
  const typed = selection.onResource(type.name);
  const verified = isVerified(type, typed);
  return {
    reads: verified ? foreseeLoad(type, path, typed, listLength, path ?? part) : [],
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

/** The object at path parameters; null when it has to answer something itself and does not exist. */
export function findObject(
  type: ResourceType,
  path: PathParameters,
  context: GraphContext,
  info: GraphQLResolveInfo,
  field: string,
): Resource | Promise<Resource | null> {
  const selection = Selection.of(info).onResource(type.name);
  return isVerified(type, selection) ? load(type, path, selection, context, field) : type.atPath(path, () => selection);
}

export class LookupKind implements FieldKind {
  readonly attributes = [];
  readonly isOwn = false;
  readonly target: Target | undefined;
  readonly #type: ResourceType;
  readonly #locate: (parent: PathParameters, args: Args) => PathParameters | null;
  readonly #furtherOperations: readonly OperationId[];
  readonly #frequency: Frequency;
  readonly #search: ListSearch | undefined;
  readonly #held: HeldObject | undefined;

  /**
   * @param locate the path parameters of the object, from those of the parent and the arguments; null where there is none
   * @param furtherOperations reads that turn what the arguments name into numbers
   * @param frequency of reading the object
   * @param search the list in which it is found where there are no path parameters
   * @param held where its parent holds it where there are no path parameters
   */
  constructor(
    type: ResourceType,
    locate: (parent: PathParameters, args: Args) => PathParameters | null,
    furtherOperations: readonly OperationId[] = [],
    frequency: Frequency = 'atMostOnce',
    search?: ListSearch,
    held?: HeldObject,
  ) {
    this.#search = search;
    this.#held = held;
    this.#type = type;
    this.#locate = locate;
    this.#furtherOperations = furtherOperations;
    this.#frequency = frequency;
    if (search === undefined && held === undefined)
      this.target = { type, pathFrom: (resource) => locate(resource.path, {}) };
  }

  calls() {
    return [
      ...oneOf(this.#type.detailOperations, this.#frequency),
      ...oneOf(this.#furtherOperations, 'atMostOnce'),
      ...oneOf(this.#search === undefined ? [] : [this.#search.operation], 'atMostOnce'),
    ];
  }

  costsCall() {
    return this.calls().length > 0;
  }

  foresee(place: Place, args: Args, selection: Selection): Foreseen {
    const { path: parent } = place;
    const located = attempt(() => this.#locate(parent ?? {}, args));
    if (located === null && parent !== undefined) {
      if (this.#held !== undefined) return foreseeHeld(this.#type, this.#held, selection);
      return this.#search === undefined ? nothing : foreseeSearch(this.#type, this.#search, args, selection);
    }
    const path = parent && (located ?? undefined);
    const { reads, objects } = foreseeObject(this.#type, path, selection, place, located ?? undefined);
    const further = this.#furtherOperations.map((operation) => ({
      operation,
      request: undefined,
      times: 1,
      assumed: false,
    }));
    return { reads: [...further, ...reads], objects };
  }
}

/** A list that is asked for one object. */
export interface ListSearch {
  readonly operation: OperationId;
  request(args: Args): RestRequest;
}

function foreseeSearch(type: ResourceType, search: ListSearch, args: Args, selection: Selection): Foreseen {
  const typed = selection.onResource(type.name);
  const request = attempt(() => askingFor(search.request(args), typed));
  return {
    reads: [{ operation: search.operation, request, times: 1, assumed: false }],
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
export interface HeldObject {
  readonly attribute: string;
  readonly representation: SchemaName;
}

function foreseeHeld(type: ResourceType, { representation }: HeldObject, selection: Selection): Foreseen {
  const known = { path: undefined, first: undefined, representation };
  return { reads: [], objects: [{ type, ...known, selection: selection.onResource(type.name) }] };
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
  return type.fromItem(found, {}, operation(request.operation).answers[0], () => selection);
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
  readonly held?: HeldObject;
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

const attributesIn = (parent: unknown): Attributes | undefined =>
  parent instanceof Resource ? parent.attributes : undefined;

/** Whether no documented call reads an object. */
export const isAssumed = ({ detailOperations }: ResourceType): boolean =>
  detailOperations.length > 0 && detailOperations.every((id) => operation(id).assumed);

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
  return t.field({
    ...described,
    description: describe(described.description, isEntry && isAssumed(type)),
    ...ofKind(new LookupKind(type, locate, [], 'atMostOnce', search, held)),
    type: type.ref,
    nullable: true,
    args: { ...args?.(t.arg), ...(byId && { id: t.arg.id({ required: true, description: byId }) }) },
    resolve: (parent, given, context, info) => {
      const found = locate(pathOf<Name>(parent), given);
      if (found !== null) return findObject(type, found, context, info, coordinate(info));
      const selection = Selection.of(info).onResource(type.name);
      if (held !== undefined) {
        const object = embeddedObject(attributesIn(parent)?.[held.attribute]);
        return type.fromItem(object, {}, held.representation, () => selection);
      }
      if (search === undefined) return null;
      return findInList(type, search.request(given), selection, context, coordinate(info));
    },
  });
}
