/** The plan of an operation: which REST calls it may make, at worst how many, and which wait for which. */
import {
  type DocumentNode,
  type FieldNode,
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLSchema,
  getArgumentValues,
  getNamedType,
  getNullableType,
  getOperationAST,
  isAbstractType,
  isLeafType,
  isListType,
  isObjectType,
  Kind,
  type VariableValues,
} from 'graphql';
import { type OperationId, operation, type SchemaName } from '../../contract/index.ts';
import type { RestRequest } from '../../rest/request.ts';
import { buildUrl } from '../../rest/url.ts';
import { type Args, type ForeseenObjects, kindOf, needsDetail, type Place } from '../kit/fields/kind.ts';
import type { Cursors } from '../kit/paging/cursors.ts';
import { attempt } from '../kit/resources/attempt.ts';
import { resourceTypeNamed } from '../kit/resources/resource-type.ts';
import { type ForeseenRead, foreseeLoad, hasDetail } from '../kit/resources/retrieval.ts';
import { Selection } from '../kit/resources/selection.ts';

/** Items that a list of unstated length is taken to have. */
const assumedListLength = 20;

/** One REST call of a plan, or as many alike as it has `times`. */
export interface PlannedCall {
  readonly operation: OperationId;
  /** Coordinate of the field that asks, as in traces. */
  readonly field: string;
  /** Where in the answer, such as `group.projects.nodes.pipelines`. */
  readonly path: string;
  /** At worst how often. */
  readonly times: number;
  /** Whether `times` rests on a length that nobody states, such as that of an embedded list. */
  readonly assumed: boolean;
  /** The call whose answer it needs; absent when it can start at once. */
  readonly after: PlannedCall | undefined;
  /** The call itself, where document and variables alone decide it. */
  readonly request: RestRequest | undefined;
  /** Coordinates of the fields for whose sake the detail of an object is read; empty where the field itself makes the call. */
  readonly needs: readonly string[];
}

/** A call that document and variables alone decide. */
export type KnownCall = PlannedCall & { readonly request: RestRequest };

export interface Plan {
  readonly calls: readonly PlannedCall[];
  /** REST calls at worst, retries aside and with assumed lengths. */
  readonly worst: number;
  /** REST calls at worst that the document and its variables alone decide. */
  readonly certain: number;
  /** Values of the answer at worst, where lists have as many items as are asked for. */
  readonly values: number;
  /** Fields that were looked at, on each type that an object may have, and items of arguments that name objects. */
  readonly selections: number;
  /** Whether nothing is missing, as no limit was passed. */
  readonly complete: boolean;
  /**
   * Calls that may start before execution does, though their fields stand below others. Those of root fields start with it anyway, and below
   * writes none may.
   */
  readonly early: readonly KnownCall[];
  /** Coordinates of fields whose attributes some representation leaves to the detail of the object. */
  readonly uncovered: ReadonlySet<string>;
}

/** Planning ends as soon as the plan is beyond one of these. */
export interface PlanLimits {
  readonly maxCalls: number;
  readonly maxSelections: number;
  readonly maxValues: number;
}

export interface PlanInput {
  readonly schema: GraphQLSchema;
  readonly document: DocumentNode;
  readonly operationName?: string | undefined;
  /** Coerced values of the variables. */
  readonly variableValues: VariableValues;
  readonly limits: PlanLimits;
  /** Reads the cursors that the operation goes on from. */
  readonly cursors: Cursors;
  /** Items that a list of unstated length is taken to have; 20 unless given. */
  readonly listLength?: number;
}

const isKnown = (call: PlannedCall): call is KnownCall => call.request !== undefined;

/** The calls of a query that may start before anything is executed, those of root fields among them. */
export const knownCalls = ({ calls }: Plan): readonly KnownCall[] => calls.filter(isKnown);

/** A place of the answer, and how many objects stand there. */
interface Visited extends Place {
  /** Keys of the answer from the root, joined by dots. */
  readonly at: string;
  readonly times: number;
  /** How many where each list of unstated length has one item. */
  readonly stated: number;
  readonly assumed: boolean;
  readonly after: PlannedCall | undefined;
}

type Field = GraphQLField<unknown, unknown>;

class Planner {
  readonly #input: PlanInput;
  readonly #mayStartEarly: boolean;
  readonly #calls: PlannedCall[] = [];
  readonly #known = new Map<string, PlannedCall>();
  readonly #uncovered = new Set<string>();
  #values = 0;
  #selections = 0;

  constructor(input: PlanInput, mayStartEarly: boolean) {
    this.#input = input;
    this.#mayStartEarly = mayStartEarly;
  }

