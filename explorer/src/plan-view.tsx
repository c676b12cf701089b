/** Plan of an operation: the order of its calls, and how often each is made at most. */

import { estimateExplanation } from '../../src/cli/estimates.ts';
import type {
  SerializedCall,
  SerializedPart,
  SerializedPlan,
  SerializedRoute,
} from '../../src/graph/plan/serialized-plan.ts';
import { FieldButton, Path } from './calls.tsx';
import { formatPartName, formatReason } from './trace.ts';

/** Minimum frequency at which the most frequent call of a plan is marked. */
const minMarked = 20;

interface Branch {
  readonly call: SerializedCall;
  readonly index: number;
  readonly waiting: readonly Branch[];
}

function createBranches(plan: SerializedPlan, after: number | null): readonly Branch[] {
  return plan.calls.flatMap((call, index) =>
    call.after === after ? { call, index, waiting: createBranches(plan, index) } : [],
  );
}

function formatTimes({ times, assumed }: SerializedCall): string {
  if (times === 1) return assumed ? 'about once' : 'once';
  return assumed ? `about ${times} times` : `at most ${times} times`;
}

function formatPart({ parts }: SerializedPlan, { part: index }: SerializedCall): string {
  const part = parts[index];
  return part === undefined ? '' : `part ${formatPartName(part)}`;
}

const count = (number: number, thing: string) => `${number} ${thing}${number === 1 ? '' : 's'}`;

/** Calls and round trips of the parts in which the response is delivered. */
function Parts({ parts }: { readonly parts: readonly SerializedPart[] }) {
  return (
    <ul className="portico-parts">
      {parts.map((part) => (
        <li key={`${part.at} ${part.label}`}>
          <b>{formatPartName(part)}</b>: {count(part.calls, 'call')}, {count(part.roundTrips, 'round trip')}
        </li>
      ))}
    </ul>
  );
}

/** Operations that may be called instead of the one before. */
function Alternatives({ routes: [first, ...others] }: { readonly routes: readonly SerializedRoute[] }) {
  if (first === undefined) return null;
  return others.length === 0 ? (
    <>
      {' or '}
      <Path path={first.path} />
    </>
  ) : (
    <span> or one of {others.length + 1} others</span>
  );
}

interface BranchesProps {
  readonly branches: readonly Branch[];
  readonly plan: SerializedPlan;
  /** Frequency of the most frequent call, which is marked; 0 below `minMarked`. */
  readonly maxTimes: number;
}

function Branches({ branches, plan, maxTimes }: BranchesProps) {
  return (
    <ul className="portico-plan">
      {branches.map(({ call, index, waiting }) => (
        <li key={index}>
          <div className="portico-planned">
            <div className="portico-line">
              <b className={`portico-method portico-${call.method.toLowerCase()}`}>{call.method}</b>{' '}
              <Path path={call.path} />
              {call.alternatives !== undefined && <Alternatives routes={call.alternatives} />}
            </div>
            <span
              className={call.times === maxTimes ? 'portico-times portico-most' : 'portico-times'}
              title={call.assumed ? `Estimate: ${estimateExplanation}` : undefined}
            >
              {formatTimes(call)}
            </span>
          </div>
          <div className="portico-why">
            <FieldButton coordinate={call.field} at={call.at} />
            <span>{formatReason(call.why)}</span>
            {call.part > 0 && <span className="portico-part">{formatPart(plan, call)}</span>}
          </div>
          {waiting.length > 0 && (
            <>
              <p className="portico-then">then, with its response:</p>
              <Branches branches={waiting} plan={plan} maxTimes={maxTimes} />
            </>
          )}
        </li>
      ))}
    </ul>
  );
}

/** Operations that are not called. */
function NotOffered({ routes }: { readonly routes: readonly SerializedRoute[] }) {
  return (
    <>
      <p className="portico-note">These are not called; fields that need them fail with NOT_OFFERED:</p>
      <ul className="portico-plan portico-not-offered">
        {routes.map(({ method, path }) => (
          <li key={`${method} ${path}`}>
            <b className={`portico-method portico-${method.toLowerCase()}`}>{method}</b> <Path path={path} />
          </li>
        ))}
      </ul>
    </>
  );
}

export function PlanView({ plan }: { readonly plan: SerializedPlan }) {
  const { notOffered = [] } = plan;
  const missing = notOffered.length > 0 && <NotOffered routes={notOffered} />;
  if (plan.calls.length === 0)
    return (
      <>
        <p className="portico-note">This operation makes no REST call.</p>
        {missing}
      </>
    );
  const maxTimes = Math.max(...plan.calls.map(({ times }) => times));
  return (
    <>
      {missing}
      {plan.parts.length > 1 && <Parts parts={plan.parts} />}
      <Branches branches={createBranches(plan, null)} plan={plan} maxTimes={maxTimes >= minMarked ? maxTimes : 0} />
    </>
  );
}
