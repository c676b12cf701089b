/** Resource groups, which let one deployment job run at a time. */
import { Job } from './jobs.ts';
import type { Area } from './kit/area.ts';
import { defineFields, defineResourceType } from './kit/fields/index.ts';
import { defineMutation } from './kit/fields/mutation.ts';
import { defineRootLookup } from './kit/fields/root-lookup.ts';
import { Project } from './projects.ts';

export const ResourceGroup = defineResourceType({
  name: 'ResourceGroup',
  schema: 'ResourceGroup',
  owner: { type: Project },
  retrieve: 'getResourceGroup',
});

const resourceGroupFields = defineFields(ResourceGroup, (f) => ({
  databaseId: f.attribute('id'),
  ...f.attributes('key', 'process_mode', 'created_at', 'updated_at'),
  project: f.lookup(Project, {
    description: 'Project that contains the resource group.',
    isProvenByParent: true,
    isNeverNull: true,
  }),
  currentJob: f.call(
    'getResourceGroupCurrentJob',
    {
      description: 'Job that currently holds the resource group; null if none exists.',
      isNullIfNotFound: true,
    },
    Job,
  ),
  upcomingJobs: f.connection('listResourceGroupUpcomingJobs', Job),
}));

const projectFields = defineFields(Project, (f) => ({
  resourceGroup: f.lookup(ResourceGroup, {
    description: 'Resource group of the project by its key; null if no job has used it yet.',
    args: (arg) => ({
      key: arg.string({
        required: true,
        description: 'Key of the resource group, as in the CI/CD configuration.',
      }),
    }),
    path: ({ id }, { key }) => ({ id, key }),
  }),
  resourceGroups: f.connection('listResourceGroups', ResourceGroup),
}));

const resourceGroupUpdate = defineMutation('resourceGroupUpdate', {
  operation: 'updateResourceGroup',
  target: ResourceGroup,
  acceptsNoChange: true,
  payload: (f) => ({
    resourceGroup: f.object(ResourceGroup, 'The resource group after the call.'),
    project: f.parent(Project),
  }),
});

export const resourceGroups: Area = {
  name: 'resource-groups',
  declarations: [
    ResourceGroup,
    resourceGroupFields,
    projectFields,
    resourceGroupUpdate,
    defineRootLookup(ResourceGroup),
  ],
};
