/** Reads lists and objects of each area. Path parameters are ids from earlier responses. */
import { type Operation, type OperationId, standardContract } from '../../contract/index.ts';
import { Cancellation } from '../../rest/cancellation.ts';
import type { RestClient } from '../../rest/client.ts';
import type { Credential } from '../../rest/credential.ts';
import { type ErrorCode, isRestError } from '../../rest/errors.ts';
import type { RestRequest, RestResponse } from '../../rest/request.ts';

const pageSize = 20;

/** Ids from earlier responses, by the kind of object. */
interface DiscoveredIds {
  readonly group?: number;
  readonly project?: number;
  readonly mergeRequest?: number;
  readonly pipeline?: number;
  readonly runner?: number;
  readonly label?: number;
  readonly approvalRule?: number;
  readonly serviceAccount?: number;
  readonly resourceGroup?: string;
}

interface Probe {
  readonly operation: OperationId;
  /** Returns the path parameters; `undefined` if no earlier response contains the required ids. */
  readonly path?: (ids: DiscoveredIds) => RestRequest['path'] | undefined;
  /** Extracts ids from the first object of the response. */
  readonly extractIds?: (item: Readonly<Record<string, unknown>>) => {
    readonly [Name in keyof DiscoveredIds]: DiscoveredIds[Name] | undefined;
  };
  /** Whether ids of earlier responses have priority. */
  readonly isFallback?: boolean;
}

const asNumber = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined);
const asString = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);
const toGroupPath = ({ group: id }: DiscoveredIds) => (id === undefined ? undefined : { id });
const toProjectPath = ({ project: id }: DiscoveredIds) => (id === undefined ? undefined : { id });
const toRunnerPath = ({ runner: id }: DiscoveredIds) => (id === undefined ? undefined : { id });

/** Path parameters of an object in a group or project: the id of the parent and the id of the object. */
const toNestedPath =
  (parent: 'group' | 'project', parameter: string, name: keyof DiscoveredIds) =>
  (ids: DiscoveredIds): RestRequest['path'] | undefined => {
    const { [parent]: id, [name]: value } = ids;
    return id === undefined || value === undefined ? undefined : { id, [parameter]: value };
  };
const toMergeRequestPath = toNestedPath('project', 'merge_request_iid', 'mergeRequest');
const toPipelinePath = toNestedPath('project', 'pipeline_id', 'pipeline');
const toResourceGroupPath = toNestedPath('project', 'key', 'resourceGroup');

