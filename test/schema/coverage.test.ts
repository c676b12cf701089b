/** The coverage of single operations, as `npm run coverage -- listLabels` prints it. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const script = fileURLToPath(new URL('../coverage.ts', import.meta.url));

/** Runs the coverage check of operations on a log with the given requests. */
function checkCoverage(ids: readonly string[], requests: readonly object[]) {
  const log = join(mkdtempSync(join(tmpdir(), 'portico-coverage-')), 'wire.jsonl');
  writeFileSync(log, requests.map((request) => `${JSON.stringify(request)}\n`).join(''));
  const env = { ...process.env, PORTICO_WIRE_LOG: log };
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...ids], { encoding: 'utf8', env });
  return { status, stdout, stderr };
}

test('reports operations whose parameters were all sent', () => {
  expect(
    checkCoverage(
      ['getLabel', 'updateResourceGroup'],
      [
        { operation: 'getLabel', query: ['include_ancestor_groups'] },
        { operation: 'updateResourceGroup', body: ['process_mode'] },
      ],
    ),
  ).toEqual({
    status: 0,
    stdout: 'getLabel: every parameter was sent\nupdateResourceGroup: every parameter was sent\n',
    stderr: '',
  });
});

test('fails for parameters that were not sent, operations that were not called, and unknown operations', () => {
  expect(
    checkCoverage(['deleteGroupServiceAccount', 'getLabel', 'getLabl'], [{ operation: 'deleteGroupServiceAccount' }]),
  ).toEqual({
    status: 1,
    stdout: '',
    stderr: [
      'deleteGroupServiceAccount: parameters never sent: hard_delete',
      'getLabel: never called',
      'getLabl: the contract has no such operation; did you mean getLabel?',
      '',
    ].join('\n'),
  });
});
