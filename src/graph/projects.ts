/** Projects. */
import { Group } from './groups.ts';
import type { Area } from './kit/area.ts';
import { defineFederationKey, parseFullPathKey } from './kit/federation/entities.ts';
import type { Calls } from './kit/fields/composed.ts';
import type { ContainedAttributes } from './kit/fields/contained-attributes.ts';
import { defineFields, defineQueries, defineResourceType } from './kit/fields/index.ts';
import type { ParentInfo } from './kit/fields/kind.ts';
import { toObjectNumber } from './kit/resources/path-parameter-types.ts';
import { projectIdDescription } from './kit/resources/references.ts';
import { type Attributes, asObject } from './kit/resources/resource.ts';

export const Project = defineResourceType({
  name: 'Project',
  schema: 'Project',
  retrieve: 'getProject',
});

const projectFields = defineFields(Project, (f) => ({
  databaseId: f.attribute('id'),
  fullName: f.attribute('name_with_namespace'),
  ...f.attributes('name', 'description', 'path', 'visibility', 'archived'),
  fullPath: f.attribute('path_with_namespace'),
  ...f.attributes('created_at', 'default_branch', 'web_url', 'avatar_url', 'namespace', 'import_status'),
  ...f.attributes('ssh_url_to_repo', 'http_url_to_repo', 'readme_url', 'topics'),
  ...f.attributes('star_count', 'forks_count', 'open_issues_count', 'last_activity_at'),
  ...f.attributes('ci_job_token_scope_enabled'),
}));

/** Returns the number of the group of a namespace; `undefined` for a personal namespace. */
function getGroupNumber(namespace: unknown): number | undefined {
  const { kind, id } = asObject(namespace) ?? {};
  return kind === 'group' ? toObjectNumber(id) : undefined;
}

/** Attributes of a group that the namespace of its projects contains. */
const groupInNamespace: ContainedAttributes = Object.fromEntries(
  ['name', 'path', 'full_path'].map((name) => [name, { attribute: 'namespace', member: name }]),
);

/** Options of a composed field that reads the project of its parent, and returns the group of the project. */
export const groupThroughProject = {
  value: Group,
  steps: [
    {
      operation: 'getProject',
      plan: ({ path }: ParentInfo) => path && { operation: 'getProject' as const, path: { id: path.id ?? '' } },
    },
  ],
  operations: Group.detailOperations,
  returns: { type: Group, plan: ({ objects }: ParentInfo) => ({ id: objects.valueOf('group of the project', true) }) },
} as const;

/** Returns the group of a project that has been read; `null` for a project in a personal namespace. */
export function findGroup(project: Attributes, calls: Calls): ReturnType<Calls['findContained']> | null {
  const id = getGroupNumber(project.namespace);
  return id === undefined ? null : calls.findContained(Group, { id }, project, groupInNamespace);
}

const furtherProjectFields = defineFields(Project, (f) => ({
  group: f.reference(Group, 'namespace', {
    description: 'Group of the project; null for a project in a personal namespace.',
    extractId: getGroupNumber,
    contained: groupInNamespace,
  }),
}));

const groupFields = defineFields(Group, (f) => ({
  fileTemplateProject: f.reference(Project, 'file_template_project_id', {
    description: 'Project with the file templates of the group; null if none is selected.',
  }),
  projects: f.connection('listGroupProjects', Project),
  embeddedSharedProjects: f.object('shared_projects', Project),
}));

const queries = defineQueries((f) => ({
  project: f.lookup(Project, {
    description: 'A project by id or full path.',
    idDescription: projectIdDescription,
  }),
}));

const projectKey = defineFederationKey(Project, { fields: 'fullPath', parsePath: parseFullPathKey });

export const projects: Area = {
  name: 'projects',
  declarations: [Project, projectFields, furtherProjectFields, groupFields, queries, projectKey],
};
