/**
 * Fast upstream with fixed responses in its own process: a group with merge requests, projects, users, runners, labels, pipelines, a merge
 * request with its notes and approvals, and one export. Responses are created at the start. It counts requests, and can be slow or confirm ETags.
 *
 *     LATENCY=20 ETAGS=1 PORT=0 node bench/upstream.ts
 *
 * `GET /__count` returns the number of requests since the last `/__count`, `/__latency/20` delays further responses by 20 ms.
 */
import { createServer } from 'node:http';

let latency = Number(process.env.LATENCY ?? 0);
/** Project of the merge request of W10. */
const shownProject = 101;
const etags = process.env.ETAGS === '1';

const time = (offset: number) => new Date(Date.UTC(2026, 0, 1) + offset * 1000).toISOString();

function user(id: number) {
  return {
    id,
    username: `user${id}`,
    name: `User ${id}`,
    state: 'active',
    locked: false,
    avatar_url: `https://forge.example.com/avatar/${id}.png`,
    web_url: `https://forge.example.com/user${id}`,
  };
}

const fullUser = (id: number) => ({
  ...user(id),
  created_at: time(id),
  bio: 'Writes code.',
  bot: false,
  location: 'Lisbon',
  public_email: `user${id}@example.com`,
  organization: 'Example',
  job_title: 'Engineer',
  followers: 3,
  following: 4,
});

const project = (id: number) => ({
  id,
  name: `Project ${id}`,
  description: 'A project.',
  path: `project-${id}`,
  name_with_namespace: `Group / Project ${id}`,
  path_with_namespace: `group/project-${id}`,
  created_at: time(id),
  default_branch: 'main',
  visibility: 'public',
  archived: false,
  web_url: `https://forge.example.com/group/project-${id}`,
});

const mergeRequest = (index: number) => ({
  id: 3_000_000_000 + index,
  iid: index + 1,
  project_id: 100 + (index % 20),
  group_id: 9,
  title: `Merge request ${index}`,
  description: 'Does one thing and does it well, with tests that show it.',
  state: 'opened',
  created_at: time(index),
  updated_at: time(index + 60),
  merged_at: null,
  closed_at: null,
  prepared_at: time(index + 5),
  merge_after: null,
  merge_status: 'can_be_merged',
  detailed_merge_status: 'not_approved',
  has_conflicts: false,
  blocking_discussions_resolved: true,
  draft: false,
  work_in_progress: false,
  discussion_locked: null,
  force_remove_source_branch: true,
  should_remove_source_branch: null,
  merge_when_pipeline_succeeds: false,
  merge_commit_sha: null,
  squash_commit_sha: null,
  sha: '0123456789abcdef0123456789abcdef01234567',
  source_branch: `feature-${index}`,
  target_branch: 'main',
  source_project_id: 100 + (index % 20),
  target_project_id: 100 + (index % 20),
  user_notes_count: index % 7,
  upvotes: 1,
  downvotes: 0,
  labels: ['bug', 'backend'],
  author: user(1 + (index % 10)),
  assignees: [user(1 + (index % 10))],
  reviewers: [],
  milestone: null,
  imported: false,
  imported_from: 'none',
  reference: `!${index + 1}`,
  references: { short: `!${index + 1}`, relative: `!${index + 1}`, full: `group/project!${index + 1}` },
  web_url: `https://forge.example.com/group/project/-/merge_requests/${index + 1}`,
  time_stats: { time_estimate: 0, total_time_spent: 0, human_time_estimate: null, human_total_time_spent: null },
  squash: false,
  squash_on_merge: false,
  task_completion_status: { count: 0, completed_count: 0 },
});

const runner = (id: number) => ({
  id,
  description: `runner ${id}`,
  paused: false,
  active: true,
  ip_address: '',
  is_shared: true,
  runner_type: 'instance_type',
  name: null,
  online: true,
  status: 'online',
  job_execution_status: 'idle',
});

const fullRunner = (id: number) => ({
  ...runner(id),
  contacted_at: time(id),
  maintenance_note: null,
  tag_list: ['docker', 'linux'],
  access_level: 'not_protected',
  maximum_timeout: 3600,
  projects: [],
});

const label = (id: number) => ({
  id,
  name: `label-${id}`,
  color: '#336699',
  text_color: '#FFFFFF',
  description: 'A label.',
  open_issues_count: 1,
  closed_issues_count: 2,
  open_merge_requests_count: 3,
  subscribed: false,
  priority: null,
  is_project_label: true,
  archived: false,
});

const pipeline = (index: number) => ({
  id: 3_000_000_000 + index,
  iid: index + 1,
  project_id: 100,
  status: 'success',
  source: 'push',
  ref: 'main',
  sha: '0123456789abcdef0123456789abcdef01234567',
  name: null,
  web_url: `https://forge.example.com/group/project/-/pipelines/${index}`,
  created_at: time(index),
  updated_at: time(index + 60),
});

const note = (id: number) => ({
  id,
  body: 'This could be a function of its own, as the same lines stand in the other file.',
  author: user(1 + (id % 10)),
  created_at: time(id),
  updated_at: time(id),
  system: id % 4 === 0,
  noteable_id: 3_000_000_000,
  noteable_type: 'MergeRequest',
  noteable_iid: 1,
  project_id: shownProject,
  resolvable: false,
  confidential: false,
  internal: false,
  imported: false,
  imported_from: 'none',
});

