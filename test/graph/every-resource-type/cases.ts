/**
 * Where the sandbox has objects of each resource type, and who may not see them. A case that cannot come up for a type stands here
 * with its reason.
 */
import type { Role } from '../../../src/sandbox/index.ts';

/** Fields with their arguments from the root on, and fragments: `['project(id: 14)', 'label(by: { id: 1 })']`. */
export type Place = readonly string[];

/** Reason why a case cannot occur. */
export interface DoesNotApply {
  readonly doesNotApply: string;
}

export interface ListCase {
  /** The object that has a list of 1 to 50 items. */
  readonly of: Place;
  /** Arguments of the list besides those of paging. */
  readonly args?: string;
  readonly empty: { readonly of: Place; readonly args?: string; readonly as?: Role } | DoesNotApply;
  readonly forbidden: { readonly of: Place; readonly as: Role } | DoesNotApply;
  /** Role that may read the list, if it differs from that of the type. */
  readonly as?: Role;
  /** An item that is in the list but cannot be read alone. */
  readonly unreadable?: { readonly id: string; readonly code: string; readonly because: string };
  /** Whether the list only goes forward. */
  readonly forwardOnly?: true;
}

export interface TypeCase {
  /** Role that may read all fields of the objects. */
  readonly as: Role;
  /** A mutation that makes an object, where the sandbox begins without one. */
  readonly prepare?: string;
  /** Fields that give the one object, by a lookup or a reference. */
  readonly places: readonly [Place, ...Place[]] | DoesNotApply;
  /** Global id of nothing. */
  readonly missing: string | DoesNotApply;
  /** A global id, and who is refused the object. */
  readonly forbidden: { readonly id: string; readonly as: Role } | DoesNotApply;
  /** The connections that give such objects, by their coordinates. */
  readonly lists: Readonly<Record<string, ListCase>>;
}

const root: Place = [];
const project = (id: number): Place => [`project(id: ${id})`];
const group = (id: number): Place => [`group(id: ${id})`];
const user = (id: number): Place => [`user(by: { id: ${id} })`];
const mergeRequest = (iid: number): Place => [...project(14), `mergeRequest(iid: ${iid})`];
const serviceAccount = (id: string): Place => [
  `node(id: "gid://service/ServiceAccount/${id}")`,
  '... on ServiceAccount',
];
const nothingFound = 'filter: { search: "there is nothing of that name" }';

const onlyInLists: DoesNotApply = { doesNotApply: 'no field gives a single one' };
const noNode: DoesNotApply = { doesNotApply: 'no call proves that it exists, so that it is no node' };
const sameAsParent: DoesNotApply = { doesNotApply: 'whoever sees what it belongs to sees it too; others find nothing' };
const hidden: DoesNotApply = { doesNotApply: 'who may not see one finds nothing' };