const probes: readonly Probe[] = [
  { operation: 'getCurrentUser' },
  { operation: 'listUsers' },
  { operation: 'listGroups', extractIds: ({ id }) => ({ group: asNumber(id) }) },
  { operation: 'getGroup', path: toGroupPath },
  { operation: 'listSubgroups', path: toGroupPath },
  {
    operation: 'listMergeRequests',
    extractIds: ({ project_id, iid }) => ({ project: asNumber(project_id), mergeRequest: asNumber(iid) }),
  },
  { operation: 'listGroupMergeRequests', path: toGroupPath },
  // The merge request that an earlier response contains belongs to the project in that response.
  {
    operation: 'listGroupProjects',
    path: toGroupPath,
    extractIds: ({ id }) => ({ project: asNumber(id) }),
    isFallback: true,
  },
  { operation: 'getProject', path: toProjectPath },
  {
    operation: 'listProjectMergeRequests',
    path: toProjectPath,
    extractIds: ({ iid }) => ({ mergeRequest: asNumber(iid) }),
  },
  { operation: 'getMergeRequest', path: toMergeRequestPath },
  { operation: 'listMergeRequestVersions', path: toMergeRequestPath },
  { operation: 'listMergeRequestBlocks', path: toMergeRequestPath },
  { operation: 'listMergeRequestBlockees', path: toMergeRequestPath },
  { operation: 'listMergeRequestNotes', path: toMergeRequestPath },
  { operation: 'getMergeRequestApprovals', path: toMergeRequestPath },
  { operation: 'getProjectApprovalConfiguration', path: toProjectPath },
  {
    operation: 'listProjectApprovalRules',
    path: toProjectPath,
    extractIds: ({ id }) => ({ approvalRule: asNumber(id) }),
  },
  { operation: 'getProjectApprovalRule', path: toNestedPath('project', 'approval_rule_id', 'approvalRule') },
  { operation: 'listPipelines', path: toProjectPath, extractIds: ({ id }) => ({ pipeline: asNumber(id) }) },
  { operation: 'getLatestPipeline', path: toProjectPath },
  { operation: 'getPipeline', path: toPipelinePath },
  { operation: 'listPipelineVariables', path: toPipelinePath },
  { operation: 'getPipelineTestReportSummary', path: toPipelinePath },
  { operation: 'listLabels', path: toProjectPath, extractIds: ({ id }) => ({ label: asNumber(id) }) },
  { operation: 'getLabel', path: toNestedPath('project', 'label_id', 'label') },
  { operation: 'listRunners', extractIds: ({ id }) => ({ runner: asNumber(id) }) },
  { operation: 'listAllRunners', extractIds: ({ id }) => ({ runner: asNumber(id) }) },
  { operation: 'listGroupRunners', path: toGroupPath },
  { operation: 'listProjectRunners', path: toProjectPath },
  { operation: 'getRunner', path: toRunnerPath },
  { operation: 'listRunnerJobs', path: toRunnerPath },
  { operation: 'listResourceGroups', path: toProjectPath, extractIds: ({ key }) => ({ resourceGroup: asString(key) }) },
  { operation: 'getResourceGroup', path: toResourceGroupPath },
  { operation: 'getResourceGroupCurrentJob', path: toResourceGroupPath },
  { operation: 'listResourceGroupUpcomingJobs', path: toResourceGroupPath },
  { operation: 'getProjectImport', path: toProjectPath },
  { operation: 'listProjectInvitations', path: toProjectPath },
  { operation: 'listGroupInvitations', path: toGroupPath },
  { operation: 'listInstanceMemberRoles' },
  { operation: 'listGroupMemberRoles', path: toGroupPath },
  { operation: 'listInstanceServiceAccounts' },
  {
    operation: 'listGroupServiceAccounts',
    path: toGroupPath,
    extractIds: ({ id }) => ({ serviceAccount: asNumber(id) }),
  },
  { operation: 'listServiceAccountTokens', path: toNestedPath('group', 'user_id', 'serviceAccount') },
  { operation: 'listGroupManagedTokens', path: toGroupPath },
  { operation: 'listGroupIntegrations', path: toGroupPath },
  { operation: 'getPullMirror', path: toProjectPath },
  { operation: 'getErrorTrackingSettings', path: toProjectPath },
  { operation: 'listErrorTrackingClientKeys', path: toProjectPath },
  { operation: 'listFeatureFlags' },
  { operation: 'listFeatureFlagDefinitions' },
  { operation: 'listAgentPrivileges' },
];

/** Discovered id for the parameter behind a part of a path. */
const idsByCollection: Readonly<Record<string, keyof DiscoveredIds>> = {
  groups: 'group',
  labels: 'label',
  merge_requests: 'mergeRequest',
  pipelines: 'pipeline',
  projects: 'project',
  resource_groups: 'resourceGroup',
  runners: 'runner',
};

/** Creates the probe of an operation of an own area. Its path parameters are the discovered ids of standard objects. */
function createProbe({ id, path }: Operation): Probe {
  const parameters = [...path.matchAll(/([^/]+)\/\{(\w+)\}/g)].map(
    ([, collection = '', name = '']) => [name, idsByCollection[collection]] as const,
  );
  const isComplete = parameters.length === path.split('{').length - 1;
  return {
    operation: id,
    path: (ids) => {
      const values = parameters.flatMap(([name, kind]) => {
        const value = kind && ids[kind];
        return value === undefined ? [] : [[name, value] as const];
      });
      return isComplete && values.length === parameters.length ? Object.fromEntries(values) : undefined;
    },
  };
}

/** Probes of the standard contract, and of the reads of own areas. */
const getProbes = (operations: ReadonlyMap<OperationId, Operation>): readonly Probe[] => [
  ...probes,
  ...[...operations.values()]
    .filter(({ id, method }) => method === 'GET' && !standardContract.operations.has(id))
    .filter(({ responseSchemas }) => responseSchemas.length > 0)
    .map(createProbe),
];

