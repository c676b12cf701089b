/** The tabs that GraphiQL opens with, each runnable as it stands against the sandbox. Their comments fit into the width of the editor. */
interface Example {
  readonly query: string;
  readonly variables?: string;
}

const pipeline = JSON.stringify({ id: 'gid://service/Pipeline/14/2991' }, null, 2);

export const examples: readonly Example[] = [
  {
    query: `# Which pipelines failed, in my groups?
# Each list is one REST call. The panel below
# the response has the calls of the last run,
# and the plan of what stands here.
query FailedPipelines {
  groups(first: 5) {
    nodes {
      fullPath
      projects(first: 10) {
        nodes {
          fullPath
          pipelines(first: 3, filter: { status: FAILED }) {
            nodes { iid status ref }
            totalCount
          }
        }
      }
    }
  }
}
`,
  },
  {
    query: `# A list of pipelines is one REST call, but
# "coverage" stands in the detail alone: one
# more call for each pipeline. Take it away,
# and look at the plan.
query PipelineCoverage {
  project(id: "meridian/platform/engine") {
    fullPath
    pipelines(first: 5) {
      nodes { id iid status coverage user { username name } }
    }
  }
}
`,
  },
  {
    query: `# Who am I? The role or token above decides.
query CurrentUser {
  currentUser { id username name }
}
`,
  },
  {
    query: `# Runs the failed jobs of a pipeline again.
# What is refused stands in "errors", and is
# marked where it was asked for.
mutation RetryPipeline($id: ID!) {
  pipelineRetry(input: { id: $id }) {
    pipeline { id status }
    errors { code message path }
  }
}
`,
    variables: pipeline,
  },
  {
    query: `# Follows a pipeline until it is over; with
# "until: FOREVER" it goes on. Run
# "RetryPipeline" first, and each state comes
# with the polls that led to it.
subscription FollowPipeline($id: ID!) {
  pipeline(id: $id) { status startedAt finishedAt duration }
}
`,
    variables: pipeline,
  },
];
