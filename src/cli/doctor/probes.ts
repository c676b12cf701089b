/** One harmless read for each area of the interface, with ids that earlier ones found. */
import { type OperationId, operation } from '../../contract/index.ts';
import { Cancellation } from '../../rest/cancellation.ts';
import type { RestClient } from '../../rest/client.ts';
import type { Credential } from '../../rest/credential.ts';
import { type ErrorCode, isRestError } from '../../rest/errors.ts';
import type { RestRequest, RestResponse } from '../../rest/request.ts';

/** Items of a list that are looked at. */
const sample = 20;

/** What was found on the way, by the names of path parameters. */
type Found = Readonly<Record<'group' | 'project' | 'mergeRequest' | 'pipeline' | 'runner', number | undefined>>;

interface Probe {
  readonly operation: OperationId;
  /** The path parameters; undefined where something that they need was not found. */
  readonly path?: (found: Found) => RestRequest['path'] | undefined;
  /** What its answer tells the later ones. */
  readonly finds?: (item: Readonly<Record<string, unknown>>) => Partial<Found>;
}

const numberOf = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined);
const ofGroup = ({ group: id }: Found) => (id === undefined ? undefined : { id });
const ofProject = ({ project: id }: Found) => (id === undefined ? undefined : { id });
const ofMergeRequest = ({ project: id, mergeRequest }: Found) =>
  id === undefined || mergeRequest === undefined ? undefined : { id, merge_request_iid: mergeRequest };

const probes: readonly Probe[] = [
  { operation: 'getCurrentUser' },
  { operation: 'listUsers' },
  { operation: 'listGroups', finds: ({ id }) => ({ group: numberOf(id) }) },
  { operation: 'getGroup', path: ofGroup },
  {
    operation: 'listMergeRequests',
    finds: ({ project_id, iid }) => ({ project: numberOf(project_id), mergeRequest: numberOf(iid) }),
  },
  { operation: 'listGroupProjects', path: ofGroup, finds: ({ id }) => ({ project: numberOf(id) }) },
  { operation: 'getProject', path: ofProject },
  { operation: 'listProjectMergeRequests', path: ofProject, finds: ({ iid }) => ({ mergeRequest: numberOf(iid) }) },
  { operation: 'getMergeRequest', path: ofMergeRequest },
  { operation: 'listMergeRequestNotes', path: ofMergeRequest },
  { operation: 'getMergeRequestApprovals', path: ofMergeRequest },
  { operation: 'getProjectApprovalConfiguration', path: ofProject },
  { operation: 'listPipelines', path: ofProject, finds: ({ id }) => ({ pipeline: numberOf(id) }) },
  {
    operation: 'getPipeline',
    path: ({ project: id, pipeline: pipeline_id }) =>
      id === undefined || pipeline_id === undefined ? undefined : { id, pipeline_id },
  },
  { operation: 'listLabels', path: ofProject },
  { operation: 'listRunners', finds: ({ id }) => ({ runner: numberOf(id) }) },
  {
    operation: 'getRunner',
    path: ({ runner: runner_id }) => (runner_id === undefined ? undefined : { id: runner_id }),
  },
  { operation: 'listResourceGroups', path: ofProject },
  { operation: 'getProjectImport', path: ofProject },
  { operation: 'listProjectInvitations', path: ofProject },
  { operation: 'listGroupMemberRoles', path: ofGroup },
  { operation: 'listGroupServiceAccounts', path: ofGroup },
  { operation: 'listGroupIntegrations', path: ofGroup },
  { operation: 'getPullMirror', path: ofProject },
  { operation: 'getErrorTrackingSettings', path: ofProject },
  { operation: 'listFeatureFlags' },
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
  let found: Found = {
    group: undefined,
    project: undefined,
    mergeRequest: undefined,
    pipeline: undefined,
    runner: undefined,
  };
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

const definedIn = (found: Partial<Found>): Partial<Found> =>
  Object.fromEntries(Object.entries(found).filter(([, value]) => value !== undefined));

/** Areas that no read can be tried for without something that only a write makes. */
export const unprobedAreas: readonly string[] = ['vulnerability-exports', 'jobs'];
