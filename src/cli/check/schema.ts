/** The schema that operations are validated against, where that is not the one of this version. */
import { readFileSync } from 'node:fs';
import { buildClientSchema, buildSchema, GraphQLSchema, getIntrospectionQuery } from 'graphql';
import { CommandFailure, messageOf } from '../failure.ts';

/** Milliseconds in which a facade has to answer. */
const timeout = 30_000;

/** Other versions of graphql have fewer rules for schemas, such as none against the deprecation of a field that an interface has. */
const assumeValid = { assumeValid: true };

/** The schema in an answer to introspection, or in the part of it that tools write to files. */
function fromIntrospection(value: unknown): GraphQLSchema {
  const { data, errors, ...others } = Object(value);
  if (Array.isArray(errors)) throw new Error(errors.map(messageOfAnswer).join('; '));
  return buildClientSchema(data ?? others, assumeValid);
}

const messageOfAnswer = (error: unknown): string => String(Object(error).message);

async function fromUrl(url: string): Promise<GraphQLSchema> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify({ query: getIntrospectionQuery({ inputValueDeprecation: true, oneOf: true }) }),
    signal: AbortSignal.timeout(timeout),
  });
  const text = await response.text();
  if (!response.ok && !text.startsWith('{')) throw new Error(`it answers with ${response.status}`);
  return fromIntrospection(JSON.parse(text));
}

function fromFile(file: string): GraphQLSchema {
  const text = readFileSync(file, 'utf8');
  if (file.endsWith('.json')) return fromIntrospection(JSON.parse(text));
  return new GraphQLSchema({ ...buildSchema(text).toConfig(), ...assumeValid });
}

/**
 * The schema of a running facade, or that of a file.
 * @param place address of the endpoint, or path of a file with SDL or the answer to introspection
 */
export async function loadSchema(place: string): Promise<GraphQLSchema> {
  try {
    return await (/^https?:\/\//.test(place) ? fromUrl(place) : fromFile(place));
  } catch (error) {
    const cause = error instanceof Error && error.cause !== undefined ? messageOf(error.cause) : messageOf(error);
    throw new CommandFailure(`--schema ${place} gives no schema: ${cause}`);
  }
}
