/** Handwritten schema of the workloads for all handwritten peers, independent of how a peer reads REST. */
import { createSchema } from 'graphql-yoga';

export type Item = Readonly<Record<string, unknown>>;

/** REST reads of a peer, with its own library. */
export interface Reads {
  get(path: string): Promise<unknown>;
}

export interface HandContext {
  readonly reads: Reads;
}

const camel = (name: string) => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

const attributes = {
  Group: { name: 'String' },
  Project: { name: 'String' },
  User: { name: 'String', username: 'String', avatar_url: 'String' },
  Label: { name: 'String', color: 'String', description: 'String' },
  Runner: {
    description: 'String',
    status: 'String',
    tag_list: '[String!]',
    maximum_timeout: 'Int',
    contacted_at: 'String',
  },
  ApprovalState: { approvals_required: 'Int', approvals_left: 'Int' },
  Note: { body: 'String', created_at: 'String', system: 'Boolean' },
  Pipeline: { iid: 'Int', status: 'String', ref: 'String', sha: 'String', created_at: 'String' },
  MergeRequest: {
    ...Object.fromEntries(
      [
        'title description state created_at updated_at merged_at closed_at prepared_at detailed_merge_status',
        'merge_commit_sha squash_commit_sha sha source_branch target_branch merge_after imported_from web_url',
      ]
        .flatMap((line) => line.split(' '))
        .map((name) => [name, 'String']),
    ),
    ...Object.fromEntries('iid user_notes_count upvotes downvotes'.split(' ').map((name) => [name, 'Int'])),
    ...Object.fromEntries(
      [
        'has_conflicts blocking_discussions_resolved draft discussion_locked force_remove_source_branch',
        'should_remove_source_branch merge_when_pipeline_succeeds squash imported',
      ]
        .flatMap((line) => line.split(' '))
        .map((name) => [name, 'Boolean']),
    ),
  },
} as const satisfies Readonly<Record<string, Readonly<Record<string, string>>>>;

const further: Readonly<Record<string, string>> = {
  Group: 'mergeRequests(first: Int!): MergeRequestConnection',
  Project: 'pipelines(first: Int!): PipelineConnection mergeRequest(iid: Int!): MergeRequest',
  MergeRequest:
    'author: User project: Project labels: [Label] approvalState: ApprovalState ' +
    'notes(first: Int!): NoteConnection pipelines(first: Int!): PipelineConnection',
  User: 'bio: String',
  ApprovalState: 'approvedBy: [Approval]',
  Note: 'author: User',
};

const objects = Object.entries(attributes).map(([type, fields]) => {
  const lines = Object.entries(fields).map(([name, kind]) => `${camel(name)}: ${kind}`);
  return `type ${type} { ${lines.join(' ')} ${further[type] ?? ''} }`;
});

const connections = ['MergeRequest', 'Note', 'Pipeline', 'Runner'].map(
  (name) => `type ${name}Connection { nodes: [${name}] }`,
);

export const typeDefs = `
  scalar _Any
  union _Entity = Label
  type Query {
    group(id: ID!): Group
    project(id: ID!): Project
    allRunners(first: Int!): RunnerConnection
    _entities(representations: [_Any!]!): [_Entity]!
  }
  type Approval { user: User }
  ${objects.join('\n')}
  ${connections.join('\n')}
`;

/** Returns resolvers of attributes, which convert REST names to names of the graph. */
const attributeResolvers = Object.fromEntries(
  Object.entries(attributes).map(([type, fields]) => [
    type,
    Object.fromEntries(Object.keys(fields).map((name) => [camel(name), (item: Item) => item[name] ?? null])),
  ]),
);

export const pagesOf = (path: string, first: number): readonly string[] =>
  Array.from(
    { length: Math.ceil(first / 100) },
    (_, index) => `${path}${path.includes('?') ? '&' : '?'}page=${index + 1}&per_page=${Math.min(first, 100)}`,
  );

const isItem = (value: unknown): value is Item => typeof value === 'object' && value !== null;

