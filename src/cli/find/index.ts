/** `portico find`: from a REST call to the query that makes it. */
import { CommandFailure } from '../failure.ts';
import type { Terminal } from '../terminal.ts';
import { readCurl } from './curl.ts';
import { type Found, find } from './find.ts';
import { UnknownOperation } from './nearest.ts';
import { withoutSecrets } from './secrets.ts';
import { readTarget, targetOfRequest } from './target.ts';

export interface FindOptions {
  /** Whether the text is a curl command. */
  readonly curl?: boolean;
  readonly json?: boolean;
}

/** Where clients reach the facade, unless the settings say otherwise. */
const defaultUrl = 'http://localhost:4000/';

/** The address of a file, and the command that fetches it. */
function addressOf({ download = '' }: Found, env: NodeJS.ProcessEnv) {
  const { PUBLIC_URL: publicUrl } = env;
  const base = URL.parse((publicUrl || defaultUrl).replace(/\/?$/, '/'));
  if (base === null) throw new CommandFailure('PUBLIC_URL must be an http or https URL, without credentials or query');
  const url = new URL(download, base).href;
  return { url, curl: `curl -OJ -H "PRIVATE-TOKEN: $TOKEN" '${url}'` };
}

function asJson(found: Found, env: NodeJS.ProcessEnv): object {
  const { operation, field, query = null, variables = null, download, remarks } = found;
  return { operation, field, query, variables, ...(download !== undefined && addressOf(found, env)), remarks };
}

function asText(found: Found, terminal: Terminal, env: NodeJS.ProcessEnv): string {
  const { operation, method, path, field, query, variables = {}, remarks } = found;
  const { url, curl } = addressOf(found, env);
  const parts = [
    `${terminal.paint('bold', `${method} ${path}`)} (${operation}) is ${terminal.paint('bold', field)}`,
    query ?? `A file has no query. It is at\n\n    ${url}\n\n    ${curl}`,
    ...(Object.keys(variables).length > 0 ? [`Variables:\n\n${JSON.stringify(variables, null, 2)}`] : []),
    ...(remarks.length > 0 ? [terminal.paint('dim', remarks.join('\n'))] : []),
  ];
  return parts.join('\n\n');
}

/** Why nothing was found, and what may have been meant. */
function failureAsJson(failure: CommandFailure): object {
  const nearest = failure instanceof UnknownOperation ? failure.nearest : [];
  return { error: failure.message, nearest: nearest.map(({ id, method, path }) => ({ operation: id, method, path })) };
}

/**
 * Prints the field and the query that make a call.
 * @param texts what was typed, as one text or word by word
 * @throws CommandFailure where there is none, which is printed before where JSON is wanted
 */
export async function findAndPrint(
  terminal: Terminal,
  texts: readonly string[],
  { curl = false, json = false }: FindOptions,
  env: NodeJS.ProcessEnv,
): Promise<void> {
  const text = texts.join(' ');
  let found: Found;
  try {
    found = await find(withoutSecrets(curl ? targetOfRequest(readCurl(text)) : readTarget(text)));
  } catch (error) {
    if (json && error instanceof CommandFailure) terminal.printJson(failureAsJson(error));
    throw error;
  }
  if (json) terminal.printJson(asJson(found, env));
  else terminal.print(asText(found, terminal, env));
}
