/** What the doctor found, as a page to read. */
import { printable, type Terminal } from '../terminal.ts';
import type { SchemaDifference } from './comparison.ts';
import type { ConnectionFacts, HeaderFacts } from './connection.ts';
import { type ProbeResult, unprobedAreas } from './probes.ts';

export interface Diagnosis {
  readonly upstream: string;
  readonly connection: ConnectionFacts;
  readonly token: 'accepted' | 'refused' | 'none' | 'unknown';
  readonly reads: readonly ProbeResult[];
  readonly headers: HeaderFacts;
  readonly differences: readonly SchemaDifference[];
}

/** Seconds by which the clocks may differ. */
const tolerableSkew = 5;
/** Days for which a certificate should still hold. */
const tolerableValidity = 14;
/** Attributes of one kind that are named. */
const mostNamed = 30;

type Level = 'good' | 'odd' | 'bad';

const styles = { good: ['green', '✓'], odd: ['yellow', '!'], bad: ['red', '✗'] } as const;

const outcomes: Readonly<Record<string, string>> = {
  answered: 'answers',
  skipped: 'not asked: nothing was found to ask for',
  UNAUTHENTICATED: '401: the token is not accepted, or one is needed',
  FORBIDDEN: '403: not allowed to this token',
  NOT_FOUND: '404: not there, or not shown to this token',
  UPSTREAM_UNREACHABLE: 'unreachable',
  UPSTREAM_INVALID_ANSWER: 'sends something that is no answer',
};

const tokens: Readonly<Record<Diagnosis['token'], readonly [Level, string, string]>> = {
  accepted: ['good', 'Token', 'accepted'],
  refused: ['bad', 'Token', 'not accepted'],
  none: ['odd', 'Token', 'none given: only what everybody may see is asked for'],
  unknown: ['odd', 'Token', 'GET /user does not tell whether it is accepted'],
};

/** Outcomes with which no upstream that works answers a read. */
const failures = new Set<ProbeResult['outcome']>([
  'DEADLINE_EXCEEDED',
  'UPSTREAM_FAILED',
  'UPSTREAM_INVALID_ANSWER',
  'UPSTREAM_UNREACHABLE',
]);

/** How bad it is for Portico that a read ended so. */
export function levelOf({ outcome }: ProbeResult): Level {
  if (outcome === 'answered') return 'good';
  return failures.has(outcome) ? 'bad' : 'odd';
}

function named(names: readonly string[]): string {
  const shown = printable(names.slice(0, mostNamed).join(', '));
  return names.length > mostNamed ? `${shown} and ${names.length - mostNamed} more` : shown;
}

function pagesText({ pages }: HeaderFacts): [Level, string] {
  if (pages === undefined) return ['odd', 'no list answered'];
  if (pages === 'totals') return ['good', 'lists tell their totals'];
  return pages === 'none'
    ? ['odd', 'lists have no page headers: each is taken for a whole one']
    : ['odd', 'lists tell the next page, but no totals'];
}

const listed = (values: Readonly<Record<string, string>>): string =>
  Object.entries(values)
    .map(([name, value]) => `${name}: ${value}`)
    .join(', ');

/** The lines of a words file that the suggestions come to. */
export function suggestedWords(differences: readonly SchemaDifference[]): readonly string[] {
  const found = differences.filter(({ suggestions }) => Object.keys(suggestions).length > 0);
  if (found.length === 0) return [];
  return [
    'schemas:',
    ...found.flatMap(({ schema, suggestions }) => [
      `  ${schema}:`,
      '    attributes:',
      ...Object.entries(suggestions).map(([name, word]) => `      ${name}: ${JSON.stringify(word)}`),
    ]),
  ];
}

/** Prints a diagnosis for people. */
export function printDiagnosis(
  terminal: Terminal,
  { upstream, connection, token, reads, headers, differences }: Diagnosis,
): void {
  const line = (level: Level, label: string, text: string, end = '') => {
    const [style, mark] = styles[level];
    terminal.print(`${terminal.paint(style, mark)} ${label.padEnd(26)} ${printable(text)}${end}`);
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
      validForDays < tolerableValidity ? 'odd' : 'good',
      'TLS',
      `${protocol}, certificate of ${issuer}, valid for ${validForDays} days`,
    );
  }
  if (!connection.reachable) return;
  line(...tokens[token]);
  const { clockSkew, versions, etags, rateLimit } = headers;
  if (clockSkew !== undefined)
    line(
      Math.abs(clockSkew) > tolerableSkew ? 'odd' : 'good',
      'Clock',
      clockSkew === 0
        ? 'agrees with this one'
        : `${Math.abs(clockSkew)} s ${clockSkew > 0 ? 'ahead of' : 'behind'} this one`,
    );
  if (Object.keys(versions).length > 0) line('good', 'Version', listed(versions));
  line(pagesText(headers)[0], 'Page headers', pagesText(headers)[1]);
  line(
    etags ? 'good' : 'odd',
    'ETag',
    etags ? 'answers can be revalidated' : 'none: equal answers are sent again each time',
  );
  line('good', 'Quota', Object.keys(rateLimit).length > 0 ? listed(rateLimit) : 'no headers about it');

  heading('Areas');
  for (const read of reads) {
    const { area, method, path, outcome, status, message, milliseconds } = read;
    const text = outcomes[outcome] ?? `${status ?? outcome}: ${message ?? ''}`;
    const time = milliseconds === undefined ? '' : terminal.paint('dim', ` ${milliseconds} ms`);
    line(levelOf(read), area, `${method} ${path}  ${text}`, time);
  }
  for (const area of unprobedAreas)
    line('odd', area, 'not asked: needs something that only a write makes, or that other areas list');

  if (differences.length > 0) heading('Attributes that differ from the contract');
  for (const { schema, objects, missing, unknown } of differences) {
    terminal.print(`  ${schema} ${terminal.paint('dim', `(${objects} looked at)`)}`);
    if (missing.length > 0) terminal.print(`    not sent: ${named(missing)}`);
    if (unknown.length > 0) terminal.print(`    unknown:  ${named(unknown)}`);
  }
  const words = suggestedWords(differences);
  if (words.length === 0) return;
  heading('Perhaps the same under another name, for UPSTREAM_WORDS');
  for (const each of words) terminal.print(printable(each));
}