async function list(reads: Reads, path: string, first: number): Promise<{ nodes: readonly Item[] }> {
  const pages = await Promise.all(pagesOf(path, first).map((page) => reads.get(page)));
  return { nodes: pages.flat().filter(isItem) };
}

export const idOf = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && 'id' in value ? value.id : undefined;

/** Returns the REST path of a label by its global id. */
export const labelPath = (representation: unknown): string => {
  const [project, label] = String(idOf(representation)).split('/').slice(-2);
  return `/projects/${project}/labels/${label}`;
};

/** Returns the labels of a project with these names. */
export function labelsNamed(names: unknown, all: unknown): readonly Item[] {
  const byName = new Map(
    [all]
      .flat()
      .filter(isItem)
      .map((label) => [label.name, label]),
  );
  return [names].flat().map((name) => byName.get(name) ?? { name });
}

const memberOf = (value: unknown, name: string): unknown => (isItem(value) ? value[name] : undefined);

export const mergeRequestPath = (item: unknown): string =>
  `/projects/${memberOf(item, 'project_id')}/merge_requests/${memberOf(item, 'iid')}`;

/** Returns the REST path of the pipelines of a merge request: those of its source branch. */
export const pipelinesPath = (item: unknown): string =>
  `/projects/${memberOf(item, 'source_project_id')}/pipelines?ref=${encodeURIComponent(String(memberOf(item, 'source_branch')))}`;

type Numbered = { readonly id: string };
type Window = { readonly first: number };

export const resolvers = {
  Query: {
    group: (_: unknown, { id }: Numbered, { reads }: HandContext) => reads.get(`/groups/${id}`),
    project: (_: unknown, { id }: Numbered, { reads }: HandContext) => reads.get(`/projects/${id}`),
    allRunners: async (_: unknown, { first }: Window, { reads }: HandContext) => {
      const { nodes } = await list(reads, '/runners/all', first);
      return { nodes: nodes.map(({ id }) => reads.get(`/runners/${id}`)) };
    },
    _entities: (_: unknown, { representations }: { representations: readonly Item[] }, { reads }: HandContext) =>
      representations.map((representation) => reads.get(labelPath(representation))),
  },
  _Entity: { __resolveType: () => 'Label' },
  ...attributeResolvers,
  Group: {
    ...attributeResolvers.Group,
    mergeRequests: ({ id }: Item, { first }: Window, { reads }: HandContext) =>
      list(reads, `/groups/${id}/merge_requests`, first),
  },
  Project: {
    ...attributeResolvers.Project,
    pipelines: ({ id }: Item, { first }: Window, { reads }: HandContext) =>
      list(reads, `/projects/${id}/pipelines`, first),
    mergeRequest: ({ id }: Item, { iid }: { readonly iid: number }, { reads }: HandContext) =>
      reads.get(`/projects/${id}/merge_requests/${iid}`),
  },
  MergeRequest: {
    ...attributeResolvers.MergeRequest,
    author: ({ author }: Item) => author,
    project: ({ project_id: id }: Item, _: unknown, { reads }: HandContext) => reads.get(`/projects/${id}`),
    labels: async ({ labels, project_id: id }: Item, _: unknown, { reads }: HandContext) =>
      labelsNamed(labels, await reads.get(`/projects/${id}/labels?page=1&per_page=100`)),
    approvalState: (item: Item, _: unknown, { reads }: HandContext) => reads.get(`${mergeRequestPath(item)}/approvals`),
    notes: (item: Item, { first }: Window, { reads }: HandContext) =>
      list(reads, `${mergeRequestPath(item)}/notes`, first),
    pipelines: (item: Item, { first }: Window, { reads }: HandContext) => list(reads, pipelinesPath(item), first),
  },
  User: {
    ...attributeResolvers.User,
    // Users inside other objects lack it.
    bio: async ({ id }: Item, _: unknown, { reads }: HandContext) =>
      memberOf(await reads.get(`/users/${id}`), 'bio') ?? null,
  },
  ApprovalState: { ...attributeResolvers.ApprovalState, approvedBy: ({ approved_by: approvals }: Item) => approvals },
};

export const handSchema = () => createSchema<HandContext>({ typeDefs, resolvers });
