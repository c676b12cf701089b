/** Queries at a constant rate that does not depend on their duration. */
import { setTimeout as pause } from 'node:timers/promises';
import { Agent, request } from 'undici';
import { tokens } from '../../../sandbox/index.ts';

const documents = ['{ currentUser { username } }', '{ project(id: "14") { name openIssuesCount } }'];
/** Several callers, because the circuit breaker counts failures of a single caller only for that caller. */
const callers = [tokens.administrator, tokens.owner, tokens.maintainer, tokens.developer];

export interface SentQuery {
  readonly startedAt: number;
  /** Reason of a failure; `undefined` for a response with data and without errors. */
  readonly failure: string | undefined;
}

export interface Load {
  /** Ended queries. */
  readonly queries: readonly SentQuery[];
  /** Sends an additional query. @returns whether it succeeded */
  send(query: string, caller?: string): Promise<boolean>;
  /** Sends no further queries and waits for the last responses. */
  stop(): Promise<void>;
}

function findFailure(status: number, text: string): string | undefined {
  if (status !== 200) return String(status);
  const [, code] = /"code":"(\w+)"/.exec(text) ?? [];
  return text.includes('"errors"') ? (code ?? text.slice(0, 100)) : undefined;
}

export function startLoad(url: URL, perSecond: number): Load {
  const agent = new Agent({ connections: 500, bodyTimeout: 60_000, headersTimeout: 60_000 });
  const queries: SentQuery[] = [];
  const pending = new Set<Promise<boolean>>();
  let isOver = false;

  const send = async (query: string, token: string): Promise<boolean> => {
    const startedAt = performance.now();
    let failure: string | undefined;
    try {
      const { statusCode, body } = await request(new URL('/graphql', url), {
        dispatcher: agent,
        method: 'POST',
        headers: { 'content-type': 'application/json', 'private-token': token },
        body: JSON.stringify({ query }),
      });
      failure = findFailure(statusCode, await body.text());
    } catch (error) {
      failure = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    }
    queries.push({ startedAt, failure });
    return failure === undefined;
  };
  const track = (query: string, token = tokens.developer): Promise<boolean> => {
    const result = send(query, token).finally(() => pending.delete(result));
    pending.add(result);
    return result;
  };
  const run = async () => {
    for (let index = 0; !isOver; index += 1) {
      void track(documents[index % documents.length] ?? '', callers[index % callers.length]);
      await pause(1000 / perSecond);
    }
  };
  const running = run();
  return {
    queries,
    send: track,
    async stop() {
      isOver = true;
      await running;
      await Promise.all(pending);
      await agent.close();
    },
  };
}
