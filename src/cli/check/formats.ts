/** The result of a check for people, for the annotations of a CI service, and as a table to commit. */
import type { Place } from '../documents.ts';
import { printable, type Terminal } from '../terminal.ts';
import { allFindings, type CheckedOperation, type CheckReport, type Finding } from './check.ts';

export type Format = 'text' | 'github' | 'markdown' | 'json';

type Present = (report: CheckReport, terminal: Terminal) => string;

const countOf = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

const severities = (report: CheckReport, severity: Finding['severity']): number =>
  allFindings(report).filter((finding) => finding.severity === severity).length;

const summary = (report: CheckReport): string =>
  [
    countOf(report.operations.length, 'operation'),
    countOf(severities(report, 'error'), 'error'),
    countOf(severities(report, 'warning'), 'warning'),
  ].join(', ');

/** What the numbers in parentheses are, where there are any. */
const explanation = ({ operations }: CheckReport): readonly string[] =>
  operations.some(({ assumed }) => assumed > 0)
    ? [
        '(+n): calls for lists whose length nobody states, each taken to have 20 items; they do not count against the budget',
      ]
    : [];

const titleOf = ({ kind, name }: CheckedOperation): string => (name === '' ? kind : `${kind} ${name}`);

/** `7`, or `7 (+60)` where lists of unstated length may need more. */
const callsOf = ({ calls, assumed }: CheckedOperation): string =>
  calls === undefined ? '' : assumed > 0 ? `${calls} (+${assumed})` : String(calls);

function textOf({ severity, place, message }: Finding, terminal: Terminal): string {
  const label = terminal.paint(severity === 'error' ? 'red' : 'yellow', severity);
  return `    ${label} ${place.file}:${place.line}:${place.column} ${message}`;
}

const text: Present = (report, terminal) => {
  const width = Math.max(0, ...report.operations.map((operation) => titleOf(operation).length));
  const lines = report.operations.flatMap((operation) => {
    const failed = operation.findings.some(({ severity }) => severity === 'error');
    const mark = failed ? terminal.paint('red', '✗') : terminal.paint('green', '✓');
    const calls = callsOf(operation);
    const line = `${mark} ${titleOf(operation).padEnd(width)}  ${calls === '' ? 'not planned' : `${calls} REST call${calls === '1' ? '' : 's'}`}`;
    return [line, ...operation.findings.map((finding) => textOf(finding, terminal))];
  });
  return [
    ...report.findings.map((finding) => textOf(finding, terminal)),
    ...lines,
    '',
    ...explanation(report),
    summary(report),
  ].join('\n');
};

/** A workflow command, in which these characters have a meaning. */
const escaped = (value: string): string => value.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
const escapedProperty = (value: string): string => escaped(value).replaceAll(':', '%3A').replaceAll(',', '%2C');

const github: Present = (report) =>
  [
    ...allFindings(report).map(
      ({ severity, place, message }) =>
        `::${severity} file=${escapedProperty(place.file)},line=${place.line},col=${place.column}::${escaped(message)}`,
    ),
    summary(report),
  ].join('\n');

const cell = (value: string): string => value.replaceAll('|', '\\|');

const markdown: Present = ({ operations, findings, maxCalls }) =>
  [
    `REST calls that each operation may need, at most ${maxCalls}; in parentheses those for lists whose length nobody states.`,
    '',
    '| operation | kind | REST calls | file | remarks |',
    '|---|---|---:|---|---|',
    ...operations.map((operation) => {
      const remarks = operation.findings.map(({ message }) => message).join('; ');
      const row = [operation.name, operation.kind, callsOf(operation), operation.place.file, remarks];
      return `| ${row.map(cell).join(' | ')} |`;
    }),
    ...(findings.length > 0 ? [''] : []),
    ...findings.map(({ place, message }) => `- ${place.file}:${place.line}: ${message}`),
  ].join('\n');

const json: Present = (report) => JSON.stringify(report, null, 2);

const formats: Readonly<Record<Format, Present>> = { text, github, markdown, json };

const printablePlace = (place: Place): Place => ({ ...place, file: printable(place.file) });

const printableFinding = ({ severity, place, message }: Finding): Finding => ({
  severity,
  place: printablePlace(place),
  message: printable(message),
});

/** A report without anything from files that a terminal or the log of a CI service would obey. */
const printableReport = ({ operations, findings, maxCalls }: CheckReport): CheckReport => ({
  operations: operations.map((operation) => ({
    ...operation,
    place: printablePlace(operation.place),
    findings: operation.findings.map(printableFinding),
  })),
  findings: findings.map(printableFinding),
  maxCalls,
});

/** A report in a format. */
export const present = (report: CheckReport, format: Format, terminal: Terminal): string =>
  formats[format](format === 'json' ? report : printableReport(report), terminal);
