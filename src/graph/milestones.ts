/** Milestones of projects and groups, as merge requests show them. */
import { Group } from './groups.ts';
import { addFields, resourceType } from './kit/fields/index.ts';
import { Project } from './projects.ts';

/** No call gives a single milestone: what is known of it came with a merge request. */
export const Milestone = resourceType({
  name: 'Milestone',
  parameters: ['milestone_id'],
  schema: 'Milestone',
  pathOf: ({ id }) => ({ milestone_id: id }),
});

addFields(Milestone, (f) => ({
  databaseId: f.attribute('id'),
  ...f.attributes('iid', 'title', 'description', 'state', 'web_url', 'expired', 'start_date', 'due_date'),
  ...f.attributes('created_at', 'updated_at', 'project_id', 'group_id'),
  project: f.reference(Project, 'project_id', {
    description: "The project that the milestone belongs to; null for a group's milestone.",
  }),
  group: f.reference(Group, 'group_id', {
    description: "The group that the milestone belongs to; null for a project's milestone.",
  }),
}));