/** Outcome of one read. */
export interface ProbeResult {
  readonly operation: OperationId;
  readonly area: string;
  readonly method: string;
  /** Path template of the contract. */
  readonly path: string;
  /** `readable`, the code of the error, or `skipped` if no earlier response contains the required ids. */
  readonly outcome: 'readable' | 'skipped' | ErrorCode;
  readonly status: number | undefined;
  readonly message: string | undefined;
  readonly milliseconds: number | undefined;
  readonly request: RestRequest;
  readonly response: RestResponse | undefined;
}

/** Returns the objects of a response body. */
export function getObjects(body: unknown): readonly Readonly<Record<string, unknown>>[] {
  const items = Array.isArray(body) ? body : [body];
  return items.filter((item) => typeof item === 'object' && item !== null && !Array.isArray(item));
}

async function runProbe(
  client: RestClient,
  credential: Credential,
  probe: Probe,
  ids: DiscoveredIds,
): Promise<ProbeResult> {
  const { area, method, path, list, queryParameters } = client.contract.operation(probe.operation);
  const isPaged = list && queryParameters.some(({ name }) => name === 'per_page');
  const parameters = probe.path?.(ids);
  const request: RestRequest = {
    operation: probe.operation,
    ...(parameters && { path: parameters }),
    ...(isPaged && { query: { page: 1, per_page: pageSize } }),
  };
  const description = { operation: probe.operation, area, method, path, request };
  if (probe.path !== undefined && parameters === undefined)
    return {
      ...description,
      outcome: 'skipped',
      status: undefined,
      message: undefined,
      milliseconds: undefined,
      response: undefined,
    };
  const startedAt = performance.now();
  const getElapsedMs = () => Math.round(performance.now() - startedAt);
  try {
    const response = await client.call(request, { credential, cancellation: new Cancellation() });
    return {
      ...description,
      outcome: 'readable',
      status: response.status,
      message: undefined,
      milliseconds: getElapsedMs(),
      response,
    };
  } catch (error) {
    if (!isRestError(error)) throw error;
    const { code, status, message } = error;
    return { ...description, outcome: code, status, message, milliseconds: getElapsedMs(), response: undefined };
  }
}

interface ProbeOptions {
  /** Called after each probe. */
  readonly onResult?: (result: ProbeResult) => void;
  /** Operations of the probes to run. Defaults to all. */
  readonly operations?: ReadonlySet<OperationId>;
}

/** Runs the probes sequentially, because later ones need ids from earlier responses. */
export async function probeAreas(
  client: RestClient,
  credential: Credential,
  { onResult = () => undefined, operations }: ProbeOptions = {},
): Promise<readonly ProbeResult[]> {
  let ids: DiscoveredIds = {};
  const results: ProbeResult[] = [];
  for (const probe of getProbes(client.contract.operations)) {
    if (operations !== undefined && !operations.has(probe.operation)) continue;
    const result = await runProbe(client, credential, probe, ids);
    const [first] = getObjects(result.response?.body);
    const newIds = first === undefined ? {} : withoutUndefined(probe.extractIds?.(first) ?? {});
    ids = probe.isFallback ? { ...newIds, ...ids } : { ...ids, ...newIds };
    results.push(result);
    onResult(result);
    // The other probes would fail, too. Without a token, public data is readable.
    const isTokenRejected =
      result.outcome === 'UNAUTHENTICATED' && !credential.isAnonymous && probe.operation === 'getCurrentUser';
    if (result.outcome === 'UPSTREAM_UNREACHABLE' || isTokenRejected) break;
  }
  return results;
}

const withoutUndefined = (ids: ReturnType<NonNullable<Probe['extractIds']>>): DiscoveredIds =>
  Object.fromEntries(Object.entries(ids).filter(([, value]) => value !== undefined));

/** Areas without a probe: their reads need objects that only a write creates. */
export const unprobedAreas: readonly string[] = ['vulnerability-exports', 'jobs'];
