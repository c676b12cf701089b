/** Checks the upstream when the facade starts, and logs the result. */
import type { Logger } from 'pino';
import type { Config } from '../../config/config.ts';
import { type OperationId, standardContract } from '../../contract/index.ts';
import { Credential } from '../../rest/credential.ts';
import { compareResponses } from './comparison.ts';
import { createClient, isElsewhere } from './connection.ts';
import { type ProbeResult, probeAreas } from './probes.ts';

const maxCallTimeoutMs = 10_000;

/** Maximum number of names in a log line. */
const maxNames = 20;

/** Outcomes of a read that show that the upstream works, although a token or permission may be missing. */
const workingOutcomes: ReadonlySet<ProbeResult['outcome']> = new Set([
  'readable',
  'FORBIDDEN',
  'RATE_LIMITED',
  'UNAUTHENTICATED',
]);

function logReads(reads: readonly ProbeResult[], { isAnonymous }: Credential, config: Config, logger: Logger): void {
  const [first] = reads;
  const last = reads.at(-1);
  if (first === undefined || last === undefined) return;
  const { outcome: code, status, message } = last;
  if (isElsewhere(reads))
    logger.warn({ status, problem: message }, 'no REST service at UPSTREAM_URL: it usually ends in /api/v4');
  else if (!workingOutcomes.has(code)) logger.warn({ code, status, problem: message }, 'the upstream cannot be used');
  else if (!isAnonymous && first.outcome === 'UNAUTHENTICATED')
    logger.warn({ status }, 'the upstream rejects UPSTREAM_TOKEN');
  else logger.info({ durationMs: last.milliseconds }, 'the upstream responds');
  const { differences, shippedWords } = compareResponses(
    standardContract,
    reads,
    config.upstreamNameMapping !== undefined,
  );
  const names = differences.flatMap(({ suggestions }) =>
    Object.entries(suggestions).map(([name, upstreamName]) => `${name}: ${upstreamName}`),
  );
  if (shippedWords !== undefined || names.length > 0)
    logger.warn(
      { ...(shippedWords !== undefined && { words: shippedWords }), names: [...new Set(names)].slice(0, maxNames) },
      'the upstream uses other names than the contract; set UPSTREAM_WORDS',
    );
}

/** Reads the user of the token and a list of groups, at most two calls, and logs the result. A failure has no other effect. */
export async function checkUpstream(config: Config, logger: Logger): Promise<void> {
  const { upstreamUrl, upstreamToken, callTimeout } = config;
  if (upstreamUrl === undefined || !logger.isLevelEnabled('warn')) return;
  const credential = Credential.privateToken(upstreamToken ?? '');
  const operations = new Set<OperationId>(credential.isAnonymous ? ['listGroups'] : ['getCurrentUser', 'listGroups']);
  const client = createClient(
    { ...config, callTimeout: Math.min(callTimeout, maxCallTimeoutMs) },
    standardContract,
    upstreamUrl,
  );
  try {
    logReads(await probeAreas(client, credential, { operations }), credential, config, logger);
  } finally {
    await client.close();
  }
}
