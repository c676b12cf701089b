/** Agent flows. */
import type { BodyOf } from '../contract/index.ts';
import { badInput, isRestError, type Violation } from '../rest/errors.ts';
import { Group } from './groups.ts';
import { refuse } from './kit/contract/check.ts';
import { addFields, addQueries, resourceType } from './kit/fields/index.ts';
import { addMutation } from './kit/fields/mutation.ts';
import { addSubscription, holds } from './kit/fields/subscription.ts';
import { isGlobalId } from './kit/resources/global-id.ts';
import { parseNumber, parseReference } from './kit/resources/references.ts';
import type { PathParameters } from './kit/resources/resource.ts';
import type { ResourceType } from './kit/resources/resource-type.ts';
import { MergeRequest } from './merge-requests/index.ts';
import { Issue } from './notes/index.ts';
import { Project } from './projects.ts';

export const Flow = resourceType({
  name: 'Flow',
  schema: 'Flow',
  retrieve: 'getFlow',
});

addFields(Flow, (f) => ({
  databaseId: f.attribute('id'),
  ...f.attributes('status', 'summary', 'workflow_definition', 'environment', 'image', 'ai_catalog_item_version_id'),
  ...f.attributes('agent_privileges', 'agent_privileges_names', 'allow_agent_to_request_user', 'mcp_enabled'),
  ...f.attributes('pre_approved_agent_privileges', 'pre_approved_agent_privileges_names'),
  ...f.attributes('project_id', 'namespace_id', 'service_url', 'workload'),
  namespace: f.reference(Group, 'namespace_id', {
    description: 'The group that the flow works in; null for a personal namespace, or where it works in a project.',
  }),
  project: f.reference(Project, 'project_id', {
    description: 'The project that the flow works on; null when it works on none.',
  }),
}));

addQueries((f) => ({
  flow: f.lookup(Flow, {
    description: 'An agent flow of the caller by id; null when there is none, or when it belongs to another user.',
    byId: 'The flow, as its global id or its numeric id.',
  }),
  agentPrivileges: f.call('listAgentPrivileges'),
}));

/** Inputs that stand for members of other names. */
interface FlowInput {
  readonly project?: string | null | undefined;
  readonly namespace?: string | null | undefined;
  readonly issue?: string | null | undefined;
  readonly mergeRequest?: string | null | undefined;
  readonly aiCatalogItemConsumer?: string | null | undefined;
}

type FlowBody = BodyOf<'createFlow'>;

const isGiven = <T>(value: T | null | undefined): value is T => value !== undefined && value !== null;

/** Which inputs lack the one that they need, or meet one that they exclude. */
function dependencies(input: FlowInput, body: FlowBody): Violation[] {
  const violations: Violation[] = [];
  for (const name of ['issue', 'mergeRequest', 'aiCatalogItemConsumer'] as const)
    if (
      isGiven(input[name]) &&
      !isGiven(input.project) &&
      (name === 'aiCatalogItemConsumer' || !isGlobalId(input[name]))
    )
      violations.push({ path: ['input', name], message: 'needs project as well' });
  if (isGiven(input.aiCatalogItemConsumer) && body.workflow_definition !== undefined)
    violations.push({
      path: ['input', 'workflowDefinition'],
      message: 'cannot be combined with aiCatalogItemConsumer',
    });
  return violations;
}

/** The project or namespace as the text that the service takes; undefined when none is given. */
function referenceText(typename: string, text: string | null | undefined, name: string): string | undefined {
  if (text === undefined || text === null) return undefined;
  const path = ['input', name];
  if (text.trim() === '') throw badInput([{ path, message: 'must not be empty' }]);
  return String(parseReference(typename, text, path));
}

/** The number of a catalog item's consumer, which its global id ends in; undefined when none is given. */
function consumerId(text: string | null | undefined): number | undefined {
  if (text === undefined || text === null) return undefined;
  const path = ['input', 'aiCatalogItemConsumer'];
  const id = parseReference('AiCatalogItemConsumer', text, path);
  if (typeof id === 'number') return id;
  throw badInput([{ path, message: 'must be the global id of an AiCatalogItemConsumer, or its number' }]);
}

const withinProject =
  'as its global id, which tells the project as well, or as its number within `project` (iid). Beside its global id, `project` must be absent or the numeric id or the global id of its own project.';

