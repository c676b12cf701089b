/** Presentation of pipelines and their test reports. */
import type { SchemaType } from '../../src/contract/index.ts';
import type { Loose, View } from '../kit/area.ts';
import { iso, second } from '../kit/clock.ts';
import { Random } from '../kit/random.ts';
import { enteredAt, stateAt } from '../kit/timeline.ts';
import { projectUrl } from '../projects.ts';
import { userSummary } from '../users.ts';
import { projects } from '../world/projects.ts';
import { users } from '../world/users.ts';
import type { PipelineRow, PipelineStatus } from './rows.ts';

/** Current status of a pipeline, and the time at which it was entered. */
export function standing({ store }: View, row: PipelineRow): { status: PipelineStatus; since: number } {
  const { state, since } = stateAt(row.timeline, store.now());
  return { status: state, since };
}

function pageOf(view: View, row: PipelineRow): string {
  const project = projects(view.store).get(row.projectId);
  return `${project ? projectUrl(view, project) : ''}/-/pipelines/${row.id}`;
}

/** Presents a pipeline in a list. */
export function listItem(view: View, row: PipelineRow) {
  const { status, since } = standing(view, row);
  return {
    id: row.id,
    iid: row.iid,
    project_id: row.projectId,
    status,
    source: row.source,
    ref: row.ref,
    sha: row.sha,
    name: row.name,
    web_url: pageOf(view, row),
    created_at: iso(row.createdAt),
    updated_at: iso(since),
  } satisfies Loose<SchemaType<'PipelineListItem'>>;
}

function starter(view: View, row: PipelineRow) {
  const user = users(view.store).get(row.userId);
  if (user === undefined) return null;
  const { locked, ...shown } = userSummary(view, user);
  return shown;
}

const texts: Readonly<Partial<Record<PipelineStatus, string>>> = { success: 'passed', waiting_for_resource: 'waiting' };

function detailedStatus(view: View, row: PipelineRow): Loose<SchemaType<'PipelineDetailedStatus'>> {
  const { status } = standing(view, row);
  const text = texts[status] ?? status;
  return {
    icon: `status_${status}`,
    text,
    label: text,
    group: status,
    tooltip: text,
    has_details: true,
    details_path: new URL(pageOf(view, row)).pathname,
    illustration: null,
    favicon: `/assets/ci_favicons/favicon_status_${status}.png`,
  };
}

/** Presents a pipeline with all attributes. */
export function fullPipeline(view: View, row: PipelineRow) {
  const now = view.store.now();
  const startedAt = enteredAt(row.timeline, now, ['running']);
  const queuedAt = row.timeline.steps[0]?.at ?? row.createdAt;
  const finishedAt = enteredAt(row.timeline, now, ['success', 'failed', 'canceled', 'skipped']);
  return {
    ...listItem(view, row),
    before_sha: row.beforeSha,
    tag: row.tag,
    yaml_errors: row.yamlErrors,
    user: starter(view, row),
    started_at: startedAt === undefined ? null : iso(startedAt),
    finished_at: finishedAt === undefined ? null : iso(finishedAt),
    committed_at: row.committedAt === null ? null : iso(row.committedAt),
    duration:
      startedAt === undefined || finishedAt === undefined ? null : Math.round((finishedAt - startedAt) / second),
    queued_duration: startedAt === undefined ? null : (startedAt - queuedAt) / second,
    coverage: row.coverage,
    detailed_status: detailedStatus(view, row),
    archived: row.archived,
  } satisfies Loose<SchemaType<'Pipeline'>>;
}

const modules = ['tiles', 'labels', 'projection', 'cache', 'index'] as const;
const behaviors = ['loads', 'is empty at first', 'survives a restart', 'rejects nonsense', 'is fast enough'] as const;

function testCases(row: PipelineRow, status: PipelineStatus, suite: string) {
  const random = new Random(`tests of ${row.id} in ${suite}`);
  return modules.flatMap((module) =>
    behaviors.map((behavior) => {
      const fails = status === 'failed' && random.chance(0.15);
      const outcome = fails ? random.pick(['failed', 'failed', 'error']) : random.chance(0.05) ? 'skipped' : 'success';
      return {
        status: outcome,
        name: `${module} ${behavior}`,
        classname: `${suite}.${module}`,
        execution_time: random.integer(1, 900) / 1000,
        system_output: fails ? `Expected ${module} to hold, but it did not` : null,
        stack_trace: outcome === 'error' ? `spec/${module}_spec.rb:${random.integer(3, 90)}` : null,
      };
    }),
  );
}

function counts(cases: readonly { readonly status: string; readonly execution_time: number }[]) {
  const number = (status: string): number => cases.filter((each) => each.status === status).length;
  return {
    total_time: Math.round(cases.reduce((sum, each) => sum + each.execution_time, 0) * 1000) / 1000,
    total_count: cases.length,
    success_count: number('success'),
    failed_count: number('failed'),
    skipped_count: number('skipped'),
    error_count: number('error'),
  };
}

function suites(view: View, row: PipelineRow) {
  const { status } = standing(view, row);
  const reported = row.tested && (status === 'success' || status === 'failed');
  return reported ? ['rspec', 'integration'].map((name) => ({ name, cases: testCases(row, status, name) })) : [];
}

/** Test report of a pipeline; empty if its jobs report no tests or have not finished. */
export function testReport(view: View, row: PipelineRow) {
  const testSuites = suites(view, row);
  return {
    ...counts(testSuites.flatMap(({ cases }) => cases)),
    test_suites: testSuites.map(({ name, cases }) => ({ name, ...counts(cases), test_cases: cases })),
  } satisfies Loose<SchemaType<'TestReport'>>;
}

/** Counts of a test report, whose totals have other names. */
export function testReportSummary(view: View, row: PipelineRow) {
  const testSuites = suites(view, row);
  const total = counts(testSuites.flatMap(({ cases }) => cases));
  const suiteError = row.id % 11 === 0 ? 'JUnit data parsing failed' : null;
  return {
    total: {
      time: total.total_time,
      count: total.total_count,
      success: total.success_count,
      failed: total.failed_count,
      skipped: total.skipped_count,
      error: total.error_count,
      suite_error: testSuites.length > 0 ? suiteError : null,
    },
    test_suites: testSuites.map(({ name, cases }, index) => ({
      name,
      ...counts(cases),
      build_ids: [row.id * 10 + index],
      suite_error: index === 0 ? suiteError : null,
    })),
  } satisfies Loose<SchemaType<'TestReportSummary'>>;
}
