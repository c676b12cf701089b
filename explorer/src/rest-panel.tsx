/** Panel below the response: the REST calls of the last run, and the plan of the operation in the editor. */
import { useGraphiQL } from '@graphiql/react';
import { type KeyboardEvent, type PointerEvent, useEffect, useId, useState } from 'react';
import { Calls } from './calls.tsx';
import { connection } from './connection.ts';
import { ConnectionNotice } from './connection-notice.tsx';
import { credentials } from './credentials.ts';
import { FilePickers } from './file-pickers.tsx';
import { PlanView } from './plan-view.tsx';
import { openTab, type PlanState, planned, pruneRuns, type Run, runs } from './runs.ts';
import { settings } from './settings.ts';
import { useStore } from './store.ts';
import { formatDuration, getTimeSpan, type RateLimit, type TracedResult } from './trace.ts';

const adviceOnToken = settings.roles === undefined ? 'enter one above' : 'choose a role above, or enter your own token';

const heightKey = 'portico:panel-height';
const minHeight = 40;
/** Maximum height of the panel as a fraction of the window. */
const maxHeightFraction = 0.8;
const step = 24;

const clampHeight = (height: number) =>
  Math.round(Math.min(Math.max(height, minHeight), window.innerHeight * maxHeightFraction));

const count = (number: number, thing: string) => `${number} ${thing}${number === 1 ? '' : 's'}`;

function planSummary(plan: PlanState): string {
  if (plan.kind === 'plan') return `at most ${plan.plan.worst}`;
  return plan.kind === 'problem' ? 'none yet' : '…';
}

/** Whether a run is a subscription: several results, each with the polls before it. */
function isSubscription(run: Run | undefined): boolean {
  return run?.results.some(({ polls, number }) => polls.length > 0 || number > 1) ?? false;
}

function runSummary(run: Run | undefined, isFailed: boolean): string {
  const newest = run?.results.at(-1);
  if (newest === undefined) return 'not run';
  if (isSubscription(run)) return count(newest.number, 'state');
  if (newest.calls.length === 0 && isFailed) return 'failed';
  return newest.calls.length === 0
    ? 'none'
    : `${newest.calls.length} in ${formatDuration(getTimeSpan(newest.calls).length)}`;
}

/** Data of a state, rendered when the user opens it. */
function StateData({ data }: { readonly data: unknown }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>Data</summary>
      {isOpen && <pre className="portico-data">{JSON.stringify(data, null, 2)}</pre>}
    </details>
  );
}

function State({ result, run }: { result: TracedResult; run: Run }) {
  const { number, polls, calls, at } = result;
  return (
    <section className="portico-state" aria-label={`State ${number}`}>
      <h3>
        State {number} <small>{new Date(at).toLocaleTimeString()}</small>{' '}
        <small>
          {count(polls.length, 'poll')}
          {number > 1 && ` since state ${number - 1}`}
          {calls.length > 0 && `, ${count(calls.length, 'further call')}`}
        </small>
      </h3>
      <StateData data={result.data} />
      {polls.length + calls.length > 0 && (
        <Calls calls={[...polls, ...calls]} plan={run.plan} label={`Polls and calls of state ${number}`} />
      )}
    </section>
  );
}

/** Sentence with the remaining calls of the rate limit. */
function formatRateLimit({ remaining, resetIn }: RateLimit): string {
  const until = resetIn === null ? '' : ` for the next ${count(resetIn, 'second')}`;
  return `The REST service allows ${count(remaining, 'more call')}${until}.`;
}

/** Notes on the newest result: a rejected or missing token, and the rate limit. */
function Notes({ result: { calls, polls, rateLimit } }: { readonly result: TracedResult }) {
  const { token } = useStore(credentials);
  const isRejected = [...calls, ...polls].some(({ status }) => status === 401);
  const needsToken = token === '' && isRejected;
  return (
    <>
      {isRejected && !needsToken && (
        <p className="portico-note">
          The REST service rejects this token (401). Check the token above, then run the operation again.
        </p>
      )}
      {needsToken && (
        <p className="portico-note">
          The REST service requires a token: {adviceOnToken}, then run the operation again.
        </p>
      )}
      {rateLimit !== undefined && <p className="portico-note">{formatRateLimit(rateLimit)}</p>}
    </>
  );
}

