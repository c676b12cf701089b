/** Destination of log lines that neither blocks the process nor grows without bound if they cannot be written. */
import type { Writable } from 'node:stream';

/** Upper bound on the bytes of lines that wait to be read. */
const defaultMaxBacklogBytes = 4 * 1024 * 1024;

type Output = Pick<Writable, 'write' | 'on' | 'listeners' | 'writableLength'>;

/** The callback of each write handles its error. It remains on the stream, whose last writes may fail later. */
const ignoreError = (): void => undefined;

/**
 * Writes lines to a stream, those of one event loop iteration in one write. Drops lines beyond the limit on the backlog, lines that cannot be
 * written, such as to a full disk, and all lines once the reader has closed the pipe.
 */
export class LogDestination {
  readonly #output: Output;
  readonly #maxBacklogBytes: number;
  #pending: string[] = [];
  #pendingBytes = 0;
  #isScheduled = false;
  /** Whether the reader has closed the pipe, which cannot be opened again. */
  #isClosed = false;
  /** Whether the latest write has failed. */
  #isFailing = false;
  #dropped = 0;
  /** Drops that no line reports yet. */
  #unreported = 0;
  /** Drops that a pending line reports; 0 without such a line. */
  #pendingReport = 0;

  constructor(output: Output, maxBacklogBytes = defaultMaxBacklogBytes) {
    this.#output = output;
    this.#maxBacklogBytes = maxBacklogBytes;
    if (!output.listeners('error').includes(ignoreError)) output.on('error', ignoreError);
  }

  /** Number of lines that were dropped. */
  get dropped(): number {
    return this.#dropped;
  }

  write(line: string): void {
    if (!this.#enqueue(line)) this.#drop(1);
  }

  /** Passes the lines of this turn on to the stream. It does not wait until they have been read. */
  flush(): void {
    this.#isScheduled = false;
    if (this.#pending.length === 0) return;
    const lines = this.#pending;
    this.#pending = [];
    this.#pendingBytes = 0;
    const reported = this.#pendingReport;
    this.#pendingReport = 0;
    // A full disk may have cut the last line.
    const start = this.#isFailing ? '\n' : '';
    this.#output.write(start + lines.join(''), (error) => {
      if (error) {
        // `process.stderr` is never destroyed, and fails with each write to a closed pipe.
        this.#isClosed = 'code' in error && error.code === 'EPIPE';
        this.#isFailing = true;
        this.#drop(reported === 0 ? lines.length : lines.length - 1);
        this.#unreported += reported;
      } else {
        this.#isFailing = false;
        // Before the reader has continued, more lines may be dropped.
        if (this.#output.writableLength === 0) this.#reportDrops();
      }
    });
  }

  /** Adds a line to those of this turn. @returns `false` if it does not fit into the backlog or the reader has closed the pipe */
  #enqueue(line: string): boolean {
    const bytes = Buffer.byteLength(line);
    const backlog = this.#pendingBytes + this.#output.writableLength;
    if (this.#isClosed || backlog + bytes > this.#maxBacklogBytes) return false;
    this.#pending.push(line);
    this.#pendingBytes += bytes;
    if (!this.#isScheduled) {
      this.#isScheduled = true;
      setImmediate(() => this.flush());
    }
    return true;
  }

  #drop(lines: number): void {
    this.#dropped += lines;
    this.#unreported += lines;
  }

  /** Passes the last lines on. It does not wait until they have been read. */
  close(): void {
    this.#reportDrops();
    this.flush();
  }

  #reportDrops(): void {
    if (this.#unreported === 0 || this.#pendingReport > 0) return;
    const line = { level: 40, time: Date.now(), dropped: this.#unreported, msg: 'log lines were dropped' };
    if (!this.#enqueue(`${JSON.stringify(line)}\n`)) return;
    this.#pendingReport = this.#unreported;
    this.#unreported = 0;
  }
}
