/* eslint-disable */
import * as types from './graphql';
import type { TypedDocumentNode as DocumentNode } from '@graphql-typed-document-node/core';

/**
 * Map of all GraphQL operations in the project.
 *
 * This map has several performance disadvantages:
 * 1. It is not tree-shakeable, so it will include all operations in the project.
 * 2. It is not minifiable, so the string of a GraphQL query will be multiple times inside the bundle.
 * 3. It does not support dead code elimination, so it will add unused operations.
 *
 * Therefore it is highly recommended to use the babel or swc plugin for production.
 * Learn more about it here: https://the-guild.dev/graphql/codegen/plugins/presets/preset-client#reducing-bundle-size
 */
type Documents = {
    "query FailedPipelines($project: ID!, $after: String) {\n  project(id: $project) {\n    id\n    pipelines(first: 100, after: $after, filter: {status: FAILED}) {\n      nodes {\n        id\n        iid\n        ref\n      }\n      pageInfo {\n        hasNextPage\n        endCursor\n      }\n    }\n  }\n}": typeof types.FailedPipelinesDocument,
    "mutation GroupAvatarUpload($group: ID!, $avatar: File!) {\n  groupAvatarUpload(input: {id: $group, avatar: $avatar}) {\n    group {\n      id\n      avatarUrl\n    }\n    errors {\n      code\n      message\n    }\n  }\n}": typeof types.GroupAvatarUploadDocument,
    "mutation LabelCreate($input: LabelCreateInput!) {\n  labelCreate(input: $input) {\n    label {\n      id\n      name\n      description\n    }\n    project {\n      id\n    }\n    errors {\n      code\n      message\n    }\n  }\n}": typeof types.LabelCreateDocument,
    "mutation LabelDelete($input: LabelDeleteInput!) {\n  labelDelete(input: $input) {\n    deletedLabelId\n    errors {\n      code\n      message\n    }\n  }\n}": typeof types.LabelDeleteDocument,
    "mutation LabelDescribe($input: LabelUpdateInput!) {\n  labelUpdate(input: $input) {\n    label {\n      id\n      description\n    }\n    errors {\n      code\n      message\n    }\n  }\n}": typeof types.LabelDescribeDocument,
    "query Labels($project: ID!, $after: String) {\n  project(id: $project) {\n    id\n    labels(first: 20, after: $after) {\n      edges {\n        cursor\n        node {\n          id\n          name\n          description\n        }\n      }\n      pageInfo {\n        hasNextPage\n        endCursor\n      }\n    }\n  }\n}": typeof types.LabelsDocument,
    "subscription PipelineStatus($pipeline: ID!) {\n  pipeline(id: $pipeline) {\n    id\n    status\n  }\n}": typeof types.PipelineStatusDocument,
};
const documents: Documents = {
    "query FailedPipelines($project: ID!, $after: String) {\n  project(id: $project) {\n    id\n    pipelines(first: 100, after: $after, filter: {status: FAILED}) {\n      nodes {\n        id\n        iid\n        ref\n      }\n      pageInfo {\n        hasNextPage\n        endCursor\n      }\n    }\n  }\n}": types.FailedPipelinesDocument,
    "mutation GroupAvatarUpload($group: ID!, $avatar: File!) {\n  groupAvatarUpload(input: {id: $group, avatar: $avatar}) {\n    group {\n      id\n      avatarUrl\n    }\n    errors {\n      code\n      message\n    }\n  }\n}": types.GroupAvatarUploadDocument,
    "mutation LabelCreate($input: LabelCreateInput!) {\n  labelCreate(input: $input) {\n    label {\n      id\n      name\n      description\n    }\n    project {\n      id\n    }\n    errors {\n      code\n      message\n    }\n  }\n}": types.LabelCreateDocument,
    "mutation LabelDelete($input: LabelDeleteInput!) {\n  labelDelete(input: $input) {\n    deletedLabelId\n    errors {\n      code\n      message\n    }\n  }\n}": types.LabelDeleteDocument,
    "mutation LabelDescribe($input: LabelUpdateInput!) {\n  labelUpdate(input: $input) {\n    label {\n      id\n      description\n    }\n    errors {\n      code\n      message\n    }\n  }\n}": types.LabelDescribeDocument,
    "query Labels($project: ID!, $after: String) {\n  project(id: $project) {\n    id\n    labels(first: 20, after: $after) {\n      edges {\n        cursor\n        node {\n          id\n          name\n          description\n        }\n      }\n      pageInfo {\n        hasNextPage\n        endCursor\n      }\n    }\n  }\n}": types.LabelsDocument,
    "subscription PipelineStatus($pipeline: ID!) {\n  pipeline(id: $pipeline) {\n    id\n    status\n  }\n}": types.PipelineStatusDocument,
};

