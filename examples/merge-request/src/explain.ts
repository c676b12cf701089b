import { CombinedGraphQLErrors, type ErrorLike } from '@apollo/client';

const explanations: Readonly<Record<string, string>> = {
  FORBIDDEN: 'You are not allowed to do this.',
  UNAUTHENTICATED: 'Sign in to see or do this.',
};

/** Explains an error of a payload to the user. */
export function explainRefusal({ code, message }: { readonly code: string; readonly message: string }): string {
  return explanations[code] ?? message;
}

/** Explains a failed request to the user; `undefined` if it did not fail. */
export function explainError(error: ErrorLike | undefined): string | undefined {
  if (!CombinedGraphQLErrors.is(error)) return error?.message;
  const reasons = error.errors.map(({ message, extensions }) =>
    explainRefusal({ code: String(extensions?.code), message }),
  );
  return [...new Set(reasons)].join(' ');
}
