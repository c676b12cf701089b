/** Agent flows. */
import type { BodyOf } from '../contract/index.ts';
import { badInput, type Violation } from '../rest/errors.ts';
import { Group } from './groups.ts';
import type { Area } from './kit/area.ts';
import { assertValid } from './kit/contract/check.ts';
import { defineInput } from './kit/definitions.ts';
import { defineFields, defineQueries, defineResourceType } from './kit/fields/index.ts';
import { defineMutation } from './kit/fields/mutation.ts';
import { defineSubscription, hasAttributeValue } from './kit/fields/subscription.ts';
import { collectViolations, parseReference } from './kit/resources/references.ts';
import type { ResourceType } from './kit/resources/resource-type.ts';
import { MergeRequest } from './merge-requests/index.ts';
import { Issue } from './notes/index.ts';
import { Project } from './projects.ts';

export const Flow = defineResourceType({
  name: 'Flow',
  schema: 'Flow',
  retrieve: 'getFlow',
});

const flowFields = defineFields(Flow, (f) => ({
  databaseId: f.attribute('id'),
  ...f.attributes('status', 'summary', 'workflow_definition', 'environment', 'image', 'ai_catalog_item_version_id'),
  ...f.attributes('allow_agent_to_request_user', 'mcp_enabled'),
  agentPrivilegeIds: f.attribute('agent_privileges'),
  agentPrivilegeNames: f.attribute('agent_privileges_names'),
  preApprovedAgentPrivilegeIds: f.attribute('pre_approved_agent_privileges'),
  preApprovedAgentPrivilegeNames: f.attribute('pre_approved_agent_privileges_names'),
  ...f.attributes('namespace_id', 'service_url', 'workload'),
  group: f.reference(Group, 'namespace_id', {
    description: 'Group in which the flow runs; null for a personal namespace, or if it runs in a project.',
    // Personal namespaces have ids, too.
    needsProof: true,
  }),
  project: f.reference(Project, 'project_id', {
    description: 'Project of the flow; null if it has none.',
  }),
}));

const queries = defineQueries((f) => ({
  flow: f.lookup(Flow, {
    description: 'Agent flow of the caller by id; null if it does not exist or belongs to another user.',
    idDescription: 'The flow, as global id or numeric id.',
  }),
  agentPrivileges: f.call('listAgentPrivileges', {}, 'all_privileges'),
}));

/** Defines the input that identifies an issue or merge request of a flow. */
const defineFlowObject = (name: string, noun: string) =>
  defineInput(name, {
    isOneOf: true,
    description: `${noun} of a flow. Exactly one member.`,
    fields: (t) => ({
      id: t.id({
        description:
          'Global id, which also identifies the project. `project` must be absent, or the numeric id or the global id of that project.',
      }),
      iid: t.field({ type: 'SafeInt', description: 'Number within `project`, which is required.' }),
    }),
  });

const flowIssue = defineFlowObject('FlowIssueInput', 'Issue');
const flowMergeRequest = defineFlowObject('FlowMergeRequestInput', 'Merge request');

type FlowObject = typeof flowIssue.$inferInput;

/** Input fields that replace members of the body. */
interface FlowInput {
  readonly project?: string | null | undefined;
  readonly namespace?: string | null | undefined;
  readonly issue?: FlowObject | null | undefined;
  readonly mergeRequest?: FlowObject | null | undefined;
  readonly aiCatalogItemConsumer?: string | null | undefined;
}

type FlowBody = BodyOf<'createFlow'>;

const hasValue = <T>(value: T | null | undefined): value is T => value !== undefined && value !== null;

/** Checks for fields that require `project`, and for fields that cannot be combined. */
function checkDependencies(input: FlowInput, body: FlowBody): Violation[] {
  const violations: Violation[] = [];
  if (!hasValue(input.project)) {
    for (const name of ['issue', 'mergeRequest'] as const)
      if (hasValue(input[name]?.iid)) violations.push({ path: ['input', name, 'iid'], message: 'requires project' });
    if (hasValue(input.aiCatalogItemConsumer))
      violations.push({ path: ['input', 'aiCatalogItemConsumer'], message: 'requires project' });
  }
  if (hasValue(input.aiCatalogItemConsumer) && body.workflow_definition !== undefined)
    violations.push({
      path: ['input', 'workflowDefinition'],
      message: 'cannot be combined with aiCatalogItemConsumer',
    });
  return violations;
}

/** Returns a project or namespace as the string that the service accepts; `undefined` if it is absent. */
function parseReferenceString(typename: string, text: string | null | undefined, name: string): string | undefined {
  if (text === undefined || text === null) return undefined;
  const path = ['input', name];
  if (text.trim() === '') throw badInput([{ path, message: 'must not be empty' }]);
  return String(parseReference(typename, text, path));
}

/** Returns the number of a catalog item's consumer, the last part of its global id; `undefined` if it is absent. */
function parseConsumerNumber(text: string | null | undefined): number | undefined {
  if (text === undefined || text === null) return undefined;
  const path = ['input', 'aiCatalogItemConsumer'];
  const id = parseReference('AiCatalogItemConsumer', text, path);
  if (typeof id === 'number') return id;
  throw badInput([{ path, message: 'must be the global id of an AiCatalogItemConsumer, or its number' }]);
}

