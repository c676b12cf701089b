/* eslint-disable */
/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { TypedDocumentNode as DocumentNode } from '@graphql-typed-document-node/core';
/** Values for `labelCreate`. */
export type LabelCreateInput = {
  /** Whether the label is archived from the start. Defaults to false. */
  archived?: boolean | null | undefined;
  /** Background color as six hexadecimal digits with `#` (`#FFAABB`) or a CSS color name (`red`). */
  color: string;
  /** Free text about the label. */
  description?: string | null | undefined;
  /** Name of the label, unique among the labels that the project sees. */
  name: string;
  /** Priority of the label in the project; 0 is the highest. Null for none. */
  priority?: number | null | undefined;
  /** The project, as global id, numeric id or full path. */
  project: string | number;
};

/** Values for `labelDelete`. */
export type LabelDeleteInput = {
  /** The label, as its global id. */
  id: string | number;
};

/** Values for `labelUpdate`. Fields reject null unless their description states its effect. */
export type LabelUpdateInput = {
  /** True archives the label, false restores it. */
  archived?: boolean | null | undefined;
  /** New background color as six hexadecimal digits with `#` (`#FFAABB`) or a CSS color name (`red`). */
  color?: string | null | undefined;
  /** New free text about the label. */
  description?: string | null | undefined;
  /** The label, as its global id. */
  id: string | number;
  /** New name of the label, unique among the labels that the project sees. */
  name?: string | null | undefined;
  /** New priority in the project; 0 is the highest. Null removes the priority. */
  priority?: number | null | undefined;
};

/** Reason why a write was rejected. */
export type MutationErrorCode =
  /** The input violates a limit or rule, or the service rejects it (HTTP 400, or 401 for a secret in the input). */
  | 'BAD_USER_INPUT'
  /** The write conflicts with the current state, which may have changed since it was read (HTTP 409). */
  | 'CONFLICT'
  /** The caller may not do this (HTTP 403). */
  | 'FORBIDDEN'
  /** An object that the input identifies does not exist, or the caller may not see it (HTTP 404). */
  | 'NOT_FOUND'
  /** A precondition of the write is not met (HTTP 412). */
  | 'PRECONDITION_FAILED'
  /** Too many writes, or one of the same kind is still in progress (HTTP 429). */
  | 'RATE_LIMITED'
  /** The service accepts the credential, but the write needs one of another kind (HTTP 401). Signing in again does not help. */
  | 'UNAUTHENTICATED'
  /** The service rejected the content of a well-formed input (HTTP 422), or a successful response reports that the write failed. */
  | 'UNPROCESSABLE';

/** Current status of a pipeline. */
export type PipelineStatus =
  /** Ended, because it was canceled. */
  | 'CANCELED'
  /** Being canceled; cleanup of some jobs is still running. */
  | 'CANCELING'
  /** Created, but no job has been queued yet. */
  | 'CREATED'
  /** Ended, and at least one required job failed. */
  | 'FAILED'
  /** Waits for a user to start a manual job. */
  | 'MANUAL'
  /** Queued, waits for a runner. */
  | 'PENDING'
  /** Being prepared before its first jobs are queued. */
  | 'PREPARING'
  /** At least one job is running. */
  | 'RUNNING'
  /** Waits for the scheduled time of a delayed job. */
  | 'SCHEDULED'
  /** Ended without running, as the commit or configuration specifies. */
  | 'SKIPPED'
  /** Ended, and all required jobs succeeded. */
  | 'SUCCESS'
  /** Value that this schema lacks. */
  | 'UNKNOWN'
  /** Waits for a resource group to be free. */
  | 'WAITING_FOR_RESOURCE';

export type FailedPipelinesQueryVariables = Exact<{
  project: string | number;
  after?: string | null | undefined;
}>;


