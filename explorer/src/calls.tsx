/** Waterfall of the REST calls of a result. */
import { Fragment, useState } from 'react';
import type { SerializedPlan } from '../../src/graph/plan/serialized-plan.ts';
import { copyText } from './clipboard.ts';
import { useShowField } from './show-field.ts';
import {
  type Call,
  findPlannedCall,
  formatDuration,
  formatPartName,
  formatReason,
  getTimeSpan,
  toCurl,
} from './trace.ts';

const sources: Readonly<Record<Call['source'], readonly [label: string, title: string]>> = {
  upstream: ['upstream', 'Sent to the REST service'],
  kept: ['cached', 'Cached by the facade and revalidated by the REST service (304)'],
  shared: ['shared', 'Shared with an identical call of another operation'],
};

function CopyCurl({ method, url }: { readonly method: string; readonly url: string }) {
  const [copied, setCopied] = useState(false);
  const onClick = () =>
    copyText(toCurl({ method, url })).then(() => {
      setCopied(true);
      setTimeout(() => setCopied(false), 1500);
    });
  return (
    <button
      type="button"
      className="portico-small"
      onClick={onClick}
      title="Copy as curl, with $UPSTREAM_URL and $TOKEN"
    >
      {copied ? 'copied' : 'curl'}
    </button>
  );
}

/** Path with line break opportunities between its parts. */
export function Path({ path }: { readonly path: string }) {
  return (
    <code>
      {path.split(/(?=\/)/).map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: parts have no name, and the path does not change
        <Fragment key={index}>
          {index > 0 && <wbr />}
          {part}
        </Fragment>
      ))}
    </code>
  );
}

export function FieldButton({ coordinate, at }: { readonly coordinate: string; readonly at?: string }) {
  const show = useShowField();
  return (
    <button
      type="button"
      className="portico-link"
      onClick={() => show?.(coordinate, at)}
      title="Go to the field in the query"
    >
      {coordinate}
    </button>
  );
}

const getOutcome = (status: number | undefined) =>
  status === undefined || status >= 500 ? 'failed' : status >= 400 ? 'rejected' : 'fine';

/** Body of the response, rendered when the user opens it. */
function ResponseBody({ response }: { readonly response: unknown }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary title="Response of the REST service, without secrets">Response</summary>
      {isOpen && <pre className="portico-data">{JSON.stringify(response, null, 2)}</pre>}
    </details>
  );
}

function CallRow({ call, start, length, plan }: RowProps) {
  const plannedCall = findPlannedCall(call, plan);
  const [label, title] = sources[call.source];
  const left = length === 0 ? 0 : (100 * (call.startMs - start)) / length;
  const width = length === 0 ? 100 : (100 * call.durationMs) / length;
  const kind = getOutcome(call.status);
  return (
    <tr>
      <td className="portico-call">
        <div className="portico-line" title={call.url ?? undefined}>
          <b className={`portico-method portico-${call.method.toLowerCase()}`}>{call.method}</b>{' '}
          <Path path={call.url ?? call.path} />
        </div>
        <div className="portico-why">
          <FieldButton coordinate={call.field} {...(plannedCall && { at: plannedCall.at })} />
          <span>{formatReason(plannedCall?.why ?? [])}</span>
          {call.part && (
            <span className="portico-part" title={`Delivered later, at ${call.part.at}`}>
              part {formatPartName(call.part)}
            </span>
          )}
        </div>
        {call.response !== undefined && <ResponseBody response={call.response} />}
      </td>
      <td>
        <div className={`portico-status portico-${kind}`}>{call.status ?? 'no response'}</div>
        <div className={`portico-source portico-${call.source}`} title={title}>
          {label}
        </div>
      </td>
      <td className="portico-time">
        <div className="portico-track" aria-hidden="true">
          <div className={`portico-bar portico-${kind}`} style={{ left: `${left}%`, width: `${width}%` }} />
        </div>
        <span>{formatDuration(call.durationMs)}</span>
        {call.pausedMs !== undefined && <div>{formatDuration(call.pausedMs)} paused</div>}
      </td>
      <td>{call.url !== null && <CopyCurl method={call.method} url={call.url} />}</td>
    </tr>
  );
}

/** Minimum number of calls of one operation and field that are grouped in one row. */
const minGroupedCalls = 6;

const median = (numbers: readonly number[]): number => numbers.toSorted((a, b) => a - b)[numbers.length >> 1] ?? 0;

/** Expandable row for many calls of one operation and field. */
function GroupRow({ calls, start, length, plan }: Omit<RowProps, 'call'> & { readonly calls: readonly Call[] }) {
  const [isOpen, setOpen] = useState(false);
  const [first] = calls;
  if (first === undefined) return null;
  const failed = calls.filter(({ status }) => getOutcome(status) !== 'fine').length;
  return (
    <>
      <tr>
        <td className="portico-call" colSpan={4}>
          <button type="button" className="portico-small" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {isOpen ? 'hide' : 'show'}
          </button>{' '}
          {calls.length} × <b className={`portico-method portico-${first.method.toLowerCase()}`}>{first.method}</b>{' '}
          <Path path={first.path} /> for <FieldButton coordinate={first.field} />, median{' '}
          {formatDuration(median(calls.map(({ durationMs }) => durationMs)))}
          {failed > 0 && `, ${failed} failed`}
        </td>
      </tr>
      {isOpen &&
        calls.map((call, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: calls have no name, and the list does not change
          <CallRow key={index} call={call} start={start} length={length} plan={plan} />
        ))}
    </>
  );
}

interface RowProps {
  readonly call: Call;
  readonly start: number;
  readonly length: number;
  readonly plan: SerializedPlan | undefined;
}

/** @param label accessible name of the table */
export function Calls({
  calls,
  plan,
  label,
}: {
  calls: readonly Call[];
  plan: SerializedPlan | undefined;
  label: string;
}) {
  const { start, length } = getTimeSpan(calls);
  const sorted = calls.toSorted((a, b) => a.startMs - b.startMs);
  const groups = [...Map.groupBy(sorted, ({ method, path, field }) => `${method} ${path} ${field}`).values()];
  return (
    <table className="portico-calls" aria-label={label}>
      <thead>
        <tr>
          <th scope="col">Call, and the field that needs it</th>
          <th scope="col">Status, source</th>
          <th scope="col">Time</th>
          <th scope="col">
            <span className="portico-hidden">Copy</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {groups.flatMap((group, position) =>
          group.length >= minGroupedCalls
            ? // biome-ignore lint/suspicious/noArrayIndexKey: groups have no name, and the list does not change
              [<GroupRow key={position} calls={group} start={start} length={length} plan={plan} />]
            : group.map((call, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: calls have no name, and the list does not change
                <CallRow key={`${position}.${index}`} call={call} start={start} length={length} plan={plan} />
              )),
        )}
      </tbody>
    </table>
  );
}
