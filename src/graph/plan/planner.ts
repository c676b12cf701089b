/** Plans operations: visits the selections of an operation tree, and adds the calls of their fields. */
import {
  type DocumentNode,
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLSchema,
  getNullableType,
  getOperationAST,
  isAbstractType,
  isListType,
  isObjectType,
} from 'graphql';
import type { Contract, SchemaName } from '../../contract/index.ts';
import {
  type DeferUsage,
  type FieldArguments,
  getFragments,
  OperationTree,
  type SelectedField,
  type Selection,
  type VariableValues,
} from '../../execution/index.ts';
import { isRestError } from '../../rest/errors.ts';
import { maxPageSize, type PageSizes } from '../../rest/paging.ts';
import {
  emptyFieldPlan,
  type FieldPlan,
  getKind,
  needsDetail,
  type ParentInfo,
  type PlannedObjects,
  type PreparedField,
} from '../kit/fields/kind.ts';
import { getGraph } from '../kit/graph.ts';
import type { Cursors } from '../kit/paging/cursors.ts';
import { ignoreInputErrors } from '../kit/resources/input-errors.ts';
import { getResourceType } from '../kit/resources/resource-type.ts';
import {
  createPlannedAttributes,
  findDistinctObjects,
  type ObjectSet,
  rootObjects,
} from '../kit/resources/response-value.ts';
import { hasDetail, planDetail } from '../kit/resources/retrieval.ts';
import { groupEqualObjects, hasOnlyValues, type ObjectGroup } from './object-groups.ts';
import type { Plan, PlanLimits } from './plan.ts';
import { findEarlierPart, isStatic, type PlannedCall, type PlannedPart } from './planned-call.ts';
import { type AddedCall, type CallingObjects, PlannedCalls, toCount } from './planned-calls.ts';

/** Assumed number of items of a list of unknown length. */
const assumedListLength = 20;

export interface PlanInput {
  /** Contract that has the operations of the schema. */
  readonly contract: Contract;
  readonly tree: OperationTree;
  readonly variableValues: VariableValues;
  readonly limits: PlanLimits;
  /** Reads cursors in arguments. */
  readonly cursors: Cursors;
  /** Assumed number of items of a list of unknown length. Defaults to 20. */
  readonly listLength?: number;
  /** Upper bounds of the service on items per page. Default to 100. */
  readonly pageSizes?: Pick<PageSizes, 'getLimit'>;
}

/** Objects at one response path. */
interface VisitedObjects extends ParentInfo, CallingObjects {
  readonly objects: ObjectSet;
  /** Number of occurrences in the response if each list of unknown length has one item. */
  readonly occurrences: number;
}

/** @param at response keys, joined by dots */
const isBelowRootField = (at: string): boolean => at.includes('.');

class Planner {
  readonly #input: PlanInput;
  readonly #contract: Contract;
  readonly #listLength: number;
  readonly #calls: PlannedCalls;
  /** Parts of the fragments around the selection that is being visited. */
  readonly #parts = new Map<DeferUsage, PlannedPart>();
  /** Arguments of visited fields, which are coerced once for all objects that have the field. */
  readonly #arguments = new Map<SelectedField, FieldArguments | undefined>();
  #values = 0;
  #selections = 0;

