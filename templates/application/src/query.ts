/** Typed operations over HTTP. */
import type { TypedDocumentString } from './operations.gen.ts';

/** Executes an operation. @throws Error if the result contains errors */
export type Query = <Result, Variables>(
  document: TypedDocumentString<Result, Variables>,
  variables: Variables,
) => Promise<Result>;

interface Response<Result> {
  readonly data: Result;
  readonly errors?: readonly { readonly message: string }[];
}

/**
 * Creates a function that executes operations at an endpoint.
 * @param token token of the REST service; without it, the caller is anonymous
 */
export const createQuery =
  (endpoint: string, token?: string): Query =>
  async <Result, Variables>(document: TypedDocumentString<Result, Variables>, variables: Variables) => {
    const response = await fetch(endpoint, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(token !== undefined && { 'private-token': token }) },
      body: JSON.stringify({ query: document, variables }),
    });
    const { data, errors }: Response<Result> = JSON.parse(await response.text());
    if (errors !== undefined) throw new Error(errors.map(({ message }) => message).join('; '));
    return data;
  };