export const cases: Readonly<Record<string, TypeCase>> = {
  ApprovalConfiguration: {
    as: 'developer',
    places: [[...project(14), 'approvalConfiguration']],
    missing: 'ApprovalConfiguration/999999999',
    forbidden: hidden,
    lists: {},
  },
  ApprovalRule: {
    as: 'developer',
    places: [[...project(14), 'approvalRule(id: 4)']],
    missing: 'ApprovalRule/14/999999999',
    forbidden: sameAsParent,
    lists: {
      'Project.approvalRules': {
        of: project(14),
        empty: { doesNotApply: 'every project has the rule for any approver' },
        forbidden: sameAsParent,
      },
    },
  },
  Epic: {
    as: 'owner',
    places: [[...group(9), 'epic(id: 7101)']],
    missing: 'Epic/9/999999999',
    forbidden: hidden,
    lists: {},
  },
  ErrorTrackingClientKey: {
    as: 'maintainer',
    places: onlyInLists,
    missing: 'ErrorTrackingClientKey/14/999999999',
    forbidden: { id: 'ErrorTrackingClientKey/14/1', as: 'developer' },
    lists: {
      'Project.errorTrackingClientKeys': {
        of: project(14),
        empty: { of: project(15) },
        forbidden: { of: project(14), as: 'developer' },
      },
    },
  },
  ErrorTrackingSettings: {
    as: 'maintainer',
    places: [[...project(14), 'errorTrackingSettings']],
    missing: 'ErrorTrackingSettings/999999999',
    forbidden: { id: 'ErrorTrackingSettings/14', as: 'developer' },
    lists: {},
  },
  FeatureFlag: {
    as: 'administrator',
    places: onlyInLists,
    missing: 'FeatureFlag/there_is_none',
    forbidden: { id: 'FeatureFlag/vector_tiles_development', as: 'owner' },
    lists: {
      'Query.featureFlags': {
        of: root,
        empty: { doesNotApply: 'the list is that of the whole instance, which has flags' },
        forbidden: { of: root, as: 'owner' },
      },
    },
  },
  FeatureFlagDefinition: {
    as: 'administrator',
    places: [
      ['featureFlagDefinition(id: "vector_tiles_development")'],
      ['featureFlag(id: "vector_tiles_development")', 'definition'],
    ],
    missing: 'FeatureFlagDefinition/there_is_none',
    forbidden: { id: 'FeatureFlagDefinition/vector_tiles_development', as: 'owner' },
    lists: {
      'Query.featureFlagDefinitions': {
        of: root,
        empty: { doesNotApply: 'the list is that of the service, which has definitions' },
        forbidden: { of: root, as: 'owner' },
      },
    },
  },
  Flow: {
    as: 'developer',
    places: [['flow(id: 4100000001)']],
    missing: 'Flow/999999999',
    forbidden: hidden,
    lists: {},
  },
  Group: {
    as: 'developer',
    places: [group(10), ['group(id: "meridian/platform")'], [...group(11), 'parent']],
    missing: 'Group/999999999',
    forbidden: hidden,
    lists: {
      'Group.subgroups': { of: group(9), empty: { of: group(9), args: nothingFound }, forbidden: hidden },
      'Query.groups': { of: root, empty: { of: root, args: nothingFound }, forbidden: hidden },
    },
  },
  GroupIntegration: {
    as: 'owner',
    places: [[...group(9), 'integration(tool: ISSUE_TRACKER_A)']],
    missing: 'GroupIntegration/9/wiki-a',
    forbidden: { id: 'GroupIntegration/9/issue-tracker-a', as: 'developer' },
    lists: {
      'Group.integrations': {
        of: group(9),
        unreadable: { id: 'GroupIntegration/9/pager-z', code: 'NOT_FOUND', because: 'no call reads tools of its kind' },
        empty: { of: group(10) },
        forbidden: { of: group(9), as: 'developer' },
      },
    },
  },
  Invitation: {
    as: 'owner',
    places: onlyInLists,
    missing: 'Invitation/group/9/nobody%40example.net',
    forbidden: { id: 'Invitation/project/14/engine.only%40example.net', as: 'developer' },
    lists: {
      'Group.invitations': {
        of: group(9),
        empty: { of: group(11) },
        forbidden: { of: group(9), as: 'maintainer' },
      },
      'Project.invitations': {
        of: project(14),
        empty: { of: project(15) },
        forbidden: { of: project(14), as: 'developer' },
      },
    },
  },
  Issue: {
    as: 'developer',
    places: [[...project(14), 'issue(iid: 1)']],
    missing: 'Issue/14/999999999',
    forbidden: hidden,
    lists: {},
  },
  Job: {
    as: 'developer',
    places: [[...project(14), 'resourceGroup(key: "production")', 'currentJob']],
    missing: noNode,
    forbidden: noNode,
    lists: {
      'ResourceGroup.upcomingJobs': {
        of: [...project(14), 'resourceGroup(key: "production")'],
        empty: { of: [...project(14), 'resourceGroup(key: "resource_a")'] },
        forbidden: sameAsParent,
      },
      'Runner.jobs': {
        of: ['runner(id: 5)'],
        args: 'filter: { status: RUNNING }',
        as: 'administrator',
        empty: { of: ['runner(id: 1)'] },
        forbidden: sameAsParent,
      },
    },
  },
  Label: {
    as: 'developer',
    places: [[...project(15), 'label(by: { id: 1 })']],
    missing: 'Label/15/999999999',
    forbidden: sameAsParent,
    lists: {
      'Project.labels': {
        of: project(15),
        empty: { of: project(15), args: nothingFound },
        forbidden: sameAsParent,
      },
    },
  },
  ManagedToken: {
    as: 'owner',
    places: onlyInLists,
    missing: 'ManagedToken/9/999999999',
    forbidden: { id: 'ManagedToken/9/701', as: 'maintainer' },
    lists: {
      'Group.managedTokens': {
        of: group(9),
        empty: { of: group(70) },
        forbidden: { of: group(9), as: 'maintainer' },
      },
    },
  },
  MemberRole: {
    as: 'administrator',
    places: onlyInLists,
    missing: 'MemberRole/9/999999999',
    forbidden: { id: 'MemberRole/9/2', as: 'maintainer' },
    lists: {
      'Group.memberRoles': {
        of: group(9),
        empty: { of: group(10) },
        forbidden: { of: group(9), as: 'maintainer' },
      },
      'Query.memberRoles': {
        of: root,
        empty: { doesNotApply: 'the list is that of the whole instance, which has a role' },
        forbidden: { of: root, as: 'owner' },
      },
    },
  },
  MergeRequest: {
    as: 'developer',
    places: [[...project(15), 'mergeRequest(iid: 3)']],
    missing: 'MergeRequest/15/999999999',
    forbidden: sameAsParent,
    lists: {
      'Group.mergeRequests': {
        of: group(11),
        empty: { of: group(11), args: nothingFound },
        forbidden: sameAsParent,
      },
      'Label.mergeRequests': {
        of: [...project(15), 'label(by: { id: 1 })'],
        empty: { of: [...project(15), 'label(by: { id: 2 })'] },
        forbidden: sameAsParent,
      },
      'Milestone.mergeRequests': {
        of: [...mergeRequest(1), 'milestone'],
        empty: { doesNotApply: 'a milestone is reached from a merge request that it has' },
        forbidden: sameAsParent,
      },
      'Project.mergeRequests': { of: project(15), empty: { of: project(23) }, forbidden: sameAsParent },
      'User.assignedMergeRequests': { of: user(5), empty: { of: user(1) }, forbidden: hidden },
      'User.authoredMergeRequests': { of: user(3), empty: { of: user(2) }, forbidden: hidden },
      'User.reviewRequestedMergeRequests': { of: user(5), empty: { of: user(1) }, forbidden: hidden },
      'Query.mergeRequests': { of: root, as: 'maintainer', empty: { of: root, as: 'guest' }, forbidden: hidden },
    },
  },
  MergeRequestApprovalState: {
    as: 'developer',
    places: [[...project(15), 'mergeRequest(iid: 3)', 'approvalState']],
    missing: 'MergeRequestApprovalState/15/999999999',
    forbidden: sameAsParent,
    lists: {},
  },
  Milestone: {
    as: 'developer',
    places: [[...mergeRequest(1), 'milestone']],
    missing: noNode,
    forbidden: noNode,
    lists: {},
  },
  MergeRequestBlock: {
    as: 'developer',
    places: onlyInLists,
    missing: 'MergeRequestBlock/14/7/999999999',
    forbidden: sameAsParent,
    lists: {
      'MergeRequest.blocking': { of: mergeRequest(2), empty: { of: mergeRequest(1) }, forbidden: sameAsParent },
      'MergeRequest.blockedBy': { of: mergeRequest(7), empty: { of: mergeRequest(1) }, forbidden: sameAsParent },
    },
  },
  Note: {
    as: 'owner',
    places: [[...mergeRequest(1), 'note(id: 30518)']],
    missing: 'Note/merge_request/14/1/999999999',
    forbidden: sameAsParent,
    lists: {
      'Epic.notes': {
        of: [...group(9), 'epic(id: 7101)'],
        empty: { doesNotApply: 'every epic of the sandbox has a note' },
        forbidden: sameAsParent,
      },
      'Issue.notes': {
        of: [...project(14), 'issue(iid: 2)'],
        empty: { of: [...project(14), 'issue(iid: 4)'] },
        forbidden: sameAsParent,
      },
      'MergeRequest.notes': {
        of: mergeRequest(4),
        empty: { of: mergeRequest(60) },
        forbidden: sameAsParent,
      },
      'Snippet.notes': {
        of: [...project(14), 'snippet(id: 501)'],
        empty: { of: [...project(14), 'snippet(id: 502)'] },
        forbidden: sameAsParent,
      },
    },
  },
  Pipeline: {
    as: 'developer',
    places: [
      [...project(14), 'pipeline(id: 3000)'],
      [...project(14), 'latestPipeline'],
    ],
    missing: 'Pipeline/14/999999999',
    forbidden: { id: 'Pipeline/20/5034', as: 'guest' },
    lists: {
      'MergeRequest.pipelines': {
        of: mergeRequest(2),
        args: 'filter: { status: CANCELED }',
        empty: { of: mergeRequest(1) },
        forbidden: sameAsParent,
      },
      'Project.pipelines': {
        of: project(15),
        empty: { of: project(16) },
        forbidden: { of: project(20), as: 'guest' },
      },
    },
  },
  Project: {
    as: 'developer',
    places: [
      project(14),
      ['project(id: "meridian/platform/engine")'],
      [...project(14), 'pipeline(id: 3000)', 'project'],
    ],
    missing: 'Project/999999999',
    forbidden: hidden,
    lists: {
      'Group.projects': { of: group(10), empty: { of: group(10), args: nothingFound }, forbidden: hidden },
    },
  },
  ProjectImport: {
    as: 'owner',
    places: [['projectImport(id: 27)'], [...project(27), 'projectImport']],
    missing: 'ProjectImport/999999999',
    forbidden: hidden,
    lists: {},
  },
  PullMirror: {
    as: 'maintainer',
    places: [[...project(16), 'pullMirror']],
    missing: 'PullMirror/999999999',
    forbidden: { id: 'PullMirror/16', as: 'developer' },
    lists: {},
  },
  ResourceGroup: {
    as: 'developer',
    places: [[...project(14), 'resourceGroup(key: "production")']],
    missing: 'ResourceGroup/14/there-is-none',
    forbidden: { id: 'ResourceGroup/14/production', as: 'guest' },
    lists: {
      'Project.resourceGroups': {
        of: project(14),
        empty: { of: project(15) },
        forbidden: { of: project(14), as: 'guest' },
      },
    },
  },
  Runner: {
    as: 'administrator',
    places: [['runner(id: 1)']],
    missing: 'Runner/999999999',
    forbidden: { id: 'Runner/5', as: 'guest' },
    lists: {
      'Group.runners': {
        of: group(9),
        empty: { of: group(9), args: 'filter: { tagList: ["on no runner"] }' },
        forbidden: { of: group(9), as: 'maintainer' },
      },
      'Project.runners': {
        of: project(15),
        empty: { of: project(15), args: 'filter: { tagList: ["on no runner"] }' },
        forbidden: { of: project(15), as: 'developer' },
      },
      'Query.allRunners': {
        of: root,
        empty: { of: root, args: 'filter: { tagList: ["on no runner"] }' },
        forbidden: { of: root, as: 'owner' },
      },
      'Query.runners': {
        of: root,
        empty: { of: root, args: 'filter: { tagList: ["on no runner"] }' },
        forbidden: { doesNotApply: 'it is the list of what the caller has' },
      },
    },
  },
  ServiceAccount: {
    as: 'administrator',
    places: onlyInLists,
    missing: 'ServiceAccount/9/999999999',
    forbidden: { id: 'ServiceAccount/9/3100000003', as: 'maintainer' },
    lists: {
      'Group.serviceAccounts': {
        of: group(9),
        empty: { of: group(11) },
        forbidden: { of: group(9), as: 'maintainer' },
      },
      'Query.serviceAccounts': {
        of: root,
        empty: { doesNotApply: 'the list is that of the whole instance, which has accounts' },
        forbidden: { of: root, as: 'owner' },
      },
    },
  },
  ServiceAccountToken: {
    as: 'owner',
    places: onlyInLists,
    missing: 'ServiceAccountToken/9/3100000001/999999999',
    forbidden: { id: 'ServiceAccountToken/9/3100000001/9001', as: 'maintainer' },
    lists: {
      'ServiceAccount.personalAccessTokens': {
        of: serviceAccount('9/3100000001'),
        empty: { of: serviceAccount('10/3100000004') },
        forbidden: sameAsParent,
      },
    },
  },
  Snippet: {
    as: 'developer',
    places: [[...project(14), 'snippet(id: 501)']],
    missing: 'Snippet/14/999999999',
    forbidden: hidden,
    lists: {},
  },
  User: {
    as: 'developer',
    places: [['user(by: { id: 3 })'], [...project(14), 'pipeline(id: 3000)', 'user']],
    missing: 'User/999999999',
    forbidden: { doesNotApply: 'whoever is signed in sees everybody' },
    lists: {
      'Query.users': {
        of: root,
        args: 'filter: { search: "ma" }',
        empty: { of: root, args: nothingFound },
        forbidden: { of: root, as: 'anonymous' },
        forwardOnly: true,
      },
    },
  },
  VulnerabilityExport: {
    as: 'developer',
    prepare: 'mutation { vulnerabilityExportCreate(input: { target: { project: "14" } }) { errors { message } } }',
    places: [['vulnerabilityExport(id: 1)']],
    missing: 'VulnerabilityExport/999999999',
    forbidden: hidden,
    lists: {},
  },
};
