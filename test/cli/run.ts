/** Runs the command in this process. */
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { run } from '../../src/cli/index.ts';

export interface CommandResult {
  readonly status: number;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunOptions {
  readonly env?: NodeJS.ProcessEnv;
  readonly stdin?: string;
  readonly terminal?: boolean;
}

/** Runs the command with the given arguments. */
export async function portico(
  argv: readonly string[],
  { env = {}, stdin = '', terminal }: RunOptions = {},
): Promise<CommandResult> {
  let [stdout, stderr] = ['', ''];
  const isTTY = terminal === true;
  const status = await run(argv, {
    version: '1.2.3',
    env,
    stdin: async () => stdin,
    stdout: { isTTY, write: (text) => (stdout += text) },
    stderr: { isTTY, write: (text) => (stderr += text) },
  });
  return { status, stdout, stderr };
}

/** Writes files into a new folder. @returns the path of the folder */
export function folderWith(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'portico-cli-'));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return folder;
}
