/** `portico find`: finds the query or mutation that makes a REST call. */

import { readCurl } from '../graph/find/curl.ts';
import { isCurlCommand } from '../graph/find/curl-arguments.ts';
import { type FindResult, find } from '../graph/find/find.ts';
import { withoutSecrets } from '../graph/find/secrets.ts';
import { UnknownOperation } from '../graph/find/suggestions.ts';
import { parseRequestTarget, parseTarget } from '../graph/find/target.ts';
import { CommandFailure } from '../helpers/command-failure.ts';
import { createLocalSchema } from './local-schema.ts';
import type { Terminal } from './terminal.ts';

export interface FindOptions {
  /** Whether the input must be a curl command. */
  readonly curl?: boolean;
  readonly json?: boolean;
}

/** URL of the facade if `PUBLIC_URL` is not set. */
const defaultUrl = 'http://localhost:4000/';

/** URL of a file, and the command that downloads it. */
function getDownloadUrl({ download = '' }: FindResult, env: NodeJS.ProcessEnv) {
  const { PUBLIC_URL: publicUrl } = env;
  const base = URL.parse((publicUrl || defaultUrl).replace(/\/?$/, '/'));
  if (base === null)
    throw new CommandFailure(
      'PUBLIC_URL must be an http or https URL, without credentials or query, such as https://graph.example.com',
    );
  const url = new URL(download, base).href;
  return { url, curl: `curl -OJ -H "PRIVATE-TOKEN: $TOKEN" '${url}'` };
}

function toJson(result: FindResult, env: NodeJS.ProcessEnv): object {
  const { operation, field, query = null, variables = null, download, remarks } = result;
  return { operation, field, query, variables, ...(download !== undefined && getDownloadUrl(result, env)), remarks };
}

function toText(result: FindResult, terminal: Terminal, env: NodeJS.ProcessEnv): string {
  const { operation, method, path, field, query, variables = {}, download, remarks } = result;
  const { url, curl } = getDownloadUrl(result, env);
  const parts = [
    `${terminal.paint('bold', `${method} ${path}`)} (${operation}) is ${terminal.paint('bold', field)}`,
    ...(remarks.length > 0 ? [terminal.paint('dim', remarks.join('\n'))] : []),
    ...(query === undefined ? [] : [query]),
    ...(download === undefined ? [] : [`A file is downloaded, not queried. Its URL is\n\n    ${url}\n\n    ${curl}`]),
    ...(Object.keys(variables).length > 0 ? [`Variables:\n\n${JSON.stringify(variables, null, 2)}`] : []),
  ];
  return parts.join('\n\n');
}

/** JSON of a failure, with similar operations. */
function failureToJson(failure: CommandFailure): object {
  const nearest = failure instanceof UnknownOperation ? failure.nearest : [];
  return { error: failure.message, nearest: nearest.map(({ id, method, path }) => ({ operation: id, method, path })) };
}

/**
 * Prints the field of a call and a query that makes it.
 * @param text the call; a curl command is recognized without `curl`, too
 * @throws CommandFailure if no field makes the call; with `json`, the failure is printed as JSON, too
 */
export async function findAndPrint(
  terminal: Terminal,
  text: string,
  { curl = false, json = false }: FindOptions,
  env: NodeJS.ProcessEnv,
): Promise<void> {
  let result: FindResult;
  try {
    const schema = await createLocalSchema(env);
    const target = curl || isCurlCommand(text) ? parseRequestTarget(readCurl(text), schema) : parseTarget(text, schema);
    result = await find(withoutSecrets(target));
  } catch (error) {
    if (json && error instanceof CommandFailure) terminal.printJson(failureToJson(error));
    throw error;
  }
  if (json) terminal.printJson(toJson(result, env));
  else terminal.print(toText(result, terminal, env));
}
