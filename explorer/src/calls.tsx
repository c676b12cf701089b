/** The calls of a result as a waterfall. */
import { Fragment, useState } from 'react';
import type { PresentedPlan } from '../../src/graph/plan/presented-plan.ts';
import { useShowField } from './show-field.ts';
import { type Call, curlOf, duration, plannedFor, reasonOf, spanOf } from './trace.ts';

const sources: Readonly<Record<Call['source'], readonly [label: string, title: string]>> = {
  upstream: ['upstream', 'Sent to the REST service'],
  kept: ['kept copy', 'The REST service confirmed with 304 what the facade had kept'],
  shared: ['shared', 'Joined the same call of another operation'],
};

async function copy(text: string): Promise<void> {
  // Without https there is no clipboard but this one.
  if (navigator.clipboard === undefined) {
    const area = document.createElement('textarea');
    area.value = text;
    document.body.append(area);
    area.select();
    document.execCommand('copy');
    area.remove();
  } else await navigator.clipboard.writeText(text);
}

function CopyCurl({ method, url }: { readonly method: string; readonly url: string }) {
  const [copied, setCopied] = useState(false);
  const onClick = () =>
    copy(curlOf({ method, url })).then(() => {
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

/** A path, which is broken between its parts where it has to be. */
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

const kindOf = (status: number | undefined) =>
  status === undefined || status >= 500 ? 'failed' : status >= 400 ? 'refused' : 'fine';

function CallRow({ call, start, length, plan }: RowProps) {
  const known = plannedFor(call, plan);
  const [label, title] = sources[call.source];
  const left = length === 0 ? 0 : (100 * (call.startMs - start)) / length;
  const width = length === 0 ? 100 : (100 * call.durationMs) / length;
  const kind = kindOf(call.status);
  return (
    <tr>
      <td className="portico-call">
        <div className="portico-line" title={call.url ?? undefined}>
          <b className={`portico-method portico-${call.method.toLowerCase()}`}>{call.method}</b>{' '}
          <Path path={call.path} />
        </div>
        <div className="portico-why">
          <FieldButton coordinate={call.field} {...(known && { at: known.at })} />
          <span>{reasonOf(known?.why ?? [])}</span>
        </div>
      </td>
      <td>
        <div className={`portico-status portico-${kind}`}>{call.status ?? 'no answer'}</div>
        <div className={`portico-source portico-${call.source}`} title={title}>
          {label}
        </div>
      </td>
      <td className="portico-time">
        <div className="portico-track" aria-hidden="true">
          <div className={`portico-bar portico-${kind}`} style={{ left: `${left}%`, width: `${width}%` }} />
        </div>
        <span>{duration(call.durationMs)}</span>
      </td>
      <td>{call.url !== null && <CopyCurl method={call.method} url={call.url} />}</td>
    </tr>
  );
}

interface RowProps {
  readonly call: Call;
  readonly start: number;
  readonly length: number;
  readonly plan: PresentedPlan | undefined;
}

/** @param label for those who cannot see where the table stands */
export function Calls({
  calls,
  plan,
  label,
}: {
  calls: readonly Call[];
  plan: PresentedPlan | undefined;
  label: string;
}) {
  const { start, length } = spanOf(calls);
  const sorted = calls.toSorted((one, other) => one.startMs - other.startMs);
  return (
    <table className="portico-calls" aria-label={label}>
      <thead>
        <tr>
          <th scope="col">Call, and the field that asked</th>
          <th scope="col">Status, source</th>
          <th scope="col">Time</th>
          <th scope="col">
            <span className="portico-hidden">Copy</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {sorted.map((call, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: calls have no name, and the list does not change
          <CallRow key={index} call={call} start={start} length={length} plan={plan} />
        ))}
      </tbody>
    </table>
  );
}
