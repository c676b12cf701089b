/**
 * Handwritten server for exactly these workloads: fetch, parse, pick, stringify; calls that do not depend on others are concurrent.
 * Reference for throughput. `RAW=1` forwards the bytes of the upstream unchanged instead: the reference for latency.
 */
import { createServer } from 'node:http';
import { Pool } from 'undici';
import { WebSocketServer } from 'ws';

const base = new URL(process.env.UPSTREAM_URL ?? '');
const raw = process.env.RAW === '1';
const pool = new Pool(base.origin, { connections: Number(process.env.UPSTREAM_CONNECTIONS ?? 1024) });

async function read(path: string): Promise<string> {
  const { body } = await pool.request({ method: 'GET', path: `${base.pathname}${path}` });
  return body.text();
}

interface Item {
  readonly [name: string]: unknown;
  readonly project_id: number;
  readonly id: number;
  readonly author: { readonly id: number };
  readonly source_branch: string;
  readonly labels: readonly string[];
}

interface Approvals {
  readonly approvals_required: number;
  readonly approvals_left: number;
  readonly approved_by: readonly { readonly user: Item }[];
}

const readJson = async <T>(path: string): Promise<T> => JSON.parse(await read(path));

const fields30 = [
  'iid',
  'title',
  'description',
  'state',
  'created_at',
  'updated_at',
  'merged_at',
  'closed_at',
  'prepared_at',
  'detailed_merge_status',
  'has_conflicts',
  'blocking_discussions_resolved',
  'draft',
  'discussion_locked',
  'force_remove_source_branch',
  'should_remove_source_branch',
  'merge_when_pipeline_succeeds',
  'merge_commit_sha',
  'squash_commit_sha',
  'sha',
  'source_branch',
  'target_branch',
  'merge_after',
  'imported',
  'imported_from',
  'user_notes_count',
  'upvotes',
  'downvotes',
  'web_url',
  'squash',
] as const;

const camel = (name: string) => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
const camel30 = fields30.map((name) => [name, camel(name)] as const);

function pick(item: Item): Record<string, unknown> {
  const picked: Record<string, unknown> = {};
  for (const [name, field] of camel30) picked[field] = item[name] ?? null;
  return picked;
}

async function groupWithMergeRequests(id: string, count: number) {
  const pages = Array.from({ length: Math.ceil(count / 100) }, (_, index) => index + 1);
  const [group, ...lists] = await Promise.all([
    readJson<Item>(`/groups/${id}?with_projects=false`),
    ...pages.map((page) => readJson<Item[]>(`/groups/${id}/merge_requests?page=${page}&per_page=100`)),
  ]);
  return { group: { name: group?.name, mergeRequests: { nodes: lists.flat().map((item) => pick(item as Item)) } } };
}

/** W12: counts that are not numbers are errors. */
async function groupWithInvalidCounts() {
  const data = await groupWithMergeRequests('12', 100);
  const errors: object[] = [];
  for (const [index, node] of data.group.mergeRequests.nodes.entries()) {
    if (Number.isInteger(node.userNotesCount)) continue;
    node.userNotesCount = null;
    errors.push({ message: 'No integer', path: ['group', 'mergeRequests', 'nodes', index, 'userNotesCount'] });
  }
  return { data, errors };
}

async function authorsAndProjects() {
  const items = await readJson<Item[]>('/groups/9/merge_requests?page=1&per_page=100');
  const unique = (ids: readonly number[]) => [...new Set(ids)];
  const users = new Map<number, Item>();
  const projects = new Map<number, Item>();
  await Promise.all([
    ...unique(items.map(({ author }) => author.id)).map(async (id) =>
      users.set(id, await readJson<Item>(`/users/${id}`)),
    ),
    ...unique(items.map(({ project_id: id }) => id)).map(async (id) =>
      projects.set(id, await readJson<Item>(`/projects/${id}`)),
    ),
  ]);
  return {
    group: {
      mergeRequests: {
        nodes: items.map((item) => ({
          iid: item.iid,
          title: item.title,
          author: { name: users.get(item.author.id)?.name, bio: users.get(item.author.id)?.bio },
          project: { name: projects.get(item.project_id)?.name },
        })),
      },
    },
  };
}

async function runners() {
  const items = await readJson<Item[]>('/runners/all?page=1&per_page=50');
  const details = await Promise.all(items.map(({ id }) => readJson<Item>(`/runners/${id}`)));
  return {
    allRunners: {
      nodes: details.map((item) => ({
        description: item.description,
        status: String(item.status).toUpperCase(),
        tagList: item.tag_list,
        maximumTimeout: item.maximum_timeout,
        contactedAt: item.contacted_at,
      })),
    },
  };
}

async function labels() {
  const items = await readJson<Item[]>('/projects/100/labels?page=1&per_page=100');
  const byId = new Map(items.map((item) => [item.id, item]));
  return {
    _entities: Array.from({ length: 50 }, (_, index) => {
      const item = byId.get(index + 1);
      return { name: item?.name, color: item?.color, description: item?.description };
    }),
  };
}

async function pipelines() {
  const pages = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      readJson<Item[]>(`/projects/100/pipelines?page=${index + 1}&per_page=100`),
    ),
  );
  return {
    project: {
      pipelines: {
        nodes: pages.flat().map(shownPipeline),
      },
    },
  };
}

