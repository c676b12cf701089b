/** Harmless reads of each area of the interface: every list and object that ids from earlier answers lead to. */
import { type OperationId, operation } from '../../contract/index.ts';
import { Cancellation } from '../../rest/cancellation.ts';
import type { RestClient } from '../../rest/client.ts';
import type { Credential } from '../../rest/credential.ts';
import { type ErrorCode, isRestError } from '../../rest/errors.ts';
import type { RestRequest, RestResponse } from '../../rest/request.ts';

/** Items of a list that are looked at. */
const sample = 20;

/** Ids from earlier answers, by the objects that they name. */
interface Found {
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
  /** The path parameters; undefined if no earlier answer contains what they need. */
  readonly path?: (found: Found) => RestRequest['path'] | undefined;
  /** What its answer tells the later ones. */
  readonly finds?: (item: Readonly<Record<string, unknown>>) => {
    readonly [Name in keyof Found]: Found[Name] | undefined;
  };
}

const numberOf = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined);
const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);
const ofGroup = ({ group: id }: Found) => (id === undefined ? undefined : { id });
const ofProject = ({ project: id }: Found) => (id === undefined ? undefined : { id });
const ofRunner = ({ runner: id }: Found) => (id === undefined ? undefined : { id });

/** Path parameters of an object below a group or project: the id of that, and one of the object itself. */
const below =
  (above: 'group' | 'project', parameter: string, name: keyof Found) =>
  (found: Found): RestRequest['path'] | undefined => {
    const { [above]: id, [name]: value } = found;
    return id === undefined || value === undefined ? undefined : { id, [parameter]: value };
  };
const ofMergeRequest = below('project', 'merge_request_iid', 'mergeRequest');
const ofPipeline = below('project', 'pipeline_id', 'pipeline');
const ofResourceGroup = below('project', 'key', 'resourceGroup');

const probes: readonly Probe[] = [
  { operation: 'getCurrentUser' },
  { operation: 'listUsers' },
  { operation: 'listGroups', finds: ({ id }) => ({ group: numberOf(id) }) },
  { operation: 'getGroup', path: ofGroup },
  { operation: 'listSubgroups', path: ofGroup },
  {
    operation: 'listMergeRequests',
    finds: ({ project_id, iid }) => ({ project: numberOf(project_id), mergeRequest: numberOf(iid) }),
  },
  { operation: 'listGroupMergeRequests', path: ofGroup },
  { operation: 'listGroupProjects', path: ofGroup, finds: ({ id }) => ({ project: numberOf(id) }) },
  { operation: 'getProject', path: ofProject },
  { operation: 'listProjectMergeRequests', path: ofProject, finds: ({ iid }) => ({ mergeRequest: numberOf(iid) }) },
  { operation: 'getMergeRequest', path: ofMergeRequest },
  { operation: 'listMergeRequestVersions', path: ofMergeRequest },
  { operation: 'listMergeRequestBlocks', path: ofMergeRequest },
  { operation: 'listMergeRequestBlockees', path: ofMergeRequest },
  { operation: 'listMergeRequestNotes', path: ofMergeRequest },
  { operation: 'getMergeRequestApprovals', path: ofMergeRequest },
  { operation: 'getProjectApprovalConfiguration', path: ofProject },
  { operation: 'listProjectApprovalRules', path: ofProject, finds: ({ id }) => ({ approvalRule: numberOf(id) }) },
  { operation: 'getProjectApprovalRule', path: below('project', 'approval_rule_id', 'approvalRule') },
  { operation: 'listPipelines', path: ofProject, finds: ({ id }) => ({ pipeline: numberOf(id) }) },
  { operation: 'getLatestPipeline', path: ofProject },
  { operation: 'getPipeline', path: ofPipeline },
  { operation: 'listPipelineVariables', path: ofPipeline },
  { operation: 'getPipelineTestReportSummary', path: ofPipeline },
  { operation: 'listLabels', path: ofProject, finds: ({ id }) => ({ label: numberOf(id) }) },
  { operation: 'getLabel', path: below('project', 'label_id', 'label') },
  { operation: 'listRunners', finds: ({ id }) => ({ runner: numberOf(id) }) },
  { operation: 'listAllRunners', finds: ({ id }) => ({ runner: numberOf(id) }) },
  { operation: 'listGroupRunners', path: ofGroup },
  { operation: 'listProjectRunners', path: ofProject },
  { operation: 'getRunner', path: ofRunner },
  { operation: 'listRunnerJobs', path: ofRunner },
  { operation: 'listResourceGroups', path: ofProject, finds: ({ key }) => ({ resourceGroup: textOf(key) }) },
  { operation: 'getResourceGroup', path: ofResourceGroup },
  { operation: 'getResourceGroupCurrentJob', path: ofResourceGroup },
  { operation: 'listResourceGroupUpcomingJobs', path: ofResourceGroup },
  { operation: 'getProjectImport', path: ofProject },
  { operation: 'listProjectInvitations', path: ofProject },
  { operation: 'listGroupInvitations', path: ofGroup },
  { operation: 'listInstanceMemberRoles' },
  { operation: 'listGroupMemberRoles', path: ofGroup },
  { operation: 'listInstanceServiceAccounts' },
  { operation: 'listGroupServiceAccounts', path: ofGroup, finds: ({ id }) => ({ serviceAccount: numberOf(id) }) },
  { operation: 'listServiceAccountTokens', path: below('group', 'user_id', 'serviceAccount') },
  { operation: 'listGroupManagedTokens', path: ofGroup },
  { operation: 'listGroupIntegrations', path: ofGroup },
  { operation: 'getPullMirror', path: ofProject },
  { operation: 'getErrorTrackingSettings', path: ofProject },
  { operation: 'listErrorTrackingClientKeys', path: ofProject },
  { operation: 'listFeatureFlags' },
  { operation: 'listFeatureFlagDefinitions' },
  { operation: 'listAgentPrivileges' },
];

