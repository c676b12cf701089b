/** Dependencies between merge requests. */
import type { BodyOf } from '../../contract/index.ts';
import { badInput } from '../../rest/errors.ts';
import type { Area } from '../kit/area.ts';
import { defineInput } from '../kit/definitions.ts';
import { defineFields, defineResourceType } from '../kit/fields/index.ts';
import { defineMutation } from '../kit/fields/mutation.ts';
import { defineRootLookup } from '../kit/fields/root-lookup.ts';
import { isGlobalId } from '../kit/resources/global-id.ts';
import { parseNumber } from '../kit/resources/references.ts';
import { asObject } from '../kit/resources/resource.ts';
import { Project } from '../projects.ts';
import { defineInProject, parseInProject } from '../targets.ts';
import { MergeRequest } from './types.ts';

/** Dependency, located below the merge request that waits, whichever of the two merge requests returned it. */
export const MergeRequestBlock = defineResourceType({
  name: 'MergeRequestBlock',
  parameters: ['id', 'merge_request_iid', 'block_id'],
  schema: 'MergeRequestBlock',
  owner: { type: Project },
  getItemPath: ({ id, blocked_merge_request }, parent) => {
    const blocked = asObject(blocked_merge_request);
    return {
      id: blocked?.project_id ?? parent.id,
      merge_request_iid: blocked?.iid ?? parent.merge_request_iid,
      block_id: id,
    };
  },
  hiddenPathMessage: 'The id of the dependency is not available: the caller has no access to the blocked merge request',
  search: 'listMergeRequestBlocks',
});

const mergeRequestBlockFields = defineFields(MergeRequestBlock, (f) => ({
  databaseId: f.attribute('id'),
  project: f.reference(Project, 'project_id', {
    description: 'Project of the blocked merge request.',
  }),
  blockingMergeRequest: f.object('blocking_merge_request', MergeRequest),
  blockedMergeRequest: f.object('blocked_merge_request', MergeRequest),
}));

const mergeRequestFields = defineFields(MergeRequest, (f) => ({
  blockedBy: f.connection('listMergeRequestBlocks', MergeRequestBlock),
  blocking: f.connection('listMergeRequestBlockees', MergeRequestBlock, {
    // Dependencies are located below the waiting merge requests, which the response contains.
    isPathInItems: true,
  }),
}));

/** Input for a merge request that its number within a project identifies. */
export const mergeRequestInProject = defineInProject('MergeRequestInProjectInput', 'A merge request');

const blockingInput = defineInput('BlockingMergeRequestInput', {
  isOneOf: true,
  description: 'The merge request that must be merged first. Exactly one member.',
  fields: (t) => ({
    id: t.id({ description: 'The merge request, as global id or numeric id.' }),
    inProject: t.field({
      type: mergeRequestInProject,
      description: 'The merge request, by its number within a project.',
    }),
  }),
});

/** Converts the blocking merge request to members of the body. A global id contains the project and the number. */
function toBlockingMembers({ id, inProject }: typeof blockingInput.$inferInput): BodyOf<'createMergeRequestBlock'> {
  const path = ['input', 'blocking'];
  if (typeof id === 'string') {
    if (!isGlobalId(id)) return { blocking_merge_request_id: parseNumber('MergeRequest', id, [...path, 'id']) };
    const blockingPath = MergeRequest.parseGlobalId(id, [...path, 'id']);
    return { blocking_project_id: blockingPath.id, blocking_merge_request_iid: Number(blockingPath.merge_request_iid) };
  }
  if (!inProject) throw badInput([{ path, message: 'requires exactly one of id, inProject' }]);
  const { id: project, iid } = parseInProject(inProject, [...path, 'inProject']);
  return { blocking_merge_request_iid: iid, blocking_project_id: project };
}

const mergeRequestBlockCreate = defineMutation('mergeRequestBlockCreate', {
  operation: 'createMergeRequestBlock',
  except: ['blocking_merge_request_id', 'blocking_merge_request_iid', 'blocking_project_id'],
  input: (t) => ({
    mergeRequest: t.id({ required: true, description: 'Blocked merge request, as its global id.' }),
    blocking: t.field({
      type: blockingInput,
      required: true,
      description: 'The merge request that must be merged first.',
    }),
  }),
  path: ({ mergeRequest }) => MergeRequest.parseGlobalId(mergeRequest, ['input', 'mergeRequest']),
  request: ({ blocking }) => ({ body: toBlockingMembers(blocking) }),
  errorInputs: { CONFLICT: { name: 'blocking', message: /exist|taken|duplicate/i } },
  payload: (f) => ({
    mergeRequestBlock: f.object(MergeRequestBlock, 'The new dependency.'),
    mergeRequest: f.object(MergeRequest, 'The blocked merge request.', { fromResponse: false }),
  }),
});

const mergeRequestBlockDelete = defineMutation('mergeRequestBlockDelete', {
  operation: 'deleteMergeRequestBlock',
  target: MergeRequestBlock,
  input: (t) => ({ id: t.id({ required: true, description: 'The dependency, as its global id.' }) }),
  payload: (f) => ({
    deletedMergeRequestBlockId: f.deletedId(MergeRequestBlock, 'Global id of the deleted dependency.'),
    mergeRequest: f.object(MergeRequest, 'The merge request that was blocked.', {
      fromResponse: false,
    }),
  }),
});

export const blocksDeclarations: Area['declarations'] = [
  MergeRequestBlock,
  mergeRequestBlockFields,
  mergeRequestFields,
  mergeRequestInProject,
  blockingInput,
  mergeRequestBlockCreate,
  mergeRequestBlockDelete,
  defineRootLookup(MergeRequestBlock),
];
