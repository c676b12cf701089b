/** Example tabs of GraphiQL. Each runs without changes. Their comments fit into the width of the editor. */
import { type GraphQLSchema, parse, validate } from 'graphql';

export interface Example {
  readonly query: string;
  readonly variables?: string;
}

const pipeline = JSON.stringify({ id: 'gid://service/Pipeline/14/2991' }, null, 2);

const currentUserQuery = `query CurrentUser {
  currentUser { id username name }
}
`;

const failedPipelines: Example = {
  query: `# Which pipelines failed, in my groups?
# Each list is one REST call. The panel below
# the response has the calls of the last run,
# and the plan of this tab.
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
};

/** Tabs for the sandbox. They contain ids of its objects. */
export const sandboxExamples: readonly Example[] = [
  {
    query: `# Which pipelines failed, in this group?
# Each list is one REST call. The panel below
# the response has the calls of the last run,
# and the plan of this tab.
query FailedPipelines {
  group(id: "meridian/platform") {
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
`,
  },
  {
    query: `# A list of pipelines is one REST call, but
# "coverage" is in the detail only: one more
# call for each pipeline. Remove it, and look
# at the plan.
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
  { query: `# Who am I? The role or token above decides.\n${currentUserQuery}` },
  {
    query: `# Retries the failed jobs of a pipeline. The
# reasons of a rejected write are in "errors",
# and the editor marks its field.
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
    query: `# Follows a pipeline until it ends, or forever
# with "until: FOREVER". Run "RetryPipeline"
# first. Each state has the polls that led to
# it in the panel below.
subscription FollowPipeline($id: ID!) {
  pipeline(id: $id) { status startedAt finishedAt duration }
}
`,
    variables: pipeline,
  },
];

/** Tabs for a service. They contain no ids, and write nothing. */
export const serviceExamples: readonly Example[] = [
  {
    query: `# Who am I? The token above decides. Without
# one, a session cookie or the credential of
# the server does, if there is one.
${currentUserQuery}`,
  },
  failedPipelines,
  {
    query: `# A list of pipelines is one REST call, but
# "coverage" is in the detail only: one more
# call for each pipeline. Remove it, and look
# at the plan.
query PipelineCoverage {
  groups(first: 1) {
    nodes {
      fullPath
      projects(first: 1) {
        nodes {
          fullPath
          pipelines(first: 5) {
            nodes { id iid status coverage user { username name } }
          }
        }
      }
    }
  }
}
`,
  },
];

/** Tabs of a page with or without the roles of the sandbox: those whose fields the schema has. */
export const examplesFor = (schema: GraphQLSchema, isSandbox: boolean): readonly Example[] =>
  (isSandbox ? sandboxExamples : serviceExamples).filter(({ query }) => validate(schema, parse(query)).length === 0);
