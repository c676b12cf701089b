/** Tests of gateways in front of the facade. */
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { tokens } from '../../sandbox/index.ts';
import type { GraphResponse, SandboxedFacade } from '../../test/harness.ts';

/** A gateway in front of the facade and the tracker. */
export interface Gateway {
  readonly url: string;
  readonly facade: SandboxedFacade;
  close(): Promise<void>;
}

const project = 'gid://service/Project/14';

export function describeGateway(name: string, gateway: () => Gateway): void {
  async function execute<Data>(
    query: string,
    variables: Readonly<Record<string, unknown>> = {},
    credential: Readonly<Record<string, string>> = { 'private-token': tokens.owner },
  ): Promise<GraphResponse<Data>> {
    const response = await fetch(gateway().url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...credential },
      body: JSON.stringify({ query, variables }),
    });
    return response.json();
  }

  describe(name, () => {
    beforeEach(() => gateway().facade.forget());

    test('joins what both subgraphs know of a project', async () => {
      const { data, errors } = await execute(
        `query ($id: ID!) { project(id: $id) { fullPath boards { nodes { title } } pipelines(first: 2) { nodes { status } } } }`,
        { id: project },
      );
      expect(errors).toBeUndefined();
      expect(data).toMatchObject({
        project: {
          fullPath: 'meridian/platform/engine',
          boards: { nodes: [{ title: 'Releases' }, { title: 'Incidents' }] },
          pipelines: { nodes: [{ status: expect.any(String) }, { status: expect.any(String) }] },
        },
      });
    });

    test('finds objects of the facade by each kind of key', async () => {
      const { data, errors } = await execute(
        '{ boards { nodes { project { fullPath } owner { name } mergeRequest { iid title } } } }',
      );
      expect(errors).toBeUndefined();
      const node = {
        project: { fullPath: 'meridian/platform/engine' },
        owner: { name: 'Olivia Marsh' },
        mergeRequest: { iid: 60, title: expect.any(String) },
      };
      expect(data).toEqual({ boards: { nodes: [node, node] } });
      // Two boards name the same objects: one call each.
      expect(new Set(gateway().facade.calls).size).toBe(gateway().facade.calls.length);
    });

    test('finds objects of the other subgraph by their keys from the facade', async () => {
      const { data, errors } = await execute('{ currentUser { name ownedBoards { totalCount } } }');
      expect(errors).toBeUndefined();
      expect(data).toMatchObject({
        currentUser: { name: 'Olivia Marsh', ownedBoards: { totalCount: expect.any(Number) } },
      });
    });

    test('sends mutations, and reads on from their payloads', async () => {
      const { data, errors } = await execute(
        `mutation ($input: LabelCreateInput!) {
          labelCreate(input: $input) { label { name project { boards { totalCount } } } errors { code } }
        }`,
        { input: { project, name: `by ${name}`, color: '#ff0000' } },
      );
      expect(errors).toBeUndefined();
      expect(data).toMatchObject({
        labelCreate: { label: { name: `by ${name}`, project: { boards: { totalCount: 2 } } }, errors: [] },
      });
    });

    test('shows refused writes in the payload, and failures as errors with their code', async () => {
      const input = { project, name: `by ${name}`, color: '#ff0000' };
      const rejected = await execute<{ labelCreate: unknown }>(
        'mutation ($input: LabelCreateInput!) { labelCreate(input: $input) { label { name } errors { code message } } }',
        { input },
        { 'private-token': tokens.guest },
      );
      expect(rejected.errors).toBeUndefined();
      expect(rejected.data.labelCreate).toMatchObject({ label: null, errors: [{ code: 'FORBIDDEN' }] });
      const failed = await execute('{ currentUser { username } }', {}, { 'private-token': 'nobodys-token' });
      expect(failed.errors?.[0]?.extensions?.code).toBe('UNAUTHENTICATED');
      const wrong = await execute('{ project(id: "gid://service/Group/1") { name } boards { totalCount } }');
      expect(wrong.errors?.[0]?.extensions?.code).toBe('BAD_USER_INPUT');
      expect(wrong.data).toEqual({ project: null, boards: { totalCount: expect.any(Number) } });
    });

    test('forwards the credential of each caller only for that caller', async () => {
      const answers = await Promise.all(
        [
          { 'private-token': tokens.owner },
          { authorization: `Bearer ${tokens.guest}` },
          { authorization: `Bearer ${tokens.developer}` },
          {},
        ].map((credential) =>
          execute<{ currentUser: { username: string } | null } | null>('{ currentUser { username } }', {}, credential),
        ),
      );
      expect(answers.map(({ data, errors }) => data?.currentUser?.username ?? errors?.[0]?.extensions?.code)).toEqual([
        'olivia.marsh',
        'greta.holm',
        'dana.kim',
        'UNAUTHENTICATED',
      ]);
      expect(await execute('{ whoami }')).toMatchObject({ data: { whoami: tokens.owner } });
    });
  });
}

/** @param start starts a gateway in front of a facade with these settings */
export function describeQuota(name: string, start: (env: Readonly<Record<string, string>>) => Promise<Gateway>): void {
  test(`${name} passes the error of an exceeded quota on`, async () => {
    const gateway = await start({ MAX_REST_CALLS_PER_MINUTE: '1' });
    onTestFinished(() => gateway.close());
    const response = await fetch(gateway.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'private-token': tokens.owner },
      body: JSON.stringify({
        query: `{ one: project(id: "${project}") { fullPath } other: group(id: "gid://service/Group/9") { fullPath } }`,
      }),
    });
    const { errors }: GraphResponse<unknown> = await response.json();
    expect(errors?.[0]?.extensions?.code).toBe('RATE_LIMITED');
    expect(errors?.[0]?.message).toContain('MAX_REST_CALLS_PER_MINUTE');
    expect(JSON.stringify(errors)).not.toContain(gateway.facade.url.host);
  });
}
