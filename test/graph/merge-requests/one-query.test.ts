/** Query of a project for review, with its exact REST calls. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type SandboxedFacade, startSandboxed } from '../../harness.ts';

let facade: SandboxedFacade;
beforeAll(async () => {
  facade = await startSandboxed();
});
afterAll(() => facade.close());

const query = /* GraphQL */ `
  query Review($project: ID!) {
    project(id: $project) {
      name
      approvalRules {
        nodes {
          name
          approvalsRequired
          eligibleApprovers {
            username
          }
        }
      }
      mergeRequests(first: 3, orderBy: { field: CREATED_AT, direction: ASC }, filter: { state: OPENED }) {
        nodes {
          iid
          title
          author {
            name
            avatarUrl
          }
          labels {
            name
            color
          }
          blockedBy {
            nodes {
              blockingMergeRequest {
                iid
                title
                state
              }
            }
          }
          # The newest come first, so that the last three are one call.
          notes(first: 3) {
            nodes {
              body
              author {
                name
              }
            }
          }
        }
      }
    }
  }
`;

interface Review {
  readonly project: {
    readonly name: string;
    readonly approvalRules: { readonly nodes: readonly { readonly name: string }[] };
    readonly mergeRequests: {
      readonly nodes: readonly {
        readonly iid: number;
        readonly labels: readonly { readonly color: string | null }[];
        readonly notes: { readonly nodes: readonly { readonly body: string }[] };
      }[];
    };
  };
}

test('reads a project, its approval rules, and its open merge requests with authors, labels, blocks and last notes in nine calls', async () => {
  const { data, errors } = await facade.execute<Review>(
    query,
    { project: 'meridian/platform/engine' },
    { as: 'developer' },
  );
  expect(errors).toBeUndefined();
  const { name, approvalRules, mergeRequests } = data.project;
  expect(name).toBe('Engine');
  expect(approvalRules.nodes.map((rule) => rule.name)).toContain('Cartographers');
  expect(mergeRequests.nodes.map(({ iid }) => iid)).toEqual([2, 3, 4]);
  expect(mergeRequests.nodes[0]?.labels.map(({ color }) => color)).toEqual(['#D9534F', '#8B0000']);
  expect(mergeRequests.nodes[0]?.notes.nodes.length).toBeGreaterThan(0);
  const project = 'GET /projects/meridian%2Fplatform%2Fengine';
  const getNestedCalls = (iid: number) => [
    `GET /projects/14/merge_requests/${iid}/blocks?page=1&per_page=20`,
    `GET /projects/14/merge_requests/${iid}/notes?page=1&per_page=3`,
  ];
  expect(facade.calls.toSorted()).toEqual([
    ...getNestedCalls(2),
    ...getNestedCalls(3),
    ...getNestedCalls(4),
    project,
    `${project}/approval_rules?page=1&per_page=20`,
    `${project}/merge_requests?order_by=created_at&page=1&per_page=3&sort=asc&state=opened&with_labels_details=true`,
  ]);
});
