/**
 * Paths to objects of each resource type in the sandbox, and roles that may not read them. A case that cannot occur for a type has
 * the reason instead.
 */
import type { Role } from '../../../package/sandbox.ts';

/** Fields with their arguments, and fragments, from the root: `['project(id: 14)', 'label(by: { id: 1 })']`. */
export type FieldPath = readonly string[];

/** Reason why a case cannot occur. */
export interface DoesNotApply {
  readonly doesNotApply: string;
}

export interface ListCase {
  /** Path to an object whose list has 1 to 50 items. */
  readonly parent: FieldPath;
  /** Arguments of the list besides those of paging. */
  readonly args?: string;
  readonly empty: { readonly parent: FieldPath; readonly args?: string; readonly as?: Role } | DoesNotApply;
  readonly forbidden: { readonly parent: FieldPath; readonly as: Role } | DoesNotApply;
  /** Role that may read the list, if it differs from that of the type. */
  readonly as?: Role;
  /** Item of the list that cannot be read by its global id. */
  readonly unreadable?: { readonly id: string; readonly code: string; readonly reason: string };
  /** Whether the list supports forward paging only. */
  readonly forwardOnly?: true;
}

export interface TypeCase {
  /** Role that may read all fields of the objects. */
  readonly as: Role;
  /** Mutation that creates an object, if the sandbox has none at its start. */
  readonly prepare?: string;
  /** Paths to the same object, by lookups or references. */
  readonly paths: readonly [FieldPath, ...FieldPath[]] | DoesNotApply;
  /** Global id of an object that does not exist, without `gid://service/`. */
  readonly missing: string | DoesNotApply;
  /** Global id of an object, without `gid://service/`, and a role that may not read it. */
  readonly forbidden: { readonly id: string; readonly as: Role } | DoesNotApply;
  /** Connections of such objects, by their schema coordinates. */
  readonly lists: Readonly<Record<string, ListCase>>;
}

const root: FieldPath = [];
const project = (id: number): FieldPath => [`project(id: ${id})`];
const group = (id: number): FieldPath => [`group(id: ${id})`];
const user = (id: number): FieldPath => [`user(by: { id: ${id} })`];
const mergeRequest = (iid: number): FieldPath => [...project(14), `mergeRequest(iid: ${iid})`];
const serviceAccount = (id: string): FieldPath => [
  `node(id: "gid://service/ServiceAccount/${id}")`,
  '... on ServiceAccount',
];
const filterWithoutMatch = 'filter: { search: "there is nothing of that name" }';

const onlyInLists: DoesNotApply = { doesNotApply: 'no field returns a single object' };
const noNode: DoesNotApply = { doesNotApply: 'no call proves that the object exists, so that its type is not a Node' };
const sameAsParent: DoesNotApply = {
  doesNotApply: 'callers that may read the parent may read the object; for other callers the parent is null',
};
const hidden: DoesNotApply = { doesNotApply: 'the object is null for callers that may not read it' };

