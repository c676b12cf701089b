/** Loads another schema than that of this version, to validate operations against it. */

import { buildClientSchema, buildSchema, GraphQLSchema, getIntrospectionQuery, type IntrospectionQuery } from 'graphql';
import { CommandFailure, getMessage } from '../../helpers/command-failure.ts';
import { asRecord, isRecord } from '../../helpers/is-record.ts';
import { readTextFile } from '../../helpers/text-file.ts';

const responseTimeoutMs = 30_000;

/** Schemas of other graphql versions may violate rules of this version, such as the rule for deprecated fields of an interface. */
const assumeValid = { assumeValid: true };

/** Builds the schema from a response to introspection, or from the `data` that tools write to files. */
function parseIntrospection(value: unknown): GraphQLSchema {
  const { data, errors, ...rest } = asRecord(value);
  if (Array.isArray(errors)) throw new Error(errors.map(getErrorMessage).join('; '));
  const introspection = data ?? rest;
  if (!isIntrospection(introspection)) throw new Error('the JSON is not the result of an introspection query');
  return buildClientSchema(introspection, assumeValid);
}

const isIntrospection = (value: unknown): value is IntrospectionQuery => isRecord(value) && isRecord(value.__schema);

const getErrorMessage = (error: unknown): string => String(asRecord(error).message);

async function fetchSchema(url: string): Promise<GraphQLSchema> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify({ query: getIntrospectionQuery({ inputValueDeprecation: true, oneOf: true }) }),
    signal: AbortSignal.timeout(responseTimeoutMs),
  });
  const text = await response.text();
  if (!response.ok && !text.startsWith('{'))
    throw new Error(`the server responded with HTTP status ${response.status}`);
  return parseIntrospection(JSON.parse(text));
}

function readSchemaFile(file: string): GraphQLSchema {
  const text = readTextFile(file);
  if (file.endsWith('.json')) return parseIntrospection(JSON.parse(text));
  return new GraphQLSchema({ ...buildSchema(text).toConfig(), ...assumeValid });
}

/**
 * Loads the schema of a running facade or of a file.
 * @param location URL of the endpoint, or path of a file with SDL or the response to introspection
 */
export async function loadSchema(location: string): Promise<GraphQLSchema> {
  try {
    return await (/^https?:\/\//.test(location) ? fetchSchema(location) : readSchemaFile(location));
  } catch (error) {
    const cause = error instanceof Error && error.cause !== undefined ? getMessage(error.cause) : getMessage(error);
    throw new CommandFailure(
      `cannot load the schema of --schema ${location}: ${cause}; pass the URL of a facade with INTROSPECTION=true, or a file with SDL or introspection JSON`,
    );
  }
}
