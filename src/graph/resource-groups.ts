/** Resource groups, which let one deployment job run at a time. */
import { Job } from './jobs.ts';
import { addFields, resourceType } from './kit/fields/index.ts';
import { addMutation } from './kit/fields/mutation.ts';
import { Project } from './projects.ts';

export const ResourceGroup = resourceType({
  name: 'ResourceGroup',
  schema: 'ResourceGroup',
  owner: { type: Project },
  retrieve: 'getResourceGroup',
});

addFields(ResourceGroup, (f) => ({
  databaseId: f.attribute('id'),
  ...f.attributes('key', 'process_mode', 'created_at', 'updated_at'),
  project: f.lookup(Project, {
    description: 'The project whose jobs the group lets run one at a time.',
  }),
  currentJob: f.call(
    'getResourceGroupCurrentJob',
    {
      description: 'The job that holds the group now; null while none does.',
      nullWhenMissing: true,
    },
    Job,
  ),
  upcomingJobs: f.connection('listResourceGroupUpcomingJobs', Job),
}));

addFields(Project, (f) => ({
  resourceGroup: f.lookup(ResourceGroup, {
    description: 'A resource group of the project by its key; null when no job has named it yet.',
    args: (arg) => ({
      key: arg.string({
        required: true,
        description: 'Key of the group, exactly as the CI/CD configuration names it.',
      }),
    }),
    path: ({ id }, { key }) => ({ id, key }),
  }),
  resourceGroups: f.connection('listResourceGroups', ResourceGroup),
}));

addMutation('resourceGroupUpdate', {
  operation: 'updateResourceGroup',
  target: ResourceGroup,
  payload: (f) => ({ resourceGroup: f.object(ResourceGroup, 'The resource group after the call.') }),
});
