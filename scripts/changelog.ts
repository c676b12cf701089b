/** Changelog of a release. */

/** Heading of unreleased changes. */
const unreleased = '## Unreleased\n';

export interface Release {
  readonly version: string;
  /** Day of the release, as `2026-01-31`. */
  readonly date: string;
  /** Lines of `schema/breaking-changes.md` since the release before. */
  readonly breaking: string;
}

/** Part of `schema/breaking-changes.md` since the last release; empty if none exists. */
export function breakingSince(breakingChanges: string): string {
  const [, later = ''] = breakingChanges.split('## Since the last release\n');
  const [since = ''] = later.split(/^## /m);
  return since.trim() === 'None.' ? '' : since.trim();
}

/**
 * Moves unreleased changes below the heading of a version.
 * @throws Error if the changelog contains the version already, or has no heading for unreleased changes
 */
export function releaseChangelog(changelog: string, { version, date, breaking }: Release): string {
  if (changelog.includes(`\n## ${version} `)) throw new Error(`CHANGELOG.md has ${version} already; raise the version`);
  const [before, after] = changelog.split(unreleased);
  if (before === undefined || after === undefined) throw new Error('CHANGELOG.md has no heading "Unreleased"');
  const end = after.search(/^## /m);
  const [written, older] = end === -1 ? [after, ''] : [after.slice(0, end), after.slice(end)];
  const parts = [written.trim(), breaking === '' ? '' : `### Breaking changes of the schema\n\n${breaking}`];
  const release = [`## ${version} - ${date}`, ...parts.filter((part) => part !== '')].join('\n\n');
  return `${before}${unreleased}\n${[release, older.trim()].filter((part) => part !== '').join('\n\n')}\n`;
}
