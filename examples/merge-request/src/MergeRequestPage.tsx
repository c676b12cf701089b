import { useQuery } from '@apollo/client/react';
import { Approvals } from './Approvals.tsx';
import { Comments } from './Comments.tsx';
import { Dependencies } from './Dependencies.tsx';
import { explainError } from './explain.ts';
import { MergeRequestPageDocument } from './gql/graphql.ts';
import { Pipelines } from './Pipelines.tsx';
import { Problem, Section } from './parts.tsx';
import { Summary } from './Summary.tsx';

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
                <Approvals mergeRequest={mergeRequest} />
                <Pipelines mergeRequest={mergeRequest} />
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