async function projectName() {
  const { name } = await readJson<Item>('/projects/100');
  return { project: { name } };
}

const person = ({ name, username, avatar_url: avatarUrl }: Item) => ({ name, username, avatarUrl });

const shownPipeline = ({ iid, status, ref, sha, created_at: createdAt }: Item) => ({
  iid,
  status: String(status).toUpperCase(),
  ref,
  sha,
  createdAt,
});

async function mergeRequestPage() {
  const path = '/projects/101/merge_requests/1';
  const withPipelines = async () => {
    const item = await readJson<Item>(path);
    const ref = encodeURIComponent(item.source_branch);
    return { item, runs: await readJson<Item[]>(`/projects/101/pipelines?ref=${ref}&page=1&per_page=5`) };
  };
  const [{ item, runs }, labels, approvals, notes] = await Promise.all([
    withPipelines(),
    readJson<Item[]>('/projects/101/labels?page=1&per_page=100'),
    readJson<Approvals>(`${path}/approvals`),
    readJson<(Item & { author: Item })[]>(`${path}/notes?page=1&per_page=20`),
  ]);
  const colours = new Map(labels.map(({ name, color }) => [name, color]));
  return {
    project: {
      mergeRequest: {
        iid: item.iid,
        title: item.title,
        description: item.description,
        state: String(item.state).toUpperCase(),
        draft: item.draft,
        createdAt: item.created_at,
        detailedMergeStatus: item.detailed_merge_status,
        sourceBranch: item.source_branch,
        targetBranch: item.target_branch,
        webUrl: item.web_url,
        author: person(item.author as Item),
        labels: item.labels.map((name) => ({ name, color: colours.get(name) ?? null })),
        approvalState: {
          approvalsRequired: approvals.approvals_required,
          approvalsLeft: approvals.approvals_left,
          approvedBy: approvals.approved_by.map(({ user: { name, username } }) => ({ user: { name, username } })),
        },
        notes: {
          nodes: notes.map(({ body, created_at: createdAt, system, author }) => ({
            body,
            createdAt,
            system,
            author: person(author),
          })),
        },
        pipelines: { nodes: runs.map(shownPipeline) },
      },
    },
  };
}

const numbered = (prefix: string, count: number, from: number) =>
  Array.from({ length: count }, (_, index) => `${prefix}/${from + index}`);

/** URLs to forward, in as many rounds as calls depend on each other. The URLs of later rounds are fixed. */
const rawPaths: Readonly<Record<string, readonly (readonly string[])[]>> = {
  '/groups/9/100': [['/groups/9?with_projects=false', '/groups/9/merge_requests?page=1&per_page=100']],
  '/w2': [
    ['/groups/9/merge_requests?page=1&per_page=100'],
    [...numbered('/users', 10, 1), ...numbered('/projects', 20, 100)],
  ],
  '/w3': [['/runners/all?page=1&per_page=50'], numbered('/runners', 50, 1)],
  '/w4': [['/projects/100']],
};

async function passThrough(rounds: readonly (readonly string[])[]): Promise<string> {
  const bodies: string[] = [];
  for (const paths of rounds) bodies.push(...(await Promise.all(paths.map(read))));
  return bodies.join('');
}

const handlers: Readonly<Record<string, () => Promise<unknown>>> = {
  '/groups/9/100': () => groupWithMergeRequests('9', 100),
  '/groups/10/1000': () => groupWithMergeRequests('10', 1000),
  '/groups/11/10000': () => groupWithMergeRequests('11', 10_000),
  '/w2': authorsAndProjects,
  '/w3': runners,
  '/w4': projectName,
  '/w5': labels,
  '/w6': pipelines,
  '/w10': mergeRequestPage,
};

const server = createServer(async (request, response) => {
  for await (const _ of request);
  const url = request.url ?? '';
  const handler = handlers[url];
  const rawPath = rawPaths[url];
  response.setHeader('content-type', 'application/json');
  if (raw && rawPath !== undefined) response.end(await passThrough(rawPath));
  else if (url === '/groups/12/100') response.end(JSON.stringify(await groupWithInvalidCounts()));
  else if (handler !== undefined) response.end(JSON.stringify({ data: await handler() }));
  else response.writeHead(404).end();
});

interface Message {
  readonly id: string;
  readonly type: string;
  readonly payload: { readonly query: string };
}

// graphql-transport-ws with a URL in place of the document.
new WebSocketServer({ server, perMessageDeflate: false }).on('connection', (socket) => {
  socket.on('message', async (data) => {
    const { id, type, payload }: Message = JSON.parse(String(data));
    if (type === 'connection_init') socket.send('{"type":"connection_ack"}');
    if (type !== 'subscribe') return;
    const answer = { id, type: 'next', payload: { data: await handlers[payload.query]?.() } };
    socket.send(JSON.stringify(answer));
    socket.send(JSON.stringify({ id, type: 'complete' }));
  });
});

server.listen(Number(process.env.PORT ?? 0), '127.0.0.1', () => {
  const address = server.address();
  console.log(typeof address === 'object' && address !== null ? address.port : 0);
});
