import { useSubscription } from '@apollo/client/react';
import { explainError } from './explain.ts';
import { type FragmentType, readFragment } from './gql/fragment-masking.ts';
import {
  CancelPipelineDocument,
  PipelineFragmentDoc,
  type PipelineStatus,
  PipelineStatusDocument,
  PipelinesFragmentDoc,
  RetryPipelineDocument,
} from './gql/graphql.ts';
import { Button, Problem, present, Section, Time, wordsOf } from './parts.tsx';
import { useAction } from './useAction.ts';

/** Statuses that pass on to another one by themselves. */
const activeStatuses: ReadonlySet<PipelineStatus | null> = new Set<PipelineStatus>([
  'CREATED',
  'WAITING_FOR_RESOURCE',
  'PREPARING',
  'PENDING',
  'RUNNING',
]);
const retryable: ReadonlySet<PipelineStatus | null> = new Set<PipelineStatus>(['FAILED', 'CANCELED']);

/** One pipeline. While it is under way its events go into the cache, which brings this row up to date. */
function PipelineRow({ pipeline }: { pipeline: FragmentType<typeof PipelineFragmentDoc> }) {
  const { id, databaseId, status, createdAt } = readFragment(PipelineFragmentDoc, pipeline);
  const live = activeStatuses.has(status);
  const { error } = useSubscription(PipelineStatusDocument, { variables: { id }, skip: !live });
  const retry = useAction(RetryPipelineDocument, (data) => data.pipelineRetry?.errors);
  const cancel = useAction(CancelPipelineDocument, (data) => data.pipelineCancel?.errors);
  const busy = retry.busy || cancel.busy;
  return (
    <li className="pipeline">
      <span className="number">#{databaseId}</span>
      <span className="badge" data-status={status} data-live={live} aria-live="polite">
        {wordsOf(status ?? 'UNKNOWN')}
      </span>
      <Time at={createdAt} />
      {retryable.has(status) ? (
        <Button
          busy={busy}
          aria-label={`Retry pipeline ${databaseId}`}
          onClick={() => retry.run({ variables: { id } })}
        >
          Retry
        </Button>
      ) : (
        live && (
          <Button
            busy={busy}
            aria-label={`Cancel pipeline ${databaseId}`}
            onClick={() => cancel.run({ variables: { id } })}
          >
            Cancel
          </Button>
        )
      )}
      <Problem text={retry.problem ?? cancel.problem ?? explainError(error)} />
    </li>
  );
}

/** The pipeline of the newest commit, then the earlier ones of the branch. */
export function Pipelines({ mergeRequest }: { mergeRequest: FragmentType<typeof PipelinesFragmentDoc> }) {
  const { headPipeline, pipelines } = readFragment(PipelinesFragmentDoc, mergeRequest);
  const ofBranch = present(pipelines?.nodes);
  const newest = headPipeline && readFragment(PipelineFragmentDoc, headPipeline);
  const all = new Map(
    [...(headPipeline ? [headPipeline] : []), ...ofBranch].map((pipeline) => [
      readFragment(PipelineFragmentDoc, pipeline).id,
      pipeline,
    ]),
  );
  return (
    <Section title="Pipelines">
      {all.size === 0 && <p className="quiet">No pipeline has run for this branch.</p>}
      <ul className="pipelines">
        {[...all].map(([id, pipeline]) => (
          <PipelineRow key={id} pipeline={pipeline} />
        ))}
      </ul>
      {newest === null && all.size > 0 && <p className="quiet">None of them is for the newest commit.</p>}
    </Section>
  );
}
