import { useQuery } from '@apollo/client/react';
import { Approvals } from './Approvals.tsx';
import { Comments } from './Comments.tsx';
import { Dependencies } from './Dependencies.tsx';
import { explainError } from './explain.ts';
import { isFragmentReady } from './gql/fragment-masking.ts';
import { ApprovalsFragmentDoc, MergeRequestPageDocument, PipelinesFragmentDoc } from './gql/graphql.ts';
import { Pipelines } from './Pipelines.tsx';
import { Problem, Section } from './parts.tsx';
import { Summary } from './Summary.tsx';

/** Section whose part of the response has not arrived, or has failed. */
function Deferred({ title, isLoading }: { title: string; isLoading: boolean }) {
  return (
    <Section title={title}>
      <p className="quiet">{isLoading ? 'Loading …' : 'Not available.'}</p>
    </Section>
  );
}

/** The whole page. What could not be read is named above; the rest is shown all the same. */
export function MergeRequestPage({ project, iid }: { project: string; iid: number }) {
  const { data, loading, error } = useQuery(MergeRequestPageDocument, {
    variables: { project, iid },
    errorPolicy: 'all',
  });
  const mergeRequest = data?.project?.mergeRequest;
  return (
    <>
      <p className="viewer">
        {data?.currentUser ? `Signed in as ${data.currentUser.name}` : loading ? '' : 'Not signed in'}
      </p>
      <main aria-busy={loading}>
        <Problem text={explainError(error)} />
        {loading && !data && <p role="status">Loading …</p>}
        {!loading && !mergeRequest && !error && (
          <p role="status">
            There is no merge request !{iid} in {project}, or you may not see it.
          </p>
        )}
        {mergeRequest && (
          <>
            <Summary mergeRequest={mergeRequest} />
            <div className="columns">
              <div className="description">
                <Section title="Description">
                  <p className="text">{mergeRequest.description ?? 'No description.'}</p>
                </Section>
              </div>
              <aside>
                {isFragmentReady(MergeRequestPageDocument, ApprovalsFragmentDoc, mergeRequest) ? (
                  <Approvals mergeRequest={mergeRequest} />
                ) : (
                  <Deferred title="Approvals" isLoading={loading} />
                )}
                {isFragmentReady(MergeRequestPageDocument, PipelinesFragmentDoc, mergeRequest) ? (
                  <Pipelines mergeRequest={mergeRequest} />
                ) : (
                  <Deferred title="Pipelines" isLoading={loading} />
                )}
                <Dependencies mergeRequest={mergeRequest} />
              </aside>
              <div className="discussion">
                <Comments mergeRequest={mergeRequest} />
              </div>
            </div>
          </>
        )}
      </main>
    </>
  );
}
