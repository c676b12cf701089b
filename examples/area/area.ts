/** An area of its own: members, jobs of pipelines, discussions of merge requests, and a list of all projects. */
import {
  type Area,
  defineFields,
  defineMutation,
  defineQueries,
  defineResourceType,
  defineValueFields,
  Group,
  Job,
  MergeRequest,
  Pipeline,
  Project,
  readAreaContract,
  User,
} from 'portico/kit';
import { sandbox } from './sandbox.ts';

const contract = readAreaContract(new URL('contract.yaml', import.meta.url));

const Discussion = defineResourceType({
  contract,
  name: 'Discussion',
  schema: 'Discussion',
  owner: { type: MergeRequest },
  retrieve: 'getMergeRequestDiscussion',
});

const area: Area = {
  name: 'collaboration',
  contract,
  sandbox,
  declarations: [
    Discussion,
    defineFields(Discussion, (f) => f.attributes('individual_note', 'notes')),
    defineFields(MergeRequest, (f) => ({
      discussions: f.connection('listMergeRequestDiscussions', Discussion),
      discussion: f.lookup(Discussion, {
        description: 'A discussion of the merge request. Null if it does not exist.',
        idDescription: 'The discussion, as global id or id.',
      }),
    })),
    defineMutation('discussionResolve', {
      operation: 'resolveMergeRequestDiscussion',
      target: Discussion,
      payload: (f) => ({ discussion: f.object(Discussion, 'The discussion after the change.') }),
    }),
    defineFields(Pipeline, (f) => ({ jobs: f.connection('listPipelineJobs', Job) })),
    defineMutation('discussionDelete', {
      operation: 'deleteMergeRequestDiscussion',
      target: Discussion,
      payload: (f) => ({
        deletedDiscussionId: f.deletedId(Discussion, 'Global id of the deleted discussion.'),
        mergeRequest: f.parent(MergeRequest),
      }),
    }),
    defineFields(Project, (f) => ({ members: f.connection('listProjectMembers') })),
    defineFields(Group, (f) => ({ members: f.connection('listGroupMembers') })),
    defineValueFields('Member', (f) => ({
      user: f.reference(User, 'id', { description: 'The user, whose other attributes cost a call.' }),
    })),
    defineQueries((f) => ({ projects: f.connection('listProjects', Project) })),
  ],
};

export default area;
