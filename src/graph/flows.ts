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
import { collectViolations, parseReference, projectIdDescription } from './kit/resources/references.ts';
import type { ResourceType } from './kit/resources/resource-type.ts';
import { MergeRequest, mergeRequestInProject } from './merge-requests/index.ts';
import { Issue, issueInProject } from './notes/index.ts';
import { Project } from './projects.ts';
import { parseInProject } from './targets.ts';

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
    description:
      'Group in which the flow runs; null for a personal namespace, if it runs in a project, or if the caller may not see the group.',
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

const flowIssue = defineInput('FlowIssueInput', {
  isOneOf: true,
  description: 'Issue of a flow. Exactly one member.',
  fields: (t) => ({
    id: t.id({ description: 'The issue, as its global id.' }),
    inProject: t.field({ type: issueInProject, description: 'The issue, by its number within a project.' }),
  }),
});

const flowMergeRequest = defineInput('FlowMergeRequestInput', {
  isOneOf: true,
  description: 'Merge request of a flow. Exactly one member.',
  fields: (t) => ({
    id: t.id({ description: 'The merge request, as its global id.' }),
    inProject: t.field({
      type: mergeRequestInProject,
      description: 'The merge request, by its number within a project.',
    }),
  }),
});

const catalogItem = defineInput('FlowCatalogItemInput', {
  description: 'Item of the AI catalog that is enabled for a project.',
  fields: (t) => ({
    project: t.id({ required: true, description: projectIdDescription }),
    consumer: t.id({
      required: true,
      description:
        "Consumer (configuration of the item for a project), as its global id, `gid://service/AiCatalogItemConsumer/<number>`, or that number. The service's own GraphQL API returns it as `id` of the configured catalog items of the project `gid://service/Project/<id>`, with `item.name`.",
    }),
    versionId: t.field({ type: 'SafeInt', description: 'Id of the version of the item to run.' }),
  }),
});

const flowSource = defineInput('FlowSourceInput', {
  isOneOf: true,
  description: 'Type or catalog item that a flow runs. Exactly one member.',
  fields: (t) => ({
    workflowDefinition: t.string({ description: 'Identifier of the type of the flow.' }),
    catalogItem: t.field({ type: catalogItem, description: 'Item of the AI catalog.' }),
  }),
});

/** Issue or merge request of a flow. */
interface FlowObject {
  readonly id?: string | null | undefined;
  readonly inProject?: Parameters<typeof parseInProject>[0] | null | undefined;
}

/** Input fields that replace members of the body. */
interface FlowInput {
  readonly project?: string | null | undefined;
  readonly namespace?: string | null | undefined;
  readonly issue?: FlowObject | null | undefined;
  readonly mergeRequest?: FlowObject | null | undefined;
  readonly source?: typeof flowSource.$inferInput | null | undefined;
}

type FlowBody = BodyOf<'createFlow'>;

/** Project that an input contains, as the string that the service accepts. */
interface ProjectReference {
  readonly project: string;
  readonly path: Violation['path'];
}

/** Parses a project or namespace as the string that the service accepts. */
function parseReferenceString(typename: string, text: string, path: Violation['path']): string {
  if (text.trim() === '') throw badInput([{ path, message: 'must not be blank' }]);
  return String(parseReference(typename, text, path));
}

function parseProject(text: string, path: Violation['path']): ProjectReference {
  return { project: parseReferenceString('Project', text, path), path };
}

/** Returns the number of a catalog item's consumer, the last part of its global id. */
function parseConsumerNumber(text: string, path: Violation['path']): number {
  const id = parseReference('AiCatalogItemConsumer', text, path);
  if (typeof id === 'number') return id;
  throw badInput([{ path, message: 'must be the global id of an AiCatalogItemConsumer, or its number' }]);
}

/** Parses an issue or merge request: its project, and its number there. */
function parseFlowObject(
  type: ResourceType,
  parameter: string,
  { id, inProject }: FlowObject,
  path: Violation['path'],
): ProjectReference & { readonly iid: number } {
  if (inProject) {
    const location = parseInProject(inProject, [...path, 'inProject']);
    return { project: String(location.id), iid: location.iid, path: [...path, 'inProject', 'project'] };
  }
  const idPath = [...path, 'id'];
  const parameters = type.parseGlobalId(String(id), idPath);
  return { project: String(parameters.id), iid: Number(parameters[parameter]), path: idPath };
}

