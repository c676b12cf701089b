/** The plan of an operation: what waits for what, and how often at worst. */

import type { PresentedCall, PresentedPlan } from '../../src/graph/plan/presented-plan.ts';
import { FieldButton, Path } from './calls.tsx';
import { reasonOf } from './trace.ts';

interface Branch {
  readonly call: PresentedCall;
  readonly index: number;
  readonly waiting: readonly Branch[];
}

function branchesAfter(plan: PresentedPlan, after: number | null): readonly Branch[] {
  return plan.calls.flatMap((call, index) =>
    call.after === after ? { call, index, waiting: branchesAfter(plan, index) } : [],
  );
}

function timesOf({ times, assumed }: PresentedCall): string {
  if (assumed) return `about ${times} times`;
  return times === 1 ? 'once' : `at most ${times} times`;
}

function Branches({ branches }: { readonly branches: readonly Branch[] }) {
  return (
    <ul className="portico-plan">
      {branches.map(({ call, index, waiting }) => (
        <li key={index}>
          <div className="portico-planned">
            <div className="portico-line">
              <b className={`portico-method portico-${call.method.toLowerCase()}`}>{call.method}</b>{' '}
              <Path path={call.path} />
            </div>
            <span
              className="portico-times"
              title={call.assumed ? 'The length of a list that nobody states is taken to be 20' : undefined}
            >
              {timesOf(call)}
            </span>
          </div>
          <div className="portico-why">
            <FieldButton coordinate={call.field} at={call.at} />
            <span>{reasonOf(call.why)}</span>
          </div>
          {waiting.length > 0 && (
            <>
              <p className="portico-then">then, with its answer:</p>
              <Branches branches={waiting} />
            </>
          )}
        </li>
      ))}
    </ul>
  );
}

export function PlanView({ plan }: { readonly plan: PresentedPlan }) {
  if (plan.calls.length === 0) return <p className="portico-note">This operation makes no REST call.</p>;
  return <Branches branches={branchesAfter(plan, null)} />;
}
