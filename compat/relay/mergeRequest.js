/** A document for relay-compiler that selects `id` on every kind of object that a merge request leads to. */
const { graphql } = require('relay-runtime');

graphql`
  query mergeRequestQuery($project: ID!, $iid: SafeInt!) {
    project(id: $project) {
      id
      group {
        id
      }
      resourceGroups(first: 1) {
        nodes {
          id
          currentJob {
            id
            commit {
              sha
            }
          }
        }
      }
      mergeRequest(iid: $iid) {
        id
        author {
          id
        }
        labels {
          id
        }
        milestone {
          id
          databaseId
        }
        approvalState {
          id
          approvalsLeft
          approvedBy {
            user {
              id
            }
          }
        }
        notes(first: 2) {
          nodes {
            id
            noteable {
              __typename
              id
            }
          }
        }
        pipelines(first: 2) {
          nodes {
            id
            user {
              id
            }
          }
        }
        versions(first: 1) {
          nodes {
            databaseId
          }
        }
      }
    }
  }
`;
