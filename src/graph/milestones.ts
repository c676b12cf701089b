/** Milestones of projects and groups, as merge requests contain them. */
import { Group } from './groups.ts';
import type { Area } from './kit/area.ts';
import { defineFields, defineResourceType } from './kit/fields/index.ts';
import { Project } from './projects.ts';

/** No call returns a single milestone. Its attributes are those that a merge request contains. */
export const Milestone = defineResourceType({
  name: 'Milestone',
  parameters: ['milestone_id'],
  schema: 'Milestone',
  getItemPath: ({ id }) => ({ milestone_id: id }),
});

const milestoneFields = defineFields(Milestone, (f) => ({
  databaseId: f.attribute('id'),
  ...f.attributes('iid', 'title', 'description', 'state', 'web_url', 'expired'),
  startOn: f.attribute('start_date'),
  dueOn: f.attribute('due_date'),
  ...f.attributes('created_at', 'updated_at'),
  project: f.reference(Project, 'project_id', {
    description: 'Project of the milestone; null for a milestone of a group.',
  }),
  group: f.reference(Group, 'group_id', {
    description: 'Group of the milestone; null for a milestone of a project.',
  }),
}));

export const milestones: Area = {
  name: 'milestones',
  declarations: [Milestone, milestoneFields],
};
