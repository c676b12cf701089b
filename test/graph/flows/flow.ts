import type { Role } from '../../../package/sandbox.ts';
import type { Facade } from '../../harness.ts';
import { mutate } from '../mutate.ts';

export interface Flow {
  readonly id: string;
  readonly databaseId: number;
  readonly [attribute: string]: unknown;
}

/** Every attribute of a flow. */
export const attributes = `id databaseId status summary workflowDefinition environment image aiCatalogItemVersionId
  agentPrivilegeIds agentPrivilegeNames preApprovedAgentPrivilegeIds preApprovedAgentPrivilegeNames
  allowAgentToRequestUser mcpEnabled project { databaseId } namespaceId serviceUrl workload { workloadId message }`;

export const workflows = '/ai/agent_workflows/workflows';

/** Creates a flow. */
export const createFlow = (
  facade: Facade,
  input: Readonly<Record<string, unknown>>,
  as: Role,
  selection = attributes,
) => mutate<{ flow: Flow | null }>(facade, 'flowCreate', input, `flow { ${selection} }`, as);

/** Reads a flow by number or global id. */
export async function readFlow(
  facade: Facade,
  id: string | number,
  as: Role,
  selection = attributes,
): Promise<Flow | null> {
  const document = `query ($id: ID!) { flow(id: $id) { ${selection} } }`;
  const { data } = await facade.execute<{ flow: Flow | null }>(document, { id: String(id) }, { as });
  return data.flow;
}
