/** `portico doctor`: what the configured upstream answers to the configured token. It only reads. */
import { type Config, readConfig } from '../../config.ts';
import { RestClient } from '../../rest/client.ts';
import { Credential } from '../../rest/credential.ts';
import { CommandFailure } from '../failure.ts';
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

/** @returns the exit status: 1 where the upstream cannot be used, or part of it fails rather than refuses */
export async function doctor(
  terminal: Terminal,
  env: NodeJS.ProcessEnv,
  { json, record }: DoctorOptions,
): Promise<number> {
  const config = readConfig(env);
  const { upstreamUrl: upstream } = config;
  if (upstream === undefined)
    throw new CommandFailure('UPSTREAM_URL must be set: the embedded sandbox needs no doctor');
  const diagnosis = await diagnose(config, upstream, terminal);
  if (json) terminal.printJson(presentable(diagnosis));
  else printDiagnosis(terminal, diagnosis);
  if (record !== undefined)
    terminal.note(`${recordAnswers(record, diagnosis.reads)} answers in ${record}, for SANDBOX_CASSETTES`);
  const { connection, token, reads } = diagnosis;
  const usable = connection.reachable && token !== 'refused' && reads.some(({ outcome }) => outcome === 'answered');
  return usable && !reads.some((read) => levelOf(read) === 'bad') ? 0 : 1;
}
