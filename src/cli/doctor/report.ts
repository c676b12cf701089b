/** Text report of the doctor. */
import { type Terminal, toPrintable } from '../terminal.ts';
import type { Comparison, SchemaDifference } from './comparison.ts';
import type { ConnectionFacts, HeaderFacts } from './connection.ts';
import { type ProbeResult, unprobedAreas } from './probes.ts';

export interface Diagnosis extends Comparison {
  readonly upstream: string;
  readonly connection: ConnectionFacts;
  /** Whether no path of the contract seems to exist below the URL. */
  readonly isElsewhere: boolean;
  readonly token: 'accepted' | 'refused' | 'none' | 'unknown';
  readonly reads: readonly ProbeResult[];
  readonly headers: HeaderFacts;
}

const maxClockSkewSeconds = 5;

const minCertificateDays = 14;

const maxNames = 30;

type Level = 'good' | 'odd' | 'bad';

const styles = { good: ['green', '✓'], odd: ['yellow', '!'], bad: ['red', '✗'] } as const;

const outcomes: Readonly<Record<string, string>> = {
  readable: 'readable',
  skipped: 'skipped: no earlier response contains the required id',
  UNAUTHENTICATED: '401: the token is not accepted, or a token is required',
  FORBIDDEN: '403: the token lacks the permission',
  NOT_FOUND: '404: does not exist, or is not visible to this token',
  UPSTREAM_UNREACHABLE: 'unreachable',
  UPSTREAM_INVALID_RESPONSE: 'sends an invalid response',
};

const tokens: Readonly<Record<Diagnosis['token'], readonly [Level, string, string]>> = {
  accepted: ['good', 'Token', 'accepted'],
  refused: [
    'bad',
    'Token',
    'not accepted (GET /user: 401), so nothing else was checked: set UPSTREAM_TOKEN to a valid token',
  ],
  none: ['odd', 'Token', 'none configured: only public data was requested; set UPSTREAM_TOKEN to check with a token'],
  unknown: ['odd', 'Token', 'unknown: the response to GET /user does not show whether it is accepted'],
};

/** Outcomes of reads that a working upstream does not cause. */
const failures = new Set<ProbeResult['outcome']>([
  'DEADLINE_EXCEEDED',
  'UPSTREAM_FAILED',
  'UPSTREAM_INVALID_RESPONSE',
  'UPSTREAM_UNREACHABLE',
]);

/** Severity of the outcome of a read. */
export function getLevel({ outcome }: ProbeResult): Level {
  if (outcome === 'readable') return 'good';
  return failures.has(outcome) ? 'bad' : 'odd';
}

function formatNames(names: readonly string[]): string {
  const shown = toPrintable(names.slice(0, maxNames).join(', '));
  return names.length > maxNames ? `${shown} and ${names.length - maxNames} more` : shown;
}

function describePageHeaders({ pages }: HeaderFacts): [Level, string] {
  if (pages === undefined) return ['odd', 'unknown: no list could be read'];
  if (pages === 'totals') return ['good', 'lists contain their totals'];
  return pages === 'none'
    ? ['odd', 'none: a list ends with a page that is not full, or that repeats the page before']
    : ['odd', 'lists contain the next page, but no totals'];
}

const formatHeaders = (values: Readonly<Record<string, string>>): string =>
  Object.entries(values)
    .map(([name, value]) => `${name}: ${value}`)
    .join(', ');

/** Lines of a file for `UPSTREAM_WORDS` with the suggested names. */
export function formatMapping(differences: readonly SchemaDifference[]): readonly string[] {
  const renamed = differences.filter(({ suggestions }) => Object.keys(suggestions).length > 0);
  if (renamed.length === 0) return [];
  return [
    'schemas:',
    ...renamed.flatMap(({ schema, suggestions }) => [
      `  ${schema}:`,
      '    attributes:',
      ...Object.entries(suggestions).map(([name, suggestion]) => `      ${name}: ${JSON.stringify(suggestion)}`),
    ]),
  ];
}

