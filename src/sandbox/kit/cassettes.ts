/** Answers of another service that a sandbox gives again, in place of those from its own world. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Answer, jsonAnswer } from './service.ts';
import { isTree, type Tree } from './wire.ts';

/** Files of a recording at the most. */
const mostFiles = 1000;

interface Cassette {
  readonly operation: string;
  readonly path: Readonly<Record<string, string | number>>;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

function isCassette(value: unknown): value is Cassette {
  if (!isTree(value)) return false;
  const { operation, path, status, headers }: Tree = value;
  return typeof operation === 'string' && isTree(path) && typeof status === 'number' && isTree(headers);
}

export class Cassettes {
  readonly #all: readonly Cassette[];

  /** @param folder with one JSON file for each answer, as `portico doctor --record` writes them */
  constructor(folder: string) {
    const files = readdirSync(folder).filter((name) => name.endsWith('.json'));
    if (files.length === 0) throw new Error(`${folder} has no recorded answers`);
    this.#all = files
      .sort()
      .slice(0, mostFiles)
      .map((name) => {
        const value: unknown = JSON.parse(readFileSync(join(folder, name), 'utf8'));
        if (!isCassette(value)) throw new Error(`${name} in ${folder} is no recorded answer`);
        return value;
      });
  }

  /** The recorded answer to a call, whatever its query. */
  answer(operation: string, path: Readonly<Record<string, string>>): Answer {
    const found = this.#all.find(
      (cassette) =>
        cassette.operation === operation &&
        Object.entries(path).every(([name, value]) => String(cassette.path[name]) === value),
    );
    if (found === undefined) return jsonAnswer(404, { message: '404 Not recorded' });
    return jsonAnswer(found.status, found.body, found.headers);
  }
}