/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 *
 *
 * @example
 * ```ts
 * const query = graphql(`query GetUser($id: ID!) { user(id: $id) { name } }`);
 * ```
 *
 * The query argument is unknown!
 * Please regenerate the types.
 */
export function graphql(source: string): unknown;

/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "query FailedPipelines($project: ID!, $after: String) {\n  project(id: $project) {\n    id\n    pipelines(first: 100, after: $after, filter: {status: FAILED}) {\n      nodes {\n        id\n        iid\n        ref\n      }\n      pageInfo {\n        hasNextPage\n        endCursor\n      }\n    }\n  }\n}"): (typeof documents)["query FailedPipelines($project: ID!, $after: String) {\n  project(id: $project) {\n    id\n    pipelines(first: 100, after: $after, filter: {status: FAILED}) {\n      nodes {\n        id\n        iid\n        ref\n      }\n      pageInfo {\n        hasNextPage\n        endCursor\n      }\n    }\n  }\n}"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "mutation GroupAvatarUpload($group: ID!, $avatar: File!) {\n  groupAvatarUpload(input: {id: $group, avatar: $avatar}) {\n    group {\n      id\n      avatarUrl\n    }\n    errors {\n      code\n      message\n    }\n  }\n}"): (typeof documents)["mutation GroupAvatarUpload($group: ID!, $avatar: File!) {\n  groupAvatarUpload(input: {id: $group, avatar: $avatar}) {\n    group {\n      id\n      avatarUrl\n    }\n    errors {\n      code\n      message\n    }\n  }\n}"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "mutation LabelCreate($input: LabelCreateInput!) {\n  labelCreate(input: $input) {\n    label {\n      id\n      name\n      description\n    }\n    project {\n      id\n    }\n    errors {\n      code\n      message\n    }\n  }\n}"): (typeof documents)["mutation LabelCreate($input: LabelCreateInput!) {\n  labelCreate(input: $input) {\n    label {\n      id\n      name\n      description\n    }\n    project {\n      id\n    }\n    errors {\n      code\n      message\n    }\n  }\n}"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "mutation LabelDelete($input: LabelDeleteInput!) {\n  labelDelete(input: $input) {\n    deletedLabelId\n    errors {\n      code\n      message\n    }\n  }\n}"): (typeof documents)["mutation LabelDelete($input: LabelDeleteInput!) {\n  labelDelete(input: $input) {\n    deletedLabelId\n    errors {\n      code\n      message\n    }\n  }\n}"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "mutation LabelDescribe($input: LabelUpdateInput!) {\n  labelUpdate(input: $input) {\n    label {\n      id\n      description\n    }\n    errors {\n      code\n      message\n    }\n  }\n}"): (typeof documents)["mutation LabelDescribe($input: LabelUpdateInput!) {\n  labelUpdate(input: $input) {\n    label {\n      id\n      description\n    }\n    errors {\n      code\n      message\n    }\n  }\n}"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "query Labels($project: ID!, $after: String) {\n  project(id: $project) {\n    id\n    labels(first: 20, after: $after) {\n      edges {\n        cursor\n        node {\n          id\n          name\n          description\n        }\n      }\n      pageInfo {\n        hasNextPage\n        endCursor\n      }\n    }\n  }\n}"): (typeof documents)["query Labels($project: ID!, $after: String) {\n  project(id: $project) {\n    id\n    labels(first: 20, after: $after) {\n      edges {\n        cursor\n        node {\n          id\n          name\n          description\n        }\n      }\n      pageInfo {\n        hasNextPage\n        endCursor\n      }\n    }\n  }\n}"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "subscription PipelineStatus($pipeline: ID!) {\n  pipeline(id: $pipeline) {\n    id\n    status\n  }\n}"): (typeof documents)["subscription PipelineStatus($pipeline: ID!) {\n  pipeline(id: $pipeline) {\n    id\n    status\n  }\n}"];

export function graphql(source: string) {
  return (documents as any)[source] ?? {};
}

export type DocumentType<TDocumentNode extends DocumentNode<any, any>> = TDocumentNode extends DocumentNode<  infer TType,  any>  ? TType  : never;