/**
 * Interface of field kinds. The planner and the printers of `@rest` and `@cost` use only this interface, not the kinds.
 */

import type { FieldRef } from '@pothos/core';
import { type GraphQLField, type GraphQLResolveInfo, isObjectType } from 'graphql';
import type { Contract, OperationId, SchemaName } from '../../../contract/index.ts';
import {
  DependentValue,
  type ExecutableField,
  type ExecutableKind,
  type FieldArguments,
  getExecutableKind,
  type SelectedField,
  type Selection,
  toSelectedField,
  withExecutableKind,
} from '../../../execution/index.ts';
import { memoize } from '../../../helpers/memoize.ts';
import type { GraphContext } from '../../context.ts';
import type { Types } from '../builder.ts';
import type { Graph } from '../graph.ts';
import type { Cursors } from '../paging/cursors.ts';
import { type Attributes, covers } from '../resources/resource.ts';
import type { ResourceType } from '../resources/resource-type.ts';
import { type Occurrences, ResourceTypes } from '../resources/resource-types.ts';
import {
  isNumber,
  type ObjectSet,
  type PlannedParameter,
  type PlannedPath,
  ResponseValue,
  rootObjects,
  toNumber,
} from '../resources/response-value.ts';
import type { PlannedRead, PlannedTimes } from '../resources/retrieval.ts';

/** Coerced arguments of a field, by name. */
export type Args = FieldArguments;

/** Facts about the objects at one response path before any REST response. */
export interface ParentInfo {
  /** `undefined` if the objects are not resources. */
  readonly type: ResourceType | undefined;
  /** Path parameters, with a `ResponseValue` for each that only a response contains; `undefined` if the parameters cannot be described so. */
  readonly path: PlannedPath | undefined;
  /** Attributes of the objects in the response that contains them; empty if only their path parameters are available. */
  readonly attributes: Attributes;
  /** Schema of the response that contains the objects; `undefined` if only their path parameters are available. */
  readonly representation: SchemaName | undefined;
  /** Whether the response may be empty, so that only path parameters are available. */
  readonly mayBeEmpty: boolean;
  /** Set of the different objects at this response path. */
  readonly objects: ObjectSet;
  /** Reads cursors in arguments. */
  readonly cursors: Cursors;
}

/** Objects that a field returns, and the selection on them. */
export interface PlannedObjects extends Partial<Pick<ParentInfo, 'type' | 'path' | 'representation' | 'mayBeEmpty'>> {
  /** Selection on the objects, merged over the lists that contain them. */
  readonly selection: Selection;
  /** Selections of these lists, whose fields are read separately. Defaults to `selection`. */
  readonly separateSelections?: readonly Selection[];
  /** Returns the path parameters of objects in a response. `undefined` if `path` locates the objects. */
  readonly getItemPath?: (attributes: Attributes, objects: ObjectSet) => PlannedPath;
  /** Values of attributes that the plan describes already, by name. They replace the `ResponseValue` of the attribute. */
  readonly equal?: PlannedPath;
  /** Defaults to 1. */
  readonly times?: PlannedTimes;
  /** Response keys between the field and the objects, such as `nodes` or `edges.node`. */
  readonly itemPath?: string;
  /** Index of the call that returns them; `undefined` if none is needed. */
  readonly after?: number;
  /** List that may deliver the objects after its first ones later. */
  readonly streamed?: SelectedField | undefined;
}

/** Call that a field makes itself: a read or, of a mutation, the write. */
export interface PlannedFieldCall extends PlannedRead {
  /** Index of the call whose response it needs, besides that of the parent. */
  readonly after?: number;
  /** List that may stream the items of the slice. */
  readonly streamed?: SelectedField | undefined;
}

/** Plans the numeric id in an attribute of the parent, which may be that of an object that the plan contains already. */
export function planId({ attributes, objects }: ParentInfo, attribute: string): PlannedParameter {
  const id = attributes[attribute];
  return id instanceof ResponseValue || typeof id === 'number' ? id : objects.valueOf(attribute, true);
}

/** Whether the first path parameter of objects is a number. */
export function hasNumber({ type, path, ...parent }: ParentInfo): boolean {
  if (type === undefined) return false;
  const first = path?.[type.firstParameter];
  return first === undefined ? !parent.mayBeEmpty && containsNumber(type, parent.representation) : isNumber(first);
}

