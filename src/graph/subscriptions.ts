/** What can be watched. How each is followed stands in src/watch/watches.ts. */
import { watches } from '../watch/watches.ts';
import { Flow } from './flows.ts';
import { ProjectImport } from './imports.ts';
import { addSubscription } from './kit/fields/subscription.ts';
import { MergeRequest } from './merge-requests/index.ts';
import { Pipeline } from './pipelines.ts';
import { Project } from './projects.ts';
import { PullMirror } from './pull-mirroring.ts';
import { VulnerabilityExport } from './vulnerability-exports/types.ts';

const soleId =
  'The project, as its global id, its number or its full path; the global id of the object itself will do.';

addSubscription('pipeline', Pipeline, {
  watch: watches.pipeline,
  description:
    'Follows a pipeline until it has succeeded, failed, or was canceled or skipped. Waiting for somebody (`manual`) or for its time (`scheduled`) is ' +
    'reported and not the end.',
  id: 'The pipeline, as its global id.',
});

addSubscription('vulnerabilityExport', VulnerabilityExport, {
  watch: watches.vulnerabilityExport,
  description:
    'Follows an export of vulnerabilities until it has finished and can be downloaded. Only its author can follow it.',
  id: 'The export, as its global id or number.',
});

addSubscription('projectImport', ProjectImport, {
  watch: watches.projectImport,
  description: 'Follows the import that fills a project until it has finished, failed or was canceled.',
  id: soleId,
  soleOf: Project,
});

addSubscription('flow', Flow, {
  watch: watches.flow,
  description:
    'Follows an agent flow of the caller until it has finished, failed or was stopped. Waiting for the caller (the statuses that end in `_REQUIRED`) is ' +
    'reported and not the end.',
  id: 'The flow, as its global id or number.',
});

addSubscription('pullMirror', PullMirror, {
  watch: watches.pullMirror,
  description: 'Follows the pull mirror of a project over one update, until that has finished, failed or was canceled.',
  id: soleId,
  soleOf: Project,
});

addSubscription('mergeRequest', MergeRequest, {
  watch: watches.mergeRequest,
  description:
    'Follows a merge request until its merge status has settled: no more `checking`, `unchecked`, `preparing` or `approvals_syncing`, nor locked while ' +
    'it is being merged. Obstacles that others remove, such as `ci_still_running`, are settled; follow them with `until: FOREVER`.',
  id: 'The merge request, as its global id.',
});
