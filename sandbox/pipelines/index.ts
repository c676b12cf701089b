/** Operations on pipelines. */
import type { QueryOf, SchemaType } from '../../src/contract/index.ts';
import type { Area, View } from '../kit/area.ts';
import { badRequest, forbidden, notFound } from '../kit/http-error.ts';
import { agrees, ordered, within } from '../kit/lists.ts';
import { list, noContent } from '../kit/reply.ts';
import { createTimeline } from '../kit/timeline.ts';
import {
  hasProjectLevel,
  level,
  projectFor,
  projectToChange,
  readsEverything,
  signedIn,
  visibleProject,
} from '../world/access.ts';
import { findRef, type ProjectRow } from '../world/projects.ts';
import { users } from '../world/users.ts';
import { fullPipeline, listItem, standing, testReport, testReportSummary } from './present.ts';
import { isOver, type PipelineRow, type PipelineStatus, pipelineTable } from './rows.ts';

const [runDelayMs, endDelayMs] = [3000, 10_000];

/** Finds a project for callers who may see its pipelines. */
function projectWithPipelines(view: View, idOrPath: number | string): ProjectRow {
  const project = visibleProject(view, idOrPath);
  const allowed = project.publicPipelines || readsEverything(view) || hasProjectLevel(view, project, level.reporter);
  if (!allowed) throw forbidden();
  return project;
}

function pipelinesOf({ store }: View, project: ProjectRow): PipelineRow[] {
  return pipelineTable(store).where(({ projectId }) => projectId === project.id);
}

function pipelineIn(view: View, project: ProjectRow, id: number): PipelineRow {
  const row = pipelineTable(view.store).get(id);
  if (row === undefined || row.projectId !== project.id) throw notFound('Pipeline');
  return row;
}

type PathToPipeline = { readonly id: number | string; readonly pipeline_id: number };

/** Finds a pipeline for callers who may see it. */
function visiblePipeline(call: View & { readonly path: PathToPipeline }): PipelineRow {
  return pipelineIn(call, projectWithPipelines(call, call.path.id), call.path.pipeline_id);
}

/** Finds a pipeline for callers who may change it. */
function pipelineToChange(call: View & { readonly path: PathToPipeline }, minLevel: number): PipelineRow {
  return pipelineIn(call, projectToChange(call, call.path.id, minLevel), call.path.pipeline_id);
}

function latestOfEach(rows: readonly PipelineRow[], tags: boolean): PipelineRow[] {
  const latest = new Map<string, PipelineRow>();
  for (const row of ordered(rows, ({ id }) => id)) if (row.tag === tags) latest.set(row.ref, row);
  return [...latest.values()];
}

function inScope(view: View, rows: PipelineRow[], scope: SchemaType<'PipelineScope'> | undefined): PipelineRow[] {
  if (scope === undefined) return rows;
  if (scope === 'branches' || scope === 'tags') return latestOfEach(rows, scope === 'tags');
  return rows.filter((row) => {
    const { status } = standing(view, row);
    return scope === 'finished' ? isOver(status) : status === scope;
  });
}

function matches(view: View, query: QueryOf<'listPipelines'>, row: PipelineRow): boolean {
  const { status, since } = standing(view, row);
  const starter = query.username === undefined ? undefined : users(view.store).get(row.userId);
  return (
    (query.name === undefined || row.name === query.name) &&
    (query.ref === undefined || row.ref === query.ref) &&
    (query.sha === undefined || row.sha === query.sha) &&
    (query.status === undefined || status === query.status) &&
    (query.username === undefined || starter?.username === query.username) &&
    agrees(query.yaml_errors, row.yamlErrors !== null) &&
    within(since, query.updated_after, query.updated_before) &&
    within(row.createdAt, query.created_after, query.created_before)
  );
}

function orderKey(view: View, by: SchemaType<'PipelineOrderField'>): (row: PipelineRow) => string | number {
  switch (by) {
    case 'id':
      return ({ id }) => id;
    case 'ref':
      return ({ ref }) => ref;
    case 'status':
      return (row) => standing(view, row).status;
    case 'updated_at':
      return (row) => standing(view, row).since;
    case 'user_id':
      return ({ userId }) => userId;
  }
}

