/** A release moves the unreleased entries and the breaking changes below its version. */
import { expect, test } from 'vitest';
import { breakingSince, releaseChangelog } from '../../scripts/changelog.ts';
import { read } from './pages.ts';

const breakingChanges = `# Breaking changes

## Since the last release

- \`Project.old was removed.\`: use \`new\`.

## 0.1.0

- \`Project.older was removed.\`: use \`old\`.
`;

const changelog = `# Changelog

## Unreleased

- Something new.

## 0.1.0 - 2026-01-01

- The first.
`;

const release = { version: '0.2.0', date: '2026-02-01' };

test('moves unreleased entries and breaking changes below the version', () => {
  expect(releaseChangelog(changelog, { ...release, breaking: breakingSince(breakingChanges) })).toBe(`# Changelog

## Unreleased

## 0.2.0 - 2026-02-01

- Something new.

### Breaking changes of the schema

- \`Project.old was removed.\`: use \`new\`.

## 0.1.0 - 2026-01-01

- The first.
`);
});

test('omits the section of breaking changes if none exist', () => {
  const none = breakingSince('## Since the last release\n\nNone.\n\n## 0.1.0\n');
  expect(none).toBe('');
  expect(releaseChangelog(changelog, { ...release, breaking: none })).not.toContain('Breaking');
});

test('rejects a version that is already released', () => {
  expect(() => releaseChangelog(changelog, { ...release, version: '0.1.0', breaking: '' })).toThrow('0.1.0 already');
});

test('creates a release from the files of the repository', () => {
  const breaking = breakingSince(read('schema/breaking-changes.md'));
  const released = releaseChangelog(read('CHANGELOG.md'), { version: '99.0.0', date: '2099-01-01', breaking });
  expect(released).toContain('## Unreleased\n\n## 99.0.0 - 2099-01-01\n');
  expect(released).toContain('## 0.2.0 - 2026-11-22');
});

test('has at most 25 KB, so that users read it before an upgrade', () => {
  expect(Buffer.byteLength(read('CHANGELOG.md'))).toBeLessThanOrEqual(25_000);
});