interface Fixed {
  readonly body: Buffer;
  readonly headers: Record<string, string>;
}

const fixed = new Map<string, Fixed>();

function put(path: string, value: unknown, headers: Record<string, string> = {}): void {
  const body = Buffer.from(JSON.stringify(value));
  fixed.set(path, {
    body,
    headers: {
      'content-type': 'application/json',
      'content-length': String(body.length),
      ...(etags ? { etag: `W/"${path.length}-${body.length}"` } : {}),
      ...headers,
    },
  });
}

/** @param perPage only page size that is requested */
function putList(path: string, items: readonly unknown[], perPage = 100): void {
  const pages = Math.max(1, Math.ceil(items.length / perPage));
  for (let page = 1; page <= pages; page++)
    put(`${path}#${page}`, items.slice((page - 1) * perPage, page * perPage), {
      'x-total': String(items.length),
      'x-total-pages': String(pages),
      'x-page': String(page),
      'x-per-page': String(perPage),
      'x-next-page': page < pages ? String(page + 1) : '',
      'x-prev-page': page > 1 ? String(page - 1) : '',
    });
}

const range = (count: number, from = 0) => Array.from({ length: count }, (_, index) => from + index);

for (const [id, count] of [
  [9, 100],
  [10, 1000],
  [11, 10_000],
  [12, 100],
] as const) {
  put(`/groups/${id}`, {
    id,
    name: `Group ${id}`,
    path: 'group',
    full_path: 'group',
    full_name: 'Group',
    visibility: 'public',
  });
  putList(
    `/groups/${id}/merge_requests`,
    // One value of group 12 is not a number.
    range(count).map((index) => ({
      ...mergeRequest(index),
      ...(id === 12 && index === 50 ? { user_notes_count: 'many' } : {}),
    })),
  );
}
for (const id of range(20, 100)) put(`/projects/${id}`, project(id));
for (const id of range(10, 1)) put(`/users/${id}`, fullUser(id));
for (const id of range(50, 1)) put(`/runners/${id}`, fullRunner(id));
putList('/runners/all', range(50, 1).map(runner));
putList('/projects/100/labels', range(50, 1).map(label));
for (const id of range(50, 1)) put(`/projects/100/labels/${id}`, label(id));
putList('/projects/100/pipelines', range(2000).map(pipeline));

const shownMergeRequest = `/projects/${shownProject}/merge_requests/1`;
const shownLabels = range(3, 1).map((id) => `label-${id}`);
put(shownMergeRequest, {
  ...mergeRequest(0),
  project_id: shownProject,
  source_project_id: shownProject,
  labels: shownLabels,
});
put(`${shownMergeRequest}/approvals`, {
  id: 3_000_000_000,
  iid: 1,
  project_id: shownProject,
  approvals_required: 2,
  approvals_left: 0,
  approved_by: range(2, 2).map((id) => ({ user: user(id), approved_at: time(id) })),
  user_has_approved: false,
  user_can_approve: false,
});
putList(`${shownMergeRequest}/notes`, range(60, 1).map(note), 20);
putList(`/projects/${shownProject}/pipelines`, range(12).map(pipeline), 5);
putList(`/projects/${shownProject}/labels`, range(30, 1).map(label));
for (const id of range(30, 1)) put(`/projects/${shownProject}/labels/label-${id}`, label(id));

/** Ids that stand for the project of the merge request, so that each request can have another one. */
const alternativeIds = /^\/projects\/9\d{9}(?=\/|$)/;

let requests = 0;
let exportFinished = false;

function exportResponse(): { status: number; body: string } {
  const status = exportFinished ? 'finished' : 'created';
  return {
    status: exportFinished ? 200 : 202,
    body: JSON.stringify({ id: 1, created_at: time(0), project_id: 100, group_id: null, format: 'csv', status }),
  };
}

const server = createServer((request, response) => {
  const url = request.url ?? '';
  if (url === '/__count') {
    response.end(String(requests));
    requests = 0;
    return;
  }
  if (url === '/__finish') {
    exportFinished = true;
    response.end();
    return;
  }
  if (url.startsWith('/__latency/')) {
    latency = Number(url.slice('/__latency/'.length));
    response.end();
    return;
  }
  requests += 1;
  const respond = () => {
    const [requestedPath = '', search = ''] = url.replace('/api/v4', '').split('?');
    const path = requestedPath.replace(alternativeIds, `/projects/${shownProject}`);
    if (path === '/security/vulnerability_exports/1') {
      const { status, body } = exportResponse();
      response.writeHead(status, { 'content-type': 'application/json' }).end(body);
      return;
    }
    const page = new URLSearchParams(search).get('page') ?? '1';
    const fixture = fixed.get(path) ?? fixed.get(`${path}#${page}`);
    if (fixture === undefined)
      response.writeHead(404, { 'content-type': 'application/json' }).end('{"message":"404 Not Found"}');
    else if (etags && request.headers['if-none-match'] === fixture.headers.etag)
      response.writeHead(304, { etag: fixture.headers.etag }).end();
    else response.writeHead(200, fixture.headers).end(fixture.body);
  };
  if (latency > 0) setTimeout(respond, latency);
  else respond();
});
server.keepAliveTimeout = 60_000;
server.listen(Number(process.env.PORT ?? 0), '127.0.0.1', () => {
  const address = server.address();
  console.log(typeof address === 'object' && address !== null ? address.port : 0);
});
