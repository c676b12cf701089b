/** Projects: beyond the documents, section 1. */
import { Group } from './groups.ts';
import { Entity } from './kit/entity.ts';
import { addFederationKey, byFullPath } from './kit/federation.ts';
import { addFields, addQueries } from './kit/fields.ts';
import { parseReference, projectReference } from './kit/references.ts';

export const Project = new Entity({
  name: 'Project',
  keys: ['id'],
  schema: 'Project',
  address: ({ id }) => ({ id }),
  retrieve: { operation: 'getProject', request: ({ id }) => ({ operation: 'getProject', path: { id } }) },
});

addFields(Project, (f) => ({
  databaseId: f.attribute('id'),
  ...f.attributes('name', 'description', 'path', 'name_with_namespace', 'visibility', 'archived'),
  fullPath: f.attribute('path_with_namespace'),
  ...f.attributes('created_at', 'default_branch', 'web_url', 'avatar_url', 'namespace', 'import_status'),
}));

addFields(Group, (f) => ({
  projects: f.connection('listGroupProjects', Project, { request: ({ id }) => ({ path: { id } }) }),
  embeddedProjects: f.object('projects', Project),
  embeddedSharedProjects: f.object('shared_projects', Project),
}));

addQueries((f) => ({
  project: f.lookup(Project, {
    description: 'A project by id or full path; null when there is none that the caller may see.',
    args: (arg) => ({ id: arg.id({ required: true, description: projectReference }) }),
    address: (_, { id }) => ({ id: parseReference('Project', id) }),
  }),
}));

addFederationKey(Project, { fields: 'fullPath', address: byFullPath });