  constructor(input: PlanInput) {
    this.#input = input;
    this.#contract = input.contract;
    this.#listLength = input.listLength ?? assumedListLength;
    this.#calls = new PlannedCalls(
      input.contract,
      this.#listLength,
      input.pageSizes ?? { getLimit: () => maxPageSize },
    );
  }

  get plan(): Plan {
    const { operation: type } = this.#input.tree.operation;
    const calls = this.#calls.all;
    return {
      contract: this.#contract,
      calls,
      notOffered: this.#calls.notOffered,
      upperBound: this.#calls.getUpperBound(calls),
      knownUpperBound: this.#calls.getKnownUpperBound(calls),
      values: this.#values,
      pageSizes: this.#calls.pageSizes,
      selections: this.#selections,
      isComplete: this.#isWithinLimits,
      prefetchable: type === 'query' ? calls.filter(isStatic).filter(({ at }) => isBelowRootField(at)) : [],
    };
  }

  get #isWithinLimits(): boolean {
    const { maxCalls, maxSelections, maxValues } = this.#input.limits;
    return this.#calls.knownCount <= maxCalls && this.#selections <= maxSelections && this.#values <= maxValues;
  }

  /** @param separate selections that `selection` merges, whose fields are read separately */
  visit(selection: Selection, objects: VisitedObjects, separate: readonly Selection[] = [selection]): void {
    const { type } = selection;
    if (isAbstractType(type)) {
      const possibleTypes = this.#input.tree.schema.getPossibleTypes(type);
      const visitAs = (possible: GraphQLObjectType) =>
        this.visit(
          selection.on(possible),
          objects,
          separate.map((each) => each.on(possible)),
        );
      this.#visitOneOf(
        objects,
        possibleTypes.map((possible) => () => visitAs(possible)),
      );
      return;
    }
    if (!isObjectType(type)) return;
    for (const each of separate) this.#enterParts(each, objects);
    if (separate.length > 1) this.#enterParts(selection, objects);
    const detail = this.#visitDetail(selection, objects);
    for (const field of separate.flatMap(({ fields }) => fields)) {
      this.#selections += field.nodes.length;
      this.#values += objects.occurrences;
      if (!this.#isWithinLimits) return;
      if (objects.at === '' && this.#input.tree.operation.operation === 'mutation') this.#calls.invalidate();
      const part = this.#partOf(field, objects);
      // A field that needs no attribute does not wait for the detail of the object, nor for a detail that only a later
      // part needs.
      const needsAttributes = (getKind(field.definition)?.attributes.length ?? 0) > 0;
      const waits = needsAttributes && detail !== undefined && findEarlierPart(detail.part, part) === detail.part;
      const after = waits ? detail : objects.after;
      const at = objects.at === '' ? field.key : `${objects.at}.${field.key}`;
      this.#visitField(field, { ...objects, after, at, part });
    }
  }

  /** Visits alternatives. Each object has one of them, so that only the largest counts. */
  #visitOneOf({ objects }: VisitedObjects, alternatives: readonly (() => void)[]): void {
    const before = this.#values;
    let largest = before;
    const visits = alternatives.map((visit) => () => {
      if (!this.#isWithinLimits) return;
      this.#values = before;
      visit();
      largest = Math.max(largest, this.#values);
    });
    if (alternatives.length === 1) visits[0]?.();
    else this.#calls.addAlternatives(objects, visits);
    this.#values = largest;
  }

  /** Creates the parts of the fragments that a selection defers. */
  #enterParts(selection: Selection, { at, part }: VisitedObjects): void {
    if (!selection.isIncremental) return;
    for (const usage of selection.deferral?.newUsages ?? []) {
      const parent = usage.parent === undefined ? part : this.#parts.get(usage.parent);
      this.#parts.set(usage, { path: at, label: usage.label, parent });
    }
  }

  /** Part that contains a field of these objects. */
  #partOf(field: SelectedField, { part }: VisitedObjects): PlannedPart | undefined {
    const [usage] = field.parent.isIncremental ? field.parent.getDeferUsages(field) : [];
    return usage === undefined ? part : this.#parts.get(usage);
  }

  /** Attributes that the representation does not cover cost one detail for each object, however many they are. */
  #visitDetail(selection: Selection, objects: VisitedObjects): PlannedCall | undefined {
    const { type, representation, mayBeEmpty, path } = objects;
    const missing = uncoveredFields(this.#contract, representation, selection);
    const maybeMissing = mayBeEmpty ? uncoveredFields(this.#contract, undefined, selection) : missing;
    const fields = missing.length === 0 ? maybeMissing : missing;
    const [field] = fields;
    if (type === undefined || field === undefined || !hasDetail(type, mayBeEmpty ? undefined : representation))
      return undefined;
    const isEstimate = missing.length === 0;
    const part = fields.map((each) => this.#partOf(each, objects)).reduce(findEarlierPart);
    const read = planDetail(type, path, selection);
    if (read === undefined) return undefined;
    const source = { field: field.coordinate, needs: fields.map(({ coordinate }) => coordinate) };
    return this.#calls.add({ ...read, isEstimate }, source, { ...objects, part }).call;
  }

  #visitField(field: SelectedField, parent: VisitedObjects): void {
    const { coordinate, selection, definition } = field;
    if (!isPlanned(field.prepared)) {
      const isList = isListType(getNullableType(definition.type));
      const count = parent.objects.count * this.#listLength;
      const items = isList ? { objects: this.#calls.getSet(undefined, count, true) } : {};
      this.visit(selection, { ...parent, ...valueInfo(selection.type), ...items });
      return;
    }
    const args = this.#getArguments(field);
    if (args === undefined) return;
    const { calls = [], objects = [], isOneOfObjects = false, items = 0 } = planField(field.prepared, parent, args);
    this.#selections += items;
    this.#values += parent.occurrences * items;
    if (!this.#isWithinLimits) return;
    const added: AddedCall[] = [];
    for (const { after, streamed, ...call } of calls) {
      const previous = after === undefined ? parent.after : added[after]?.call;
      const stream = this.#streamedPart(streamed, parent);
      added.push(this.#calls.add(call, { field: coordinate, stream }, { ...parent, after: previous }));
    }
    const source = { parent, added, field, args };
    if (isOneOfObjects)
      this.#visitOneOf(
        parent,
        objects.map((each) => () => this.#visitObject(each, source)),
      );
    else for (const group of groupEqualObjects(objects)) this.#visitObjects(group, source);
  }

  /** Returns the arguments of a field; `undefined` if they are invalid, so that the execution reports them without a call. */
  #getArguments(field: SelectedField): FieldArguments | undefined {
    if (!this.#arguments.has(field))
      this.#arguments.set(
        field,
        ignoreInputErrors(() => field.getArguments(this.#input.variableValues)),
      );
    return this.#arguments.get(field);
  }

  /** Visits objects with the same selection. If that consists of loaded values, one visit counts for all of them. */
  #visitObjects([first, ...others]: ObjectGroup, source: ReturningField): void {
    const before = { calls: this.#calls.count, selections: this.#selections, values: this.#values };
    this.#visitObject(first, source);
    if (this.#calls.count === before.calls && hasOnlyValues(first.selection)) {
      this.#selections += (this.#selections - before.selections) * others.length;
      this.#values += (this.#values - before.values) * others.length;
    } else for (const other of others) this.#visitObject(other, source);
  }

  /** Part with the streamed items of a list, and the number of items before them; `undefined` if `@stream` does not apply. */
  #streamedPart(field: SelectedField | undefined, { at, part: parent }: VisitedObjects) {
    const usage = field && ignoreInputErrors(() => field.getStream(this.#input.variableValues));
    if (field === undefined || usage === undefined) return undefined;
    const part: PlannedPart = { path: `${at}.${field.key}`, label: usage.label, parent };
    return { part, initialCount: usage.initialCount };
  }

  #visitObject({ streamed, ...objects }: PlannedObjects, source: ReturningField): void {
    const stream = this.#streamedPart(streamed, source.parent);
    const { times = 1 } = objects;
    if (stream === undefined || typeof times !== 'number' || stream.initialCount >= times) {
      this.#visitEqualObjects(objects, source);
      return;
    }
    const initial = { ...objects, times: stream.initialCount };
    if (stream.initialCount > 0) this.#visitEqualObjects(initial, source);
    const later = { ...objects, times: times - stream.initialCount };
    const parent = { ...source.parent, part: stream.part };
    this.#visitEqualObjects(later, { ...source, parent }, stream.initialCount);
  }

  /** @param preceding number of items that precede the objects in their list */
  #visitEqualObjects(planned: PlannedObjects, source: ReturningField, preceding = 0): void {
    const { parent, added } = source;
    const { itemPath, after, selection, separateSelections, times, type, path, getItemPath, equal } = planned;
    const { representation, mayBeEmpty = false } = planned;
    const { count, isEstimate } = toCount(times, this.#listLength);
    const objects = this.#findObjects(planned, source, count, isEstimate, preceding);
    const attributes = createPlannedAttributes(this.#contract, representation, objects, equal);
    const visited = {
      cursors: parent.cursors,
      part: parent.part,
      type,
      path: getItemPath === undefined ? path : getItemPath(attributes, objects),
      attributes,
      representation,
      mayBeEmpty,
      objects,
      occurrences: parent.occurrences * (isEstimate ? 1 : count),
      at: itemPath === undefined ? parent.at : `${parent.at}.${itemPath}`,
      after: after === undefined ? parent.after : added[after]?.call,
    };
    this.visit(selection, visited, separateSelections);
  }

  /** Returns the set of different objects. */
  #findObjects(
    { type, path, getItemPath, after }: PlannedObjects,
    { parent, added, field, args }: ReturningField,
    count: number,
    isEstimate: boolean,
    preceding: number,
  ): ObjectSet {
    if (getItemPath === undefined && path !== undefined) {
      const located = findDistinctObjects({ path }, parent.objects);
      const key = type && `${type.name} ${JSON.stringify(path)}`;
      return this.#calls.getSet(key, located.count, located.isEstimate);
    }
    const responses = after === undefined ? undefined : added[after]?.responses;
    const { id, count: parents, isEstimate: isAssumed } = responses ?? parent.objects;
    // Slices with different paging arguments may have the same first request. Other arguments are part of the request, if there is one.
    const slice = [args.first, args.last, args.after, args.before];
    const distinction = responses === undefined && Object.keys(args).length > 0 ? field.key : slice;
    const key = JSON.stringify([id, field.coordinate, distinction, type?.name, count, preceding]);
    return this.#calls.getSet(key, parents * count, isAssumed || isEstimate);
  }
}

/** Field that returns objects. */
interface ReturningField {
  readonly parent: VisitedObjects;
  /** Calls of the field. */
  readonly added: readonly AddedCall[];
  readonly field: SelectedField;
  readonly args: FieldArguments;
}

const isPlanned = (prepared: SelectedField['prepared']): prepared is PreparedField =>
  prepared !== undefined && 'plan' in prepared;

/** Returns the plan of a field; an empty one if its kind rejects the arguments, so that the execution reports them without a call. */
function planField(prepared: PreparedField, parent: ParentInfo, args: FieldArguments): FieldPlan {
  try {
    return prepared.plan(parent, args);
  } catch (error) {
    // An invalid condition of a selection below is an error of the request.
    if (isRestError(error)) return emptyFieldPlan;
    throw error;
  }
}

/** Fields of a selection whose attributes a representation does not cover. */
function uncoveredFields(
  contract: Contract,
  representation: SchemaName | undefined,
  { fields }: Selection,
): readonly SelectedField[] {
  return fields.filter(({ definition }) => {
    const kind = getKind(definition);
    return kind !== undefined && needsDetail(contract, kind, representation);
  });
}

/** Facts about objects that no kind describes. */
const unknownInfo = {
  type: undefined,
  path: undefined,
  attributes: {},
  representation: undefined,
  mayBeEmpty: false,
} as const;

/** Facts about the value of a field without a kind: part of the same object, or a resource without further facts. */
function valueInfo(type: GraphQLNamedType | undefined): Partial<ParentInfo> {
  const resource = type && getResourceType(type);
  return resource === undefined ? {} : { ...unknownInfo, type: resource };
}

/** Plans an operation. The plan is empty if the root type has no fields. */
export function planOperation(input: PlanInput): Plan {
  const { tree, cursors } = input;
  const planner = new Planner(input);
  if (tree.root !== undefined)
    planner.visit(tree.root, {
      ...unknownInfo,
      path: {},
      at: '',
      cursors,
      objects: rootObjects,
      occurrences: 1,
      after: undefined,
      part: undefined,
    });
  return planner.plan;
}

/** Plans the only operation of a document. */
export function planDocument({
  schema,
  document,
  ...input
}: Omit<PlanInput, 'contract' | 'tree'> & { readonly schema: GraphQLSchema; readonly document: DocumentNode }): Plan {
  const definition = getOperationAST(document);
  if (!definition) throw new Error('The document has no operation, or several');
  return planOperation({
    ...input,
    contract: getGraph(schema).contract,
    tree: new OperationTree(schema, getFragments(document), definition, input.variableValues, true),
  });
}
