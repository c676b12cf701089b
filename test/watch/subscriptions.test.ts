import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { landmarks, type Role } from '../../package/sandbox.ts';
import { all, next, startWatched, type WatchedFacade } from './facade.ts';

const exportStatus = /* GraphQL */ `
  subscription ($id: ID!, $every: Int, $until: WatchUntil) {
    vulnerabilityExport(id: $id, every: $every, until: $until) { id status downloadUrl project { fullPath } }
  }
`;

describe('a subscription', () => {
  let facade: WatchedFacade;
  beforeEach(async () => {
    facade = await startWatched();
  });
  afterEach(async () => {
    await facade.idle();
    await facade.close();
  });

  const advance = (seconds: number) => facade.sandbox.clock.advance(seconds * 1000);
  const callsTo = (operation: string) => facade.requests.filter((request) => request.operation === operation);

  /** Collects a value of each event, and advances the clock by a step after each. */
  async function collectValues(
    query: string,
    read: (data: Record<string, unknown>) => unknown,
    steps: number[],
    as?: Role,
  ) {
    const stream = facade.follow(query, {}, as === undefined ? {} : { as });
    const values: unknown[] = [];
    for await (const { data, errors } of stream) {
      expect(errors).toBeUndefined();
      values.push(read(data ?? expect.fail('no data')));
      advance(steps.shift() ?? 0);
    }
    return values;
  }

  test('to an export sends the current state, then each change, then completes', async () => {
    const id = await facade.startExport();
    const stream = facade.follow(exportStatus, { id });
    expect(await next(stream)).toEqual({
      data: {
        vulnerabilityExport: {
          id,
          status: 'CREATED',
          downloadUrl: null,
          project: { fullPath: 'meridian/platform/engine' },
        },
      },
    });
    advance(4);
    const { data } = await next(stream);
    expect(data).toEqual({
      vulnerabilityExport: {
        id,
        status: 'FINISHED',
        downloadUrl: expect.stringContaining('/downloads/vulnerability-exports/'),
        project: { fullPath: 'meridian/platform/engine' },
      },
    });
    expect((await stream.next()).done).toBe(true);
  });

  test('to an object in its final state sends one event and completes', async () => {
    const id = await facade.startExport();
    advance(60);
    const number = String(id.split('/').at(-1));
    for (const reference of [id, number]) {
      const events = await all(facade.follow(exportStatus, { id: reference }));
      expect(events).toMatchObject([{ data: { vulnerabilityExport: { id, status: 'FINISHED' } } }]);
    }
    // The second subscription may start within the polling interval.
    expect([1, 2]).toContain(callsTo('getVulnerabilityExport').length);
  });

  test('to an import sends each status up to the final one', async () => {
    const started = await facade.execute<{ projectImportStartFromCloudC: { projectImport: { databaseId: number } } }>(
      /* GraphQL */ `
        mutation {
          projectImportStartFromCloudC(
            input: { cloudApiToken: "t", cloudEmail: "a@example.com", repoPath: "w/r", targetNamespace: "meridian" }
          ) {
            projectImport { databaseId }
            errors { message }
          }
        }
      `,
      {},
      { as: 'owner' },
    );
    const id = started.data.projectImportStartFromCloudC.projectImport.databaseId;
    for (const reference of [`${id}`, `gid://service/Project/${id}`, `gid://service/ProjectImport/${id}`]) {
      const query = `subscription { projectImport(id: "${reference}") { importStatus project { id } } }`;
      const statuses = await collectValues(
        query,
        (data) => data.projectImport,
        reference === `${id}` ? [3, 10] : [],
        'owner',
      );
      const project = { id: `gid://service/Project/${id}` };
      expect(statuses).toEqual(
        (reference === `${id}` ? ['SCHEDULED', 'STARTED', 'FINISHED'] : ['FINISHED']).map((importStatus) => ({
          importStatus,
          project,
        })),
      );
    }
  });

  test('to a flow continues while the flow waits for the user', async () => {
    const { data } = await facade.execute<{ flowCreate: { flow: { id: string } } }>(
      'mutation { flowCreate(input: { goal: "mend it", startWorkflow: true, source: { workflowDefinition: "developer" } }) { flow { id } errors { message } } }',
      {},
      { as: 'developer' },
    );
    const query = `subscription { flow(id: "${data.flowCreate.flow.id}") { status } }`;
    const statuses = await collectValues(query, ({ flow }) => Object(flow).status, [10, 10, 10, 10, 100]);
    expect(statuses.length).toBeGreaterThan(1);
    expect(statuses.at(-1)).toBe('FINISHED');
  });

  test('to a pipeline ends with its final status, and continues after a retry with FOREVER', async () => {
    const { data } = await facade.execute<{ pipelineCreate: { pipeline: { id: string } } }>(
      'mutation { pipelineCreate(input: { project: "14", ref: "main", variables: [{ key: "OUTCOME", value: "failed" }] }) { pipeline { id } } }',
      {},
      { as: 'developer' },
    );
    const { id } = data.pipelineCreate.pipeline;
    const query = `subscription { pipeline(id: "${id}") { status } }`;
    expect(await collectValues(query, ({ pipeline }) => Object(pipeline).status, [4, 10])).toEqual([
      'PENDING',
      'RUNNING',
      'FAILED',
    ]);
    const forever = facade.follow(`subscription { pipeline(id: "${id}", until: FOREVER) { status } }`);
    expect(await next(forever)).toMatchObject({ data: { pipeline: { status: 'FAILED' } } });
    await facade.execute(
      `mutation { pipelineRetry(input: { id: "${id}" }) { errors { message } } }`,
      {},
      { as: 'developer' },
    );
    // Clients that subscribe after a write receive no state from before it.
    const later = facade.follow(query);
    expect(await next(later)).toMatchObject({ data: { pipeline: { status: 'PENDING' } } });
    expect(await next(forever)).toMatchObject({ data: { pipeline: { status: 'PENDING' } } });
    await Promise.all([forever.return(), later.return()]);
  });

  test('to a pull mirror ends with its newest pull, and polls by the number of the project', async () => {
    const { id, path } = landmarks.busyProject;
    await facade.execute(
      `mutation { pullMirrorUpdate(input: { project: "${id}", url: "https://example.com/r.git", enabled: true }) { errors { message } } }`,
      {},
      { as: 'maintainer' },
    );
    await facade.execute(
      `mutation { pullMirrorStart(input: { project: "${id}" }) { errors { message } } }`,
      {},
      { as: 'maintainer' },
    );
    const query = `subscription { pullMirror(id: "${path}") { updateStatus } }`;
    const statuses = await collectValues(
      query,
      ({ pullMirror }) => Object(pullMirror).updateStatus,
      [3, 10],
      'maintainer',
    );
    expect(statuses).toEqual(['SCHEDULED', 'STARTED', 'FINISHED']);
    // The path is resolved once, so that number and path share a poller.
    expect(new Set(callsTo('getPullMirror').map(({ url }) => url))).toEqual(new Set([`/projects/${id}/mirror/pull`]));
  });

  test('to a merge request ends when its merge status is final', async () => {
    const { data } = await facade.execute<{ project: { mergeRequests: { nodes: { id: string; title: string }[] } } }>(
      '{ project(id: "14") { mergeRequests(first: 100) { nodes { id title } } } }',
      {},
      { as: 'developer' },
    );
    const mergeRequest = data.project.mergeRequests.nodes.find(({ title }) => title === 'Round corners of buildings');
    const query = `subscription { mergeRequest(id: "${mergeRequest?.id}") { detailedMergeStatus state } }`;
    const statuses = await collectValues(
      query,
      ({ mergeRequest }) => Object(mergeRequest).detailedMergeStatus,
      [20, 20, 20, 20],
    );
    expect(statuses.slice(0, 3)).toEqual(['preparing', 'checking', 'approvals_syncing']);
    expect(statuses).toHaveLength(4);
  });

  test('shares one poller and the reads of a state with all subscribers of the credential', async () => {
    const id = await facade.startExport();
    facade.forget();
    const streams = Array.from({ length: 20 }, () => facade.follow(exportStatus, { id }));
    await Promise.all(streams.map((stream) => next(stream)));
    expect(facade.activity).toMatchObject({ streams: 20, subscribers: 20, pollers: 1 });
    expect(callsTo('getProject')).toHaveLength(1);
    advance(10);
    await Promise.all(streams.map((stream) => next(stream)));
    expect(callsTo('getProject')).toHaveLength(2);
    await Promise.all(streams.map((stream) => stream.next()));
    const polls = callsTo('getVulnerabilityExport');
    expect(polls.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  test('does not share a poller with another credential', async () => {
    const { data } = await facade.execute<{ pipelineCreate: { pipeline: { id: string } } }>(
      'mutation { pipelineCreate(input: { project: "14", ref: "main" }) { pipeline { id } } }',
      {},
      { as: 'developer' },
    );
    facade.forget();
    // Variables are for Developers and up.
    const query = `subscription { pipeline(id: "${data.pipelineCreate.pipeline.id}") { status variables { totalCount } } }`;
    const roles = ['developer', 'reporter'] as const;
    const [developer, reporter] = roles.map((as) => facade.follow(query, {}, { as }));
    if (developer === undefined || reporter === undefined) throw new Error('There are two roles');
    expect((await next(developer)).errors).toBeUndefined();
    expect(await next(reporter)).toMatchObject({
      data: { pipeline: { status: 'PENDING', variables: null } },
      errors: [{ path: ['pipeline', 'variables'], extensions: { code: 'FORBIDDEN' } }],
    });
    expect(facade.activity.pollers).toBe(2);
    const getPolls = (role: Role) => callsTo('getPipeline').filter(({ tokenRole }) => tokenRole === role);
    for (const role of roles) expect(getPolls(role).length).toBeGreaterThan(0);
    await developer.return();
    await expect.poll(() => facade.activity.pollers).toBe(1);
    const polls = getPolls('developer').length;
    advance(5);
    const last = await next(reporter);
    expect(last.data).toMatchObject({ pipeline: { status: 'RUNNING' } });
    expect(getPolls('developer').length).toBe(polls);
    await reporter.return();
  });

  test('ends the stream with the error of a rejected read', async () => {
    const id = await facade.startExport('developer');
    const attempts = [
      [id, 'outsider', 'NOT_FOUND'],
      ['gid://service/VulnerabilityExport/4711', 'developer', 'NOT_FOUND'],
      [id, 'anonymous', 'UNAUTHENTICATED'],
    ] as const;
    for (const [reference, as, code] of attempts) {
      const events = await all(facade.follow(exportStatus, { id: reference }, { as }));
      expect(events).toMatchObject([
        { data: { vulnerabilityExport: null }, errors: [{ path: ['vulnerabilityExport'], extensions: { code } }] },
      ]);
    }
    for (const [status, code] of [
      [401, 'UNAUTHENTICATED'],
      [403, 'FORBIDDEN'],
    ] as const) {
      const stream = facade.follow(exportStatus, { id });
      await next(stream);
      facade.sandbox.faults.add({ match: { operation: 'getVulnerabilityExport' }, times: 1, status });
      expect((await next(stream)).errors).toMatchObject([{ extensions: { code, status } }]);
      expect((await stream.next()).done).toBe(true);
    }
  });

  test('reports a failing upstream as an event after the grace period, and continues the stream', async () => {
    const id = await facade.startExport();
    const stream = facade.follow(exportStatus, { id });
    await next(stream);
    facade.sandbox.faults.add({ match: { operation: 'getVulnerabilityExport' }, status: 502 });
    const startedAt = performance.now();
    expect(await next(stream)).toMatchObject({
      data: { vulnerabilityExport: null },
      errors: [{ extensions: { code: 'UPSTREAM_FAILED', status: 502 } }],
    });
    expect(performance.now() - startedAt).toBeGreaterThan(250);
    facade.sandbox.faults.clear();
    expect(await next(stream)).toMatchObject({ data: { vulnerabilityExport: { status: 'CREATED' } } });
    advance(10);
    expect(await next(stream)).toMatchObject({ data: { vulnerabilityExport: { status: 'FINISHED' } } });
    expect((await stream.next()).done).toBe(true);
  });

  test('to an export has rows in its last event only', async () => {
    const id = await facade.startExport();
    const document =
      'subscription ($id: ID!) { vulnerabilityExport(id: $id) { status rows(first: 1) { nodes { severity } } } }';
    const stream = facade.follow(document, { id });
    expect(await next(stream)).toEqual({ data: { vulnerabilityExport: { status: 'CREATED', rows: null } } });
    advance(10);
    expect(await next(stream)).toEqual({
      data: { vulnerabilityExport: { status: 'FINISHED', rows: { nodes: [{ severity: expect.any(String) }] } } },
    });
    expect((await stream.next()).done).toBe(true);
  });

  test('rejects invalid arguments before any call', async () => {
    facade.forget();
    const getRejection = async (variables: Record<string, unknown>) => {
      const [result, ...furtherResults] = await all(facade.follow(exportStatus, variables));
      expect(furtherResults).toEqual([]);
      return result?.errors?.[0];
    };
    const badInput = { code: 'BAD_USER_INPUT' };
    expect(await getRejection({ id: '1', every: 0 })).toMatchObject({
      message: 'every must be between 1 and 300 seconds',
      extensions: badInput,
    });
    expect(await getRejection({ id: '1', every: 301 })).toMatchObject({
      message: 'every must be between 1 and 300 seconds',
    });
    expect(await getRejection({ id: 'gid://service/Pipeline/1/2' })).toMatchObject({ extensions: badInput });
    expect(await getRejection({ id: '../1' })).toMatchObject({ extensions: badInput });
    expect(facade.calls).toEqual([]);
  });

  test('ends poller and streams when the client disconnects, also before the first event', async () => {
    const id = await facade.startExport();
    const removeFault = facade.sandbox.faults.add({
      match: { operation: 'getVulnerabilityExport' },
      latencyMs: 60_000,
    });
    const client = new AbortController();
    const early = facade.follow(exportStatus, { id }, { signal: client.signal });
    const first = early.next();
    await expect.poll(() => facade.activity.calls).toBe(1);
    client.abort();
    await expect(first).rejects.toThrow();
    await facade.idle();
    removeFault();
    const later = new AbortController();
    const stream = facade.follow(exportStatus, { id }, { signal: later.signal });
    await next(stream);
    later.abort();
  });

  test('traces the calls of each event', async () => {
    const id = await facade.startExport();
    const stream = facade.follow(exportStatus, { id }, { headers: { 'x-portico-trace': '1' } });
    const read = { method: 'GET', path: '/projects/{id}', field: 'VulnerabilityExport.project', source: 'shared' };
    const poll = { method: 'GET', field: 'Subscription.vulnerabilityExport', source: 'upstream' };
    const first = (await next(stream)).extensions;
    expect(first?.rest).toMatchObject([read]);
    // The status of an export that is not ready is 202.
    expect(first?.polls).toMatchObject([{ ...poll, status: 202 }]);
    advance(10);
    const second = (await next(stream)).extensions;
    expect(second?.rest).toMatchObject([read]);
    // The event contains the polls since the previous event.
    expect(second?.polls?.at(-1)).toMatchObject({ ...poll, status: 200 });
    for (const { startMs } of [...(first?.polls ?? []), ...(second?.polls ?? [])]) expect(startMs).toBeLessThan(0);
    const polls = callsTo('getVulnerabilityExport').length;
    expect(1 + (second?.polls?.length ?? 0)).toBeLessThanOrEqual(polls);
    await stream.return();
  });
});

describe('limits', () => {
  let facade: WatchedFacade;
  beforeAll(async () => {
    facade = await startWatched({
      env: { MAX_STREAMS: '2', MAX_STREAMS_PER_CALLER: '2', maxSocketsPerCaller: 2, MAX_REST_CALLS: '1' },
    });
  });
  afterEach(() => facade.idle());
  afterAll(() => facade.close());
  const status = 'subscription ($id: ID!) { vulnerabilityExport(id: $id) { status } }';

  test('rejects subscriptions above MAX_STREAMS also in report-only mode', async () => {
    const reporting = await startWatched({
      env: { MAX_STREAMS: '1', MAX_STREAMS_PER_CALLER: '1', maxSocketsPerCaller: 1, LIMITS_REPORT_ONLY: 'true' },
    });
    try {
      const id = await reporting.startExport();
      const active = reporting.follow(status, { id });
      await next(active);
      const [rejected] = await all(reporting.follow(status, { id }));
      expect(rejected?.errors).toMatchObject([
        { message: expect.stringContaining('on this server (MAX_STREAMS)'), extensions: { code: 'STREAM_LIMIT' } },
      ]);
      await active.return();
    } finally {
      await reporting.close();
    }
  });

  test('rejects subscriptions above MAX_STREAMS until another one ends', async () => {
    const id = await facade.startExport();
    const [first, second] = [facade.follow(status, { id }), facade.follow(status, { id })];
    await Promise.all([next(first), next(second)]);
    const [rejected] = await all(facade.follow(status, { id }));
    expect(rejected?.errors).toMatchObject([
      { message: expect.stringContaining('MAX_STREAMS'), extensions: { code: 'STREAM_LIMIT' } },
    ]);
    await first.return();
    await expect.poll(() => facade.activity.subscriptions).toBe(1);
    const third = facade.follow(status, { id });
    await next(third);
    await Promise.all([second.return(), third.return()]);
  });

  test('rejects an event above MAX_REST_CALLS', async () => {
    const [rejected] = await all(facade.follow(exportStatus, { id: '1' }));
    expect(rejected?.errors).toMatchObject([{ extensions: { code: 'REST_CALL_LIMIT' } }]);
  });
});
