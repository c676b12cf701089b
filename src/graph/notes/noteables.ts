/** Objects that notes are about, besides merge requests. Of issues, snippets and epics, only the path parameters are available. */
import { Group } from '../groups.ts';
import type { Area } from '../kit/area.ts';
import { createNumberKey, defineFederationKey } from '../kit/federation/entities.ts';
import { defineFields, defineResourceType } from '../kit/fields/index.ts';
import { defineRootLookup } from '../kit/fields/root-lookup.ts';
import { Project } from '../projects.ts';

export const Issue = defineResourceType({
  name: 'Issue',
  parameters: ['id', 'issue_iid'],
  schema: 'Issue',
  verifiedBy: 'listIssueNotes',
  owner: { type: Project },
});

const issueKey = defineFederationKey(Issue, createNumberKey(Project, 'issue_iid'));

export const Snippet = defineResourceType({
  name: 'Snippet',
  parameters: ['id', 'snippet_id'],
  schema: 'Snippet',
  verifiedBy: 'listSnippetNotes',
  owner: { type: Project },
});

export const Epic = defineResourceType({
  name: 'Epic',
  parameters: ['id', 'epic_id'],
  schema: 'Epic',
  verifiedBy: 'listEpicNotes',
  owner: { type: Group },
});

/** Deprecation reason of everything about epics. */
export const epicDeprecationReason =
  'Has no replacement in this graph: epics become work items. To be removed in v5 of the REST interface.';

/** Description of an argument or input field for the id of an epic. */
export const epicReference =
  'The epic, as global id or numeric id. Not the number (iid) in its URL, which can identify another epic.';
export const snippetReference = 'The project snippet, as global id or numeric id.';

const issueFields = defineFields(Issue, (f) => ({
  ...f.attributes('iid'),
  project: f.lookup(Project, { description: 'Project that contains the issue.', isNeverNull: true }),
}));

const snippetFields = defineFields(Snippet, (f) => ({
  databaseId: f.attribute('id'),
  project: f.lookup(Project, { description: 'Project that contains the snippet.', isNeverNull: true }),
}));

const epicFields = defineFields(Epic, (f) => ({
  databaseId: f.attribute('id'),
  group: f.lookup(Group, { description: 'Group that contains the epic.', isNeverNull: true }),
}));

const projectFields = defineFields(Project, (f) => ({
  issue: f.lookup(Issue, {
    description: 'An issue of the project by its number.',
    args: (arg) => ({
      iid: arg({ type: 'SafeInt', required: true, description: 'Number of the issue within the project (iid).' }),
    }),
    path: ({ id }, { iid }) => ({ id, issue_iid: iid }),
  }),
  snippet: f.lookup(Snippet, {
    description: 'A snippet of the project; null if none exists. Personal snippets are not found.',
    args: (arg) => ({ id: arg.id({ required: true, description: snippetReference }) }),
    path: (project, { id }) => ({ id: project.id, snippet_id: Snippet.parseNumberBelow({ id: project.id }, id) }),
  }),
}));

const groupFields = defineFields(Group, (f) => ({
  epic: f.lookup(Epic, {
    description: 'An epic of the group, by its id; null if none exists.',
    deprecationReason: epicDeprecationReason,
    args: (arg) => ({ id: arg.id({ required: true, description: epicReference }) }),
    path: (group, { id }) => ({ id: group.id, epic_id: Epic.parseNumberBelow({ id: group.id }, id) }),
  }),
}));

export const noteablesDeclarations: Area['declarations'] = [
  Issue,
  issueKey,
  Snippet,
  Epic,
  issueFields,
  snippetFields,
  epicFields,
  projectFields,
  groupFields,
  defineRootLookup(Issue),
  defineRootLookup(Snippet),
  defineRootLookup(Epic, { deprecationReason: epicDeprecationReason }),
];
