/** Output of a command: results go to standard output, messages and progress to standard error. */
import { styleText } from 'node:util';

export type Style = 'bold' | 'dim' | 'red' | 'green' | 'yellow' | 'cyan';

export interface OutputStream {
  readonly isTTY?: boolean;
  write(text: string): unknown;
}

export interface TerminalOptions {
  readonly stdout: OutputStream;
  readonly stderr: OutputStream;
  readonly env: NodeJS.ProcessEnv;
}

/** Characters that a terminal interprets. */
const controlCharacters = /\p{Control}/gu;

/** Makes a string from a file or an upstream safe to print: one line, control characters replaced by `?`. */
export const toPrintable = (text: string): string => text.replaceAll('\n', ' ').replace(controlCharacters, '?');

const clearLine = '\r\u001b[2K';

export class Terminal {
  readonly #stdout: OutputStream;
  readonly #stderr: OutputStream;
  readonly #hasColors: boolean;

  constructor({ stdout, stderr, env }: TerminalOptions) {
    this.#stdout = stdout;
    this.#stderr = stderr;
    this.#hasColors = stdout.isTTY === true && !env.NO_COLOR && env.TERM !== 'dumb';
  }

  /** Writes a line of a result. */
  print(text: string): void {
    this.#stdout.write(`${text}\n`);
  }

  /** Writes a result as JSON. */
  printJson(value: unknown): void {
    this.print(JSON.stringify(value, null, 2));
  }

  /** Writes a message to standard error. Control characters in it are replaced. */
  note(text: string): void {
    this.#stderr.write(`${text.split('\n').map(toPrintable).join('\n')}\n`);
  }

  /** Styles a string if standard output is a terminal with colors. */
  paint(style: Style, text: string): string {
    return this.#hasColors ? styleText(style, text, { validateStream: false }) : text;
  }

  /** Shows progress on a terminal, replacing the previous progress line; the empty string removes that line. */
  progress(text: string): void {
    if (this.#stderr.isTTY === true) this.#stderr.write(text === '' ? clearLine : `${clearLine}${text}`);
  }
}
