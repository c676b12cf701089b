/** The plan of an operation: its REST calls before execution, their maximum number, and which call waits for which. */
import {
  type DocumentNode,
  type GraphQLNamedType,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  getOperationAST,
  isAbstractType,
  isLeafType,
  isListType,
  isObjectType,
} from 'graphql';
import { type OperationId, operation, type SchemaName } from '../../contract/index.ts';
import {
  getFragments,
  OperationTree,
  type SelectedField,
  type Selection,
  type VariableValues,
} from '../../execution/index.ts';
import type { RestRequest } from '../../rest/request.ts';
import { buildUrl } from '../../rest/url.ts';
import { kindOf, needsDetail, type ParentInfo, type PlannedObjects, type PreparedField } from '../kit/fields/kind.ts';
import type { Cursors } from '../kit/paging/cursors.ts';
import { attempt } from '../kit/resources/attempt.ts';
import { resourceTypeNamed } from '../kit/resources/resource-type.ts';
import { hasDetail, type PlannedRead, planDetail } from '../kit/resources/retrieval.ts';

/** Assumed number of items of a list of unknown length. */
const assumedListLength = 20;

/** One REST call of a plan, or `times` of the same kind. */
export interface PlannedCall {
  readonly operation: OperationId;
  /** Coordinate of the field that makes the call, as in traces. */
  readonly field: string;
  /** Place in the response, such as `group.projects.nodes.pipelines`. */
  readonly path: string;
  /** Maximum number of calls. */
  readonly times: number;
  /** Whether `times` is an assumption about a list of unknown length, such as an embedded list. */
  readonly isEstimate: boolean;
  /** The call whose response it needs; `undefined` if it can start immediately. */
  readonly after: PlannedCall | undefined;
  /** The request, if document and variables alone decide it. */
  readonly request: RestRequest | undefined;
  /** Coordinates of the fields for which the detail of an object is read; empty if the field itself makes the call. */
  readonly needs: readonly string[];
}

/** A call that document and variables alone decide. */
export type StaticCall = PlannedCall & { readonly request: RestRequest };

export interface Plan {
  readonly calls: readonly PlannedCall[];
  /** Maximum number of REST calls, without retries, with assumed list lengths. */
  readonly upperBound: number;
  /** Maximum number of REST calls that document and variables alone decide. */
  readonly knownUpperBound: number;
  /** Maximum number of values in the response, if lists have as many items as requested. */
  readonly values: number;
  /** Visited fields, counted on each type that an object may have, and items of arguments that identify objects. */
  readonly selections: number;
  /** Whether the plan is complete, as no limit was exceeded. */
  readonly isComplete: boolean;
  /**
   * Calls of fields below others that may start before execution reaches them. Calls of root fields start with it anyway, and none may
   * start below a mutation.
   */
  readonly prefetchable: readonly StaticCall[];
}

/** Planning ends as soon as the plan exceeds one of these. */
export interface PlanLimits {
  readonly maxCalls: number;
  readonly maxSelections: number;
  readonly maxValues: number;
}

export interface PlanInput {
  readonly tree: OperationTree;
  readonly variableValues: VariableValues;
  readonly limits: PlanLimits;
  /** Reads cursors in arguments. */
  readonly cursors: Cursors;
  /** Assumed number of items of a list of unknown length. Defaults to 20. */
  readonly listLength?: number;
}

const isStatic = (call: PlannedCall): call is StaticCall => call.request !== undefined;

/** Objects at one place of the response. */
interface VisitedObjects extends ParentInfo {
  /** Response keys from the root, joined by dots. */
  readonly at: string;
  readonly times: number;
  /** Number of objects if each list of unknown length has one item. */
  readonly knownTimes: number;
  readonly isEstimate: boolean;
  readonly after: PlannedCall | undefined;
}

class Planner {
  readonly #input: PlanInput;
  readonly #calls: PlannedCall[] = [];
  readonly #staticCalls = new Map<string, PlannedCall>();
  #values = 0;
  #selections = 0;

  constructor(input: PlanInput) {
    this.#input = input;
  }

  get plan(): Plan {
    const { operation: type } = this.#input.tree.operation;
    const calls = [...this.#calls, ...this.#mergedLists()];
    const sum = (some: readonly PlannedCall[]) => some.reduce((total, { times }) => total + times, 0);
    return {
      calls,
      upperBound: sum(calls),
      knownUpperBound: sum(calls.filter(({ isEstimate }) => !isEstimate)),
      values: this.#values,
      selections: this.#selections,
      isComplete: this.#isWithinLimits,
      prefetchable: type === 'query' ? calls.filter(isStatic).filter(({ path }) => path.includes('.')) : [],
    };
  }

  get #isWithinLimits(): boolean {
    const { maxCalls, maxSelections, maxValues } = this.#input.limits;
    return this.#calls.length <= maxCalls && this.#selections <= maxSelections && this.#values <= maxValues;
  }

