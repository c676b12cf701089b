/* eslint-disable */
/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { TypedDocumentNode as DocumentNode } from '@graphql-typed-document-node/core';
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

export type PipelinesQueryVariables = Exact<{
  project: string | number;
}>;


export type PipelinesQuery = { __typename: 'Query', project: { __typename: 'Project', id: string, fullPath: string | null, pipelines: { __typename: 'PipelineConnection', nodes: Array<{ __typename: 'Pipeline', id: string, databaseId: number | null, ref: string | null, status: PipelineStatus | null, createdAt: string | null } | null> } | null } | null };

export type PipelineStatusSubscriptionVariables = Exact<{
  id: string | number;
}>;


export type PipelineStatusSubscription = { pipeline: { __typename: 'Pipeline', id: string, status: PipelineStatus | null } | null };

export type PipelineRetryMutationVariables = Exact<{
  id: string | number;
}>;


export type PipelineRetryMutation = { __typename: 'Mutation', pipelineRetry: { __typename: 'PipelineRetryPayload', pipeline: { __typename: 'Pipeline', id: string, status: PipelineStatus | null } | null, errors: Array<
      | { __typename: 'ConflictError', message: string }
      | { __typename: 'InvalidInputError', message: string }
      | { __typename: 'NotAllowedError', message: string }
      | { __typename: 'NotFoundError', message: string }
      | { __typename: 'RateLimitError', message: string }
    > } | null };


export const PipelinesDocument = {"__meta__":{"hash":"sha256:b4c307b7fb19df62ea820edc1378e6dd6db6713f2a91b2bed75e78ca5bc896b5"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Pipelines"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"project"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"project"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"project"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"fullPath"}},{"kind":"Field","name":{"kind":"Name","value":"pipelines"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"10"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"databaseId"}},{"kind":"Field","name":{"kind":"Name","value":"ref"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}}]}}]}}]}}]}}]} as unknown as DocumentNode<PipelinesQuery, PipelinesQueryVariables>;
export const PipelineStatusDocument = {"__meta__":{"hash":"sha256:5ea1a34b96e27f694bb98db84f31234bda33c8f2bf7caa1ac72f156b05223eba"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"subscription","name":{"kind":"Name","value":"PipelineStatus"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"pipeline"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"status"}}]}}]}}]} as unknown as DocumentNode<PipelineStatusSubscription, PipelineStatusSubscriptionVariables>;
export const PipelineRetryDocument = {"__meta__":{"hash":"sha256:97cdebabcbb9a9ced2b78ef45a9fb7a298d0986d47b3178da058d455a4aab52b"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"PipelineRetry"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"pipelineRetry"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"pipeline"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"status"}}]}},{"kind":"Field","name":{"kind":"Name","value":"errors"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}}]} as unknown as DocumentNode<PipelineRetryMutation, PipelineRetryMutationVariables>;