export type FailedPipelinesQuery = { __typename: 'Query', project: { __typename: 'Project', id: string, pipelines: { __typename: 'PipelineConnection', nodes: Array<{ __typename: 'Pipeline', id: string, iid: number | null, ref: string }>, pageInfo: { __typename: 'PageInfo', hasNextPage: boolean, endCursor: string | null } } } | null };

export type GroupAvatarUploadMutationVariables = Exact<{
  group: string | number;
  avatar: Blob;
}>;


export type GroupAvatarUploadMutation = { __typename: 'Mutation', groupAvatarUpload: { __typename: 'GroupAvatarUploadPayload', group: { __typename: 'Group', id: string, avatarUrl: string | null } | null, errors: Array<
      | { __typename: 'ConflictError', code: MutationErrorCode, message: string }
      | { __typename: 'InvalidInputError', code: MutationErrorCode, message: string }
      | { __typename: 'NotAllowedError', code: MutationErrorCode, message: string }
      | { __typename: 'NotFoundError', code: MutationErrorCode, message: string }
      | { __typename: 'RateLimitError', code: MutationErrorCode, message: string }
    > } };

export type LabelCreateMutationVariables = Exact<{
  input: LabelCreateInput;
}>;


export type LabelCreateMutation = { __typename: 'Mutation', labelCreate: { __typename: 'LabelCreatePayload', label: { __typename: 'Label', id: string, name: string, description: string | null } | null, project: { __typename: 'Project', id: string } | null, errors: Array<
      | { __typename: 'ConflictError', code: MutationErrorCode, message: string }
      | { __typename: 'InvalidInputError', code: MutationErrorCode, message: string }
      | { __typename: 'NotAllowedError', code: MutationErrorCode, message: string }
      | { __typename: 'NotFoundError', code: MutationErrorCode, message: string }
      | { __typename: 'RateLimitError', code: MutationErrorCode, message: string }
    > } };

export type LabelDeleteMutationVariables = Exact<{
  input: LabelDeleteInput;
}>;


export type LabelDeleteMutation = { __typename: 'Mutation', labelDelete: { __typename: 'LabelDeletePayload', deletedLabelId: string | null, errors: Array<
      | { __typename: 'ConflictError', code: MutationErrorCode, message: string }
      | { __typename: 'InvalidInputError', code: MutationErrorCode, message: string }
      | { __typename: 'NotAllowedError', code: MutationErrorCode, message: string }
      | { __typename: 'NotFoundError', code: MutationErrorCode, message: string }
      | { __typename: 'RateLimitError', code: MutationErrorCode, message: string }
    > } };

export type LabelDescribeMutationVariables = Exact<{
  input: LabelUpdateInput;
}>;


export type LabelDescribeMutation = { __typename: 'Mutation', labelUpdate: { __typename: 'LabelUpdatePayload', label: { __typename: 'Label', id: string, description: string | null } | null, errors: Array<
      | { __typename: 'ConflictError', code: MutationErrorCode, message: string }
      | { __typename: 'InvalidInputError', code: MutationErrorCode, message: string }
      | { __typename: 'NotAllowedError', code: MutationErrorCode, message: string }
      | { __typename: 'NotFoundError', code: MutationErrorCode, message: string }
      | { __typename: 'RateLimitError', code: MutationErrorCode, message: string }
    > } };

export type LabelsQueryVariables = Exact<{
  project: string | number;
  after?: string | null | undefined;
}>;


export type LabelsQuery = { __typename: 'Query', project: { __typename: 'Project', id: string, labels: { __typename: 'LabelConnection', edges: Array<{ __typename: 'LabelEdge', cursor: string, node: { __typename: 'Label', id: string, name: string, description: string | null } }>, pageInfo: { __typename: 'PageInfo', hasNextPage: boolean, endCursor: string | null } } } | null };

export type PipelineStatusSubscriptionVariables = Exact<{
  pipeline: string | number;
}>;


export type PipelineStatusSubscription = { pipeline: { __typename: 'Pipeline', id: string, status: PipelineStatus } };