const isNumber = (text: string): boolean => /^\d+$/.test(text);

/** Returns a violation for each project that differs from the first one, because a flow has one project. */
function findOtherProjects([first, ...others]: readonly ProjectReference[]): Violation[] {
  return others.flatMap(({ project, path }) => {
    // Paths are equal in any letter case.
    if (first === undefined || project.toLowerCase() === first.project.toLowerCase()) return [];
    const message = `is in the project ${project}, not in ${first.project}`;
    const isComparable = isNumber(project) === isNumber(first.project);
    return [
      {
        path,
        message: isComparable ? message : `${message}: a path cannot be compared with a number, use one of them`,
      },
    ];
  });
}

/**
 * Converts input fields to members of the body.
 * @throws RestError BAD_USER_INPUT with all violations
 */
function toMembers({ project, namespace, issue, mergeRequest, source }: FlowInput): FlowBody {
  const violations: Violation[] = [];
  const read = <Input, T>(value: Input | null | undefined, parse: (value: Input) => T): T | undefined =>
    value === undefined || value === null ? undefined : collectViolations(violations, () => parse(value));
  const { workflowDefinition, catalogItem } = source ?? {};
  const itemPath = ['input', 'source', 'catalogItem'];
  const ownProject = read(project, (text) => parseProject(text, ['input', 'project']));
  const itemProject = read(catalogItem?.project, (text) => parseProject(text, [...itemPath, 'project']));
  const namespaceReference = read(namespace, (text) => parseReferenceString('Group', text, ['input', 'namespace']));
  const consumer = read(catalogItem?.consumer, (text) => parseConsumerNumber(text, [...itemPath, 'consumer']));
  const identifiedIssue = read(issue, (value) => parseFlowObject(Issue, 'issue_iid', value, ['input', 'issue']));
  const identifiedMergeRequest = read(mergeRequest, (value) =>
    parseFlowObject(MergeRequest, 'merge_request_iid', value, ['input', 'mergeRequest']),
  );
  const projects = [ownProject, itemProject, identifiedIssue, identifiedMergeRequest].filter(
    (reference) => reference !== undefined,
  );
  violations.push(...findOtherProjects(projects));
  assertValid(violations);
  const members = {
    project_id: projects[0]?.project,
    namespace_id: namespaceReference,
    workflow_definition: workflowDefinition ?? undefined,
    ai_catalog_item_consumer_id: consumer,
    ai_catalog_item_version_id: catalogItem?.versionId ?? undefined,
    issue_id: identifiedIssue?.iid,
    merge_request_id: identifiedMergeRequest?.iid,
  };
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));
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
  except: [
    'project_id',
    'namespace_id',
    'issue_id',
    'merge_request_id',
    'workflow_definition',
    'ai_catalog_item_consumer_id',
    'ai_catalog_item_version_id',
  ],
  input: (t) => ({
    project: t.id({
      description:
        'Project of the flow, as global id, numeric id or full path. Defaults to the project of the catalog item, issue or merge request, which must be in one project.',
    }),
    namespace: t.id({
      description: 'Group or personal namespace of the flow, as the global id of a group, a numeric id or a full path.',
    }),
    issue: t.field({ type: flowIssue, description: 'Issue to work on.' }),
    mergeRequest: t.field({ type: flowMergeRequest, description: 'Merge request to work on.' }),
    source: t.field({
      type: flowSource,
      description: 'Type or catalog item that the flow runs. The service chooses a type by default.',
    }),
  }),
  check: (_, body) => checkLists(body),
  request: (input, body) => ({ body: { ...body, ...toMembers(input) } }),
  payload: (f) => ({
    flow: f.object(
      Flow,
      'The new flow, already running if `startWorkflow` is true. Read or subscribe to `flow` to follow it.',
    ),
  }),
});

const flowSubscription = defineSubscription('flow', Flow, {
  description:
    'Follows an agent flow of the caller until it has finished, failed or was stopped. Statuses that wait for the caller (`…_REQUIRED`) are events, but not final.',
  id: 'The flow, as global id or numeric id.',
  comparedAttributes: ['status'],
  isOver: hasAttributeValue('status', 'finished', 'failed', 'stopped'),
});

export const flows: Area = {
  name: 'flows',
  declarations: [
    Flow,
    flowFields,
    queries,
    flowIssue,
    flowMergeRequest,
    catalogItem,
    flowSource,
    flowCreate,
    flowSubscription,
  ],
};