  get plan(): Plan {
    const calls = [...this.#calls, ...this.#mergedLists()];
    const sum = (some: readonly PlannedCall[]) => some.reduce((total, { times }) => total + times, 0);
    const certain = sum(calls.filter(({ assumed }) => !assumed));
    return {
      calls,
      worst: sum(calls),
      certain,
      values: this.#values,
      selections: this.#selections,
      complete: this.#isWithinLimits,
      early: this.#mayStartEarly ? calls.filter(isKnown).filter(({ path }) => path.includes('.')) : [],
      uncovered: this.#uncovered,
    };
  }

  get #isWithinLimits(): boolean {
    const { maxCalls, maxSelections, maxValues } = this.#input.limits;
    return this.#calls.length <= maxCalls && this.#selections <= maxSelections && this.#values <= maxValues;
  }

  visit(selection: Selection, place: Visited): void {
    const { type } = selection;
    if (type === undefined) return;
    if (isAbstractType(type)) {
      // Each object is of one of the types, so that the largest counts.
      const before = this.#values;
      let most = before;
      for (const possible of this.#input.schema.getPossibleTypes(type)) {
        if (!this.#isWithinLimits) return;
        this.#values = before;
        this.visit(selection.on(possible), place);
        most = Math.max(most, this.#values);
      }
      this.#values = most;
      return;
    }
    if (!isObjectType(type)) return;
    const detail = this.#visitDetail(selection, place);
    for (const name of selection.fields.keys()) {
      const field = type.getFields()[name];
      if (field === undefined) continue;
      // What does not need the detail of the object does not wait for it.
      const after = (kindOf(field)?.attributes.length ?? 0) > 0 ? (detail ?? place.after) : place.after;
      for (const [alias, nodes] of selection.aliasesOf(name)) {
        this.#selections += nodes.length;
        this.#values += place.stated;
        if (!this.#isWithinLimits) return;
        const below = selection.below(nodes, getNamedType(field.type));
        const at = place.at === '' ? alias : `${place.at}.${alias}`;
        this.#visitField(field, `${type.name}.${name}`, nodes, below, { ...place, after, at });
      }
    }
  }

  /** Attributes that the representation at hand does not cover cost one detail an object, however many they are. */
  #visitDetail(selection: Selection, place: Visited): PlannedCall | undefined {
    const { type, representation, answerMayBeEmpty, path, listLength } = place;
    const missing = uncoveredBy(representation, selection);
    const perhaps = answerMayBeEmpty ? uncoveredBy(undefined, selection) : missing;
    for (const coordinate of perhaps) this.#uncovered.add(coordinate);
    const [field = perhaps[0]] = missing;
    if (type === undefined || field === undefined || !hasDetail(type, answerMayBeEmpty ? undefined : representation))
      return undefined;
    const assumed = missing.length === 0;
    const [first] = foreseeLoad(type, path, selection, listLength).map((read) =>
      this.#add({ ...read, assumed: read.assumed || assumed }, field, place, assumed ? perhaps : missing),
    );
    return first;
  }

  #visitField(
    field: Field,
    coordinate: string,
    nodes: readonly FieldNode[],
    selection: Selection,
    place: Visited,
  ): void {
    const kind = kindOf(field);
    if (kind === undefined) {
      const { listLength } = place;
      const items = isListType(getNullableType(field.type)) ? { times: place.times * listLength, assumed: true } : {};
      this.visit(selection, { ...place, ...valuePlace(selection.type), ...items });
      return;
    }
    const { reads, objects, items = 0 } = kind.foresee(place, this.#argumentsOf(field, nodes), selection);
    this.#selections += items;
    this.#values += place.stated * items;
    if (!this.#isWithinLimits) return;
    const calls: PlannedCall[] = [];
    for (const { after, ...read } of reads)
      calls.push(this.#add(read, coordinate, after === undefined ? place : { ...place, after: calls[after] }));
    for (const alike of alikeObjects(objects)) this.#visitObjects(alike, place, calls);
  }

  /** Visits objects of which the same is selected. Where that is nothing but values at hand, one visit tells what all of them cost. */
  #visitObjects([object, ...others]: AlikeObjects, place: Visited, calls: readonly PlannedCall[]): void {
    const before = { calls: this.#calls.length, selections: this.#selections, values: this.#values };
    this.#visitObject(object, place, calls);
    if (this.#calls.length === before.calls && tellsOnlyValues(object.selection)) {
      this.#selections += (this.#selections - before.selections) * others.length;
      this.#values += (this.#values - before.values) * others.length;
    } else for (const other of others) this.#visitObject(other, place, calls);
  }

  #visitObject(object: ForeseenObjects, place: Visited, calls: readonly PlannedCall[]): void {
    const { times = 1, assumed = false, below, after, selection, ...known } = object;
    this.visit(selection, {
      ...place,
      ...unknownPlace,
      ...known,
      times: place.times * times,
      stated: place.stated * (assumed ? 1 : times),
      assumed: place.assumed || assumed,
      at: below === undefined ? place.at : `${place.at}.${below}`,
      after: after === undefined ? place.after : calls[after],
    });
  }

  /** Notes a call; one that is known already, to the letter, is the same call. */
  #add(read: ForeseenRead, field: string, place: Visited, needs: readonly string[] = []): PlannedCall {
    const { operation: id, request } = read;
    const key = request && attempt(() => `${id} ${buildUrl(id, request.path ?? {}, request.query)}`);
    const known = key === undefined ? undefined : this.#known.get(key);
    if (known) return known;
    const call: PlannedCall = {
      operation: id,
      field,
      path: place.at,
      times: key === undefined ? place.times * read.times : 1,
      assumed: key === undefined && (place.assumed || read.assumed),
      after: key === undefined ? place.after : undefined,
      request: key === undefined ? undefined : request,
      needs,
    };
    if (call.times > 0) this.#calls.push(call);
    if (key !== undefined) this.#known.set(key, call);
    return call;
  }

  /** Several items of one list are looked for in that list first, which costs pages where it does not hold them. */
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
      return [{ ...first, operation: list, times, assumed: true, request: undefined }];
    });
  }

  #argumentsOf(field: Field, [node]: readonly FieldNode[]): Args {
    return (node && attempt(() => getArgumentValues(field, node, this.#input.variableValues))) ?? {};
  }
}

type AlikeObjects = readonly [ForeseenObjects, ...ForeseenObjects[]];

/** Objects that differ in nothing but their addresses, such as labels of one project that arguments name. */
function alikeObjects(objects: readonly ForeseenObjects[]): readonly AlikeObjects[] {
  const groups: [ForeseenObjects, ...ForeseenObjects[]][] = [];
  for (const object of objects) {
    const last = groups.at(-1);
    if (last !== undefined && isLike(object, last[0])) last.push(object);
    else groups.push([object]);
  }
  return groups;
}

function isLike(one: ForeseenObjects, other: ForeseenObjects): boolean {
  return (
    one.selection === other.selection &&
    one.type === other.type &&
    one.representation === other.representation &&
    one.answerMayBeEmpty === other.answerMayBeEmpty &&
    one.times === other.times &&
    one.assumed === other.assumed &&
    one.below === other.below
  );
}

/** Whether a selection has nothing but values of the objects themselves, whose address makes no difference to it. */
function tellsOnlyValues(selection: Selection): boolean {
  const { type, fields } = selection;
  return isObjectType(type) && [...fields.keys()].every((name) => name === '__typename' || hasValue(type, name));
}

function hasValue(type: GraphQLObjectType, name: string): boolean {
  const field = type.getFields()[name];
  return field !== undefined && isLeafType(getNamedType(field.type)) && kindOf(field)?.valueIn !== undefined;
}

/** Coordinates of the fields of a selection whose attributes a representation does not cover. */
function uncoveredBy(representation: SchemaName | undefined, { type, fields }: Selection): readonly string[] {
  if (!isObjectType(type)) return [];
  const known = type.getFields();
  return [...fields.keys()].flatMap((name) => {
    const kind = known[name] && kindOf(known[name]);
    return kind !== undefined && needsDetail(kind, representation) ? [`${type.name}.${name}`] : [];
  });
}

/** Of objects that no kind tells of, nothing is known. */
const unknownPlace = {
  type: undefined,
  path: undefined,
  first: undefined,
  representation: undefined,
  answerMayBeEmpty: false,
} as const;

/** What stands below a field of a value: part of the same object, or a resource of which nothing is known. */
function valuePlace(type: GraphQLNamedType | undefined): Partial<Place> {
  const resource = type && resourceTypeNamed(type.name);
  return resource === undefined ? {} : { ...unknownPlace, type: resource };
}

/** Plans an operation; undefined when the document does not tell which one is meant. */
export function planOperation(input: PlanInput): Plan | undefined {
  const { document, schema, operationName, variableValues, listLength = assumedListLength } = input;
  const definition = getOperationAST(document, operationName);
  const root = definition && schema.getRootType(definition.operation);
  if (!definition || !root) return undefined;
  const fragments = Object.fromEntries(
    document.definitions.flatMap((node) => (node.kind === Kind.FRAGMENT_DEFINITION ? [[node.name.value, node]] : [])),
  );
  const planner = new Planner(input, definition.operation === 'query');
  planner.visit(new Selection({ schema, fragments, variableValues }, root, [definition.selectionSet]), {
    ...unknownPlace,
    path: {},
    listLength,
    at: '',
    cursors: input.cursors,
    times: 1,
    stated: 1,
    assumed: false,
    after: undefined,
  });
  return planner.plan;
}