/** Creates a timeline from pending to the end. For demos of failures, the variable `OUTCOME` sets the final status. */
function createPipelineTimeline(view: View, outcome: PipelineStatus) {
  const { store } = view;
  return createTimeline<PipelineStatus>(store.now(), store.timeScale, [
    ['pending', 0],
    ['running', runDelayMs],
    [outcome, endDelayMs],
  ]);
}

export const pipelines: Area = {
  tables: [pipelineTable],
  handlers: {
    listPipelines: (call) => {
      const { query } = call;
      const project = projectWithPipelines(call, call.path.id);
      // Child pipelines are listed only on request.
      const candidates = pipelinesOf(call, project).filter(({ source }) =>
        query.source === undefined ? source !== 'parent_pipeline' : source === query.source,
      );
      const rows = inScope(call, candidates, query.scope).filter((row) => matches(call, query, row));
      return list(ordered(rows, orderKey(call, query.order_by ?? 'id'), query.sort ?? 'desc'), (row) =>
        listItem(call, row),
      );
    },

    getLatestPipeline: (call) => {
      const project = projectWithPipelines(call, call.path.id);
      const name = call.query.ref ?? project.defaultBranch;
      const ref = name === null ? undefined : findRef(project, name);
      const latest = pipelinesOf(call, project)
        .filter((row) => row.ref === ref?.name && row.sha === ref.sha && row.source !== 'parent_pipeline')
        .at(-1);
      // Documented response if the latest commit has no pipeline.
      if (latest === undefined) throw forbidden();
      return fullPipeline(call, latest);
    },

    getPipeline: (call) => fullPipeline(call, visiblePipeline(call)),

    listPipelineVariables: (call) => {
      const project = projectFor(call, call.path.id, level.developer);
      const { variables } = pipelineIn(call, project, call.path.pipeline_id);
      const rows = variables.map((variable) => ({ ...variable, id: variable.key }));
      return list(rows, ({ key, value, variableType }) => ({
        key,
        value,
        ...(variableType === undefined ? {} : { variable_type: variableType }),
      }));
    },

    getPipelineTestReport: (call) => testReport(call, visiblePipeline(call)),

    getPipelineTestReportSummary: (call) => testReportSummary(call, visiblePipeline(call)),

    createPipeline: (call) => {
      const { store, body } = call;
      const project = projectToChange(call, call.path.id, level.developer);
      const ref = findRef(project, body.ref);
      if (ref === undefined) throw badRequest({ base: ['Reference not found'] });
      const variables = (body.variables ?? []).map(({ key, value, variable_type = 'env_var' }) => ({
        key,
        value,
        variableType: variable_type,
      }));
      const outcome = variables.some(({ key, value }) => key === 'OUTCOME' && value === 'failed')
        ? 'failed'
        : 'success';
      const row = pipelineTable(store).insert((id) => ({
        id,
        iid: store.next(`pipelines of ${project.id}`),
        projectId: project.id,
        source: 'api',
        ref: ref.name,
        tag: ref.tag,
        sha: ref.sha,
        beforeSha: '0'.repeat(40),
        name: null,
        userId: signedIn(call).id,
        createdAt: store.now(),
        committedAt: null,
        yamlErrors: null,
        coverage: null,
        archived: false,
        variables,
        parentId: null,
        tested: true,
        timeline: createPipelineTimeline(call, outcome),
      }));
      return fullPipeline(call, row);
    },

    retryPipeline: (call) => {
      const row = pipelineToChange(call, level.developer);
      const { status } = standing(call, row);
      // Without a failed or canceled job there is nothing to retry, which is not an error.
      const hasFailedJob = status === 'failed' || status === 'canceled' || (row.retried && isOver(status));
      if (row.yamlErrors === null && hasFailedJob) {
        row.timeline = createPipelineTimeline(call, 'success');
        row.retried = true;
      }
      return fullPipeline(call, row);
    },

    cancelPipeline: (call) => {
      const row = pipelineToChange(call, level.developer);
      const now = call.store.now();
      const history = row.timeline.steps.filter(({ state, at }) => at <= now && !isOver(state));
      row.timeline = { steps: [...history, { state: 'canceled', at: now }] };
      return fullPipeline(call, row);
    },

    deletePipeline: (call) => {
      pipelineTable(call.store).delete(pipelineToChange(call, level.owner).id);
      return noContent();
    },
  },
};
