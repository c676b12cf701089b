import { type Role, tokens } from '../../sandbox/index.ts';
import type { Facade, GraphResponse } from '../harness.ts';

/** Entry of `errors` in a payload. */
export interface PayloadError {
  readonly __typename: string;
  readonly code: string;
  readonly message: string;
  readonly path: readonly string[] | null;
}

/** Response to a mutation, and its payload. */
export interface Outcome<Payload> {
  readonly response: GraphResponse<Readonly<
    Record<string, (Payload & { errors: readonly PayloadError[] }) | null>
  > | null>;
  /** `null` if the mutation failed with a GraphQL error. */
  readonly payload: (Payload & { readonly errors: readonly PayloadError[] }) | null;
  /** Code of the first error in the payload, or else of the first GraphQL error; `undefined` if none exists. */
  readonly code: string | undefined;
}

const toDocument = (name: string, selection: string): string => {
  const type = `${name.charAt(0).toUpperCase()}${name.slice(1)}Input!`;
  return `mutation ($input: ${type}) { ${name}(input: $input) { ${selection} errors { __typename code message path } } }`;
};

function toOutcome<Payload>(name: string, response: Outcome<Payload>['response']): Outcome<Payload> {
  const payload = response.data?.[name] ?? null;
  return { response, payload, code: payload?.errors[0]?.code ?? response.errors?.[0]?.extensions?.code };
}

/** Runs one mutation with its input. @param selection selection on the payload, besides `errors` */
export async function mutate<Payload = Readonly<Record<string, unknown>>>(
  facade: Pick<Facade, 'execute'>,
  name: string,
  input: Readonly<Record<string, unknown>>,
  selection: string,
  as: Role = 'anonymous',
): Promise<Outcome<Payload>> {
  return toOutcome(name, await facade.execute(toDocument(name, selection), { input }, { as }));
}

/** Runs `groupAvatarUpload` in a GraphQL multipart request, which lacks the file if it is `undefined`. */
export async function uploadAvatar<Payload = Readonly<Record<string, unknown>>>(
  { url }: Pick<Facade, 'url'>,
  { id, file }: { readonly id: string; readonly file: Blob | undefined },
  selection: string,
  as: Role,
): Promise<Outcome<Payload>> {
  const name = 'groupAvatarUpload';
  const form = new FormData();
  const operations = { query: toDocument(name, selection), variables: { input: { id, avatar: null } } };
  form.set('operations', JSON.stringify(operations));
  form.set('map', JSON.stringify({ 0: ['variables.input.avatar'] }));
  if (file !== undefined) form.set('0', file);
  const headers = { 'private-token': tokens[as] };
  const response = await fetch(new URL('/graphql', url), { method: 'POST', headers, body: form });
  return toOutcome<Payload>(name, await response.json());
}
