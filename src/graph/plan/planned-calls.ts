/** Collects the calls of a plan. Fields that need the same request share its call. */
import type { Contract, OperationId } from '../../contract/index.ts';
import type { PageSizes } from '../../rest/paging.ts';
import { buildUrl } from '../../rest/url.ts';
import { planPageSlice } from '../kit/paging/offset-slice.ts';
import { ignoreInputErrors } from '../kit/resources/input-errors.ts';
import {
  findDistinctObjects,
  isDetermined,
  ObjectSet,
  type PlannedRequest,
  ResponseValue,
} from '../kit/resources/response-value.ts';
import type { PlannedRead, PlannedSlice, PlannedTimes } from '../kit/resources/retrieval.ts';
import { findEarlierPart, type PlannedCall, type PlannedPart } from './planned-call.ts';

/** Objects for which calls are made. */
export interface CallingObjects {
  /** Response keys from the root, joined by dots. */
  readonly at: string;
  readonly objects: ObjectSet;
  /** Call that the calls for these objects wait for; `undefined` if they wait for none. */
  readonly after: PlannedCall | undefined;
  /** Part of the response that contains the objects; `undefined` for the first part. */
  readonly part: PlannedPart | undefined;
}

/** Returns the number for each parent, and whether that is an assumption about a list of unknown length. */
export function toCount(
  times: PlannedTimes | undefined,
  listLength: number,
): { readonly count: number; readonly isEstimate: boolean } {
  return times === 'list' ? { count: listLength, isEstimate: true } : { count: times ?? 1, isEstimate: false };
}

/** Field that makes a call. */
export interface CallingField {
  /** Coordinate of the field, as in traces. */
  readonly field: string;
  /** Coordinates of the fields for which the detail of an object is read. Defaults to none. */
  readonly needs?: readonly string[];
  /** Part with the items of a slice that the list streams: those from `initialCount` on. */
  readonly stream?: { readonly part: PlannedPart; readonly initialCount: number } | undefined;
}

/** Call that starts earlier when another field needs it, too. */
type MutableCall = { -readonly [K in keyof PlannedCall]: PlannedCall[K] };

/** Call in a plan, and its responses. */
export interface AddedCall {
  /** If none of the operations is offered, the call that the parent depends on. */
  readonly call: PlannedCall | undefined;
  /** Responses, one for each different request. */
  readonly responses: ObjectSet;
}

/** Call that another field may need, too. */
interface SharedCall {
  readonly call: MutableCall;
  readonly responses: ObjectSet;
}

const sumTimes = (calls: readonly PlannedCall[]): number => calls.reduce((total, { times }) => total + times, 0);

/** Maximum length of the parameters of a call that fields share. A document can repeat long ones many times. */
const maxKeyLength = 2048;

/** Returns the number of characters of the strings in a value, and of its items and members. */
function measureText(value: unknown): number {
  if (typeof value === 'string') return value.length;
  if (value instanceof ResponseValue || typeof value !== 'object' || value === null) return 1;
  let length = 0;
  for (const each of Object.values(value)) {
    length += 1 + measureText(each);
    if (length > maxKeyLength) break;
  }
  return length;
}

const isKnown = ({ isEstimate }: PlannedCall): boolean => !isEstimate;

/** Number of calls that a sum over all alternatives counts too many, because each object needs only one alternative. */
function getExcess({ count }: ObjectSet, sides: readonly (readonly PlannedCall[])[]): number {
  // Of the calls for each object, only the largest alternative counts. Different objects may need fewer calls of different alternatives.
  const sums = sides.map((calls) => sumTimes(calls.filter(({ times }) => times >= count)));
  return sums.reduce((total, sum) => total + sum, 0) - Math.max(0, ...sums);
}

export class PlannedCalls {
  readonly #contract: Contract;
  readonly #listLength: number;
  readonly #upstreamSizes: Pick<PageSizes, 'getLimit'>;
  /** Upper bounds on items per page of the lists whose slices are planned. */
  readonly pageSizes = new Map<OperationId, number>();
  readonly #calls: PlannedCall[] = [];
  /** Calls whose requests are equal for equal objects, by operation and parameters. */
  readonly #byKey = new Map<string, SharedCall>();
  readonly #sets = new Map<string, ObjectSet>();
  readonly #notOffered = new Set<OperationId>();
  #knownCount = 0;
  #setCount = 0;
  #excess = 0;
  #knownExcess = 0;

