/** Log lines that cannot be written, because the reader is stalled, the pipe is closed or the disk is full. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, openSync } from 'node:fs';
import { Writable } from 'node:stream';
import { describe, expect, onTestFinished, test } from 'vitest';
import { LogDestination } from '../../src/edge/observe/log-destination.ts';
import { compileCache, main } from '../process/program.ts';
import { scrape, seriesValue } from './scrape.ts';

const nextIteration = () => new Promise((resolve) => setImmediate(resolve));

/** Stream that is read only by `read`. */
class Pipe extends Writable {
  readonly received: string[] = [];
  #continue: (() => void) | undefined;

  override _write(chunk: Buffer, _: BufferEncoding, done: () => void): void {
    this.received.push(String(chunk));
    this.#continue = done;
  }

  read(): void {
    this.#continue?.();
  }
}

/** Creates a file that accepts writes after a failed one, like `process.stderr` and unlike other streams. */
function createFile(write: (text: string) => Error | undefined) {
  return Object.assign(new Writable(), {
    write(text: string, done: (error?: Error) => void): boolean {
      done(write(text));
      return true;
    },
  });
}

const noSpace = () => Object.assign(new Error('write'), { code: 'ENOSPC' });

/** Creates a file that fails the writes whose entry in `fails` is true. */
function createFailingFile(fails: boolean[]) {
  const written: string[] = [];
  const file = createFile((text) => {
    if (fails.shift()) return noSpace();
    written.push(text.trim());
    return undefined;
  });
  return { file, written };
}

describe('a log destination', () => {
  test('writes the lines of one event loop iteration in one write, in their order', async () => {
    const pipe = new Pipe();
    const destination = new LogDestination(pipe);
    for (const line of ['one\n', 'two\n']) destination.write(line);
    await nextIteration();
    expect(pipe.received).toEqual(['one\ntwo\n']);
  });

  test('drops lines beyond its limit, and reports their number when the reader continues', async () => {
    const pipe = new Pipe({ highWaterMark: 10 });
    const destination = new LogDestination(pipe, 1000);
    const line = `${'x'.repeat(99)}\n`;
    for (let count = 0; count < 25; count++) {
      destination.write(line);
      await nextIteration();
    }
    expect(pipe.writableLength).toBe(1000);
    expect(destination.dropped).toBe(15);
    while (pipe.writableLength > 0) {
      pipe.read();
      await nextIteration();
    }
    await nextIteration();
    expect(pipe.received.slice(0, 10)).toEqual(Array.from({ length: 10 }, () => line));
    expect(JSON.parse(pipe.received.at(-1) ?? '')).toMatchObject({ dropped: 15, msg: 'log lines were dropped' });
    expect(destination.dropped).toBe(15);
  });

  test('counts lines after the end of its stream as dropped', async () => {
    const pipe = new Pipe();
    const destination = new LogDestination(pipe);
    pipe.destroy(new Error('EPIPE'));
    await nextIteration();
    destination.write('lost\n');
    await nextIteration();
    expect(destination.dropped).toBe(1);
  });

  test('drops lines while its disk is full, and reports their number when it has space again', async () => {
    const disk = { isFull: false, truncatesNext: true, text: '' };
    const file = createFile((text) => {
      // The write that fills a disk is truncated without an error.
      disk.text += disk.isFull ? '' : disk.truncatesNext ? text.slice(0, 2) : text;
      disk.truncatesNext = false;
      return disk.isFull ? noSpace() : undefined;
    });
    const destination = new LogDestination(file);
    for (const isFull of [false, true, true, false]) {
      disk.isFull = isFull;
      destination.write(`${isFull}\n`);
      await nextIteration();
      await nextIteration();
    }
    const [truncated, last, report = ''] = disk.text.split('\n');
    expect([truncated, last]).toEqual(['fa', 'false']);
    expect(JSON.parse(report)).toMatchObject({ dropped: 2, msg: 'log lines were dropped' });
    expect(destination.dropped).toBe(2);
  });

  test('reports dropped lines later if the report is dropped for lack of space in the backlog', async () => {
    const pipe = new Pipe({ highWaterMark: 10 });
    const destination = new LogDestination(pipe, 1000);
    const line = `${'x'.repeat(999)}\n`;
    destination.write(line);
    await nextIteration();
    destination.write('dropped\n');
    // Between the end of the write and the report, the backlog is full again.
    pipe.once('drain', () => destination.write(line));
    const reports = () => pipe.received.filter((text) => text.includes('log lines were dropped'));
    for (let count = 0; count < 10; count++) {
      if (pipe.writableLength > 0) pipe.read();
      await nextIteration();
    }
    expect(pipe.received.slice(0, 2)).toEqual([line, line]);
    expect(reports()).toHaveLength(1);
    expect(JSON.parse(reports()[0] ?? '')).toMatchObject({ dropped: 1 });
    expect(destination.dropped).toBe(1);
  });

  test('reports dropped lines later if the report cannot be written', async () => {
    const { file, written } = createFailingFile([true, true, false, true, false, false]);
    const destination = new LogDestination(file);
    // The fourth write is the report of the first two.
    for (const line of ['a\n', 'b\n', 'c\n', undefined, 'd\n', undefined]) {
      if (line !== undefined) destination.write(line);
      await nextIteration();
    }
    expect(written.slice(0, 2)).toEqual(['c', 'd']);
    expect(JSON.parse(written[2] ?? '')).toMatchObject({ dropped: 2 });
    expect(destination.dropped).toBe(2);
  });

  test('reports dropped lines when it is closed', async () => {
    const { file, written } = createFailingFile([true]);
    const destination = new LogDestination(file);
    destination.write('a\n');
    await nextIteration();
    destination.close();
    expect(written.map((text) => JSON.parse(text))).toEqual([expect.objectContaining({ dropped: 1 })]);
  });
});