function RunView({ run }: { readonly run: Run | undefined }) {
  const { failure } = useStore(connection);
  if (!settings.trace)
    return <p className="portico-note">REST call tracing is disabled on this server. Set TRACE=true to enable it.</p>;
  if (run === undefined)
    return (
      <p className="portico-note">
        Run the operation to see its REST calls, with their time and the field that needs each.
      </p>
    );
  const newest = run.results.at(-1);
  if (newest === undefined) return <p className="portico-note">Running…</p>;
  if (isSubscription(run))
    return (
      <>
        <Notes result={newest} />
        {run.results.map((result) => <State key={result.number} result={result} run={run} />).toReversed()}
      </>
    );
  const excess = run.newest?.errors?.find(({ extensions }) => extensions?.code === 'REST_CALL_LIMIT');
  if (excess !== undefined)
    return (
      <>
        <p className="portico-note portico-failure">{excess.message}</p>
        {run.plan !== undefined && <PlanView plan={run.plan} />}
      </>
    );
  // The notice above states why the number of calls is unknown.
  if (newest.calls.length === 0 && failure !== undefined) return null;
  if (newest.calls.length === 0) return <p className="portico-note">The operation made no REST call.</p>;
  return (
    <>
      <Calls calls={newest.calls} plan={run.plan} label="REST calls of the last run" />
      <Notes result={newest} />
    </>
  );
}

function PlannedView({ plan }: { readonly plan: PlanState }) {
  if (!settings.trace)
    return <p className="portico-note">Query plans are disabled on this server. Set TRACE=true to enable them.</p>;
  if (plan.kind === 'plan') return <PlanView plan={plan.plan} />;
  return (
    <p className="portico-note">{plan.kind === 'problem' ? plan.message : 'The plan is shown here as you type.'}</p>
  );
}

/** Height of the panel, which the user changes by dragging or with the arrow keys. */
function useHeight() {
  const [height, setHeight] = useState(() => Number(localStorage.getItem(heightKey)) || 280);
  useEffect(() => localStorage.setItem(heightKey, String(height)), [height]);
  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    const { currentTarget: bar, clientY, pointerId } = event;
    bar.setPointerCapture(pointerId);
    const move = (moved: globalThis.PointerEvent) => setHeight(clampHeight(height + clientY - moved.clientY));
    bar.addEventListener('pointermove', move);
    bar.addEventListener('lostpointercapture', () => bar.removeEventListener('pointermove', move), { once: true });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const change = event.key === 'ArrowUp' ? step : event.key === 'ArrowDown' ? -step : 0;
    if (change === 0) return;
    event.preventDefault();
    setHeight(clampHeight(height + change));
  };
  return { height, onPointerDown, onKeyDown };
}

type View = 'calls' | 'plan';

export function RestPanel() {
  const id = useId();
  const { tabs, activeTabIndex } = useGraphiQL((state) => ({ tabs: state.tabs, activeTabIndex: state.activeTabIndex }));
  const tab = tabs[activeTabIndex]?.id ?? '';
  const allRuns = useStore(runs);
  const plan = useStore(planned);
  const { failure } = useStore(connection);
  const run = allRuns.get(tab);
  const [chosen, setChosen] = useState<View | undefined>();
  const { height, ...resizing } = useHeight();

  useEffect(() => {
    openTab.set(tab);
    pruneRuns(tabs.map((each) => each.id));
  }, [tab, tabs]);
  // Before a run the panel shows the plan, and during and after a run its calls.
  const isStarted = run !== undefined && run.results.length === 0;
  useEffect(() => {
    if (isStarted) setChosen(undefined);
  }, [isStarted]);
  const view: View = chosen ?? (run === undefined ? 'plan' : 'calls');

  const views: readonly (readonly [View, string, string])[] = [
    ['calls', 'REST calls', runSummary(run, failure !== undefined)],
    ['plan', 'Plan', planSummary(plan)],
  ];
  const select = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return;
    const other: View = view === 'calls' ? 'plan' : 'calls';
    setChosen(other);
    document.getElementById(`${id}${other}`)?.focus();
  };
  return (
    <section className="portico-panel" aria-label="REST calls" style={{ height }}>
      {/* biome-ignore lint/a11y/useSemanticElements: an hr element is not movable */}
      <div
        className="portico-resizer"
        role="separator"
        tabIndex={0}
        aria-label="Height of the panel of REST calls"
        aria-orientation="horizontal"
        aria-valuenow={height}
        aria-valuemin={minHeight}
        aria-valuemax={clampHeight(Number.POSITIVE_INFINITY)}
        {...resizing}
      />
      <ConnectionNotice />
      <FilePickers />
      <div className="portico-views" role="tablist" aria-label="REST calls and plan">
        {views.map(([name, title, summary]) => (
          <button
            key={name}
            id={id + name}
            type="button"
            role="tab"
            aria-selected={view === name}
            aria-controls={`${id}panel`}
            tabIndex={view === name ? 0 : -1}
            onClick={() => setChosen(name)}
            onKeyDown={select}
          >
            {title} <small>{settings.trace ? summary : 'off'}</small>
          </button>
        ))}
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by the keyboard */}
      <div className="portico-view" id={`${id}panel`} role="tabpanel" aria-labelledby={id + view} tabIndex={0}>
        {view === 'calls' ? <RunView run={run} /> : <PlannedView plan={plan} />}
      </div>
    </section>
  );
}
