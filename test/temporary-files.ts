/** Creates the temporary files of a test run in a folder of their own, which is removed after the run. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export default function setup(): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'portico-test-'));
  // Workers, and the processes that tests start, inherit it.
  process.env.TMPDIR = folder;
  return () => rmSync(folder, { recursive: true, force: true });
}
