/** A call of every operation that the sandbox accepts, with the reason for each further operation, parameter or error status of its query. */

import type { Role } from '../../../package/sandbox.ts';
import { type OperationId, operation, operations } from '../../../src/contract/index.ts';
import { pickRequired, tools } from '../../graph/group-integrations/tools.ts';

/** Difference between the call and the requests that its query causes. */
interface ExplainedDifference {
  /** Completes "because …". */
  readonly because: string;
}

export interface FindCase {
  /** Values of the path parameters. */
  readonly path?: Readonly<Record<string, string | number>>;
  /** Query string without the question mark. */
  readonly query?: string;
  readonly body?: Readonly<Record<string, unknown>>;
  /** Role of the caller. Defaults to the administrator. */
  readonly as?: Role;
  /**
   * Further operations that the query calls, each with the reason. A query that can identify an object by its global id
   * only selects `node`, which reads the object first.
   */
  readonly also?: ExplainedDifference & { readonly operations: readonly OperationId[] };
  /** Further query parameters that the facade sends. */
  readonly adds?: ExplainedDifference & { readonly query: readonly string[] };
  /** Status of a call that the sandbox rejects. */
  readonly status?: ExplainedDifference & { readonly is: number };
  /** Whether the operation returns a file, which has a URL in place of a query. */
  readonly file?: true;
}

/** Default path parameters of calls, by the first segment of the path. */
const defaultPath = {
  projects: { id: 14 },
  groups: { id: 9 },
  runners: { id: 5 },
  users: { id: 3 },
} as const;

const firstSegment = ({ path }: { readonly path: string }): string => path.split('/')[1] ?? '';

const mergeRequest = { merge_request_iid: 1 };
const serviceAccount = { id: 9, user_id: 3100000001 };