/** A device that fails each write with `ENOSPC`. */
const fullDisk = '/dev/full';

/** Starts the command with a standard error that is not read. @param stderr file descriptor. Defaults to a pipe */
async function startUnread(stderr: number | 'pipe' = 'pipe') {
  const child = spawn(process.execPath, [main], {
    env: { PORT: '0', METRICS_PORT: '0', SANDBOX: 'true', LAME_DUCK_MS: '0', ...compileCache },
    stdio: ['ignore', 'pipe', stderr],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let text = '';
  child.stdout?.on('data', (chunk) => (text += chunk));
  await expect.poll(() => text, { timeout: 20_000 }).toMatch(/\(none\)|Tokens/);
  const [url = ''] = /http:\S+\/graphql/.exec(text) ?? [];
  const [metrics = ''] = /http:\S+\/metrics/.exec(text) ?? [];
  const countDropped = async () =>
    seriesValue(await scrape({ managementUrl: new URL(metrics) }), 'portico_log_lines_dropped_total');
  const send = async (times: number) => {
    const name = 'Name'.repeat(25);
    const query = `{"query":"query ${name} { __typename }"}`;
    const headers = { 'content-type': 'application/json', 'x-client-name': 'c'.repeat(64) };
    const batch = Array.from({ length: times }, () => fetch(url, { method: 'POST', headers, body: query }));
    for (const response of await Promise.all(batch)) await response.text();
  };
  return { child, countDropped, send };
}

describe('the command', { timeout: 60_000 }, () => {
  test('responds and stops while the reader of its log is stalled', async () => {
    const { child, send } = await startUnread();
    // A pipe buffers 64 KiB, which is less than these lines.
    for (let batch = 0; batch < 10; batch++) await send(50);
    const exited = once(child, 'exit');
    child.kill('SIGTERM');
    expect(await exited).toEqual([0, null]);
  });

  test('responds and counts dropped lines after the reader has closed the pipe', async () => {
    const { child, send, countDropped } = await startUnread();
    expect(await countDropped()).toBe(0);
    child.stderr?.destroy();
    const sendAndCount = async () => {
      await send(1);
      return countDropped();
    };
    await expect.poll(sendAndCount, { timeout: 10_000 }).toBeGreaterThan(1);
    const exited = once(child, 'exit');
    child.kill('SIGTERM');
    expect(await exited).toEqual([0, null]);
  });

  test.skipIf(!existsSync(fullDisk))(
    'responds and counts dropped lines while the disk of its log is full',
    async () => {
      const disk = openSync(fullDisk, 'w');
      onTestFinished(() => closeSync(disk));
      const { child, send, countDropped } = await startUnread(disk);
      await send(3);
      await expect.poll(countDropped, { timeout: 10_000 }).toBe(3);
      await send(2);
      await expect.poll(countDropped, { timeout: 10_000 }).toBe(5);
      const exited = once(child, 'exit');
      child.kill('SIGTERM');
      expect(await exited).toEqual([0, null]);
    },
  );

  test.skipIf(!existsSync(fullDisk))('exits with 1 and a message if it cannot write to standard output', async () => {
    const disk = openSync(fullDisk, 'w');
    onTestFinished(() => closeSync(disk));
    const child = spawn(process.execPath, [main, 'schema'], { stdio: ['ignore', disk, 'pipe'] });
    let errors = '';
    child.stderr?.on('data', (chunk) => (errors += chunk));
    expect(await once(child, 'close')).toEqual([1, null]);
    expect(errors).toMatch(/^portico: cannot write to standard output: ENOSPC.*\n$/);
  });
});
