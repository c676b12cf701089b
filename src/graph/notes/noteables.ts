/** What notes are about. Issues, snippets and epics have an address here, and nothing else that an answer would tell. */
import { Group } from '../groups.ts';
import { builder } from '../kit/builder.ts';
import { addFields, resourceType } from '../kit/fields/index.ts';
import type { Resource } from '../kit/resources/resource.ts';
import { MergeRequest } from '../merge-requests/index.ts';
import { Project } from '../projects.ts';

/** What notes can be about. */
export const noteable = builder.interfaceRef<Resource>('Noteable').implement({
  description: 'Something that notes can be about: an issue, a project snippet, a merge request or an epic.',
  resolveType: ({ typeName }) => typeName,
  fields: (t) => ({
    id: t.field({ type: 'ID', nullable: false, description: 'Global id of the object.' }),
  }),
});

export const Issue = resourceType({
  name: 'Issue',
  parameters: ['id', 'issue_iid'],
  schema: 'Issue',
  owner: { type: Project },
});

export const Snippet = resourceType({
  name: 'Snippet',
  parameters: ['id', 'snippet_id'],
  schema: 'Snippet',
  owner: { type: Project },
});

export const Epic = resourceType({
  name: 'Epic',
  parameters: ['id', 'epic_id'],
  schema: 'Epic',
  owner: { type: Group },
});

for (const type of [Issue, Snippet, MergeRequest, Epic]) type.ref.addInterfaces([noteable]);

/** The reason for which everything about epics is deprecated. */
export const epicsEnd =
  'Has no replacement in this graph: epics become work items. Removed in v5 of the REST interface.';

/** What an argument or input field says about the id of an epic. */
export const epicReference =
  'The epic, as its global id or its numeric id. The number within the group, which its address in a browser shows, leads to nothing or to the notes of another epic.';
export const snippetReference = 'The project snippet, as its global id or its numeric id.';

addFields(Issue, (f) => ({
  iid: f.t.field({
    type: 'SafeInt',
    nullable: true,
    description: 'Number of the issue within its project.',
    resolve: ({ path }) => path.issue_iid,
  }),
  project: f.lookup(Project, { description: 'The project that holds the issue.' }),
}));

addFields(Snippet, (f) => ({
  databaseId: f.t.field({
    type: 'SafeInt',
    nullable: true,
    description: 'Numeric id of the snippet, unique on the instance.',
    resolve: ({ path }) => path.snippet_id,
  }),
  project: f.lookup(Project, { description: 'The project that holds the snippet.' }),
}));

addFields(Epic, (f) => ({
  databaseId: f.t.field({
    type: 'SafeInt',
    nullable: true,
    description: 'Numeric id of the epic, unique on the instance; not its number within the group.',
    resolve: ({ path }) => path.epic_id,
  }),
  group: f.lookup(Group, { description: 'The group that holds the epic.' }),
}));

addFields(Project, (f) => ({
  issue: f.lookup(Issue, {
    description: 'An issue of the project, by its number there; its notes tell whether it exists.',
    args: (arg) => ({
      iid: arg({ type: 'SafeInt', required: true, description: 'Number of the issue within the project, not its id.' }),
    }),
    path: ({ id }, { iid }) => ({ id, issue_iid: iid }),
  }),
  snippet: f.lookup(Snippet, {
    description: 'A snippet of the project; its notes tell whether it exists. Personal snippets are not found.',
    args: (arg) => ({ id: arg.id({ required: true, description: snippetReference }) }),
    path: (project, { id }) => ({ id: project.id, snippet_id: Snippet.numberBelow({ id: project.id }, id) }),
  }),
}));

addFields(Group, (f) => ({
  epic: f.lookup(Epic, {
    description: 'An epic of the group, by its id; its notes tell whether it exists.',
    deprecationReason: epicsEnd,
    args: (arg) => ({ id: arg.id({ required: true, description: epicReference }) }),
    path: (group, { id }) => ({ id: group.id, epic_id: Epic.numberBelow({ id: group.id }, id) }),
  }),
}));
