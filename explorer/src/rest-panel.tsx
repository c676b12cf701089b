/** The panel below the response: the calls of the last run, and the plan of what stands in the editor. */
import { useGraphiQL } from '@graphiql/react';
import { type KeyboardEvent, type PointerEvent, useEffect, useId, useState } from 'react';
import { Calls } from './calls.tsx';
import { credentials } from './credentials.ts';
import { PlanView } from './plan-view.tsx';
import { keepRuns, openTab, type Planned, planned, type Run, runs } from './runs.ts';
import { settings } from './settings.ts';
import { useStore } from './store.ts';
import { duration, type RateLimit, spanOf, type TracedResult } from './trace.ts';

const adviceOnToken =
  settings.roles === undefined ? 'enter one above' : 'choose a role above, or enter a token of your own';

const heightKey = 'portico:panel-height';
const lowest = 40;
/** Share of the window that the panel takes at the most. */
const highest = 0.8;
const step = 24;

const within = (height: number) => Math.round(Math.min(Math.max(height, lowest), window.innerHeight * highest));

const count = (number: number, thing: string) => `${number} ${thing}${number === 1 ? '' : 's'}`;

function planSummary(plan: Planned): string {
  if (plan.kind === 'plan') return `at most ${plan.plan.worst}`;
  return plan.kind === 'problem' ? 'none yet' : '…';
}

/** Whether there is one result after the other, each with the polls before it. */
function isFollowed(run: Run | undefined): boolean {
  return run?.results.some(({ polls, number }) => polls.length > 0 || number > 1) ?? false;
}

function runSummary(run: Run | undefined): string {
  const newest = run?.results.at(-1);
  if (newest === undefined) return 'not run';
  if (isFollowed(run)) return count(newest.number, 'state');
  return newest.calls.length === 0 ? 'none' : `${newest.calls.length} in ${duration(spanOf(newest.calls).length)}`;
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
      {polls.length + calls.length > 0 && (
        <Calls calls={[...polls, ...calls]} plan={run.plan} label={`Polls and calls of state ${number}`} />
      )}
    </section>
  );
}

/** What remains of the calls that the REST service allows, as people read it. */
function remainingText({ remaining, resetIn }: RateLimit): string {
  const until = resetIn === null ? '' : ` for the next ${count(resetIn, 'second')}`;
  return `The REST service allows ${count(remaining, 'more call')}${until}.`;
}

/** What follows from the newest result for the next one. */
function Notes({ result: { calls, polls, rateLimit } }: { readonly result: TracedResult }) {
  const { token } = useStore(credentials);
  const needsToken = token === '' && [...calls, ...polls].some(({ status }) => status === 401);
  return (
    <>
      {needsToken && <p className="portico-note">The REST service wants a token: {adviceOnToken}.</p>}
      {rateLimit !== undefined && <p className="portico-note">{remainingText(rateLimit)}</p>}
    </>
  );
}

function RunView({ run }: { readonly run: Run | undefined }) {
  if (!settings.trace)
    return <p className="portico-note">This server tells no REST calls: TRACE is false in its settings.</p>;
  if (run === undefined)
    return (
      <p className="portico-note">Run the operation to see each REST call that it makes, when, and for which field.</p>
    );
  const newest = run.results.at(-1);
  if (newest === undefined) return <p className="portico-note">Running…</p>;
  if (isFollowed(run))
    return (
      <>
        <Notes result={newest} />
        {run.results.map((result) => <State key={result.number} result={result} run={run} />).toReversed()}
      </>
    );
  if (newest.calls.length === 0) return <p className="portico-note">It made no REST call.</p>;
  return (
    <>
      <Calls calls={newest.calls} plan={run.plan} label="REST calls of the last run" />
      <Notes result={newest} />
    </>
  );
}

function PlannedView({ plan }: { readonly plan: Planned }) {
  if (!settings.trace)
    return <p className="portico-note">This server tells no plans: TRACE is false in its settings.</p>;
  if (plan.kind === 'plan') return <PlanView plan={plan.plan} />;
  return <p className="portico-note">{plan.kind === 'problem' ? plan.message : 'The plan stands here as you type.'}</p>;
}

/** The height of the panel, which is dragged, or moved by the arrow keys. */
function useHeight() {
  const [height, setHeight] = useState(() => Number(localStorage.getItem(heightKey)) || 280);
  useEffect(() => localStorage.setItem(heightKey, String(height)), [height]);
  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    const { currentTarget: bar, clientY, pointerId } = event;
    bar.setPointerCapture(pointerId);
    const move = (moved: globalThis.PointerEvent) => setHeight(within(height + clientY - moved.clientY));
    bar.addEventListener('pointermove', move);
    bar.addEventListener('lostpointercapture', () => bar.removeEventListener('pointermove', move), { once: true });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const change = event.key === 'ArrowUp' ? step : event.key === 'ArrowDown' ? -step : 0;
    if (change === 0) return;
    event.preventDefault();
    setHeight(within(height + change));
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
  const run = allRuns.get(tab);
  const [chosen, setChosen] = useState<View | undefined>();
  const { height, ...resizing } = useHeight();

  useEffect(() => {
    openTab.set(tab);
    keepRuns(tabs.map((each) => each.id));
  }, [tab, tabs]);
  // Whoever runs an operation wants to see its calls, and whoever has not yet, its plan.
  const begun = run !== undefined && run.results.length === 0;
  useEffect(() => {
    if (begun) setChosen(undefined);
  }, [begun]);
  const view: View = chosen ?? (run === undefined ? 'plan' : 'calls');

  const views: readonly (readonly [View, string, string])[] = [
    ['calls', 'REST calls', runSummary(run)],
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
      {/* biome-ignore lint/a11y/useSemanticElements: a rule between two parts cannot be moved */}
      <div
        className="portico-resizer"
        role="separator"
        tabIndex={0}
        aria-label="Height of the panel of REST calls"
        aria-orientation="horizontal"
        aria-valuenow={height}
        aria-valuemin={lowest}
        aria-valuemax={within(Number.POSITIVE_INFINITY)}
        {...resizing}
      />
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
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard */}
      <div className="portico-view" id={`${id}panel`} role="tabpanel" aria-labelledby={id + view} tabIndex={0}>
        {view === 'calls' ? <RunView run={run} /> : <PlannedView plan={plan} />}
      </div>
    </section>
  );
}