const calls: Partial<Record<OperationId, FindCase>> = {
  createErrorTrackingSettings: { body: { active: true, integrated: true } },
  updateErrorTrackingSettings: { body: { active: false } },
  deleteErrorTrackingClientKey: { path: { key_id: 2 } },
  setFeatureFlag: { path: { name: 'drawn_by_find' }, body: { value: 'true', force: true } },
  deleteFeatureFlag: { path: { name: 'night_mode_development' } },
  createFlow: { as: 'developer', body: { goal: 'Draw rivers' } },
  getFlow: { path: { id: 4100000001 }, as: 'developer' },
  listGroups: {
    query: 'search=meridian&order_by=name&sort=desc&statistics=true&skip_groups[]=10',
    adds: {
      query: ['all_available=true'],
      because: 'the field lists public groups for users, as for anonymous callers',
    },
  },
  getGroup: {
    query: 'with_custom_attributes=true',
    adds: {
      query: ['with_projects=false'],
      because: 'the lists of projects in a group are deprecated, and left out unless they are asked for',
    },
  },
  updateGroup: { body: { description: 'All maps' } },
  shareGroup: { path: { id: 10 }, body: { group_id: 70, group_access: 30 } },
  unshareGroup: { path: { id: 10, group_id: 70 } },
  downloadGroupAvatar: { file: true },
  importFromHostA: {
    as: 'owner',
    body: { personal_access_token: 'secret', repo_id: 7, target_namespace: 'meridian/platform', new_name: 'find-a' },
  },
  cancelHostAImport: {
    as: 'owner',
    body: { project_id: 27 },
    status: { is: 400, because: 'nothing is being imported' },
  },
  importHostAGists: { as: 'owner', body: { personal_access_token: 'secret' } },
  importFromServerB: {
    as: 'owner',
    body: {
      server_project_key: 'MAPS',
      server_repo: 'compass',
      server_url: 'https://server-b.example.com',
      server_username: 'olivia',
      personal_access_token: 'secret',
      target_namespace: 'meridian',
    },
  },
  importFromCloudC: {
    as: 'owner',
    body: {
      cloud_api_token: 'secret',
      cloud_email: 'olivia@example.com',
      repo_path: 'atlas/sextant',
      target_namespace: 'meridian',
    },
  },
  getProjectImport: { path: { id: 27 }, as: 'owner' },
  createGroupInvitation: { body: { email: 'find@example.net', access_level: 30 } },
  updateGroupInvitation: { path: { email: 'nora+maps@example.net' }, body: { access_level: 20 } },
  deleteGroupInvitation: { path: { email: 'candidate2@example.net' } },
  createProjectInvitation: { body: { email: 'find@example.net,other@example.net', access_level: 30 } },
  updateProjectInvitation: { path: { email: 'engine.only@example.net' }, body: { access_level: 20 } },
  deleteProjectInvitation: { path: { email: 'engine.only@example.net' } },
  listLabels: { query: 'search=area&with_counts=true' },
  createLabel: { body: { name: 'drawn by find', color: '#428bca', priority: 3 } },
  getLabel: { path: { label_id: 15 } },
  updateLabel: { path: { label_id: 15 }, body: { description: 'The first area' } },
  updateLabelByName: { body: { name: 'area 02', new_name: 'second area' } },
  deleteLabel: { path: { label_id: 16 } },
  deleteLabelByName: { query: 'name=a%2Fb%20%26%20c%3F%20%C3%BCn%C3%AF%25' },
  promoteLabel: { path: { label_id: 15 }, as: 'owner' },
  promoteLabelByName: { body: { name: '404' }, as: 'owner' },
  subscribeLabel: { path: { id: 15, label_id: 1 } },
  unsubscribeLabel: { path: { id: 15, label_id: 1 } },
  createInstanceMemberRole: { body: { name: 'Found', base_access_level: 10, read_code: true } },
  deleteInstanceMemberRole: { path: { member_role_id: 1 } },
  createGroupMemberRole: { body: { name: 'Found', base_access_level: 10, read_code: true } },
  deleteGroupMemberRole: { path: { member_role_id: 3 } },
  getMergeRequestApprovals: { path: mergeRequest },
  approveMergeRequest: { path: { merge_request_iid: 60 }, as: 'maintainer' },
  unapproveMergeRequest: { path: { merge_request_iid: 60 }, as: 'maintainer' },
  resetMergeRequestApprovals: { path: { merge_request_iid: 60 }, as: 'bot' },
  updateProjectApprovalConfiguration: { body: { reset_approvals_on_push: true } },
  createProjectApprovalRule: { body: { name: 'Surveyors', approvals_required: 1 } },
  getProjectApprovalRule: { path: { approval_rule_id: 4 } },
  listMergeRequests: { query: 'scope=all&author_id=3&state=opened&labels=area%2001&not[milestone]=Engine%203.0' },
  listGroupMergeRequests: { query: 'reviewer_username=dana.kim&view=simple' },
  listProjectMergeRequests: { query: 'iids[]=1&iids[]=2&order_by=updated_at&sort=desc&with_merge_status_recheck=true' },
  getMergeRequest: { path: mergeRequest },
  listMergeRequestVersions: { path: mergeRequest },
  listMergeRequestBlocks: { path: { merge_request_iid: 7 } },
  createMergeRequestBlock: { path: { merge_request_iid: 2 }, body: { blocking_merge_request_id: 304 } },
  deleteMergeRequestBlock: { path: { merge_request_iid: 7, block_id: 1 } },
  listMergeRequestBlockees: { path: { merge_request_iid: 2 } },
  listIssueNotes: { path: { issue_iid: 2 }, query: 'order_by=updated_at&sort=asc' },
  createIssueNote: { path: { issue_iid: 2 }, body: { body: 'Found', internal: true } },
  getIssueNote: { path: { issue_iid: 2, note_id: 30234 } },
  updateIssueNote: { path: { issue_iid: 2, note_id: 30234 }, body: { body: 'Found' } },
  deleteIssueNote: { path: { issue_iid: 2, note_id: 30233 } },
  listSnippetNotes: { path: { snippet_id: 501 } },
  createSnippetNote: { path: { snippet_id: 501 }, body: { body: 'Found' } },
  getSnippetNote: { path: { snippet_id: 501, note_id: 30946 } },
  updateSnippetNote: { path: { snippet_id: 501, note_id: 30946 }, body: { body: 'Found' } },
  deleteSnippetNote: { path: { snippet_id: 501, note_id: 30946 } },
  listMergeRequestNotes: { path: mergeRequest },
  createMergeRequestNote: { path: mergeRequest, body: { body: 'Found' } },
  getMergeRequestNote: { path: { ...mergeRequest, note_id: 30518 } },
  updateMergeRequestNote: {
    path: { ...mergeRequest, note_id: 30518 },
    body: { body: 'Found' },
    status: { is: 403, because: 'only its author changes a note' },
  },
  deleteMergeRequestNote: {
    path: { ...mergeRequest, note_id: 30518 },
    status: { is: 403, because: 'the note is one of the system' },
  },
  listEpicNotes: { path: { epic_id: 7101 } },
  createEpicNote: { path: { epic_id: 7101 }, body: { body: 'Found' } },
  getEpicNote: { path: { epic_id: 7101, note_id: 30954 } },
  updateEpicNote: { path: { epic_id: 7101, note_id: 30954 }, body: { body: 'Found' } },
  deleteEpicNote: { path: { epic_id: 7101, note_id: 30954 } },
  listPipelines: { query: 'status=failed&order_by=updated_at&sort=asc&per_page=50' },
  getLatestPipeline: { query: 'ref=main' },
  getPipeline: { path: { pipeline_id: 3000 } },
  deletePipeline: { path: { pipeline_id: 2990 } },
  listPipelineVariables: { path: { pipeline_id: 3000 } },
  getPipelineTestReport: { path: { pipeline_id: 3000 } },
  getPipelineTestReportSummary: { path: { pipeline_id: 3000 } },
  createPipeline: { body: { ref: 'main', variables: [{ key: 'SCALE', value: '10' }] } },
  retryPipeline: { path: { pipeline_id: 2991 } },
  cancelPipeline: { path: { pipeline_id: 2995 } },
  updateProjectPullMirror: { path: { id: 16 }, body: { mirror: true, import_url: 'https://example.com/a.git' } },
  getPullMirror: { path: { id: 16 } },
  startPullMirror: { path: { id: 16 } },
  updatePullMirror: { path: { id: 16 }, body: { enabled: true } },
  createProjectWithPullMirror: { body: { mirror: true, name: 'lighthouse', import_url: 'https://example.com/a.git' } },
  listGroupProjects: { query: 'archived=false&include_subgroups=true' },
  getResourceGroup: { path: { key: 'staging/eu west' } },
  updateResourceGroup: { path: { key: 'production' }, body: { process_mode: 'oldest_first' } },
  getResourceGroupCurrentJob: { path: { key: 'production' } },
  listResourceGroupUpcomingJobs: { path: { key: 'production' } },
  updateRunner: { body: { description: 'Found' } },
  listRunnerJobs: { query: 'status=running' },
  createRunner: { body: { runner_type: 'group_type', group_id: 9 } },
  createInstanceServiceAccount: { body: { name: 'Found' } },
  updateInstanceServiceAccount: { path: { id: 11 }, body: { name: 'Found' } },
  createGroupServiceAccount: { body: { name: 'Found' } },
  updateGroupServiceAccount: { path: serviceAccount, body: { name: 'Found' } },
  deleteGroupServiceAccount: { path: { user_id: 3100000003 }, query: 'hard_delete=true' },
  listServiceAccountTokens: {
    path: serviceAccount,
    also: {
      operations: ['listGroupServiceAccounts'],
      because: 'a service account is reached by its global id only, and node verifies that it exists',
    },
  },
  createServiceAccountToken: { path: serviceAccount, body: { name: 'found', scopes: ['api'] } },
  revokeServiceAccountToken: { path: { ...serviceAccount, token_id: 9002 } },
  rotateServiceAccountToken: { path: { ...serviceAccount, token_id: 9001 } },
  listUsers: { query: 'search=ma' },
  createProjectVulnerabilityExport: { path: { id: 15 }, as: 'developer' },
  createGroupVulnerabilityExport: { path: { id: 9 }, as: 'developer' },
  getVulnerabilityExport: { path: { id: 1 }, as: 'developer' },
  downloadVulnerabilityExport: { path: { id: 1 }, file: true },
};