  visit(selection: Selection, objects: VisitedObjects): void {
    const { type } = selection;
    if (isAbstractType(type)) {
      // Each object is of one of the types, so the largest counts.
      const before = this.#values;
      let largest = before;
      for (const possible of this.#input.tree.schema.getPossibleTypes(type)) {
        if (!this.#isWithinLimits) return;
        this.#values = before;
        this.visit(selection.on(possible), objects);
        largest = Math.max(largest, this.#values);
      }
      this.#values = largest;
      return;
    }
    if (!isObjectType(type)) return;
    const fields = attempt(() => selection.fields) ?? [];
    const detail = this.#visitDetail(selection, objects);
    for (const field of fields) {
      this.#selections += field.nodes.length;
      this.#values += objects.knownTimes;
      if (!this.#isWithinLimits) return;
      // A field that does not need the detail of the object does not wait for it.
      const needsAttributes = (kindOf(field.definition)?.attributes.length ?? 0) > 0;
      const after = needsAttributes ? (detail ?? objects.after) : objects.after;
      const at = objects.at === '' ? field.key : `${objects.at}.${field.key}`;
      this.#visitField(field, { ...objects, after, at });
    }
  }

  /** Attributes that the representation does not cover cost one detail for each object, however many they are. */
  #visitDetail(selection: Selection, objects: VisitedObjects): PlannedCall | undefined {
    const { type, representation, mayBeEmpty, path, listLength } = objects;
    const missing = uncoveredFields(representation, selection);
    const maybeMissing = mayBeEmpty ? uncoveredFields(undefined, selection) : missing;
    const [field = maybeMissing[0]] = missing;
    if (type === undefined || field === undefined || !hasDetail(type, mayBeEmpty ? undefined : representation))
      return undefined;
    const isEstimate = missing.length === 0;
    const [first] = planDetail(type, path, selection, listLength).map((read) =>
      this.#add(
        { ...read, isEstimate: read.isEstimate || isEstimate },
        field,
        objects,
        isEstimate ? maybeMissing : missing,
      ),
    );
    return first;
  }

  #visitField(field: SelectedField, parent: VisitedObjects): void {
    const { coordinate, selection, definition } = field;
    if (!isPlanned(field.prepared)) {
      const { listLength } = parent;
      const isList = isListType(getNullableType(definition.type));
      const items = isList ? { times: parent.times * listLength, isEstimate: true } : {};
      this.visit(selection, { ...parent, ...valueInfo(selection.type), ...items });
      return;
    }
    const args = attempt(() => field.getArguments(this.#input.variableValues)) ?? {};
    const { reads, objects, items = 0 } = field.prepared.plan(parent, args);
    this.#selections += items;
    this.#values += parent.knownTimes * items;
    if (!this.#isWithinLimits) return;
    const calls: PlannedCall[] = [];
    for (const { after, ...read } of reads)
      calls.push(this.#add(read, coordinate, after === undefined ? parent : { ...parent, after: calls[after] }));
    for (const group of groupEqualObjects(objects)) this.#visitObjects(group, parent, calls);
  }

  /** Visits objects with the same selection. If that consists of loaded values, one visit counts for all of them. */
  #visitObjects([first, ...others]: ObjectGroup, parent: VisitedObjects, calls: readonly PlannedCall[]): void {
    const before = { calls: this.#calls.length, selections: this.#selections, values: this.#values };
    this.#visitObject(first, parent, calls);
    if (this.#calls.length === before.calls && hasOnlyValues(first.selection)) {
      this.#selections += (this.#selections - before.selections) * others.length;
      this.#values += (this.#values - before.values) * others.length;
    } else for (const other of others) this.#visitObject(other, parent, calls);
  }

  #visitObject(objects: PlannedObjects, parent: VisitedObjects, calls: readonly PlannedCall[]): void {
    const { times = 1, isEstimate = false, below, after, selection, ...info } = objects;
    this.visit(selection, {
      ...parent,
      ...unknownInfo,
      ...info,
      times: parent.times * times,
      knownTimes: parent.knownTimes * (isEstimate ? 1 : times),
      isEstimate: parent.isEstimate || isEstimate,
      at: below === undefined ? parent.at : `${parent.at}.${below}`,
      after: after === undefined ? parent.after : calls[after],
    });
  }

  /** Adds a call, unless the plan contains the same request already. */
  #add(read: PlannedRead, field: string, parent: VisitedObjects, needs: readonly string[] = []): PlannedCall {
    const { operation: id, request } = read;
    const key = request && attempt(() => `${id} ${buildUrl(id, request.path ?? {}, request.query)}`);
    const existing = key === undefined ? undefined : this.#staticCalls.get(key);
    if (existing) return existing;
    const call: PlannedCall = {
      operation: id,
      field,
      path: parent.at,
      times: key === undefined ? parent.times * read.times : 1,
      isEstimate: key === undefined && (parent.isEstimate || read.isEstimate),
      after: key === undefined ? parent.after : undefined,
      request: key === undefined ? undefined : request,
      needs,
    };
    if (call.times > 0) this.#calls.push(call);
    if (key !== undefined) this.#staticCalls.set(key, call);
    return call;
  }

  /** Several items of one list are searched in that list first, which costs pages if it does not contain them. */
  #mergedLists(): PlannedCall[] {
    const items = new Map<OperationId, PlannedCall[]>();
    for (const call of this.#calls) {
      const list = operation(call.operation).itemOf;
      if (list !== undefined) items.set(list, [...(items.get(list) ?? []), call]);
    }
    return [...items].flatMap(([list, calls]) => {
      const [first] = calls;
      const times = calls.reduce((total, call) => total + call.times, 0);
      if (first === undefined || times < 2) return [];
      return [{ ...first, operation: list, times, isEstimate: true, request: undefined }];
    });
  }
}

const isPlanned = (prepared: SelectedField['prepared']): prepared is PreparedField =>
  prepared !== undefined && 'plan' in prepared;

type ObjectGroup = readonly [PlannedObjects, ...PlannedObjects[]];

/** Groups objects that differ only in their path parameters, such as labels of one project that arguments identify. */
function groupEqualObjects(objects: readonly PlannedObjects[]): readonly ObjectGroup[] {
  const groups: [PlannedObjects, ...PlannedObjects[]][] = [];
  for (const object of objects) {
    const last = groups.at(-1);
    if (last !== undefined && areEqual(object, last[0])) last.push(object);
    else groups.push([object]);
  }
  return groups;
}

function areEqual(a: PlannedObjects, b: PlannedObjects): boolean {
  return (
    a.selection === b.selection &&
    a.type === b.type &&
    a.representation === b.representation &&
    a.mayBeEmpty === b.mayBeEmpty &&
    a.times === b.times &&
    a.isEstimate === b.isEstimate &&
    a.below === b.below
  );
}

/** Whether a selection consists of attributes of the objects themselves, so that their path parameters make no difference. */
function hasOnlyValues({ type, fields }: Selection): boolean {
  return (
    isObjectType(type) &&
    fields.every(({ name, definition }) => {
      const kind = kindOf(definition);
      const isAttribute = kind !== undefined && kind.attributes.length > 0;
      return name === '__typename' || (isAttribute && isLeafType(getNamedType(definition.type)));
    })
  );
}

/** Coordinates of the fields of a selection whose attributes a representation does not cover. */
function uncoveredFields(representation: SchemaName | undefined, { fields }: Selection): readonly string[] {
  return fields.flatMap(({ definition, coordinate }) => {
    const kind = kindOf(definition);
    return kind !== undefined && needsDetail(kind, representation) ? [coordinate] : [];
  });
}

/** Facts about objects of which no kind returns any. */
const unknownInfo = {
  type: undefined,
  path: undefined,
  first: undefined,
  representation: undefined,
  mayBeEmpty: false,
} as const;

/** Facts about the value of a field without a kind: part of the same object, or a resource without further facts. */
function valueInfo(type: GraphQLNamedType | undefined): Partial<ParentInfo> {
  const resource = type && resourceTypeNamed(type.name);
  return resource === undefined ? {} : { ...unknownInfo, type: resource };
}

/** Plans an operation. Without fields for its root type, the plan is empty. */
export function planOperation(input: PlanInput): Plan {
  const { tree, cursors, listLength = assumedListLength } = input;
  const planner = new Planner(input);
  if (tree.root !== undefined)
    planner.visit(tree.root, {
      ...unknownInfo,
      path: {},
      listLength,
      at: '',
      cursors,
      times: 1,
      knownTimes: 1,
      isEstimate: false,
      after: undefined,
    });
  return planner.plan;
}

/** Plans the only operation of a document. */
export function planDocument({
  schema,
  document,
  ...input
}: Omit<PlanInput, 'tree'> & { readonly schema: GraphQLSchema; readonly document: DocumentNode }): Plan {
  const definition = getOperationAST(document);
  if (!definition) throw new Error('The document has no operation, or several');
  return planOperation({
    ...input,
    tree: new OperationTree(schema, getFragments(document), definition, input.variableValues),
  });
}
