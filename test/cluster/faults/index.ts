/** Faults around two instances under load, with the cost of each for clients, their time to recover, and the alerts that fire. */
import { setTimeout as pause } from 'node:timers/promises';
import { type FaultCase, faultCases } from './cases.ts';
import type { SentQuery } from './load.ts';
import { criticalAlerts, hasPrometheus } from './prometheus.ts';
import { Site } from './site.ts';

const queriesPerSecond = 20;
/** Milliseconds of load before a fault. */
const warmUpMs = 6000;
const defaultDurationMs = 30_000;
/** Minimum time of observation after a fault, and maximum time for streams to recover. */
const minRecoveryMs = 5000;
const maxRecoveryMs = 45_000;
const successesInSuccession = 20;

/** Row of the table of faults. */
export interface FaultRow {
  readonly fault: string;
  readonly failed: string;
  readonly lost: string;
  readonly recovery: string;
  readonly alerts: string;
}

export interface FaultResult {
  readonly row: FaultRow;
  /** Descriptions of requirements that do not hold. */
  readonly problems: readonly string[];
}

const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;

/** Waits until every open stream has received an event since a time. @returns the duration in milliseconds */
async function waitForStreams({ followers }: Site, since: number): Promise<number> {
  while (performance.now() - since < maxRecoveryMs) {
    if (followers.lastEvents.every((at) => at > since)) break;
    await pause(50);
  }
  return performance.now() - since;
}

/** Returns the start of the first of `successesInSuccession` successful queries. */
function findRecovery(queries: readonly SentQuery[], healedAt: number): number {
  const after = queries.filter(({ startedAt }) => startedAt >= healedAt).toSorted((a, b) => a.startedAt - b.startedAt);
  const first = after.findIndex((_, index) => {
    const next = after.slice(index, index + successesInSuccession);
    return next.length === successesInSuccession && next.every(({ failure }) => failure === undefined);
  });
  return after[first]?.startedAt ?? Number.POSITIVE_INFINITY;
}

/** Waits until queries succeed again. */
async function waitForQueries({ load }: Site, since: number): Promise<void> {
  while (performance.now() - since < maxRecoveryMs && !Number.isFinite(findRecovery(load.queries, since)))
    await pause(200);
}

/** Waits until the alerts have fired. A scrape that fails during the fault delays them. */
async function waitForAlerts({ prometheus }: Site, alerts: readonly string[], since: number): Promise<void> {
  while (performance.now() - since < maxRecoveryMs && !alerts.every((alert) => prometheus.fired.has(alert)))
    await pause(200);
}

/** Counts each reason. */
function countReasons(reasons: readonly string[]): string {
  return [...Map.groupBy(reasons, (reason) => reason)].map(([reason, all]) => `${all.length} × ${reason}`).join(', ');
}

async function runCase(faultCase: FaultCase): Promise<FaultResult> {
  const {
    name,
    env,
    flags,
    prepare,
    durationMs = defaultDurationMs,
    maxFailures,
    isPolled = true,
    alerts,
    log,
  } = faultCase;
  const site = await Site.start({ env, flags, prepare, queriesPerSecond });
  const { load, followers, prometheus } = site;
  try {
    await pause(warmUpMs);
    prometheus.forget();
    const injectedAt = performance.now();
    const incident = await faultCase.inject(site);
    await pause(durationMs);
    await incident.heal();
    const healedAt = performance.now();
    const [streamsMs] = await Promise.all([
      waitForStreams(site, healedAt),
      waitForQueries(site, healedAt),
      waitForAlerts(site, alerts, healedAt),
      pause(minRecoveryMs),
    ]);
    await load.stop();
    const { missed, errors, problems: streamProblems } = await followers.stop();
    const checkProblems = (await incident.check?.()) ?? [];
    const queries = load.queries.filter(({ startedAt }) => startedAt >= injectedAt);
    const failures = queries.flatMap(({ failure }) => failure ?? []);
    const recoveryMs = findRecovery(queries, healedAt) - healedAt;
    const firedAlerts = [...prometheus.fired];
    const silentAlerts = alerts.filter((alert) => !prometheus.fired.has(alert));
    const permittedAlerts = [...alerts, ...(faultCase.possibleAlerts ?? [])];
    const unexpectedAlerts = firedAlerts.filter(
      (alert) => criticalAlerts.has(alert) && !permittedAlerts.includes(alert),
    );
    const problems = [...checkProblems];
    if (failures.length > (maxFailures ?? Number.POSITIVE_INFINITY))
      problems.push(`more than ${maxFailures} queries failed: ${countReasons(failures)}`);
    if (isPolled && missed > 0) problems.push(`${missed} states missed on open streams`);
    problems.push(...new Set(streamProblems), ...(isPolled ? new Set(errors) : []));
    if (!Number.isFinite(recoveryMs)) problems.push('queries did not recover');
    if (streamsMs >= maxRecoveryMs) problems.push('not all streams recovered');
    if (silentAlerts.length > 0) problems.push(`silent: ${silentAlerts.join(', ')}`);
    if (maxFailures !== undefined && unexpectedAlerts.length > 0)
      problems.push(`unexpected alerts: ${unexpectedAlerts.join(', ')}`);
    if (log !== undefined && !site.logs.includes(log)) problems.push(`the log does not contain ${log}`);
    for (const facade of site.facades) problems.push(...facade.uncaught.filter((text) => !text.includes('SIGKILL')));
    const row = {
      fault: name,
      failed: `${failures.length} of ${queries.length}`,
      lost: isPolled ? String(missed) : `${missed} (not polled)`,
      recovery: `queries ${seconds(recoveryMs)}, streams ${seconds(streamsMs)}`,
      alerts: firedAlerts.toSorted().join(', ') || 'none',
    };
    return { row, problems };
  } finally {
    await site.close();
  }
}

/** @param only part of the names of the cases to run. Defaults to all of them. */
export async function* runFaults(only = ''): AsyncGenerator<FaultResult> {
  if (!hasPrometheus) console.log('prometheus is not installed; faults are skipped');
  else for (const faultCase of faultCases) if (faultCase.name.includes(only)) yield await runCase(faultCase);
}

export function formatTable(rows: readonly FaultRow[]): string {
  const lines = rows.map(
    ({ fault, failed, lost, recovery, alerts }) => `| ${fault} | ${failed} | ${lost} | ${recovery} | ${alerts} |`,
  );
  return ['| fault | failed queries | lost states | recovery | alerts |', '|---|---|---|---|---|', ...lines].join('\n');
}