/** Whether responses of a schema contain the numeric id of the project or group of an object, which is its first path parameter. */
function containsNumber(type: ResourceType, representation: SchemaName | undefined): boolean {
  const hasOwnId = type.hasStringId && type.ownerOperations.length === 0;
  const attribute = hasOwnId ? 'id' : type.getOwner(undefined)?.attribute;
  return attribute !== undefined && covers(type.contract, representation, attribute);
}

/**
 * Plans the path parameters of objects in a response.
 * @param inherited path parameters that the objects have unless their attributes contain others
 */
export function planItems(
  type: ResourceType | undefined,
  inherited: PlannedPath = {},
): Pick<PlannedObjects, 'type' | 'getItemPath'> {
  if (type === undefined) return {};
  return { type, getItemPath: (attributes, objects) => type.planItemPath(attributes, inherited, objects) };
}

/** Like `planItems`, for a call whose path contains the project or group of the objects. The objects have its numeric id. */
export function planItemsBelow(
  type: ResourceType | undefined,
  inherited: PlannedPath = {},
): Pick<PlannedObjects, 'type' | 'getItemPath' | 'equal'> {
  return type === undefined ? {} : { ...planItems(type, inherited), equal: planOwnerNumber(type, inherited) };
}

/** Returns the attribute with the numeric id of the project or group that objects inherit from their path parameters. */
function planOwnerNumber(type: ResourceType, inherited: PlannedPath): PlannedPath {
  const first = inherited[type.firstParameter];
  if (first === undefined || first === '') return {};
  const path = type.planItemPath({}, inherited, rootObjects);
  // Projects and groups have a parameter of the same name, which is their own.
  if (path[type.firstParameter] !== first) return {};
  const attribute = type.getOwner(path)?.attribute;
  return attribute === undefined ? {} : { [attribute]: toNumber(first) };
}

/** REST calls of a field for each parent, and the objects that it returns. */
export interface FieldPlan {
  readonly calls?: readonly PlannedFieldCall[];
  readonly objects?: readonly PlannedObjects[];
  /** Whether each parent has one of `objects`, which differ in their types. Defaults to false: it has all of them. */
  readonly isOneOfObjects?: boolean;
  /** Number of argument items that are processed one by one. Defaults to 0. */
  readonly items?: number;
}

/** Plan of a field that makes no calls and returns no objects. */
export const emptyFieldPlan: FieldPlan = {};

/** Plans a field that makes at most one call and returns no objects. */
export const toPlan = (call: PlannedFieldCall | undefined): FieldPlan =>
  call === undefined ? emptyFieldPlan : { calls: [call] };

/** Returns `emptyFieldPlan`. */
export const planNothing = (): FieldPlan => emptyFieldPlan;

/** Returns the `plan` of a field that returns embedded values. */
export function planValues({ selection, output }: SelectedField): PreparedField['plan'] {
  if (selection.fields.length === 0) return planNothing;
  const objects: FieldPlan['objects'] = [{ selection, times: output.kind === 'list' ? 'list' : 1 }];
  return () => ({ objects });
}

/** Field of one node of an operation tree. */
export interface PreparedField extends ExecutableField {
  /** Plans the calls of the field, besides the detail of its object, and the objects below it. Pure. */
  plan(parent: ParentInfo, args: Args): FieldPlan;
  /** Returns the value if it is loaded, otherwise a promise of it or a `DependentValue`. Makes no read that `plan` did not return. */
  value(parent: unknown, args: Args, context: GraphContext): unknown;
}

/** Number of calls of a field. */
export type Frequency =
  /** At most this number for each parent. */
  | number
  /** Once for each parent. */
  | 'once'
  /** Once for each parent and page of a list. */
  | 'perPage'
  /** Once for each parent if arguments or selection need it. */
  | 'atMostOnce'
  /** Once for each item of the value or input. */
  | 'perItem'
  /** At most once for each parent, whichever of its fields need the response. */
  | 'forAllFields'
  /** At most once for all parents that belong to the same object. */
  | 'perOwner'
  /** At most once for each parent, in place of the other calls if the caller is anonymous. */
  | 'forAnonymous'
  /** At most once for all parents of an operation. */
  | 'perOperation'
  /** Until the response is what the field waits for. */
  | 'untilReady'
  /** Once for each object that arguments identify. */
  | 'perObject'
  /** Once for each poll. */
  | 'perPoll'
  /** When a client opens the URL that the field returns. */
  | 'onOpening';

