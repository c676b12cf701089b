/** Merge requests: document 1, section 2.12; the detail as beyond the documents, section 1. */
import { Entity } from '../kit/entity.ts';
import { addFields } from '../kit/fields.ts';
import { Project } from '../projects.ts';
import { User } from '../users.ts';

export const MergeRequest = new Entity({
  name: 'MergeRequest',
  keys: ['id', 'merge_request_iid'],
  schema: 'MergeRequest',
  owner: { entity: Project, attribute: 'project_id' },
  address: (mergeRequest, parent) => ({
    id: mergeRequest.project_id ?? parent.id,
    merge_request_iid: mergeRequest.iid ?? parent.merge_request_iid,
  }),
  retrieve: { operation: 'getMergeRequest', request: (path) => ({ operation: 'getMergeRequest', path }) },
});

addFields(MergeRequest, (f) => ({
  databaseId: f.attribute('id'),
  ...f.attributes('iid', 'title', 'description', 'state', 'created_at', 'updated_at', 'web_url'),
  author: f.object('author', User),
}));
