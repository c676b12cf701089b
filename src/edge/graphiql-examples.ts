/** The tabs that GraphiQL opens with. Their comments fit into the width of the editor. */
interface Example {
  readonly query: string;
  readonly variables?: string;
}

export const examples: readonly Example[] = [
  {
    query: `# Which pipelines failed, in the groups that all may see?
# No token is needed. Each list is one REST call;
# the header "x-portico-trace": "1" shows them all.
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
    query: `# A list of pipelines is one REST call. "coverage" stands
# in the detail alone: one more call for each pipeline.
query PipelineCoverage {
  groups(first: 1) {
    nodes {
      projects(first: 2) {
        nodes {
          fullPath
          pipelines(first: 3) {
            nodes { iid status coverage user { username name } }
          }
        }
      }
    }
  }
}
`,
  },
  {
    query: `# Who am I? Put a token into "PRIVATE-TOKEN" below.
query CurrentUser {
  currentUser { id username name }
}
`,
  },
  {
    query: `# Runs the failed jobs of a pipeline again.
# Put its id into the variables and a token into the headers.
mutation RetryPipeline($id: ID!) {
  pipelineRetry(input: { id: $id }) {
    pipeline { id status }
    errors { code message path }
  }
}
`,
    variables: '{\n  "id": ""\n}',
  },
  {
    query: `# Follows a pipeline until it is over; "until: FOREVER"
# goes on. Start one with "pipelineCreate" or
# "pipelineRetry", and put its id into the variables.
subscription FollowPipeline($id: ID!) {
  pipeline(id: $id) { status startedAt finishedAt duration }
}
`,
    variables: '{\n  "id": ""\n}',
  },
];
