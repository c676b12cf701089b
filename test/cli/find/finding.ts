/** Finds the query of a call by a curl command, and compares the call with the requests that the sandbox receives. */
import { expect } from 'vitest';
import type { RecordedRequest } from '../../../package/sandbox.ts';
import { type OperationId, operation } from '../../../src/contract/index.ts';
import { portico } from '../run.ts';

export interface FindOutput {
  readonly operation: string;
  readonly field: string;
  readonly query: string;
  readonly variables: Readonly<Record<string, unknown>>;
  readonly remarks: readonly string[];
  readonly url?: string;
}

export interface CallToFind {
  /** Path and query below the base URL. */
  readonly url: string;
  readonly body?: Readonly<Record<string, unknown>> | undefined;
}

/** Runs `portico find` with a curl command, and expects its output to lack the token. */
export async function findCall(id: OperationId, { url, body }: CallToFind): Promise<FindOutput> {
  const { method } = operation(id);
  const json = body === undefined ? '' : ` --json '${JSON.stringify(body).replaceAll("'", "'\\''")}'`;
  const command = `curl -g -X ${method} -H 'PRIVATE-TOKEN: secret-token'${json} 'https://forge.example.com/api/v4${url}'`;
  const { status, stdout, stderr } = await portico(['find', '--json', '--curl', command]);
  expect({ status, stderr }, command).toEqual({ status: 0, stderr: '' });
  expect(stdout).not.toContain('secret-token');
  return JSON.parse(stdout);
}

const snakeCase = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Fills in the masked secrets of variables, as a user of the command does. */
export function withSecrets(variables: unknown, body: unknown): unknown {
  const values = new Map<string, unknown[]>();
  const collect = (value: unknown, name: string): void => {
    if (Array.isArray(value)) for (const item of value) collect(item, name);
    else if (typeof value === 'object' && value !== null)
      for (const [key, member] of Object.entries(value)) collect(member, key);
    else values.set(name, [...(values.get(name) ?? []), value]);
  };
  collect(body, '');
  const fill = (value: unknown, name: string): unknown => {
    if (Array.isArray(value)) return value.map((item) => fill(item, name));
    if (typeof value === 'object' && value !== null)
      return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, fill(member, snakeCase(key))]));
    return value === '[redacted]' ? values.get(name)?.shift() : value;
  };
  return fill(variables, '');
}

/** Returns the decoded query parameters, without those of pagination, as `name=value`. */
export function getQueryPairs(url: string): readonly string[] {
  const paging = new Set(['page', 'per_page', 'pagination']);
  const pairs = [...new URL(url, 'http://sandbox').searchParams].filter(([name]) => !paging.has(name));
  return pairs.map(([name, value]) => `${name}=${value}`).toSorted();
}

const decodedPath = (url: string): string => decodeURIComponent(url.replace(/\?.*$/s, ''));

/** Formats a value for the comparison. Services accept numbers as strings. */
const toComparableText = (value: unknown): string =>
  JSON.stringify(value, (_, each) => (typeof each === 'number' ? String(each) : each)) ?? 'nothing';

const toMembers = (body: unknown): ReadonlyMap<string, unknown> =>
  new Map(typeof body === 'object' && body !== null ? Object.entries(body) : []);

/** Difference, and the word that a remark about it must contain. */
export interface Difference {
  readonly name: string;
  readonly text: string;
}

/** Finds the differences between a call and the requests that its query caused. */
export function findDifferences(id: OperationId, { url, body }: CallToFind, requests: readonly RecordedRequest[]) {
  const [request, ...more] = requests.filter((each) => each.operation === id);
  // The facade reads the current user after a 401 to find out whether the credential is valid. A second approval causes a 401, too.
  const isUnauthorized = requests.some((each) => each.operation === id && each.status === 401);
  const others = new Set(requests.map(({ operation }) => operation));
  others.delete(id);
  if (isUnauthorized) others.delete('getCurrentUser');
  const differences: Difference[] = [...others].map((other) => ({ name: String(other), text: `also calls ${other}` }));
  if (request === undefined) return [...differences, { name: 'rejects', text: 'is not called' }];
  if (more.length > 0) differences.push({ name: 'twice', text: 'is called twice' });
  if (decodedPath(request.url) !== decodedPath(url))
    differences.push({ name: 'path', text: `has the path ${request.url}` });
  const [expectedPairs, sentPairs] = [getQueryPairs(url), getQueryPairs(request.url)];
  for (const pair of [
    ...expectedPairs.filter((each) => !sentPairs.includes(each)),
    ...sentPairs.filter((each) => !expectedPairs.includes(each)),
  ])
    differences.push({ name: pair, text: `differs in ${pair}` });
  const [members, sentMembers] = [toMembers(body), toMembers(request.body)];
  for (const name of new Set([...members.keys(), ...sentMembers.keys()])) {
    const texts = [members, sentMembers].map((each) => toComparableText(each.get(name)));
    if (texts[0] !== texts[1]) differences.push({ name, text: `has ${name} ${texts[1]} instead of ${texts[0]}` });
  }
  return differences;
}