interface FrequencyProperties {
  /** Whether a call returns the value of its field, instead of a detail, a number of an identified object, a state or a file. */
  readonly returnsValue: boolean;
  /** Whether a field offers the operations of its calls even if their area is not offered. */
  readonly offersOperations: boolean;
  /** Whether each object of a list costs a call. */
  readonly isPerListItem: boolean;
}

const frequencyProperties: Readonly<Record<Exclude<Frequency, number>, FrequencyProperties>> = {
  once: { returnsValue: true, offersOperations: true, isPerListItem: true },
  perPage: { returnsValue: true, offersOperations: true, isPerListItem: true },
  atMostOnce: { returnsValue: true, offersOperations: false, isPerListItem: true },
  perItem: { returnsValue: false, offersOperations: false, isPerListItem: true },
  forAllFields: { returnsValue: false, offersOperations: false, isPerListItem: true },
  perOwner: { returnsValue: false, offersOperations: false, isPerListItem: false },
  forAnonymous: { returnsValue: false, offersOperations: false, isPerListItem: false },
  perOperation: { returnsValue: false, offersOperations: false, isPerListItem: false },
  untilReady: { returnsValue: false, offersOperations: false, isPerListItem: true },
  perObject: { returnsValue: false, offersOperations: false, isPerListItem: true },
  perPoll: { returnsValue: false, offersOperations: true, isPerListItem: true },
  onOpening: { returnsValue: false, offersOperations: true, isPerListItem: false },
};

/** Returns the properties of a frequency. */
export const getFrequencyProperties = (frequency: Frequency): FrequencyProperties =>
  frequencyProperties[typeof frequency === 'number' ? 'once' : frequency];

/** REST calls of a field. */
export interface FieldCall {
  /** Operations of which arguments or the object determine one. */
  readonly operations: readonly OperationId[];
  readonly frequency: Frequency;
}

/** Returns the call of one of several operations; empty if none exist. */
export function toFieldCalls(operations: readonly OperationId[], frequency: Frequency): readonly FieldCall[] {
  return operations.length === 0 ? [] : [{ operations, frequency }];
}

export interface FieldKind extends ExecutableKind<PreparedField> {
  /** REST calls that the field may make itself. */
  calls(): readonly FieldCall[];
  /** Attributes of the parent that the field needs, besides path parameters. */
  readonly attributes: readonly string[];
  /** Whether the value comes from the object itself, so that the object must exist. */
  readonly needsObject: boolean;
  /** Whether path parameters determine the value of an object that exists. */
  readonly isInPath?: boolean;
  prepare(field: SelectedField): PreparedField;
}

type KindOptions = Pick<FieldKind, 'prepare' | 'isInPath'> &
  Partial<Pick<FieldKind, 'calls' | 'attributes' | 'needsObject'>>;

/** Creates a kind. By default, its fields make no calls and need no object. */
export function createKind({
  calls = () => [],
  attributes = [],
  needsObject = false,
  ...options
}: KindOptions): FieldKind {
  return { calls, attributes, needsObject, ...options };
}

type Parent = unknown;

/** Returns field options that attach a kind. The resolver returns the same values when graphql-js or another executor calls it. */
export function toFieldOptions(kind: FieldKind) {
  return {
    extensions: withExecutableKind(kind),
    resolve(parent: Parent, args: Args, context: GraphContext, info: GraphQLResolveInfo): unknown {
      const value = kind.prepare(toSelectedField(info)).value(parent, args, context);
      return value instanceof DependentValue ? value.toPromise() : value;
    },
  };
}

/** Reference of a field that a Pothos builder creates. */
export type Field = FieldRef<Types, unknown>;

const isKind = (kind: ExecutableKind): kind is FieldKind => 'calls' in kind;