/** What stands in a project: its number there and, where a global id names it, that of the project; undefined when none is given. */
function numbered(
  type: ResourceType,
  parameter: string,
  text: string | null | undefined,
  name: string,
): { readonly project: string | undefined; readonly iid: number } | undefined {
  if (text === undefined || text === null) return undefined;
  const path = ['input', name];
  const address: PathParameters = isGlobalId(text)
    ? type.pathFromId(text, path)
    : { [parameter]: parseNumber(type.name, text, path) };
  return { project: address.id === undefined ? undefined : String(address.id), iid: Number(address[parameter]) };
}

const isNumber = (text: string | undefined): boolean => text !== undefined && /^\d+$/.test(text);

/** The members that the inputs of other names stand for. Fails with every violation at once. */
function toMembers(input: FlowInput, body: FlowBody): FlowBody {
  const violations = dependencies(input, body);
  const read = <T>(parse: () => T): T | undefined => {
    try {
      return parse();
    } catch (error) {
      if (!isRestError(error, 'BAD_USER_INPUT')) throw error;
      violations.push(...error.violations);
      return undefined;
    }
  };
  const project = read(() => referenceText('Project', input.project, 'project'));
  const namespace = read(() => referenceText('Group', input.namespace, 'namespace'));
  const consumer = read(() => consumerId(input.aiCatalogItemConsumer));
  const issue = read(() => numbered(Issue, 'issue_iid', input.issue, 'issue'));
  const mergeRequest = read(() => numbered(MergeRequest, 'merge_request_iid', input.mergeRequest, 'mergeRequest'));
  const around = project ?? issue?.project ?? mergeRequest?.project;
  for (const [name, named] of [
    ['issue', issue],
    ['mergeRequest', mergeRequest],
  ] as const)
    if (named?.project !== undefined && named.project !== around)
      violations.push({
        path: ['input', name],
        message: isNumber(around)
          ? `is in the project ${named.project}, not in ${around}`
          : `is in the project ${named.project}: project must be that number or be left out, as a path cannot be compared with it`,
      });
  refuse(violations);
  return {
    ...(around === undefined ? {} : { project_id: around }),
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

/** What the lists of the body break of rules that the contract cannot state. */
function checkLists(body: FlowBody): Violation[] {
  const { agent_privileges: privileges, pre_approved_agent_privileges: preApproved = [], additional_context } = body;
  const outside = (id: number): boolean => privileges !== undefined && !privileges.includes(id);
  return [
    ...preApproved.flatMap((id, index) =>
      outside(id)
        ? [{ path: ['input', 'preApprovedAgentPrivileges', index], message: 'must be one of agentPrivileges' }]
        : [],
    ),
    ...(additional_context ?? []).flatMap(({ Content }, index) =>
      isJson(Content)
        ? []
        : [{ path: ['input', 'additionalContext', index, 'content'], message: 'must be serialized JSON' }],
    ),
  ];
}

addMutation('flowCreate', {
  operation: 'createFlow',
  except: ['project_id', 'namespace_id', 'issue_id', 'merge_request_id', 'ai_catalog_item_consumer_id'],
  input: (t) => ({
    project: t.id({ description: 'The project to work on, as its global id, its numeric id or its full path.' }),
    namespace: t.id({
      description:
        'The group or personal namespace to work in, as the global id of a group, a numeric id or a full path.',
    }),
    issue: t.id({ description: `Issue to work on, ${withinProject}` }),
    mergeRequest: t.id({ description: `Merge request to work on, ${withinProject}` }),
    aiCatalogItemConsumer: t.id({
      description:
        "Item of the AI catalog to run, by the global id of its consumer, `gid://service/AiCatalogItemConsumer/<number>`, or that number. It comes from the upstream's own GraphQL interface, whose query for the configured catalog items of a project gives it beside `item.name`. The item has to be enabled for the project already. Needs `project`; cannot be combined with `workflowDefinition`, whose place it takes.",
    }),
  }),
  check: (_, body) => checkLists(body),
  request: (input, body) => ({ body: { ...body, ...toMembers(input, body) } }),
  payload: (f) => ({
    flow: f.object(Flow, 'The new flow; running already where it was to be started. Read it again to follow it.'),
  }),
});

addSubscription('flow', Flow, {
  description:
    'Follows an agent flow of the caller until it has finished, failed or was stopped. Waiting for the caller (the statuses that end in `_REQUIRED`) is ' +
    'reported and not the end.',
  id: 'The flow, as its global id or its numeric id.',
  compares: ['status'],
  isOver: holds('status', 'finished', 'failed', 'stopped'),
});
