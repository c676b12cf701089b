import { CombinedGraphQLErrors, type ErrorLike } from '@apollo/client';

const explanations: Readonly<Record<string, string>> = {
  FORBIDDEN: 'You are not allowed to do this.',
  UNAUTHENTICATED: 'Sign in to see or do this.',
};

/** What a refusal in a payload means to the person in front of the page. */
export function explainRefusal({ code, message }: { readonly code: string; readonly message: string }): string {
  return explanations[code] ?? message;
}

/** The same for what failed on the way; undefined when nothing did. */
export function explainError(error: ErrorLike | undefined): string | undefined {
  if (!CombinedGraphQLErrors.is(error)) return error?.message;
  const reasons = error.errors.map(({ message, extensions }) =>
    explainRefusal({ code: String(extensions?.code), message }),
  );
  return [...new Set(reasons)].join(' ');
}
