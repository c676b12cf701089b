/** What notes are about. Issues, snippets and epics have an address here, and nothing else that an answer would tell. */
import { Group } from '../groups.ts';
import { Entity } from '../kit/entity.ts';
import { addFields } from '../kit/fields.ts';
import { Project } from '../projects.ts';

export const Issue = new Entity({
  name: 'Issue',
  keys: ['id', 'issue_iid'],
  schema: 'Issue',
  owner: { entity: Project },
  address: (_, issue) => ({ id: issue.id, issue_iid: issue.issue_iid }),
});

export const Snippet = new Entity({
  name: 'Snippet',
  keys: ['id', 'snippet_id'],
  schema: 'Snippet',
  owner: { entity: Project },
  address: (_, snippet) => ({ id: snippet.id, snippet_id: snippet.snippet_id }),
});

export const Epic = new Entity({
  name: 'Epic',
  keys: ['id', 'epic_id'],
  schema: 'Epic',
  owner: { entity: Group },
  address: (_, epic) => ({ id: epic.id, epic_id: epic.epic_id }),
});

/** The reason for which everything about epics is deprecated. */
export const epicsEnd = 'Use work items. Removed in v5.';

/** What an argument or input field says about the id of an epic. */
export const epicReference =
  'The epic, as its global id or its id across the instance. The number within the group, which its address in a browser shows, leads to nothing or to the notes of another epic.';
export const snippetReference = 'The project snippet, as its global id or its number.';

addFields(Issue, (f) => ({
  iid: f.t.field({
    type: 'SafeInt',
    nullable: true,
    description: 'Number of the issue within its project.',
    resolve: ({ address }) => address.issue_iid,
  }),
  project: f.lookup(Project, { description: 'The project that holds the issue.', address: ({ id }) => ({ id }) }),
}));

addFields(Snippet, (f) => ({
  databaseId: f.t.field({
    type: 'SafeInt',
    nullable: true,
    description: 'Id of the snippet on this instance.',
    resolve: ({ address }) => address.snippet_id,
  }),
  project: f.lookup(Project, { description: 'The project that holds the snippet.', address: ({ id }) => ({ id }) }),
}));

addFields(Epic, (f) => ({
  databaseId: f.t.field({
    type: 'SafeInt',
    nullable: true,
    description: 'Id of the epic on this instance; not its number within the group.',
    resolve: ({ address }) => address.epic_id,
  }),
  group: f.lookup(Group, { description: 'The group that holds the epic.', address: ({ id }) => ({ id }) }),
}));

addFields(Project, (f) => ({
  issue: f.lookup(Issue, {
    description: 'An issue of the project, by its number there; what it is asked for tells whether it exists.',
    args: (arg) => ({
      iid: arg({ type: 'SafeInt', required: true, description: 'Number of the issue within the project, not its id.' }),
    }),
    address: ({ id }, { iid }) => ({ id, issue_iid: iid }),
  }),
  snippet: f.lookup(Snippet, {
    description:
      'A snippet of the project; what it is asked for tells whether it exists. Personal snippets are not found.',
    args: (arg) => ({ id: arg.id({ required: true, description: snippetReference }) }),
    address: (project, { id }) => ({ id: project.id, snippet_id: Snippet.numberBelow({ id: project.id }, id) }),
  }),
}));

addFields(Group, (f) => ({
  epic: f.lookup(Epic, {
    description: 'An epic of the group, by its id; what it is asked for tells whether it exists.',
    deprecationReason: epicsEnd,
    args: (arg) => ({ id: arg.id({ required: true, description: epicReference }) }),
    address: (group, { id }) => ({ id: group.id, epic_id: Epic.numberBelow({ id: group.id }, id) }),
  }),
}));