export const cases: Readonly<Record<string, TypeCase>> = {
  ApprovalConfiguration: {
    as: 'developer',
    paths: [[...project(14), 'approvalConfiguration']],
    missing: 'ApprovalConfiguration/999999999',
    forbidden: hidden,
    lists: {},
  },
  ApprovalRule: {
    as: 'developer',
    paths: [[...project(14), 'approvalRule(id: 4)']],
    missing: 'ApprovalRule/14/999999999',
    forbidden: sameAsParent,
    lists: {
      'Project.approvalRules': {
        parent: project(14),
        empty: { doesNotApply: 'every project has the rule for any approver' },
        forbidden: sameAsParent,
      },
    },
  },
  Epic: {
    as: 'owner',
    paths: [[...group(9), 'epic(id: 7101)']],
    missing: 'Epic/9/999999999',
    forbidden: hidden,
    lists: {},
  },
  ErrorTrackingClientKey: {
    as: 'maintainer',
    paths: onlyInLists,
    missing: 'ErrorTrackingClientKey/14/999999999',
    forbidden: { id: 'ErrorTrackingClientKey/14/1', as: 'developer' },
    lists: {
      'Project.errorTrackingClientKeys': {
        parent: project(14),
        empty: { parent: project(15) },
        forbidden: { parent: project(14), as: 'developer' },
      },
    },
  },
  ErrorTrackingSettings: {
    as: 'maintainer',
    paths: [[...project(14), 'errorTrackingSettings']],
    missing: 'ErrorTrackingSettings/999999999',
    forbidden: { id: 'ErrorTrackingSettings/14', as: 'developer' },
    lists: {},
  },
  FeatureFlag: {
    as: 'administrator',
    paths: onlyInLists,
    missing: 'FeatureFlag/there_is_none',
    forbidden: { id: 'FeatureFlag/vector_tiles_development', as: 'owner' },
    lists: {
      'Query.featureFlags': {
        parent: root,
        empty: { doesNotApply: 'the instance, whose list it is, has flags' },
        forbidden: { parent: root, as: 'owner' },
      },
    },
  },
  FeatureFlagDefinition: {
    as: 'administrator',
    paths: [
      ['featureFlagDefinition(id: "vector_tiles_development")'],
      ['featureFlag(id: "vector_tiles_development")', 'definition'],
    ],
    missing: 'FeatureFlagDefinition/there_is_none',
    forbidden: { id: 'FeatureFlagDefinition/vector_tiles_development', as: 'owner' },
    lists: {
      'Query.featureFlagDefinitions': {
        parent: root,
        empty: { doesNotApply: 'the list is that of the service, which has definitions' },
        forbidden: { parent: root, as: 'owner' },
      },
    },
  },
  Flow: {
    as: 'developer',
    paths: [['flow(id: 4100000001)']],
    missing: 'Flow/999999999',
    forbidden: hidden,
    lists: {},
  },
  Group: {
    as: 'developer',
    paths: [group(10), ['group(id: "meridian/platform")'], [...group(11), 'parent']],
    missing: 'Group/999999999',
    forbidden: hidden,
    lists: {
      'Group.subgroups': { parent: group(9), empty: { parent: group(9), args: filterWithoutMatch }, forbidden: hidden },
      'Query.groups': { parent: root, empty: { parent: root, args: filterWithoutMatch }, forbidden: hidden },
    },
  },
  GroupIntegration: {
    as: 'owner',
    paths: [[...group(9), 'integration(tool: ISSUE_TRACKER_A)']],
    missing: 'GroupIntegration/9/wiki-a',
    forbidden: { id: 'GroupIntegration/9/issue-tracker-a', as: 'developer' },
    lists: {
      'Group.integrations': {
        parent: group(9),
        unreadable: { id: 'GroupIntegration/9/pager-z', code: 'NOT_FOUND', reason: 'no call reads an unknown tool' },
        empty: { parent: group(10) },
        forbidden: { parent: group(9), as: 'developer' },
      },
    },
  },
  Invitation: {
    as: 'owner',
    paths: onlyInLists,
    missing: 'Invitation/group/9/nobody%40example.net',
    forbidden: { id: 'Invitation/project/14/engine.only%40example.net', as: 'developer' },
    lists: {
      'Group.invitations': {
        parent: group(9),
        empty: { parent: group(11) },
        forbidden: { parent: group(9), as: 'maintainer' },
      },
      'Project.invitations': {
        parent: project(14),
        empty: { parent: project(15) },
        forbidden: { parent: project(14), as: 'developer' },
      },
    },
  },
  Issue: {
    as: 'developer',
    paths: [[...project(14), 'issue(iid: 1)']],
    missing: 'Issue/14/999999999',
    forbidden: hidden,
    lists: {},
  },
  Job: {
    as: 'developer',
    paths: [[...project(14), 'resourceGroup(key: "production")', 'currentJob']],
    missing: noNode,
    forbidden: noNode,
    lists: {
      'ResourceGroup.upcomingJobs': {
        parent: [...project(14), 'resourceGroup(key: "production")'],
        empty: { parent: [...project(14), 'resourceGroup(key: "resource_a")'] },
        forbidden: sameAsParent,
      },
      'Runner.jobs': {
        parent: ['runner(id: 5)'],
        args: 'filter: { status: RUNNING }',
        as: 'administrator',
        empty: { parent: ['runner(id: 1)'] },
        forbidden: sameAsParent,
      },
    },
  },
  Label: {
    as: 'developer',
    paths: [[...project(15), 'label(by: { id: 1 })']],
    missing: 'Label/15/999999999',
    forbidden: sameAsParent,
    lists: {
      'Project.labels': {
        parent: project(15),
        empty: { parent: project(15), args: filterWithoutMatch },
        forbidden: sameAsParent,
      },
    },
  },
  ManagedToken: {
    as: 'owner',
    paths: onlyInLists,
    missing: 'ManagedToken/9/999999999',
    forbidden: { id: 'ManagedToken/9/701', as: 'maintainer' },
    lists: {
      'Group.managedTokens': {
        parent: group(9),
        empty: { parent: group(70) },
        forbidden: { parent: group(9), as: 'maintainer' },
      },
    },
  },
  MemberRole: {
    as: 'administrator',
    paths: onlyInLists,
    missing: 'MemberRole/9/999999999',
    forbidden: { id: 'MemberRole/9/2', as: 'maintainer' },
    lists: {
      'Group.memberRoles': {
        parent: group(9),
        empty: { parent: group(10) },
        forbidden: { parent: group(9), as: 'maintainer' },
      },
      'Query.memberRoles': {
        parent: root,
        empty: { doesNotApply: 'the instance, whose list it is, has a role' },
        forbidden: { parent: root, as: 'owner' },
      },
    },
  },
  MergeRequest: {
    as: 'developer',
    paths: [[...project(15), 'mergeRequest(iid: 3)']],
    missing: 'MergeRequest/15/999999999',
    forbidden: sameAsParent,
    lists: {
      'Group.mergeRequests': {
        parent: group(11),
        empty: { parent: group(11), args: filterWithoutMatch },
        forbidden: sameAsParent,
      },
      'Label.mergeRequests': {
        parent: [...project(15), 'label(by: { id: 1 })'],
        empty: { parent: [...project(15), 'label(by: { id: 2 })'] },
        forbidden: sameAsParent,
      },
      'Milestone.mergeRequests': {
        parent: [...mergeRequest(1), 'milestone'],
        empty: { doesNotApply: 'the path to a milestone contains one of its merge requests' },
        forbidden: sameAsParent,
      },
      'Project.mergeRequests': { parent: project(15), empty: { parent: project(23) }, forbidden: sameAsParent },
      'User.assignedMergeRequests': { parent: user(5), empty: { parent: user(1) }, forbidden: hidden },
      'User.authoredMergeRequests': { parent: user(3), empty: { parent: user(2) }, forbidden: hidden },
      'User.reviewRequestedMergeRequests': { parent: user(5), empty: { parent: user(1) }, forbidden: hidden },
      'Query.mergeRequests': {
        parent: root,
        as: 'maintainer',
        empty: { parent: root, as: 'guest' },
        forbidden: hidden,
      },
    },
  },
  MergeRequestApprovalState: {
    as: 'developer',
    paths: [[...project(15), 'mergeRequest(iid: 3)', 'approvalState']],
    missing: 'MergeRequestApprovalState/15/999999999',
    forbidden: sameAsParent,
    lists: {},
  },
  Milestone: {
    as: 'developer',
    paths: [[...mergeRequest(1), 'milestone']],
    missing: noNode,
    forbidden: noNode,
    lists: {},
  },
  MergeRequestBlock: {
    as: 'developer',
    paths: onlyInLists,
    missing: 'MergeRequestBlock/14/7/999999999',
    forbidden: sameAsParent,
    lists: {
      'MergeRequest.blocking': { parent: mergeRequest(2), empty: { parent: mergeRequest(1) }, forbidden: sameAsParent },
      'MergeRequest.blockedBy': {
        parent: mergeRequest(7),
        empty: { parent: mergeRequest(1) },
        forbidden: sameAsParent,
      },
    },
  },
  Note: {
    as: 'owner',
    paths: [[...mergeRequest(1), 'note(id: 30518)']],
    missing: 'Note/merge_request/14/1/999999999',
    forbidden: sameAsParent,
    lists: {
      'Epic.notes': {
        parent: [...group(9), 'epic(id: 7101)'],
        empty: { doesNotApply: 'every epic of the sandbox has a note' },
        forbidden: sameAsParent,
      },
      'Issue.notes': {
        parent: [...project(14), 'issue(iid: 2)'],
        empty: { parent: [...project(14), 'issue(iid: 4)'] },
        forbidden: sameAsParent,
      },
      'MergeRequest.notes': {
        parent: mergeRequest(4),
        empty: { parent: mergeRequest(60) },
        forbidden: sameAsParent,
      },
      'Snippet.notes': {
        parent: [...project(14), 'snippet(id: 501)'],
        empty: { parent: [...project(14), 'snippet(id: 502)'] },
        forbidden: sameAsParent,
      },
    },
  },
  Pipeline: {
    as: 'developer',
    paths: [
      [...project(14), 'pipeline(id: 3000)'],
      [...project(14), 'latestPipeline'],
    ],
    missing: 'Pipeline/14/999999999',
    forbidden: { id: 'Pipeline/20/5034', as: 'guest' },
    lists: {
      'MergeRequest.pipelines': {
        parent: mergeRequest(2),
        args: 'filter: { status: CANCELED }',
        empty: { parent: mergeRequest(1) },
        forbidden: sameAsParent,
      },
      'Project.pipelines': {
        parent: project(15),
        empty: { parent: project(16) },
        forbidden: { parent: project(20), as: 'guest' },
      },
    },
  },
  Project: {
    as: 'developer',
    paths: [
      project(14),
      ['project(id: "meridian/platform/engine")'],
      [...project(14), 'pipeline(id: 3000)', 'project'],
    ],
    missing: 'Project/999999999',
    forbidden: hidden,
    lists: {
      'Group.projects': {
        parent: group(10),
        empty: { parent: group(10), args: filterWithoutMatch },
        forbidden: hidden,
      },
    },
  },
  ProjectImport: {
    as: 'owner',
    paths: [['projectImport(id: 27)'], [...project(27), 'projectImport']],
    missing: 'ProjectImport/999999999',
    forbidden: hidden,
    lists: {},
  },
  PullMirror: {
    as: 'maintainer',
    paths: [[...project(16), 'pullMirror']],
    missing: 'PullMirror/999999999',
    forbidden: { id: 'PullMirror/16', as: 'developer' },
    lists: {},
  },
  ResourceGroup: {
    as: 'developer',
    paths: [[...project(14), 'resourceGroup(key: "production")']],
    missing: 'ResourceGroup/14/there-is-none',
    forbidden: { id: 'ResourceGroup/14/production', as: 'guest' },
    lists: {
      'Project.resourceGroups': {
        parent: project(14),
        empty: { parent: project(15) },
        forbidden: { parent: project(14), as: 'guest' },
      },
    },
  },
  Runner: {
    as: 'administrator',
    paths: [['runner(id: 1)']],
    missing: 'Runner/999999999',
    forbidden: { id: 'Runner/5', as: 'guest' },
    lists: {
      'Group.runners': {
        parent: group(9),
        empty: { parent: group(9), args: 'filter: { tagList: ["on no runner"] }' },
        forbidden: { parent: group(9), as: 'maintainer' },
      },
      'Project.runners': {
        parent: project(15),
        empty: { parent: project(15), args: 'filter: { tagList: ["on no runner"] }' },
        forbidden: { parent: project(15), as: 'developer' },
      },
      'Query.allRunners': {
        parent: root,
        empty: { parent: root, args: 'filter: { tagList: ["on no runner"] }' },
        forbidden: { parent: root, as: 'owner' },
      },
      'Query.runners': {
        parent: root,
        empty: { parent: root, args: 'filter: { tagList: ["on no runner"] }' },
        forbidden: { doesNotApply: 'the list contains only runners of the caller' },
      },
    },
  },
  ServiceAccount: {
    as: 'administrator',
    paths: onlyInLists,
    missing: 'ServiceAccount/9/999999999',
    forbidden: { id: 'ServiceAccount/9/3100000003', as: 'maintainer' },
    lists: {
      'Group.serviceAccounts': {
        parent: group(9),
        empty: { parent: group(11) },
        forbidden: { parent: group(9), as: 'maintainer' },
      },
      'Query.serviceAccounts': {
        parent: root,
        empty: { doesNotApply: 'the instance, whose list it is, has accounts' },
        forbidden: { parent: root, as: 'owner' },
      },
    },
  },
  ServiceAccountToken: {
    as: 'owner',
    paths: onlyInLists,
    missing: 'ServiceAccountToken/9/3100000001/999999999',
    forbidden: { id: 'ServiceAccountToken/9/3100000001/9001', as: 'maintainer' },
    lists: {
      'ServiceAccount.personalAccessTokens': {
        parent: serviceAccount('9/3100000001'),
        empty: { parent: serviceAccount('10/3100000004') },
        forbidden: sameAsParent,
      },
    },
  },
  Snippet: {
    as: 'developer',
    paths: [[...project(14), 'snippet(id: 501)']],
    missing: 'Snippet/14/999999999',
    forbidden: hidden,
    lists: {},
  },
  User: {
    as: 'developer',
    paths: [['user(by: { id: 3 })'], [...project(14), 'pipeline(id: 3000)', 'user']],
    missing: 'User/999999999',
    forbidden: { doesNotApply: 'every authenticated caller may read every user' },
    lists: {
      'Query.users': {
        parent: root,
        args: 'filter: { search: "ma" }',
        empty: { parent: root, args: filterWithoutMatch },
        forbidden: { parent: root, as: 'anonymous' },
        forwardOnly: true,
      },
    },
  },
  VulnerabilityExport: {
    as: 'developer',
    prepare: 'mutation { vulnerabilityExportCreate(input: { target: { project: "14" } }) { errors { message } } }',
    paths: [['vulnerabilityExport(id: 1)']],
    missing: 'VulnerabilityExport/999999999',
    forbidden: hidden,
    lists: {},
  },
};
