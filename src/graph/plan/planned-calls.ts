/** Collects the calls of a plan. Fields that need the same request share its call. */
import type { Contract, OperationId } from '../../contract/index.ts';
import { maxPageSize } from '../../rest/paging.ts';
import type { RestRequest } from '../../rest/request.ts';
import { buildUrl } from '../../rest/url.ts';
import { ignoreInputErrors } from '../kit/resources/input-errors.ts';
import type { PlannedRead, PlannedTimes } from '../kit/resources/retrieval.ts';
import { findEarlierPart, type PlannedCall, type PlannedPart } from './planned-call.ts';

/** Objects for which calls are made. */
export interface CallingObjects {
  /** Response keys from the root, joined by dots. */
  readonly at: string;
  /** Maximum number of different objects. */
  readonly times: number;
  /** Whether `times` assumes the length of a list. */
  readonly isEstimate: boolean;
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
  if (times === undefined || typeof times === 'number') return { count: times ?? 1, isEstimate: false };
  // A full page may be followed by others, so a search needs at least one further page.
  const furtherPages = Math.max(1, Math.ceil(listLength / maxPageSize) - 1);
  return { count: times === 'list' ? listLength : furtherPages, isEstimate: true };
}

/** Call that starts earlier when another field needs it, too. */
type MutableCall = { -readonly [K in keyof PlannedCall]: PlannedCall[K] };

export class PlannedCalls {
  readonly #contract: Contract;
  readonly #listLength: number;
  readonly #calls: PlannedCall[] = [];
  /** Calls whose URL is available, by operation and URL. */
  readonly #byUrl = new Map<string, MutableCall>();
  readonly #notOffered = new Set<OperationId>();
  #knownCount = 0;

  /** @param listLength assumed number of items of a list of unknown length */
  constructor(contract: Contract, listLength: number) {
    this.#contract = contract;
    this.#listLength = listLength;
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
    this.#byUrl.clear();
  }

  /**
   * Adds a call, unless the plan contains the same request already.
   * @param field coordinate of the field that makes the call
   * @param needs see `PlannedCall`
   * @returns the added or identical call; if none of the operations is offered, the call that the parent depends on
   */
  add(
    read: PlannedRead,
    field: string,
    parent: CallingObjects,
    needs: readonly string[] = [],
  ): PlannedCall | undefined {
    const [operation, ...alternatives] = this.#findOffered(read);
    if (operation === undefined) return parent.after;
    const { request, isConditional = false } = read;
    const url = request && this.#findUrl(operation, request);
    const existing = url === undefined ? undefined : this.#byUrl.get(url);
    if (existing !== undefined) {
      existing.part = findEarlierPart(existing.part, parent.part);
      // With this request, the call is sent also if another page of the list is.
      const needsPage = existing.request?.acceptsAnyPage === true && request?.acceptsAnyPage !== true;
      if (needsPage && !isConditional) existing.request = request;
      const startsEarlier = !isConditional && existing.request === undefined;
      if (startsEarlier) Object.assign(existing, { field, path: parent.at, request, after: undefined, needs });
      return existing;
    }
    const { count, isEstimate } = toCount(read.times, this.#listLength);
    const isStatic = url !== undefined && !isConditional;
    const call: MutableCall = {
      operation,
      alternatives,
      field,
      path: parent.at,
      times: url === undefined ? parent.times * count : 1,
      isEstimate: url === undefined && (parent.isEstimate || isEstimate || read.isEstimate === true),
      after: isStatic ? undefined : parent.after,
      request: isStatic ? request : undefined,
      part: parent.part,
      needs,
    };
    this.#append(call);
    if (url !== undefined) this.#byUrl.set(url, call);
    return call;
  }

  /** Operations of a read that are offered. Records the others. */
  #findOffered({ operation, alternatives = [] }: PlannedRead): readonly OperationId[] {
    return [operation, ...alternatives].filter((id) => {
      const isOffered = this.#contract.offers(id);
      if (!isOffered) this.#notOffered.add(id);
      return isOffered;
    });
  }

  /** Operation and URL of a request; `undefined` if it is invalid. */
  #findUrl(operation: OperationId, { path = {}, query }: RestRequest): string | undefined {
    return ignoreInputErrors(() => `${operation} ${buildUrl(this.#contract, operation, path, query)}`);
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
