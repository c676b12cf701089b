import type { Role } from '../../src/sandbox/index.ts';
import type { Facade, GraphAnswer } from '../harness.ts';

/** An entry of `errors` in a payload. */
export interface HttpError {
  readonly __typename: string;
  readonly code: string;
  readonly message: string;
  readonly path: readonly string[] | null;
}

/** The answer of one mutation, and what its payload holds. */
export interface Outcome<Payload> {
  readonly answer: GraphAnswer<Readonly<Record<string, (Payload & { errors: readonly HttpError[] }) | null>> | null>;
  /** Null when the mutation failed with a GraphQL error. */
  readonly payload: (Payload & { readonly errors: readonly HttpError[] }) | null;
  /** The code of the refusal or of the GraphQL error; undefined after a success. */
  readonly code: string | undefined;
}

/** Runs one mutation with its input; `selection` is what is asked of the payload beside `errors`. */
export async function mutate<Payload = Readonly<Record<string, unknown>>>(
  facade: Pick<Facade, 'ask'>,
  name: string,
  input: Readonly<Record<string, unknown>>,
  selection: string,
  as: Role = 'anonymous',
): Promise<Outcome<Payload>> {
  const type = `${name.charAt(0).toUpperCase()}${name.slice(1)}Input!`;
  const answer: Outcome<Payload>['answer'] = await facade.ask(
    `mutation ($input: ${type}) { ${name}(input: $input) { ${selection} errors { __typename code message path } } }`,
    { input },
    { as },
  );
  const payload = answer.data?.[name] ?? null;
  return { answer, payload, code: payload?.errors[0]?.code ?? answer.errors?.[0]?.extensions?.code };
}
