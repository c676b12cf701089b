/** `portico doctor`: what the configured upstream answers to the configured token. It only reads. */
import { type Config, ConfigError, readConfig } from '../../config.ts';
import { RestClient } from '../../rest/client.ts';
import { Credential } from '../../rest/credential.ts';
import { CommandFailure, messageOf } from '../failure.ts';
import type { Terminal } from '../terminal.ts';
import { recordAnswers } from './cassettes.ts';
import { compareAnswers } from './comparison.ts';
import { headerFacts, tryConnection } from './connection.ts';
import { type ProbeResult, probeAreas } from './probes.ts';
import { type Diagnosis, levelOf, printDiagnosis, suggestedWords } from './report.ts';

export interface DoctorOptions {
  readonly json?: true;
  /** Folder for the answers without what they say. */
  readonly record?: string;
}

function clientFor(config: Config, baseUrl: URL): RestClient {
  return new RestClient({
    baseUrl,
    connections: 1,
    callTimeout: config.callTimeout,
    maxAnswerBytes: config.maxAnswerBytes,
    etagCacheBytes: 0,
    maxUrlBytes: config.maxUrlBytes,
    retries: 0,
    retryDelay: 0,
    maxRetryDelay: 0,
    words: config.upstreamWords,
    route: config.upstreamRoute,
  });
}

/** What the read of the caller tells of the token. */
function tokenOutcome(outcome: ProbeResult['outcome'] | undefined): Diagnosis['token'] {
  if (outcome === 'UNAUTHENTICATED') return 'refused';
  return outcome === 'answered' || outcome === 'FORBIDDEN' ? 'accepted' : 'unknown';
}

async function diagnose(config: Config, upstream: URL, terminal: Terminal): Promise<Diagnosis> {
  const credential = Credential.privateToken(config.upstreamToken ?? '');
  const { proxy, authorities } = config.upstreamRoute;
  const connection = await tryConnection(upstream, authorities);
  const client = clientFor(config, upstream);
  try {
    // Through a proxy, an upstream answers that cannot be reached straight.
    const reads =
      connection.reachable || proxy !== undefined
        ? await probeAreas(client, credential, ({ area }) => terminal.progress(`${area} …`))
        : [];
    const [user] = reads;
    return {
      upstream: upstream.href,
      connection,
      token: credential.isAnonymous ? 'none' : tokenOutcome(user?.outcome),
      reads,
      headers: headerFacts(reads),
      differences: compareAnswers(reads),
    };
  } finally {
    terminal.progress('');
    await client.close();
  }
}

/** The diagnosis without the answers themselves. */
function presentable({ reads, ...diagnosis }: Diagnosis) {
  const { differences } = diagnosis;
  return {
    ...diagnosis,
    reads: reads.map(({ operation, area, method, path, outcome, status, message, milliseconds }) => ({
      operation,
      area,
      method,
      path,
      outcome,
      status: status ?? null,
      message: message ?? null,
      milliseconds: milliseconds ?? null,
    })),
    suggestedWords: suggestedWords(differences).join('\n'),
  };
}

/** @throws CommandFailure if a setting is invalid or the upstream is not set */
function readSettings(env: NodeJS.ProcessEnv): { readonly config: Config; readonly upstream: URL } {
  const missing = 'UPSTREAM_URL must be set to the base URL of the REST service: the embedded sandbox needs no doctor';
  if (!env.UPSTREAM_URL) throw new CommandFailure(missing);
  try {
    const config = readConfig(env);
    if (config.upstreamUrl === undefined) throw new CommandFailure(missing);
    return { config, upstream: config.upstreamUrl };
  } catch (error) {
    throw error instanceof ConfigError ? new CommandFailure(error.message) : error;
  }
}

/** @returns the number of answers that were written. @throws CommandFailure if the folder cannot be written to */
function record(folder: string, reads: Diagnosis['reads']): number {
  try {
    return recordAnswers(folder, reads);
  } catch (error) {
    throw new CommandFailure(`--record cannot write to ${folder}: ${messageOf(error)}`);
  }
}

/** @returns the exit status: 1 where the upstream cannot be used, or part of it fails rather than refuses */
export async function doctor(
  terminal: Terminal,
  env: NodeJS.ProcessEnv,
  { json, record: folder }: DoctorOptions,
): Promise<number> {
  const { config, upstream } = readSettings(env);
  const diagnosis = await diagnose(config, upstream, terminal);
  if (json) terminal.printJson(presentable(diagnosis));
  else printDiagnosis(terminal, diagnosis);
  if (folder !== undefined)
    terminal.note(`${record(folder, diagnosis.reads)} answers in ${folder}, for SANDBOX_CASSETTES`);
  const { connection, token, reads } = diagnosis;
  const usable = connection.reachable && token !== 'refused' && reads.some(({ outcome }) => outcome === 'answered');
  return usable && !reads.some((read) => levelOf(read) === 'bad') ? 0 : 1;
}
