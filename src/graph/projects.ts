/** Projects. */
import { Group } from './groups.ts';
import { addFederationKey, byFullPath } from './kit/federation/entities.ts';
import { addFields, addQueries, resourceType } from './kit/fields/index.ts';
import { projectReference } from './kit/resources/references.ts';
import { embedded } from './kit/resources/resource.ts';

export const Project = resourceType({
  name: 'Project',
  schema: 'Project',
  retrieve: 'getProject',
});

addFields(Project, (f) => ({
  databaseId: f.attribute('id'),
  ...f.attributes('name', 'description', 'path', 'name_with_namespace', 'visibility', 'archived'),
  fullPath: f.attribute('path_with_namespace'),
  ...f.attributes('created_at', 'default_branch', 'web_url', 'avatar_url', 'namespace', 'import_status'),
  ...f.attributes('ssh_url_to_repo', 'http_url_to_repo', 'readme_url', 'topics', 'tag_list'),
  ...f.attributes('star_count', 'forks_count', 'open_issues_count', 'last_activity_at'),
}));

/** The number of the group that a namespace is; undefined for a personal one. */
export function groupIn(namespace: unknown): unknown {
  const { kind, id } = embedded(namespace) ?? {};
  return kind === 'group' ? id : undefined;
}

addFields(Project, (f) => ({
  group: f.reference(Group, 'namespace', {
    description: 'The group that holds the project; null for a project in a personal namespace.',
    numberIn: groupIn,
  }),
}));

addFields(Group, (f) => ({
  fileTemplateProject: f.reference(Project, 'file_template_project_id', {
    description: 'The project that the group takes its file templates from; null where none is chosen.',
  }),
  projects: f.connection('listGroupProjects', Project),
  embeddedProjects: f.object('projects', Project),
  embeddedSharedProjects: f.object('shared_projects', Project),
}));

addQueries((f) => ({
  project: f.lookup(Project, {
    description: 'A project by id or full path; null when there is none that the caller may see.',
    byId: projectReference,
  }),
}));

addFederationKey(Project, { fields: 'fullPath', path: byFullPath });