/** Returns the kind of a field; `undefined` for fields with a resolver, which make no call. */
export function getKind(field: Pick<GraphQLField<unknown, unknown>, 'extensions'>): FieldKind | undefined {
  const kind = getExecutableKind(field);
  return kind !== undefined && isKind(kind) ? kind : undefined;
}

/** Returns the REST calls that a field may make itself, without operations that are not called. */
export function getOfferedCalls(contract: Contract, kind: FieldKind): readonly FieldCall[] {
  return kind
    .calls()
    .map((call) => ({ ...call, operations: call.operations.filter((id) => contract.offers(id)) }))
    .filter(({ operations }) => operations.length > 0);
}

/** Returns the operations that a field may call itself. */
export function getOwnOperations(kind: FieldKind): readonly OperationId[] {
  return [...new Set(kind.calls().flatMap(({ operations }) => operations))];
}

/** Returns operations, each followed by the list whose items it returns, because several items are read as one list. */
export function withLists(contract: Contract, operations: readonly OperationId[]): readonly OperationId[] {
  return operations.flatMap((id) => [id, contract.operation(id).itemOf ?? []].flat());
}

/** Returns the kinds of the fields of a selection on an object type. */
export function getKinds({ type, fields }: Selection): readonly FieldKind[] {
  return isObjectType(type) ? fields.flatMap(({ definition }) => getKind(definition) ?? []) : [];
}

/** Whether a selection contains a field whose value comes from the object itself. */
export function hasOwnField(selection: Selection): boolean {
  return getKinds(selection).some((kind) => kind.needsObject);
}

/** Whether a selection contains a field whose value comes from the object itself, or only `__typename`. */
export const needsObject = memoize((selection: Selection): boolean => {
  // Clients add `__typename` to every selection, so it costs a call only if it is selected alone.
  return hasOwnField(selection) || (getKinds(selection).length === 0 && selection.fields.length > 0);
});

/** Returns the attributes that a selection needs. A selected global id needs `id`. */
export function getNeededAttributes(selection: Selection): readonly string[] {
  const attributes = getKinds(selection).flatMap((kind) => kind.attributes);
  return selection.has('id') ? ['id', ...attributes] : attributes;
}

/** Kind of fields that may need attributes of their parent, and so its detail. */
export abstract class DependentKind implements FieldKind {
  readonly attributes: readonly string[];
  readonly needsObject: boolean;
  readonly #parentType: ResourceType | undefined;
  readonly #occurrences: Occurrences | undefined;

  /**
   * @param type type of the parent; `undefined` if the parent is no resource
   * @param names attributes that the field needs. Those that the REST service does not send are ignored
   */
  constructor(graph: Graph, type: ResourceType | undefined, names: readonly string[] = []) {
    this.attributes = type === undefined ? names : names.filter((name) => !graph.contract.lacks(type.schema, name));
    this.needsObject = this.attributes.length > 0;
    this.#parentType = type;
    this.#occurrences = type && graph.singleton(ResourceTypes).getOccurrences(type);
  }

  calls(): readonly FieldCall[] {
    const mayNeedDetail = this.attributes.some((name) => this.#occurrences?.mayNeedDetail(name));
    const type = this.#parentType;
    if (!mayNeedDetail || type === undefined) return [];
    const forAnonymous = this.attributes.some((name) => type.isInAnonymousList(name)) ? type.anonymousOperations : [];
    return [...toFieldCalls(type.detailOperations, 'forAllFields'), ...toFieldCalls(forAnonymous, 'forAnonymous')];
  }

  abstract prepare(field: SelectedField): PreparedField;
}

/** Whether a representation lacks an attribute of a field, so that the detail is needed. */
export function needsDetail(
  contract: Contract,
  { attributes }: FieldKind,
  representation: SchemaName | undefined,
): boolean {
  return attributes.some((name) => !covers(contract, representation, name));
}

/**
 * Whether a field costs a call for each object of a list. @param representations representations in which lists contain
 * such objects
 */
export function needsCallPerItem(contract: Contract, kind: FieldKind, representations: readonly SchemaName[]): boolean {
  return kind.calls().some(({ frequency }) => {
    if (frequency === 'forAllFields') return representations.some((schema) => needsDetail(contract, kind, schema));
    return getFrequencyProperties(frequency).isPerListItem;
  });
}
