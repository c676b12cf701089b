/** Formats of a check report: text, annotations of GitHub Actions, a Markdown table and JSON. */
import type { SourceLocation } from '../documents.ts';
import { assumedItems } from '../estimates.ts';
import { type Terminal, toPrintable } from '../terminal.ts';
import { type CheckedOperation, type CheckReport, type Finding, getAllFindings } from './check.ts';

export type Format = 'text' | 'github' | 'markdown' | 'json';

type Formatter = (report: CheckReport, terminal: Terminal) => string;

const formatCount = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

const countFindings = (report: CheckReport, severity: Finding['severity']): number =>
  getAllFindings(report).filter((finding) => finding.severity === severity).length;

const formatSummary = (report: CheckReport): string =>
  [
    formatCount(report.operations.length, 'operation'),
    formatCount(countFindings(report, 'error'), 'error'),
    formatCount(countFindings(report, 'warning'), 'warning'),
  ].join(', ');

/** Explains the numbers in parentheses; empty if none exist. */
const formatLegend = ({ operations }: CheckReport): readonly string[] =>
  operations.some(({ assumed }) => assumed > 0)
    ? [
        `(+n): estimated calls, assuming ${assumedItems} items in each list of unknown length; not counted against --max-calls`,
      ]
    : [];

const formatTitle = ({ kind, name }: CheckedOperation): string => (name === '' ? kind : `${kind} ${name}`);

/** `7`, or `7 (+60)` if lists of unknown length may need further calls. */
const formatCalls = ({ calls, assumed }: CheckedOperation): string =>
  calls === undefined ? '' : assumed > 0 ? `${calls} (+${assumed})` : String(calls);

/** `; first part: 2 calls, 1 round trip`; empty if there is only one part. */
const formatFirstPart = ({ firstPart }: CheckedOperation): string =>
  firstPart === undefined
    ? ''
    : `; first part: ${formatCount(firstPart.calls, 'call')}, ${formatCount(firstPart.roundTrips, 'round trip')}`;

function formatFinding({ severity, place, message }: Finding, terminal: Terminal): string {
  const label = terminal.paint(severity === 'error' ? 'red' : 'yellow', severity);
  return `    ${label} ${place.file}:${place.line}:${place.column} ${message}`;
}

const text: Formatter = (report, terminal) => {
  const width = Math.max(0, ...report.operations.map((operation) => formatTitle(operation).length));
  const lines = report.operations.flatMap((operation) => {
    const failed = operation.findings.some(({ severity }) => severity === 'error');
    const mark = failed ? terminal.paint('red', '✗') : terminal.paint('green', '✓');
    const calls = formatCalls(operation);
    const line = `${mark} ${formatTitle(operation).padEnd(width)}  ${calls === '' ? 'not planned' : `${calls} REST call${calls === '1' ? '' : 's'}${formatFirstPart(operation)}`}`;
    return [line, ...operation.findings.map((finding) => formatFinding(finding, terminal))];
  });
  return [
    ...report.findings.map((finding) => formatFinding(finding, terminal)),
    ...lines,
    '',
    ...formatLegend(report),
    formatSummary(report),
  ].join('\n');
};

// A workflow command interprets these characters.
const escapeData = (value: string): string =>
  value.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
const escapeProperty = (value: string): string => escapeData(value).replaceAll(':', '%3A').replaceAll(',', '%2C');

const github: Formatter = (report) =>
  [
    ...getAllFindings(report).map(
      ({ severity, place, message }) =>
        `::${severity} file=${escapeProperty(place.file)},line=${place.line},col=${place.column}::${escapeData(message)}`,
    ),
    formatSummary(report),
  ].join('\n');

const escapeCell = (value: string): string => value.replaceAll('|', '\\|');

const markdown: Formatter = ({ operations, findings, maxCalls }) =>
  [
    `Maximum number of REST calls of each operation; the limit is ${maxCalls}. In parentheses: estimated calls for lists of unknown length.`,
    '',
    '| operation | kind | REST calls | file | remarks |',
    '|---|---|---:|---|---|',
    ...operations.map((operation) => {
      const remarks = operation.findings.map(({ message }) => message).join('; ');
      const row = [
        operation.name,
        operation.kind,
        `${formatCalls(operation)}${formatFirstPart(operation)}`,
        operation.place.file,
        remarks,
      ];
      return `| ${row.map(escapeCell).join(' | ')} |`;
    }),
    ...(findings.length > 0 ? [''] : []),
    ...findings.map(({ place, message }) => `- ${place.file}:${place.line}: ${message}`),
  ].join('\n');

const json: Formatter = (report) => JSON.stringify(report, null, 2);

const formatters: Readonly<Record<Format, Formatter>> = { text, github, markdown, json };

const toPrintableLocation = (place: SourceLocation): SourceLocation => ({ ...place, file: toPrintable(place.file) });

const toPrintableFinding = ({ severity, place, message }: Finding): Finding => ({
  severity,
  place: toPrintableLocation(place),
  message: toPrintable(message),
});

/** Replaces control characters from files, which a terminal or the log of a CI service would interpret. */
const toPrintableReport = ({ operations, findings, maxCalls }: CheckReport): CheckReport => ({
  operations: operations.map((operation) => ({
    ...operation,
    place: toPrintableLocation(operation.place),
    findings: operation.findings.map(toPrintableFinding),
  })),
  findings: findings.map(toPrintableFinding),
  maxCalls,
});

/** Formats a report. */
export const formatReport = (report: CheckReport, format: Format, terminal: Terminal): string =>
  formatters[format](format === 'json' ? report : toPrintableReport(report), terminal);