/** How one read ended. */
export interface ProbeResult {
  readonly operation: OperationId;
  readonly area: string;
  readonly method: string;
  /** Path template of the contract. */
  readonly path: string;
  /** `answered`, the code of the error, or `skipped` where nothing was found to ask for. */
  readonly outcome: 'answered' | 'skipped' | ErrorCode;
  readonly status: number | undefined;
  readonly message: string | undefined;
  readonly milliseconds: number | undefined;
  readonly request: RestRequest;
  readonly response: RestResponse | undefined;
}

/** The objects of an answer. */
export function objectsIn(body: unknown): readonly Readonly<Record<string, unknown>>[] {
  const items = Array.isArray(body) ? body : [body];
  return items.filter((item) => typeof item === 'object' && item !== null && !Array.isArray(item));
}

async function ask(client: RestClient, credential: Credential, probe: Probe, found: Found): Promise<ProbeResult> {
  const { area, method, path, list, queryParameters } = operation(probe.operation);
  const paged = list && queryParameters.some(({ name }) => name === 'per_page');
  const parameters = probe.path?.(found);
  const request: RestRequest = {
    operation: probe.operation,
    ...(parameters && { path: parameters }),
    ...(paged && { query: { page: 1, per_page: sample } }),
  };
  const known = { operation: probe.operation, area, method, path, request };
  if (probe.path !== undefined && parameters === undefined)
    return {
      ...known,
      outcome: 'skipped',
      status: undefined,
      message: undefined,
      milliseconds: undefined,
      response: undefined,
    };
  const startedAt = performance.now();
  const took = () => Math.round(performance.now() - startedAt);
  try {
    const response = await client.call(request, { credential, cancellation: new Cancellation() });
    return {
      ...known,
      outcome: 'answered',
      status: response.status,
      message: undefined,
      milliseconds: took(),
      response,
    };
  } catch (error) {
    if (!isRestError(error)) throw error;
    const { code, status, message } = error;
    return { ...known, outcome: code, status, message, milliseconds: took(), response: undefined };
  }
}

/** Asks one after the other, as later reads need what earlier ones find. @param onResult told of each as it ends */
export async function probeAreas(
  client: RestClient,
  credential: Credential,
  onResult: (result: ProbeResult) => void = () => undefined,
): Promise<readonly ProbeResult[]> {
  let found: Found = {};
  const results: ProbeResult[] = [];
  for (const probe of probes) {
    const result = await ask(client, credential, probe, found);
    const [first] = objectsIn(result.response?.body);
    if (first !== undefined) found = { ...found, ...definedIn(probe.finds?.(first) ?? {}) };
    results.push(result);
    onResult(result);
    // Nothing else will be answered either.
    if (result.outcome === 'UPSTREAM_UNREACHABLE') break;
  }
  return results;
}

const definedIn = (found: ReturnType<NonNullable<Probe['finds']>>): Found =>
  Object.fromEntries(Object.entries(found).filter(([, value]) => value !== undefined));

/** Areas that no read can be tried for without something that only a write creates. */
export const unprobedAreas: readonly string[] = ['vulnerability-exports', 'jobs'];
