/** CPU profiles of a workload, summed by group of functions, of several servers side by side. */
import { WebSocket } from 'ws';
import { type Contender, mercurius, pick, porticoFromSources } from './contenders.ts';
import { throughput, warmUp } from './load.ts';
import { withEntrants } from './measure.ts';
import type { Running } from './processes.ts';
import { formatMicroseconds, table } from './report.ts';
import type { Workload } from './workloads.ts';

const samplingIntervalUs = 200;
const profileMs = 5000;

/** Groups in the order of the report, with the files and native functions that belong to each. The first match counts. */
const groups: readonly (readonly [group: string, pattern: RegExp])[] = [
  ['collection', /^\(garbage collector\)$/],
  [
    'serialization',
    /^(?:parse|stringify) JSON$|src\/edge\/operation\/(?:json|response)|secure-json|fast-json-stringify|graphql-jit\/dist\/json/,
  ],
  [
    'timers and promises',
    /node:internal\/(?:timers|process\/(?:task_queues|promises)|async_hooks|async_local)|node:timers|src\/rest\/timers|dataloader/,
  ],
  [
    'cache',
    /lru-cache|(?:document|plan|etag|response|bounded)-cache|src\/rest\/interceptors\/(?:share-reads|revalidate)|tiny-lru/,
  ],
  [
    'limits',
    /src\/edge\/(?:operation\/)?(?:concurrency-limits|call-quota|plan-limits|complexity|client-connections|unsent-bytes|byte-budget|pipelined-requests|body-limit|active-requests)|src\/rest\/(?:callers|call-queue|call-budget|body-budget|circuit-breaker|upstream-limits|interceptors\/(?:await-pause|break-circuit|queue-calls|retry-reads))/,
  ],
  [
    'parsing, validation and planning',
    /src\/graph\/plan|graphql\/(?:language|validation|utilities)|src\/edge\/operation\/(?:documents|operation-planner|variables|validation|document)/,
  ],
  ['HTTP client', /undici/],
  ['calls of Portico (src/rest)', /src\/rest\//],
  [
    'HTTP server',
    /node:_http|node:internal\/http|node_modules\/(?:ws|fastify|find-my-way|light-my-request|avvio|reusify|mercurius|graphql-ws)\//,
  ],
  ['pipeline of Portico (src/edge)', /src\/(?:edge|watch|observe)\//],
  [
    'execution',
    /src\/execution|src\/graph|graphql\/(?:execution|type)|graphql-jit|servers\/(?:hand\/|pick)|src\/contract|src\/name-mapping/,
  ],
];
/** Sockets, streams and native functions that no group has called. */
const remainder = 'sockets, streams and other';

interface ProfileNode {
  readonly id: number;
  readonly callFrame: { readonly functionName: string; readonly url: string };
  readonly children?: readonly number[];
}

interface Profile {
  readonly nodes: readonly ProfileNode[];
  readonly samples: readonly number[];
  readonly timeDeltas: readonly number[];
}

/** Starts a profile through the inspector of a server. @returns a function that ends it */
async function startProfile(server: Running): Promise<() => Promise<Profile>> {
  const socket = new WebSocket(server.inspectorUrl());
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
  let lastId = 0;
  const send = (method: string, params: object = {}) =>
    new Promise<{ readonly profile?: Profile }>((resolve, reject) => {
      lastId += 1;
      const id = lastId;
      const onMessage = (data: unknown) => {
        const message = JSON.parse(String(data));
        if (message.id !== id) return;
        socket.off('message', onMessage);
        if (message.error === undefined) resolve(message.result);
        else reject(new Error(`${method}: ${message.error.message}`));
      };
      socket.on('message', onMessage);
      socket.send(JSON.stringify({ id, method, params }));
    });
  await send('Profiler.enable');
  await send('Profiler.setSamplingInterval', { interval: samplingIntervalUs });
  await send('Profiler.start');
  return async () => {
    const { profile } = await send('Profiler.stop');
    socket.terminate();
    if (profile === undefined) throw new Error('The inspector returned no profile');
    return profile;
  };
}

const isIdle = (name: string): boolean => name === '(idle)';

/** Sums microseconds by group. A function without a group of its own, such as a native one, belongs to the group of its nearest caller. */
function sumByGroup({ nodes, samples, timeDeltas }: Profile): ReadonlyMap<string, number> {
  const groupOf = new Map<number, string | undefined>();
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const visit = (id: number, inherited: string | undefined): void => {
    const node = byId.get(id);
    if (node === undefined) return;
    const { functionName, url } = node.callFrame;
    const name = url === '' ? `${functionName}${/^(?:parse|stringify)$/.test(functionName) ? ' JSON' : ''}` : url;
    const group = isIdle(functionName)
      ? undefined
      : (groups.find(([, pattern]) => pattern.test(name))?.[0] ?? inherited);
    groupOf.set(id, isIdle(functionName) ? undefined : (group ?? remainder));
    for (const child of node.children ?? []) visit(child, group);
  };
  const [root] = nodes;
  if (root !== undefined) visit(root.id, undefined);
  const sums = new Map<string, number>();
  for (const [index, sample] of samples.entries()) {
    const group = groupOf.get(sample);
    if (group !== undefined) sums.set(group, (sums.get(group) ?? 0) + (timeDeltas[index] ?? 0));
  }
  return sums;
}

interface GroupedCosts {
  readonly name: string;
  /** Microseconds of CPU of an operation. */
  readonly total: number;
  readonly byGroup: ReadonlyMap<string, number>;
}

/** Profiles a workload. @returns the report */
export async function profile(workload: Workload, connections: number): Promise<string> {
  const inspected = [porticoFromSources, mercurius, pick].map(
    (contender): Contender => ({
      ...contender,
      start: (upstream) => contender.start(upstream, ['--inspect=127.0.0.1:0']),
    }),
  );
  const costs = await withEntrants(workload, inspected, async (entered) => {
    const results: GroupedCosts[] = [];
    for (const entrant of entered) {
      if (typeof entrant === 'string') {
        console.log(`A server is not profiled: ${entrant}`);
        continue;
      }
      const { contender, server, request } = entrant;
      await warmUp(server, request, connections);
      const options = { connections, milliseconds: profileMs, distinct: true };
      const { cpu } = await throughput(server, request, options);
      const endProfile = await startProfile(server);
      await throughput(server, request, options);
      const sums = sumByGroup(await endProfile());
      const total = [...sums.values()].reduce((sum, each) => sum + each, 0);
      // The profiler slows the server down: shares come from the profile, the cost from a measurement without it.
      const byGroup = new Map([...sums].map(([group, sum]) => [group, (sum / total) * cpu * 1000]));
      results.push({ name: contender.name, total: cpu * 1000, byGroup });
    }
    return results;
  });
  const names = [...groups.map(([group]) => group), remainder];
  const rows = names.map((group) => [
    group,
    ...costs.map(({ byGroup }) => formatMicroseconds(byGroup.get(group) ?? 0)),
  ]);
  const totals = ['all', ...costs.map(({ total }) => formatMicroseconds(total))];
  return `### ${workload.name}: ${workload.title}

µs of CPU for an operation, by group of functions. Native functions belong to the group that calls them. Portico runs from its sources.

${table(['group', ...costs.map(({ name }) => name)], [...rows, totals])}`;
}
