import type { OperationVariables, TypedDocumentNode } from '@apollo/client';
import { useMutation } from '@apollo/client/react';
import type { MutationErrorCode } from './gql/graphql.ts';

interface Refusal {
  readonly code: MutationErrorCode;
  readonly message: string;
}

const explanations: Partial<Record<MutationErrorCode, string>> = {
  FORBIDDEN: 'You are not allowed to do this.',
  UNAUTHENTICATED: 'Sign in to do this.',
};

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
  const problem = error?.message ?? (refusal && (explanations[refusal.code] ?? refusal.message));
  return { run, data, busy: loading, problem };
}
