/** From the filter of merge request lists to query parameters, and everything that is wrong with it at once. */
import { attributesOf, type OperationId, operation, type Schema } from '../../contract/index.ts';
import type { Violation } from '../../rest/errors.ts';
import { checkConstraints, checkValue } from '../kit/contract/check.ts';
import { collectViolations, parseNumber } from '../kit/resources/references.ts';
import { noneOrAnySchema, parametersOf, plainFilters, plainName } from './filter-types.ts';

type Path = Violation['path'];

/** Turns what was given into what a parameter takes, and notes what is wrong with it. */
type Reader = (value: unknown, path: Path, violations: Violation[]) => unknown;

const asIs: Reader = (value) => value;

/** A user by number, which is all that filters take. */
const user: Reader = (value, path, violations) =>
  collectViolations(violations, () => parseNumber('User', value, path)) ?? 0;

/** A project by number. */
const project: Reader = (value, path, violations) =>
  collectViolations(violations, () => parseNumber('Project', value, path)) ?? 0;

/** A text, but for the two words that mean something else in its place. */
const text: Reader = (value, path, violations) => {
  if (/^(none|any)$/i.test(String(value)))
    violations.push({
      path,
      message: `must not be "${value}", which means something else upstream: use the member is`,
    });
  return value;
};

/** A shape of its own in the filter, and the parameter or the member of `not` that it becomes. */
type Place = readonly [path: readonly string[], name: string, read?: Reader];

const places: readonly Place[] = [
  ...plainFilters.map((name): Place => [[plainName(name)], name]),
  [['sourceProject'], 'source_project_id', project],
  [['author', 'id'], 'author_id', user],
  [['author', 'username'], 'author_username'],
  [['assignee', 'id'], 'assignee_id', user],
  [['assignee', 'usernames'], 'assignee_username'],
  [['assignee', 'is'], 'assignee_id'],
  [['reviewer', 'id'], 'reviewer_id', user],
  [['reviewer', 'username'], 'reviewer_username', text],
  [['reviewer', 'is'], 'reviewer_id'],
  [['mergeUser', 'id'], 'merge_user_id', user],
  [['mergeUser', 'username'], 'merge_user_username'],
  [['approvedBy', 'ids'], 'approved_by_ids', user],
  [['approvedBy', 'usernames'], 'approved_by_usernames', text],
  [['approvedBy', 'is'], 'approved_by_ids'],
  [['approver', 'ids'], 'approver_ids', user],
  [['approver', 'is'], 'approver_ids'],
  [['labels', 'names'], 'labels', text],
  [['labels', 'is'], 'labels'],
  [['milestone', 'title'], 'milestone', text],
  [['milestone', 'is'], 'milestone'],
  [['myReaction', 'emoji'], 'my_reaction_emoji', text],
  [['myReaction', 'is'], 'my_reaction_emoji'],
];

const negatedPlaces: readonly Place[] = [
  [['author', 'id'], 'author_id', user],
  [['author', 'username'], 'author_username'],
  [['assignee', 'id'], 'assignee_id', user],
  [['assignee', 'username'], 'assignee_username'],
  [['reviewer', 'id'], 'reviewer_id', user],
  [['reviewer', 'username'], 'reviewer_username'],
  [['labels'], 'labels'],
  [['milestone'], 'milestone'],
  [['myReaction'], 'my_reaction_emoji'],
];

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function valueAt(filter: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((value, key) => (isRecord(value) ? value[key] : undefined), filter);
}

/** Null says as little as an empty list: no filter. */
const isGiven = (value: unknown): boolean =>
  value !== undefined && value !== null && !(Array.isArray(value) && value.length === 0);

/** Query parameters by their names on the wire, and what is wrong with the others. */
export interface Reading {
  readonly query: Readonly<Record<string, unknown>>;
  readonly violations: readonly Violation[];
}

function readPlaces(
  filter: unknown,
  base: Path,
  known: readonly Place[],
  target: (name: string) => { readonly wireName: string; readonly schema: Schema } | undefined,
): Reading {
  const query: Record<string, unknown> = {};
  const violations: Violation[] = [];
  for (const [place, name, read = asIs] of isRecord(filter) ? known : []) {
    const value = valueAt(filter, place);
    if (!isGiven(value)) continue;
    const parameter = target(name);
    const path = [...base, ...place];
    if (parameter === undefined) {
      violations.push({ path, message: 'is not for this list' });
      continue;
    }
    const converted = convert(read, value, path, violations);
    violations.push(...checkValue(place.at(-1) === 'is' ? noneOrAnySchema : parameter.schema, converted, path));
    query[parameter.wireName] = converted;
  }
  return { query, violations };
}

function convert(read: Reader, value: unknown, path: Path, violations: Violation[]): unknown {
  if (!Array.isArray(value)) return read(value, path, violations);
  return value.map((item, index) => read(item, [...path, index], violations));
}

const negatedMembers = attributesOf('MergeRequestNegatedFilters');

/** What a filter asks for. Nothing may be asked for while there are violations. */
export function readFilter(id: OperationId, filter: unknown): Reading {
  const { query, violations } = readPlaces(filter, ['filter'], places, (name) => parametersOf(id).get(name));
  const not = readPlaces(valueAt(filter, ['not']), ['filter', 'not'], negatedPlaces, (name) => {
    const schema = negatedMembers.get(name);
    return schema && { wireName: name, schema };
  });
  return {
    query: { ...query, ...(Object.keys(not.query).length > 0 ? { not: not.query } : {}) },
    violations: [
      ...violations,
      ...not.violations,
      ...checkConstraints(operation(id).constraints, new Set(Object.keys(query)), ['filter']),
    ],
  };
}
