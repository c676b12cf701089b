/** Documents for relay-compiler: a page of a project, and a pipeline that refetches itself. */
const { graphql } = require('relay-runtime');

graphql`
  query pipelinesQuery($project: ID!, $count: Int!) {
    project(id: $project) {
      id
      fullPath
      ...pipelines_list @arguments(count: $count)
    }
  }
`;

graphql`
  fragment pipelines_list on Project
  @argumentDefinitions(count: { type: "Int!" }, cursor: { type: "String" })
  @refetchable(queryName: "pipelinesListQuery") {
    pipelines(first: $count, after: $cursor) @connection(key: "pipelines_list_pipelines") {
      edges {
        node {
          id
          status
          ...pipelines_pipeline
        }
      }
    }
  }
`;

graphql`
  fragment pipelines_pipeline on Pipeline @refetchable(queryName: "pipelinesPipelineQuery") {
    id
    status
    coverage
  }
`;

graphql`
  query pipelinesRefreshQuery($id: ID!) {
    pipeline(id: $id) {
      id
      status
    }
  }
`;

graphql`
  mutation pipelinesRetryMutation($input: PipelineRetryInput!) {
    pipelineRetry(input: $input) {
      pipeline {
        id
        status
      }
      errors {
        message
      }
    }
  }
`;