/** Sentence without subject about a service whose names a shipped mapping file contains. */
export const describeShippedWords = (file: string): string =>
  `differ from the contract as in the shipped file ${file}: set UPSTREAM_WORDS=${file}`;

/** Prints a diagnosis as text. */
export function printDiagnosis(
  terminal: Terminal,
  { upstream, connection, isElsewhere, token, reads, headers, differences, shippedWords }: Diagnosis,
): void {
  const line = (level: Level, label: string, text: string, end = '') => {
    const [style, mark] = styles[level];
    terminal.print(`${terminal.paint(style, mark)} ${label.padEnd(26)} ${toPrintable(text)}${end}`);
  };
  const heading = (text: string) => terminal.print(`\n${terminal.paint('bold', text)}`);

  terminal.print(terminal.paint('bold', upstream));
  line(
    connection.reachable ? 'good' : 'bad',
    'Connection',
    connection.reachable ? `within ${connection.milliseconds} ms` : `none: ${connection.problem}`,
  );
  if (connection.tls) {
    const { protocol, issuer, validForDays } = connection.tls;
    line(
      validForDays < minCertificateDays ? 'odd' : 'good',
      'TLS',
      `${protocol}, certificate of ${issuer}, valid for ${validForDays} days`,
    );
  }
  if (!connection.reachable) return;
  if (isElsewhere)
    line(
      'bad',
      'Base URL',
      `no read found the REST service: is ${upstream} its base URL? It usually ends in /api/v4; set UPSTREAM_URL`,
    );
  line(...tokens[token]);
  if (token === 'refused') return;
  const { clockSkew, versions, etags, rateLimit } = headers;
  if (clockSkew !== undefined)
    line(
      Math.abs(clockSkew) > maxClockSkewSeconds ? 'odd' : 'good',
      'Clock',
      clockSkew === 0
        ? 'agrees with this machine'
        : `${Math.abs(clockSkew)} s ${clockSkew > 0 ? 'ahead of' : 'behind'} this machine`,
    );
  if (Object.keys(versions).length > 0) line('good', 'Version', formatHeaders(versions));
  line(describePageHeaders(headers)[0], 'Page headers', describePageHeaders(headers)[1]);
  line(
    etags ? 'good' : 'odd',
    'ETag',
    etags ? 'responses can be revalidated' : 'none: unchanged responses are sent again each time',
  );
  line('good', 'Quota', Object.keys(rateLimit).length > 0 ? formatHeaders(rateLimit) : 'no rate limit headers');

  if (shippedWords !== undefined) line('odd', 'Names', describeShippedWords(shippedWords));

  heading('Areas');
  // Without the REST service, most reads were not sent.
  for (const read of isElsewhere ? reads.filter(({ outcome }) => outcome !== 'skipped') : reads) {
    const { area, method, path, outcome, status, message, milliseconds } = read;
    const text = outcomes[outcome] ?? `${status ?? outcome}: ${message ?? ''}`;
    const time = milliseconds === undefined ? '' : terminal.paint('dim', ` ${milliseconds} ms`);
    line(getLevel(read), area, `${method} ${path}  ${text}`, time);
  }
  if (isElsewhere) return;
  for (const area of unprobedAreas)
    line('odd', area, 'skipped: requires an object that only a write creates, or that other areas list');

  if (differences.length > 0) heading('Attributes that differ from the contract');
  for (const { schema, objects, missing, unexpectedNulls, unknown } of differences) {
    terminal.print(`  ${schema} ${terminal.paint('dim', `(${objects} compared)`)}`);
    if (missing.length > 0) terminal.print(`    not sent: ${formatNames(missing)}`);
    if (unexpectedNulls.length > 0) terminal.print(`    null:     ${formatNames(unexpectedNulls)}`);
    if (unknown.length > 0) terminal.print(`    unknown:  ${formatNames(unknown)}`);
  }
  const mapping = formatMapping(differences);
  if (mapping.length === 0 || shippedWords !== undefined) return;
  heading('Probably the same attributes under other names; file for UPSTREAM_WORDS');
  for (const each of mapping) terminal.print(toPrintable(each));
}