  /** @param listLength assumed number of items of a list of unknown length */
  constructor(contract: Contract, listLength: number, upstreamSizes: Pick<PageSizes, 'getLimit'>) {
    this.#contract = contract;
    this.#listLength = listLength;
    this.#upstreamSizes = upstreamSizes;
  }

  /** Number of entries. */
  get count(): number {
    return this.#calls.length;
  }

  /** Number of entries without estimates. */
  get knownCount(): number {
    return this.#knownCount;
  }

  /** Operations that the fields need and that are not called. */
  get notOffered(): readonly OperationId[] {
    return [...this.#notOffered];
  }

  /** All calls, followed by those of the lists that may be read in place of several of their items. */
  get all(): readonly PlannedCall[] {
    return [...this.#calls, ...this.#mergeItems()];
  }

  /** Prevents later fields from sharing the calls so far, because a write removes the reads before it. */
  invalidate(): void {
    this.#byKey.clear();
  }

  /** Maximum number of all calls. */
  getUpperBound(all: readonly PlannedCall[]): number {
    return sumTimes(all) - this.#excess;
  }

  /** Maximum number of calls without estimates. @param all all calls */
  getKnownUpperBound(all: readonly PlannedCall[]): number {
    return sumTimes(all.filter(isKnown)) - this.#knownExcess;
  }

  /**
   * Returns the object set with a key, or creates it.
   * @param key `undefined` for objects that no other field returns
   */
  getSet(key: string | undefined, count: number, isEstimate: boolean): ObjectSet {
    const existing = key === undefined ? undefined : this.#sets.get(key);
    if (existing !== undefined) return existing;
    this.#setCount += 1;
    const set = new ObjectSet(this.#setCount, count, isEstimate);
    if (key !== undefined) this.#sets.set(key, set);
    return set;
  }

  /**
   * Adds the calls of alternatives. Each object needs one alternative, so that only the one with the most calls counts.
   * @param alternatives each adds its calls
   */
  addAlternatives(objects: ObjectSet, alternatives: readonly (() => void)[]): void {
    const shared = new Set(this.#byKey.keys());
    const before = { excess: this.#excess, knownExcess: this.#knownExcess };
    const sides = alternatives.map((add) => {
      const start = this.#calls.length;
      add();
      for (const key of this.#byKey.keys()) if (!shared.has(key)) this.#byKey.delete(key);
      return this.#calls.slice(start);
    });
    this.#excess = before.excess + getExcess(objects, sides);
    this.#knownExcess =
      before.knownExcess +
      getExcess(
        objects,
        sides.map((calls) => calls.filter(isKnown)),
      );
  }

  /**
   * Adds the calls of a read, except those that the plan contains already.
   * @returns the first call, which returns the first page of a slice
   */
  add({ slice, ...read }: PlannedRead, source: CallingField, parent: CallingObjects): AddedCall {
    if (slice === undefined) return this.#addCall(read, source, parent);
    const { request } = read;
    const size = this.#upstreamSizes.getLimit(read.operation);
    this.pageSizes.set(read.operation, size);
    const { first, calls, firstLength } = planPageSlice(request ?? read, slice.args, slice.keyset, size);
    // A full page may be followed by others, so a search needs at least one further page.
    const further = slice.isSearch ? Math.max(1, Math.ceil(this.#listLength / size) - 1) : calls - 1;
    const firstCall = this.#addCall({ ...read, request: request && first }, source, parent);
    if (further === 0) return firstCall;
    const { stream } = source;
    const part = stream !== undefined && stream.initialCount <= firstLength ? stream.part : parent.part;
    this.#addCall(
      { ...read, request: undefined, times: further, isEstimate: read.isEstimate === true || slice.isSearch },
      source,
      { ...parent, part, after: firstCall.call },
      { responses: firstCall.responses, slice },
    );
    return firstCall;
  }

  /** @param previous responses after each of which a call for a further page of the slice is made */
  #addCall(
    read: Omit<PlannedRead, 'slice'>,
    { field, needs = [] }: CallingField,
    parent: CallingObjects,
    previous?: { readonly responses: ObjectSet; readonly slice: PlannedSlice },
  ): AddedCall {
    const [operation, ...alternatives] = this.#findOffered(read);
    const { objects } = parent;
    if (operation === undefined)
      return { call: parent.after, responses: this.getSet(undefined, objects.count, objects.isEstimate) };
    const { request, isConditional = false } = read;
    const { count, isEstimate } = toCount(read.times, this.#listLength);
    const key =
      previous === undefined
        ? request && this.#findKey(operation, request)
        : `after ${previous.responses.id}, ${count} ${JSON.stringify(previous.slice.args)}`;
    const staticRequest = key !== undefined && request !== undefined && isDetermined(request) ? request : undefined;
    const existing = key === undefined ? undefined : this.#byKey.get(key);
    const callers =
      previous?.responses ??
      (key === undefined || request === undefined ? objects : findDistinctObjects(request, objects));
    const isAssumption = callers.isEstimate || isEstimate || read.isEstimate === true;
    if (existing !== undefined) {
      const { call } = existing;
      if (call.isEstimate && !isAssumption) {
        call.isEstimate = false;
        this.#knownCount += 1;
      }
      call.part = findEarlierPart(call.part, parent.part);
      // With this request, the call is sent also if another page of the list is.
      const needsPage = call.request?.acceptsAnyPage === true && request?.acceptsAnyPage !== true;
      if (needsPage && !isConditional) call.request = staticRequest;
      const startsEarlier = !isConditional && call.request === undefined && staticRequest !== undefined;
      if (startsEarlier) Object.assign(call, { field, at: parent.at, request: staticRequest, after: undefined, needs });
      return existing;
    }
    const responses = this.getSet(undefined, callers.count * count, isAssumption);
    const isStatic = staticRequest !== undefined && !isConditional;
    const call: MutableCall = {
      operation,
      alternatives,
      field,
      at: parent.at,
      times: responses.count,
      isEstimate: responses.isEstimate,
      after: isStatic ? undefined : parent.after,
      request: isStatic ? staticRequest : undefined,
      part: parent.part,
      needs,
    };
    this.#append(call);
    if (key !== undefined) this.#byKey.set(key, { call, responses });
    return { call, responses };
  }

  /** Operations of a read that are offered. Records the others. */
  #findOffered({ operation, alternatives = [] }: PlannedRead): readonly OperationId[] {
    return [operation, ...alternatives].filter((id) => {
      const isOffered = this.#contract.offers(id);
      if (!isOffered) this.#notOffered.add(id);
      return isOffered;
    });
  }

  /** Operation and parameters of a request; `undefined` if it is invalid or too long. */
  #findKey(operation: OperationId, request: PlannedRequest): string | undefined {
    const { path = {}, query } = request;
    if (measureText(path) + measureText(query) > maxKeyLength) return undefined;
    return isDetermined(request)
      ? ignoreInputErrors(() => `${operation} ${buildUrl(this.#contract, operation, request.path ?? {}, query)}`)
      : `${operation} ${JSON.stringify([path, query])}`;
  }

  #append(call: PlannedCall): void {
    if (call.times === 0) return;
    this.#calls.push(call);
    if (!call.isEstimate) this.#knownCount += 1;
  }

  /** Calls of the lists in which several of their items are searched before these are read one by one: at most a page for each item. */
  #mergeItems(): PlannedCall[] {
    const items = new Map<OperationId, PlannedCall[]>();
    for (const call of this.#calls) {
      const list = this.#contract.operation(call.operation).itemOf;
      if (list !== undefined) items.set(list, [...(items.get(list) ?? []), call]);
    }
    return [...items].flatMap(([list, calls]) => {
      const [first] = calls;
      const times = calls.reduce((total, call) => total + call.times, 0);
      if (first === undefined || times < 2) return [];
      return [{ ...first, operation: list, alternatives: [], times, isEstimate: true, request: undefined }];
    });
  }
}
