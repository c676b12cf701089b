/** Where a command writes: results to standard output, everything else to standard error. */
import { styleText } from 'node:util';

export type Style = 'bold' | 'dim' | 'red' | 'green' | 'yellow' | 'cyan';

/** A stream as far as the commands need one. */
export interface Outlet {
  readonly isTTY?: boolean;
  write(text: string): unknown;
}

export interface TerminalOptions {
  readonly stdout: Outlet;
  readonly stderr: Outlet;
  readonly env: NodeJS.ProcessEnv;
}

const clearLine = '\r\u001b[2K';

export class Terminal {
  readonly #stdout: Outlet;
  readonly #stderr: Outlet;
  readonly #hasColours: boolean;

  constructor({ stdout, stderr, env }: TerminalOptions) {
    this.#stdout = stdout;
    this.#stderr = stderr;
    this.#hasColours = stdout.isTTY === true && !env.NO_COLOR && env.TERM !== 'dumb';
  }

  /** Writes a result, and a line break after it. */
  print(text: string): void {
    this.#stdout.write(`${text}\n`);
  }

  /** Writes a result as JSON. */
  printJson(value: unknown): void {
    this.print(JSON.stringify(value, null, 2));
  }

  /** Writes what is no part of a result, and a line break after it. */
  note(text: string): void {
    this.#stderr.write(`${text}\n`);
  }

  /** A text in a style, where results go to a terminal with colours. */
  paint(style: Style, text: string): string {
    return this.#hasColours ? styleText(style, text, { validateStream: false }) : text;
  }

  /** Shows how far the work is, on a terminal only; nothing takes the line away again. */
  progress(text: string): void {
    if (this.#stderr.isTTY === true) this.#stderr.write(text === '' ? clearLine : `${clearLine}${text}`);
  }
}
