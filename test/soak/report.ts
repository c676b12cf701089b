/** The page that tells what was run and what was found. */
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
  /** What was done, by sentences. */
  readonly load: readonly string[];
  readonly baseline: Sample;
  readonly samples: readonly Sample[];
  /** After everybody had left. */
  readonly final: Sample | undefined;
  /** Empty before the end. */
  readonly findings: readonly Finding[];
  /** Each operation or event that failed, with its minute. */
  readonly failed: readonly string[];
}

const tableRows = 12;
const mebibyte = 1024 * 1024;

export const presentFinding = ({ holds, text }: Finding): string => `${holds ? 'passed' : 'FAILED'}  ${text}`;

/** What is run, whatever is committed meanwhile. */
const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim();

const both = (instances: readonly Reading[], read: (reading: Reading) => number | undefined, digits = 0): string =>
  instances.map((reading) => (read(reading) ?? Number.NaN).toFixed(digits)).join(' / ');

function rowOf(name: string, { instances, redis }: Sample): string {
  const count = (key: string) => both(instances, ({ counts }) => counts[key]);
  const cells = [
    name,
    both(instances, ({ heapBytes }) => heapBytes / mebibyte, 1),
    both(instances, ({ rssBytes }) => rssBytes / mebibyte),
    ...['streams', 'sockets', 'pollers', 'timers', 'nodeTimers', 'descriptors'].map(count),
    ...[redis?.keys, redis?.leases, redis?.channels].map((number) => String(number ?? 'away')),
    redis === undefined ? 'away' : (redis.bytes / mebibyte).toFixed(1),
  ];
  return `| ${cells.join(' | ')} |`;
}

const heads = [
  'minute',
  'heap MiB',
  'RSS MiB',
  'streams',
  'WebSockets',
  'pollers',
  'timers of watching',
  'timers of Node',
  'descriptors',
  'Redis keys',
  'leases',
  'channels',
  'Redis MiB',
];

/** The page as it stands, also in the middle of a run. */
export function present({ minutes, load, baseline, samples, final, findings, failed }: Report): string {
  const step = Math.max(1, Math.round((minutes * 60_000) / tableRows));
  const shown = samples.filter(
    ({ at }, index) => Math.floor(at / step) > Math.floor((samples[index - 1]?.at ?? 0) / step),
  );
  const rows = [
    rowOf('before', baseline),
    ...shown.map((sample) => rowOf((sample.at / 60_000).toFixed(minutes < tableRows ? 1 : 0), sample)),
    ...(final ? [rowOf('everybody gone', final)] : []),
  ];
  return `# Soak

Made by \`npm run soak${minutes === 60 ? '' : ` -- --minutes ${minutes}`}\` at commit ${commit} on ${new Date().toISOString().slice(0, 10)}, with Node
${process.version} on ${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}. Two instances with one Redis, clients and upstream on the same machine.

${load.map((sentence) => `- ${sentence}`).join('\n')}

## Verdict

${findings.length === 0 ? 'The run has not ended.' : findings.map((finding) => `    ${presentFinding(finding)}`).join('\n')}
${failed.length === 0 ? '' : `\n${failed.map((line) => `- ${line}\n`).join('')}`}
## Samples

Taken every ${(samples.at(-1)?.at ?? 0) > 0 ? Math.round((samples.at(-1)?.at ?? 0) / samples.length / 1000) : 60} s; the table shows one for each twelfth of the time. Heap is \`heapUsed\` and \`external\` after a full garbage collection; the two
numbers of a cell are those of the two instances. Pollers are the things that
subscribers of an instance follow; of those that both follow, the instance with the lease polls.

| ${heads.join(' | ')} |
| ${heads.map((_, index) => (index === 0 ? '---' : '---:')).join(' | ')} |
${rows.join('\n')}
`;
}