export const FailedPipelinesDocument = {"__meta__":{"hash":"sha256:ba5003a7f73f165da3a9064738667575c3249d0dbf4ee318ff063524bf15da67"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"FailedPipelines"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"project"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"project"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"project"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"pipelines"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"100"}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}},{"kind":"Argument","name":{"kind":"Name","value":"filter"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"status"},"value":{"kind":"EnumValue","value":"FAILED"}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"iid"}},{"kind":"Field","name":{"kind":"Name","value":"ref"}}]}},{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}},{"kind":"Field","name":{"kind":"Name","value":"endCursor"}}]}}]}}]}}]}}]} as unknown as DocumentNode<FailedPipelinesQuery, FailedPipelinesQueryVariables>;
export const GroupAvatarUploadDocument = {"__meta__":{"hash":"sha256:fea2a160ec04998424f8d9e520a3917703866ad82597f5a59f6f57f5aa704d00"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"GroupAvatarUpload"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"group"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"avatar"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"File"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"groupAvatarUpload"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"group"}}},{"kind":"ObjectField","name":{"kind":"Name","value":"avatar"},"value":{"kind":"Variable","name":{"kind":"Name","value":"avatar"}}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"group"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"avatarUrl"}}]}},{"kind":"Field","name":{"kind":"Name","value":"errors"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}}]} as unknown as DocumentNode<GroupAvatarUploadMutation, GroupAvatarUploadMutationVariables>;
export const LabelCreateDocument = {"__meta__":{"hash":"sha256:168455f616a5788e97308696b845cc626f01aaabff708439c9eb7302278cd5fd"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"LabelCreate"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"LabelCreateInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"labelCreate"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"label"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"description"}}]}},{"kind":"Field","name":{"kind":"Name","value":"project"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}}]}},{"kind":"Field","name":{"kind":"Name","value":"errors"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}}]} as unknown as DocumentNode<LabelCreateMutation, LabelCreateMutationVariables>;
export const LabelDeleteDocument = {"__meta__":{"hash":"sha256:89ca46fc902f1d2f46dda8a8a1c7dc8976a61871f9174fda711eefd662fddd2f"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"LabelDelete"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"LabelDeleteInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"labelDelete"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"deletedLabelId"}},{"kind":"Field","name":{"kind":"Name","value":"errors"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}}]} as unknown as DocumentNode<LabelDeleteMutation, LabelDeleteMutationVariables>;
export const LabelDescribeDocument = {"__meta__":{"hash":"sha256:a3095a024f2724a19361efe0f812641a9145820e4962eb3cac73fe16450f6fd0"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"LabelDescribe"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"LabelUpdateInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"labelUpdate"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"label"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"description"}}]}},{"kind":"Field","name":{"kind":"Name","value":"errors"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}}]} as unknown as DocumentNode<LabelDescribeMutation, LabelDescribeMutationVariables>;
export const LabelsDocument = {"__meta__":{"hash":"sha256:c0eed3b7481770f5a6f3e4bf36f658d23e512dfc51e9deb9a4d502c80f82c130"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Labels"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"project"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"project"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"project"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"labels"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"20"}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"edges"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"cursor"}},{"kind":"Field","name":{"kind":"Name","value":"node"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"description"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}},{"kind":"Field","name":{"kind":"Name","value":"endCursor"}}]}}]}}]}}]}}]} as unknown as DocumentNode<LabelsQuery, LabelsQueryVariables>;
export const PipelineStatusDocument = {"__meta__":{"hash":"sha256:71579c00926aa1d4cdc9e484a9e9b82ebba19de1e6fee1f82f38dce052fecc54"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"subscription","name":{"kind":"Name","value":"PipelineStatus"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"pipeline"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"pipeline"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"pipeline"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"status"}}]}}]}}]} as unknown as DocumentNode<PipelineStatusSubscription, PipelineStatusSubscriptionVariables>;