/** REST calls of a plan. */
import type { OperationId } from '../../contract/index.ts';
import type { ResponsePartName, RestRequest } from '../../rest/request.ts';

/** One REST call of a plan, or `times` of the same kind. */
export interface PlannedCall {
  readonly operation: OperationId;
  /** Operations that may be called instead, depending on the previous response; empty if the operation is certain. */
  readonly alternatives: readonly OperationId[];
  /** Coordinate of the field that makes the call, as in traces. */
  readonly field: string;
  /** Response path, such as `group.projects.nodes.pipelines`. */
  readonly at: string;
  /** Maximum number of calls. */
  readonly times: number;
  /** Whether `times` is an assumption about a list of unknown length, such as an embedded list. */
  readonly isEstimate: boolean;
  /** Call whose response it needs; `undefined` if it can start immediately. */
  readonly after: PlannedCall | undefined;
  /** The request, if document and variables alone decide it. */
  readonly request: RestRequest | undefined;
  /** Part of the response that waits for the call; `undefined` for the first part. */
  readonly part: PlannedPart | undefined;
  /** Coordinates of the fields for which the detail of an object is read; empty if the field itself makes the call. */
  readonly needs: readonly string[];
}

/** Fragment or list that `@defer` or `@stream` delivers later. */
export interface PlannedPart extends ResponsePartName {
  /** Part that has to be delivered before; `undefined` for the first part. */
  readonly parent: PlannedPart | undefined;
}

/** A call that document and variables alone decide. */
export type StaticCall = PlannedCall & { readonly request: RestRequest };

export const isStatic = (call: PlannedCall): call is StaticCall => call.request !== undefined;

/** Returns the part that contains what both parts need: the one that is delivered first, as far as the plan shows. */
export function findEarlierPart(a: PlannedPart | undefined, b: PlannedPart | undefined): PlannedPart | undefined {
  for (let each = a; each !== undefined; each = each.parent) if (each === b) return b;
  return b === undefined ? undefined : a;
}
