import type { OperationVariables, TypedDocumentNode } from '@apollo/client';
import { useMutation } from '@apollo/client/react';
import { explainError, explainRefusal } from './explain.ts';
import type { MutationErrorCode } from './gql/graphql.ts';

interface Refusal {
  readonly code: MutationErrorCode;
  readonly message: string;
}

/**
 * A mutation behind a button. `problem` is what the person reads when it did not work: what the payload refuses, or what failed on
 * the way.
 */
export function useAction<Data, Variables extends OperationVariables>(
  document: TypedDocumentNode<Data, Variables>,
  refusals: (data: Data) => readonly Refusal[] | undefined,
) {
  const [run, { data, error, loading }] = useMutation<Data, Variables>(document, { errorPolicy: 'all' });
  const [refusal] = (data && refusals(data)) ?? [];
  return { run, data, busy: loading, problem: explainError(error) ?? (refusal && explainRefusal(refusal)) };
}
