/** Converts the filter of merge request lists to query parameters. */
import { attributesOf, type OperationId, operation, type Schema, standardContract } from '../../contract/index.ts';
import { isRecord } from '../../helpers/is-record.ts';
import type { Violation } from '../../rest/errors.ts';
import { checkConstraints, getContractValidator } from '../kit/contract/check.ts';
import { collectViolations, parseNumber } from '../kit/resources/references.ts';
import { getParameters, noneOrAnySchema, plainFilters, toPlainName } from './filter-types.ts';

type Path = Violation['path'];

/** Converts a value to that of a parameter. @param violations receives the violations of the value */
type Converter = (value: unknown, path: Path, violations: Violation[]) => unknown;

const keepValue: Converter = (value) => value;

/** Converts a user to the number that filters accept; 0 for an invalid id, whose violation prevents the request. */
const toUserNumber: Converter = (value, path, violations) =>
  collectViolations(violations, () => parseNumber('User', value, path)) ?? 0;

/** Converts a project to its number; 0 for an invalid id, whose violation prevents the request. */
const toProjectNumber: Converter = (value, path, violations) =>
  collectViolations(violations, () => parseNumber('Project', value, path)) ?? 0;

const isNoneOrAny = (text: string): boolean => /^(?:none|any)$/i.test(text);

/** Rejects the two strings that have another meaning in this parameter. */
const toLiteral: Converter = (value, path, violations) => {
  const place = path.includes('not') ? ' of the condition outside of not' : '';
  if (isNoneOrAny(String(value)))
    violations.push({
      path,
      message: `must not be "${value}", which has another meaning upstream: use the member is${place}`,
    });
  return value;
};

/** Whether upstreams read the name of a label as several names or as another condition. */
export const isAmbiguousLabel = (name: string): boolean => name.includes(',') || isNoneOrAny(name);

/** Whether upstreams read the title of a milestone as several titles or as another condition. */
export const isAmbiguousMilestone = (title: string): boolean =>
  title.includes(',') || isNoneOrAny(title) || /^(?:upcoming|started)$/i.test(title);

/** Rejects titles of milestones that have another meaning in this parameter. */
const toMilestoneTitle: Converter = (value, path, violations) => {
  const title = String(value);
  if (isNoneOrAny(title)) return toLiteral(value, path, violations);
  if (isAmbiguousMilestone(title))
    violations.push({ path, message: `must not be "${title}", which has another meaning upstream` });
  return value;
};

/** Path in the filter, and the parameter or the member of `not` that its value is converted to. */
type FilterPath = readonly [path: readonly string[], name: string, convert?: Converter];

const filterPaths: readonly FilterPath[] = [
  ...plainFilters.map((name): FilterPath => [[toPlainName(name)], name]),
  [['sourceProject'], 'source_project_id', toProjectNumber],
  [['author', 'id'], 'author_id', toUserNumber],
  [['author', 'username'], 'author_username'],
  [['assignee', 'id'], 'assignee_id', toUserNumber],
  [['assignee', 'usernames'], 'assignee_username'],
  [['assignee', 'is'], 'assignee_id'],
  [['reviewer', 'id'], 'reviewer_id', toUserNumber],
  [['reviewer', 'username'], 'reviewer_username', toLiteral],
  [['reviewer', 'is'], 'reviewer_id'],
  [['mergeUser', 'id'], 'merge_user_id', toUserNumber],
  [['mergeUser', 'username'], 'merge_user_username'],
  [['approvedBy', 'ids'], 'approved_by_ids', toUserNumber],
  [['approvedBy', 'usernames'], 'approved_by_usernames', toLiteral],
  [['approvedBy', 'is'], 'approved_by_ids'],
  [['approver', 'ids'], 'approver_ids', toUserNumber],
  [['approver', 'is'], 'approver_ids'],
  [['labels', 'names'], 'labels', toLiteral],
  [['labels', 'is'], 'labels'],
  [['milestone', 'title'], 'milestone', toMilestoneTitle],
  [['milestone', 'is'], 'milestone'],
  [['myReaction', 'emoji'], 'my_reaction_emoji', toLiteral],
  [['myReaction', 'is'], 'my_reaction_emoji'],
];

const negatedFilterPaths: readonly FilterPath[] = [
  [['author', 'id'], 'author_id', toUserNumber],
  [['author', 'username'], 'author_username'],
  [['assignee', 'id'], 'assignee_id', toUserNumber],
  [['assignee', 'username'], 'assignee_username'],
  [['reviewer', 'id'], 'reviewer_id', toUserNumber],
  [['reviewer', 'username'], 'reviewer_username', toLiteral],
  [['labels'], 'labels', toLiteral],
  [['milestone'], 'milestone', toMilestoneTitle],
  [['myReaction'], 'my_reaction_emoji', toLiteral],
];

function getValue(filter: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((value, key) => (isRecord(value) ? value[key] : undefined), filter);
}

/** Whether a value filters. Null and an empty list do not. */
const hasValue = (value: unknown): boolean =>
  value !== undefined && value !== null && !(Array.isArray(value) && value.length === 0);

/** Query parameters with names on the wire, and the violations of values without parameters. */
export interface FilterQuery {
  readonly query: Readonly<Record<string, unknown>>;
  readonly violations: readonly Violation[];
}

function readFilterPaths(
  filter: unknown,
  base: Path,
  paths: readonly FilterPath[],
  findParameter: (name: string) => { readonly wireName: string; readonly schema: Schema } | undefined,
): FilterQuery {
  const query: Record<string, unknown> = {};
  const violations: Violation[] = [];
  for (const [filterPath, name, converter = keepValue] of isRecord(filter) ? paths : []) {
    const value = getValue(filter, filterPath);
    if (!hasValue(value)) continue;
    const parameter = findParameter(name);
    const path = [...base, ...filterPath];
    // The types of the filters contain no conditions that their lists do not accept.
    if (parameter === undefined) throw new Error(`No parameter of the list is called ${name}`);
    const converted = convert(converter, value, path, violations);
    violations.push(
      ...validator.checkValue(filterPath.at(-1) === 'is' ? noneOrAnySchema : parameter.schema, converted, path),
    );
    query[parameter.wireName] = converted;
  }
  return { query, violations };
}

function convert(converter: Converter, value: unknown, path: Path, violations: Violation[]): unknown {
  if (!Array.isArray(value)) return converter(value, path, violations);
  return value.map((item, index) => converter(item, [...path, index], violations));
}

const validator = getContractValidator(standardContract);

const negatedMembers = attributesOf('MergeRequestNegatedFilters');

function convertFilter(id: OperationId, filter: unknown): FilterQuery {
  const { query, violations } = readFilterPaths(filter, ['filter'], filterPaths, (name) => getParameters(id).get(name));
  const not = readFilterPaths(getValue(filter, ['not']), ['filter', 'not'], negatedFilterPaths, (name) => {
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

const convertedFilters = new WeakMap<object, Map<OperationId, FilterQuery>>();

/**
 * Converts a filter. If there are violations, the query must not be sent. Cached by the filter, because the request and
 * the check of a list both need the result.
 */
export function readFilter(id: OperationId, filter: unknown): FilterQuery {
  if (!isRecord(filter)) return convertFilter(id, filter);
  const cached = convertedFilters.get(filter) ?? new Map<OperationId, FilterQuery>();
  const query = cached.get(id) ?? convertFilter(id, filter);
  convertedFilters.set(filter, cached.set(id, query));
  return query;
}
