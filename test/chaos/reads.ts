/** Reads of the load. Their data does not change, so that responses without faults are the expected ones. */
import type { Operation } from '../process/transports.ts';
import { type Caller, toMark } from './callers.ts';

interface Read {
  readonly name: string;
  readonly query: string;
  readonly variables?: (caller: Caller) => Readonly<Record<string, unknown>>;
}

const reads: readonly Read[] = [
  { name: 'currentUser', query: '{ currentUser { id username name webUrl } }' },
  {
    name: 'project',
    query:
      'query ($id: ID!) { project(id: $id) { name webUrl defaultBranch labels(first: 60) { totalCount pageInfo { hasNextPage } nodes { name color subscribed project { webUrl } } } } }',
    variables: () => ({ id: 'meridian/platform/engine' }),
  },
  {
    name: 'projects and pipelines',
    query:
      '{ group(id: "meridian") { fullPath webUrl projects(first: 6, filter: { includeSubgroups: true }) { nodes { fullPath webUrl labels(first: 5) { nodes { name } } } } } }',
  },
  {
    name: 'pipelines',
    query:
      'query ($first: Int!) { project(id: "meridian/platform/engine") { webUrl pipelines(first: $first) { nodes { iid sha ref webUrl createdAt user { username name } } } } }',
    variables: () => ({ first: 6 }),
  },
  {
    name: 'many pipelines',
    query:
      '{ project(id: "14") { pipelines(first: 450) { totalCount pageInfo { hasNextPage } nodes { iid ref sha webUrl } } } }',
  },
  {
    name: 'merge requests',
    query:
      '{ group(id: "9") { webUrl mergeRequests(first: 150) { totalCount nodes { iid title webUrl author { username name } assignees { name } } } } }',
  },
  {
    name: 'nodes',
    query:
      '{ nodes(ids: ["gid://service/Pipeline/14/2991", "gid://service/Project/11", "gid://service/Group/9", "gid://service/Pipeline/14/3000"]) { __typename id ... on Pipeline { sha webUrl user { name } } ... on Project { webUrl } ... on Group { webUrl } } }',
  },
  {
    name: 'own search',
    query:
      'query ($search: String!) { users(filter: { search: $search }, first: 5) { nodes { name } } project(id: "14") { webUrl labels(filter: { search: $search }, first: 5) { nodes { name } } } currentUser { name } }',
    variables: (caller) => ({ search: toMark(caller, 'search') }),
  },
  {
    name: 'aliases and fragments',
    query:
      'query ($more: Boolean!) { a: project(id: "11") { ...P } b: project(id: "12") { ...P ...P } c: project(id: "13") { ...P @include(if: $more) ...P webUrl } } fragment P on Project { name webUrl mergeRequests(first: 3) { nodes { iid author { name } } } }',
    variables: () => ({ more: false }),
  },
];

/** Variants of a document, so that some are executed uncached and others as cached compiled code. */
const variants = 3;

export interface CallerRead {
  readonly name: string;
  /** Variants of one operation. */
  readonly operations: readonly Operation[];
}

/** Returns the reads of a caller. */
export function getReads(caller: Caller): readonly CallerRead[] {
  return reads.map(({ name, query, variables }) => ({
    name,
    operations: Array.from({ length: variants }, (_, variant) => ({
      query: `${query} # ${variant}`,
      ...(variables ? { variables: variables(caller) } : {}),
    })),
  }));
}
