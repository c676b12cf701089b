/** Objects that notes are about. Of issues, snippets and epics, only the path parameters are available. */
import { Group } from '../groups.ts';
import type { Area } from '../kit/area.ts';
import { defineInterface } from '../kit/definitions.ts';
import { defineFields, defineResourceType } from '../kit/fields/index.ts';
import { MergeRequest } from '../merge-requests/index.ts';
import { Project } from '../projects.ts';

export const noteable = defineInterface('Noteable', {
  description: 'Something that notes can be about: an issue, a project snippet, a merge request or an epic.',
  types: () => [Issue, Snippet, MergeRequest, Epic],
  fields: (t) => ({
    id: t.field({ type: 'ID', nullable: false, description: 'Global id of the object.' }),
  }),
});

export const Issue = defineResourceType({
  name: 'Issue',
  parameters: ['id', 'issue_iid'],
  schema: 'Issue',
  owner: { type: Project },
});

export const Snippet = defineResourceType({
  name: 'Snippet',
  parameters: ['id', 'snippet_id'],
  schema: 'Snippet',
  owner: { type: Project },
});

export const Epic = defineResourceType({
  name: 'Epic',
  parameters: ['id', 'epic_id'],
  schema: 'Epic',
  owner: { type: Group },
});

/** Deprecation reason of everything about epics. */
export const epicDeprecationReason =
  'Has no replacement in this graph: epics become work items. Removed in v5 of the REST interface.';

/** Description of an argument or input field for the id of an epic. */
export const epicReference =
  'The epic, as its global id or its numeric id. The number within the group, which its address in a browser shows, leads to nothing or to the notes of another epic.';
export const snippetReference = 'The project snippet, as its global id or its numeric id.';

const issueFields = defineFields(Issue, (f) => ({
  iid: f.t.field({
    type: 'SafeInt',
    nullable: true,
    description: 'Number of the issue within its project.',
    resolve: ({ path }) => path.issue_iid,
  }),
  project: f.lookup(Project, { description: 'The project that holds the issue.' }),
}));

const snippetFields = defineFields(Snippet, (f) => ({
  databaseId: f.t.field({
    type: 'SafeInt',
    nullable: true,
    description: 'Numeric id of the snippet, unique on the instance.',
    resolve: ({ path }) => path.snippet_id,
  }),
  project: f.lookup(Project, { description: 'The project that holds the snippet.' }),
}));

const epicFields = defineFields(Epic, (f) => ({
  databaseId: f.t.field({
    type: 'SafeInt',
    nullable: true,
    description: 'Numeric id of the epic, unique on the instance; not its number within the group.',
    resolve: ({ path }) => path.epic_id,
  }),
  group: f.lookup(Group, { description: 'The group that holds the epic.' }),
}));

const projectFields = defineFields(Project, (f) => ({
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
    path: (project, { id }) => ({ id: project.id, snippet_id: Snippet.parseNumberBelow({ id: project.id }, id) }),
  }),
}));

const groupFields = defineFields(Group, (f) => ({
  epic: f.lookup(Epic, {
    description: 'An epic of the group, by its id; its notes tell whether it exists.',
    deprecationReason: epicDeprecationReason,
    args: (arg) => ({ id: arg.id({ required: true, description: epicReference }) }),
    path: (group, { id }) => ({ id: group.id, epic_id: Epic.parseNumberBelow({ id: group.id }, id) }),
  }),
}));

export const noteablesDeclarations: Area['declarations'] = [
  noteable,
  Issue,
  Snippet,
  Epic,
  issueFields,
  snippetFields,
  epicFields,
  projectFields,
  groupFields,
];