const integrations = Object.fromEntries(
  tools.flatMap((tool) => {
    const set = [...operations.values()].find(
      ({ method, path }) => method === 'PUT' && path.endsWith(`/integrations/${tool.slug}`),
    );
    return set === undefined ? [] : [[set.id, { body: pickRequired(tool), as: 'owner' } as const]];
  }),
);

/** A path parameter of an operation has no value in `calls`. */
export class MissingCallError extends Error {}

/** Returns the call of an operation. @throws MissingCallError if a path parameter has no value */
export function getCall(id: OperationId): FindCase & { readonly url: string } {
  const contractOperation = operation(id);
  const call: FindCase = calls[id] ?? integrations[id] ?? {};
  const values: Readonly<Record<string, string | number>> = {
    ...Object(defaultPath)[firstSegment(contractOperation)],
    ...call.path,
  };
  const path = contractOperation.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name];
    if (value === undefined)
      throw new MissingCallError(
        `test/cli/find/calls.ts has no value of ${name} for ${id}: add a call to \`calls\`, such as ${id}: { path: { ${name}: 1 } }, with a value of the sandbox`,
      );
    return encodeURIComponent(value);
  });
  return { ...call, url: call.query === undefined ? path : `${path}?${call.query}` };
}

/** Mutation to send before the calls: it creates the export that some of them read. */
export const preparation = {
  as: 'developer',
  document: 'mutation { vulnerabilityExportCreate(input: { target: { project: "14" } }) { errors { message } } }',
} as const;

/** Sorts calls that set up a tool before those that read it. */
const rank = (id: string): number => (id.startsWith('set') ? 0 : id.startsWith('disable') ? 2 : 1);

/** All operations in an order in which the sandbox accepts them. */
export const operationsInOrder: readonly OperationId[] = [...operations.keys()].toSorted((a, b) => rank(a) - rank(b));
