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

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that a terminal would obey
const controls = /[\u0000-\u001f\u007f-\u009f]/g;

/** A text of others, such as an upstream or a file, on one line and without anything that would control the terminal. */
export const printable = (text: string): string => text.replaceAll('\n', ' ').replace(controls, '?');

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

  /** Writes what is no part of a result, and a line break after it. It may quote others. */
  note(text: string): void {
    this.#stderr.write(`${text.split('\n').map(printable).join('\n')}\n`);
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
