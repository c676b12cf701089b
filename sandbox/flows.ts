/**
 * Agent flows. A started flow runs for a while and finishes, unless its goal contains one of the words `fail`, `ask`, `plan` or `tool`:
 * then it fails, or waits for an answer, for approval of its plan or for approval of a tool.
 */
import type { BodyOf, SchemaType } from '../src/contract/index.ts';
import type { Area, Loose, View } from './kit/area.ts';
import { second } from './kit/clock.ts';
import { badRequest, notFound } from './kit/http-error.ts';
import { table } from './kit/store.ts';
import { createTimeline, stateAt, type Timeline } from './kit/timeline.ts';
import { groupFor, level, projectToChange, signedIn } from './world/access.ts';
import { findRef, type ProjectRow } from './world/projects.ts';

type FlowStatus = SchemaType<'FlowStatus'>;
type CreateBody = BodyOf<'createFlow'>;

interface FlowRow {
  readonly id: number;
  readonly userId: number;
  readonly projectId: number | null;
  readonly namespaceId: number | null;
  readonly privileges: readonly number[];
  readonly preApproved: readonly number[];
  readonly definition: string;
  readonly summary: string;
  readonly asksUser: boolean;
  readonly image: string | null;
  readonly environment: SchemaType<'FlowEnvironment'> | null;
  readonly catalogVersionId: number | null;
  readonly workloadId: string | null;
  readonly timeline: Timeline<FlowStatus>;
}

const privileges = [
  { id: 1, name: 'read_write_files', description: 'Allow local filesystem read/write access' },
  { id: 2, name: 'read_only_service', description: 'Allow read only access to the APIs of the service' },
  { id: 3, name: 'read_write_service', description: 'Allow write access to the APIs of the service' },
  { id: 4, name: 'run_commands', description: 'Allow running any commands' },
  { id: 5, name: 'use_git', description: 'Allow git commits, push and other git commands' },
  { id: 6, name: 'run_mcp_tools', description: 'Allow running MCP tools' },
] as const;

/** Catalog items that projects have enabled. */
const consumers = [
  { id: 35, projectId: 14, definition: 'catalog/fix-pipeline' },
  { id: 36, projectId: 14, definition: 'catalog/review' },
  // Id above 32 bits.
  { id: 5_000_000_001, projectId: 11, definition: 'catalog/handbook' },
] as const;

/** Flow of the developer that has waited for an answer since before the start of the sandbox. */
const flowTable = table<FlowRow>('flows', ({ store, table }) => {
  table.put({
    id: 4_100_000_001,
    userId: 5,
    projectId: 14,
    namespaceId: null,
    privileges: [1, 2, 5],
    preApproved: [1],
    definition: 'software_development',
    summary: 'Draw coastlines faster',
    asksUser: true,
    image: null,
    environment: 'web',
    catalogVersionId: null,
    workloadId: '9001',
    timeline: { steps: [{ state: 'input_required', at: store.startedAt - 60 * second }] },
  });
});

const names = (ids: readonly number[]): string[] =>
  privileges.filter(({ id }) => ids.includes(id)).map(({ name }) => name);

function present({ store }: View, row: FlowRow): Loose<SchemaType<'Flow'>> {
  return {
    id: row.id,
    project_id: row.projectId,
    namespace_id: row.namespaceId,
    agent_privileges: row.privileges,
    agent_privileges_names: names(row.privileges),
    pre_approved_agent_privileges: row.preApproved,
    pre_approved_agent_privileges_names: names(row.preApproved),
    workflow_definition: row.definition,
    status: stateAt(row.timeline, store.now()).state,
    allow_agent_to_request_user: row.asksUser,
    image: row.image,
    environment: row.environment,
    ai_catalog_item_version_id: row.catalogVersionId,
    summary: row.summary,
    mcp_enabled: row.privileges.includes(6),
    service_url: 'https://sandbox.example.com',
    ...(row.workloadId === null ? {} : { workload: { id: row.workloadId, message: 'Workload started' } }),
  };
}

/** Ids and paths are strings here, even numeric ones. */
const toAddress = (text: string): number | string => (/^\d+$/.test(text) ? Number(text) : text);

function definitionOf(body: CreateBody, project: ProjectRow | undefined): string {
  if (body.ai_catalog_item_consumer_id === undefined) return body.workflow_definition ?? 'software_development';
  const consumer = consumers.find(
    ({ id, projectId }) => id === body.ai_catalog_item_consumer_id && projectId === project?.id,
  );
  if (consumer === undefined) throw notFound('Catalog Item');
  return consumer.definition;
}

/** Checks members that require other members or refer to missing objects. */
function verify(body: CreateBody, project: ProjectRow | undefined): void {
  const { agent_privileges = privileges.map(({ id }) => id), pre_approved_agent_privileges: preApproved = [] } = body;
  if (agent_privileges.some((each) => !privileges.some(({ id }) => id === each)))
    throw badRequest('agent_privileges holds a privilege that does not exist');
  if (preApproved.some((each) => !agent_privileges.includes(each)))
    throw badRequest('pre_approved_agent_privileges must be a subset of agent_privileges');
  if (body.source_branch !== undefined && project && !findRef(project, body.source_branch))
    throw badRequest('source_branch does not exist');
}

const endings: readonly (readonly [word: string, status: FlowStatus])[] = [
  ['fail', 'failed'],
  ['ask', 'input_required'],
  ['plan', 'plan_approval_required'],
  ['tool', 'tool_call_approval_required'],
];

function createFlowTimeline({ store }: View, { start_workflow, goal = '' }: CreateBody): Timeline<FlowStatus> {
  if (!start_workflow) return createTimeline<FlowStatus>(store.now(), store.timeScale, [['created', 0]]);
  const ending = endings.find(([word]) => goal.includes(word))?.[1] ?? 'finished';
  return createTimeline<FlowStatus>(store.now(), store.timeScale, [
    ['running', 0],
    [ending, 8 * second],
  ]);
}

export const flows: Area = {
  signedIn: 'all',
  handlers: {
    createFlow: (call) => {
      const { store, body } = call;
      const user = signedIn(call);
      const project =
        body.project_id === undefined ? undefined : projectToChange(call, toAddress(body.project_id), level.developer);
      const namespace =
        body.namespace_id === undefined ? undefined : groupFor(call, toAddress(body.namespace_id), level.developer);
      verify(body, project);
      const definition = definitionOf(body, project);
      const row = flowTable(store).insert((id) => ({
        id,
        userId: user.id,
        projectId: project?.id ?? null,
        namespaceId: namespace?.id ?? null,
        privileges: body.agent_privileges ?? privileges.map((privilege) => privilege.id),
        preApproved: body.pre_approved_agent_privileges ?? [],
        definition,
        summary: body.goal ?? '',
        asksUser: body.allow_agent_to_request_user ?? true,
        image: body.image ?? null,
        environment: body.environment ?? null,
        catalogVersionId: body.ai_catalog_item_version_id ?? null,
        workloadId: body.start_workflow ? String(9001 + store.next('workloads')) : null,
        timeline: createFlowTimeline(call, body),
      }));
      return present(call, row);
    },

    listAgentPrivileges: () => ({
      all_privileges: privileges.map((privilege) => ({ ...privilege, default_enabled: true })),
    }),

    getFlow: (call) => {
      const row = flowTable(call.store).get(call.path.id);
      if (row === undefined || row.userId !== signedIn(call).id) throw notFound('Flow');
      return present(call, row);
    },
  },
};
