/** Serialized form of a plan, with path templates and counts instead of values. */
import type { Contract, OperationId } from '../../contract/index.ts';
import type { Plan } from './plan.ts';
import type { PlannedCall, PlannedPart } from './planned-call.ts';
import type { SerializedPart, SerializedPlan, SerializedRoute } from './serialized-plan.ts';

/** Counts the calls that have to end before the call, and the call itself. */
const countRoundTrips = ({ after }: PlannedCall): number => (after === undefined ? 1 : countRoundTrips(after) + 1);

const isSamePart = (a: PlannedPart | undefined, b: PlannedPart | undefined): boolean =>
  a === b || (a !== undefined && b !== undefined && a.path === b.path && a.label === b.label);

/** Lists the parts of the calls, the first part first. */
function listParts(calls: readonly PlannedCall[]): readonly (PlannedPart | undefined)[] {
  const parts: (PlannedPart | undefined)[] = [undefined];
  for (const { part } of calls) if (!parts.some((each) => isSamePart(each, part))) parts.push(part);
  return parts;
}

function serializePart(part: PlannedPart | undefined, calls: readonly PlannedCall[]): SerializedPart {
  const own = calls.filter((call) => isSamePart(call.part, part));
  return {
    at: part?.path ?? '',
    label: part?.label ?? null,
    calls: own.reduce((total, { times }) => total + times, 0),
    roundTrips: Math.max(0, ...own.map(countRoundTrips)),
  };
}

function serializeRoute(contract: Contract, id: OperationId): SerializedRoute {
  const { method, path } = contract.operation(id);
  return { method, path };
}

/** Serializes a plan for `extensions.plan` and the command line. */
export function serializePlan({ contract, calls, notOffered, upperBound }: Plan): SerializedPlan {
  const index = new Map<PlannedCall, number>(calls.map((call, position) => [call, position]));
  const parts = listParts(calls);
  return {
    worst: upperBound,
    parts: parts.map((part) => serializePart(part, calls)),
    calls: calls.map((call) => ({
      ...serializeRoute(contract, call.operation),
      field: call.field,
      at: call.at,
      times: call.times,
      assumed: call.isEstimate,
      why: call.needs,
      after: call.after === undefined ? null : (index.get(call.after) ?? null),
      part: parts.findIndex((part) => isSamePart(part, call.part)),
      ...(call.alternatives.length > 0 && {
        alternatives: call.alternatives.map((id) => serializeRoute(contract, id)),
      }),
    })),
    ...(notOffered.length > 0 && { notOffered: notOffered.map((id) => serializeRoute(contract, id)) }),
  };
}
