/** Page with the load and the findings of a run. */
import { execFileSync } from 'node:child_process';
import { cpus } from 'node:os';
import type { Reading } from '../process/probe.ts';
import type { Sample } from './samples.ts';

export interface Finding {
  readonly holds: boolean;
  readonly text: string;
}

export interface Report {
  readonly minutes: number;
  /** Sentences that describe the load. */
  readonly load: readonly string[];
  readonly baseline: Sample;
  readonly samples: readonly Sample[];
  /** Sample after all clients disconnected. */
  readonly final: Sample | undefined;
  /** Empty before the end. */
  readonly findings: readonly Finding[];
  /** Violations with the minute of each. */
  readonly failed: readonly string[];
}

const tableRows = 12;
const mebibyte = 1024 * 1024;

export const formatFinding = ({ holds, text }: Finding): string => `${holds ? 'passed' : 'FAILED'}  ${text}`;

/** Commit at the start of the run. */
const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim();

const formatEach = (
  instances: readonly Reading[],
  read: (reading: Reading) => number | undefined,
  digits = 0,
): string => instances.map((reading) => (read(reading) ?? Number.NaN).toFixed(digits)).join(' / ');

function toRow(name: string, { instances, redis }: Sample): string {
  const count = (key: string) => formatEach(instances, ({ counts }) => counts[key]);
  const cells = [
    name,
    formatEach(instances, ({ heapBytes }) => heapBytes / mebibyte, 1),
    formatEach(instances, ({ rssBytes }) => rssBytes / mebibyte),
    ...['streams', 'sockets', 'pollers', 'timers', 'nodeTimers', 'descriptors'].map(count),
    ...[redis?.keys, redis?.leases, redis?.channels].map((number) => String(number ?? 'down')),
    redis === undefined ? 'down' : (redis.bytes / mebibyte).toFixed(1),
  ];
  return `| ${cells.join(' | ')} |`;
}

const headers = [
  'minute',
  'heap MiB',
  'RSS MiB',
  'streams',
  'WebSockets',
  'pollers',
  'poll timers',
  'Node timers',
  'descriptors',
  'Redis keys',
  'leases',
  'channels',
  'Redis MiB',
];

/** Formats the report of a finished or unfinished run. */
export function formatReport({ minutes, load, baseline, samples, final, findings, failed }: Report): string {
  const stepMs = Math.max(1, Math.round((minutes * 60_000) / tableRows));
  const tableSamples = samples.filter(
    ({ atMs }, index) => Math.floor(atMs / stepMs) > Math.floor((samples[index - 1]?.atMs ?? 0) / stepMs),
  );
  const rows = [
    toRow('before', baseline),
    ...tableSamples.map((sample) => toRow((sample.atMs / 60_000).toFixed(minutes < tableRows ? 1 : 0), sample)),
    ...(final ? [toRow('all disconnected', final)] : []),
  ];
  return `# Soak

Written by \`npm run soak${minutes === 60 ? '' : ` -- --minutes ${minutes}`}\` at commit ${commit} on ${new Date().toISOString().slice(0, 10)}, with Node
${process.version} on ${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}. Two instances with one Redis, clients and upstream on the same machine.

${load.map((sentence) => `- ${sentence}`).join('\n')}

## Verdict

${findings.length === 0 ? 'The run has not ended.' : findings.map((finding) => `    ${formatFinding(finding)}`).join('\n')}
${failed.length === 0 ? '' : `\n${failed.map((line) => `- ${line}\n`).join('')}`}
## Samples

Taken every ${(samples.at(-1)?.atMs ?? 0) > 0 ? Math.round((samples.at(-1)?.atMs ?? 0) / samples.length / 1000) : 60} s; the table shows one for each twelfth of the run. Heap is \`heapUsed\` and \`external\` after a full garbage collection; the two
numbers of a cell are those of the two instances. Pollers are the resources with subscribers at an instance; if both instances have subscribers,
the one with the lease polls.

| ${headers.join(' | ')} |
| ${headers.map((_, index) => (index === 0 ? '---' : '---:')).join(' | ')} |
${rows.join('\n')}
`;
}