/**
 * Parses an issue or merge request: its number within the project and, from a global id, the number of the project.
 * `undefined` if it is absent.
 */
function parseFlowObject(
  type: ResourceType,
  parameter: string,
  object: FlowObject | null | undefined,
  name: string,
): { readonly project: string | undefined; readonly iid: number } | undefined {
  if (typeof object?.iid === 'number') {
    if (object.iid < 1) throw badInput([{ path: ['input', name, 'iid'], message: 'must be at least 1' }]);
    return { project: undefined, iid: object.iid };
  }
  if (typeof object?.id !== 'string') return undefined;
  const path = type.parseGlobalId(object.id, ['input', name, 'id']);
  return { project: String(path.id), iid: Number(path[parameter]) };
}

const isNumber = (text: string | undefined): boolean => text !== undefined && /^\d+$/.test(text);

/**
 * Converts input fields to members of the body.
 * @throws RestError BAD_USER_INPUT with all violations
 */
function toMembers(input: FlowInput, body: FlowBody): FlowBody {
  const violations = checkDependencies(input, body);
  const read = <T>(parse: () => T): T | undefined => collectViolations(violations, parse);
  const project = read(() => parseReferenceString('Project', input.project, 'project'));
  const namespace = read(() => parseReferenceString('Group', input.namespace, 'namespace'));
  const consumer = read(() => parseConsumerNumber(input.aiCatalogItemConsumer));
  const issue = read(() => parseFlowObject(Issue, 'issue_iid', input.issue, 'issue'));
  const mergeRequest = read(() =>
    parseFlowObject(MergeRequest, 'merge_request_iid', input.mergeRequest, 'mergeRequest'),
  );
  const projectReference = project ?? issue?.project ?? mergeRequest?.project;
  for (const [name, identified] of [
    ['issue', issue],
    ['mergeRequest', mergeRequest],
  ] as const)
    if (identified?.project !== undefined && identified.project !== projectReference)
      violations.push({
        path: ['input', name, 'id'],
        message: isNumber(projectReference)
          ? `is in the project ${identified.project}, not in ${projectReference}`
          : `is in the project ${identified.project}: project must be that number or be left out, as a path cannot be compared with it`,
      });
  assertValid(violations);
  return {
    ...(projectReference === undefined ? {} : { project_id: projectReference }),
    ...(namespace === undefined ? {} : { namespace_id: namespace }),
    ...(consumer === undefined ? {} : { ai_catalog_item_consumer_id: consumer }),
    ...(issue === undefined ? {} : { issue_id: issue.iid }),
    ...(mergeRequest === undefined ? {} : { merge_request_id: mergeRequest.iid }),
  };
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Returns violations in lists of the body that the contract cannot express. */
function checkLists(body: FlowBody): Violation[] {
  const { agent_privileges: privileges, pre_approved_agent_privileges: preApproved = [], additional_context } = body;
  const isOutside = (id: number): boolean => privileges !== undefined && !privileges.includes(id);
  return [
    ...preApproved.flatMap((id, index) =>
      isOutside(id)
        ? [{ path: ['input', 'preApprovedAgentPrivilegeIds', index], message: 'must be one of agentPrivilegeIds' }]
        : [],
    ),
    ...(additional_context ?? []).flatMap(({ Content }, index) =>
      isJson(Content)
        ? []
        : [{ path: ['input', 'additionalContext', index, 'content'], message: 'must be serialized JSON' }],
    ),
  ];
}

const flowCreate = defineMutation('flowCreate', {
  operation: 'createFlow',
  except: ['project_id', 'namespace_id', 'issue_id', 'merge_request_id', 'ai_catalog_item_consumer_id'],
  input: (t) => ({
    project: t.id({ description: 'Project of the flow, as global id, numeric id or full path.' }),
    namespace: t.id({
      description: 'Group or personal namespace of the flow, as the global id of a group, a numeric id or a full path.',
    }),
    issue: t.field({ type: flowIssue, description: 'Issue to work on.' }),
    mergeRequest: t.field({ type: flowMergeRequest, description: 'Merge request to work on.' }),
    aiCatalogItemConsumer: t.id({
      description:
        "Item of the AI catalog to run, by the global id of its consumer, `gid://service/AiCatalogItemConsumer/<number>`, or that number. The upstream's own GraphQL interface returns it as `id` of the configured catalog items of a project (`gid://service/Project/<id>`), beside `item.name`. The item has to be enabled for the project already. Needs `project`; cannot be combined with `workflowDefinition`, whose place it takes.",
    }),
  }),
  check: (_, body) => checkLists(body),
  request: (input, body) => ({ body: { ...body, ...toMembers(input, body) } }),
  payload: (f) => ({
    flow: f.object(Flow, 'The new flow; running already where it was to be started. Read it again to follow it.'),
  }),
});

const flowSubscription = defineSubscription('flow', Flow, {
  description:
    'Follows an agent flow of the caller until it has finished, failed or was stopped. Waiting for the caller (the statuses that end in `_REQUIRED`) is ' +
    'reported and not the end.',
  id: 'The flow, as global id or numeric id.',
  comparedAttributes: ['status'],
  isOver: hasAttributeValue('status', 'finished', 'failed', 'stopped'),
});

export const flows: Area = {
  name: 'flows',
  declarations: [Flow, flowFields, queries, flowIssue, flowMergeRequest, flowCreate, flowSubscription],
};
