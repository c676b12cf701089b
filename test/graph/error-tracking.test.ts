import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Role } from '../../package/sandbox.ts';
import {
  nullsAccepted,
  type SandboxedFacade,
  type StubbedFacade,
  startSandboxed,
  startWithResponses,
} from '../harness.ts';
import { mutate } from './mutate.ts';
import { maintainersOnly, outcomes } from './roles.ts';

type Attributes = Readonly<Record<string, unknown>>;

const settingsSelection = 'active projectName trackerExternalUrl apiUrl integrated';
const notAProject = { path: ['input', 'project'], message: 'must be the id of a Project, not of a Group' };

describe('against the sandbox', () => {
  let facade: SandboxedFacade;
  beforeAll(async () => {
    facade = await startSandboxed({ sandbox: { now: Date.parse('2025-06-01T12:00:00Z') } });
  });
  afterEach(() => facade.forget());
  afterAll(() => facade.close());

  async function readProject(project: number, selection: string, as: Role = 'maintainer') {
    const query = `query ($project: ID!) { project(id: $project) { ${selection} } }`;
    const { data, errors } = await facade.execute<{ project: Attributes }>(query, { project }, { as });
    return { project: data.project, errors, code: errors?.[0]?.extensions?.code as string | undefined };
  }
  const readSettings = (project: number, as?: Role) =>
    readProject(project, `errorTrackingSettings { ${settingsSelection} }`, as);
  const write = (name: string, input: Attributes, selection = '', as: Role = 'maintainer') =>
    mutate(facade, name, input, selection, as);

  describe('settings', () => {
    const selection = `errorTrackingSettings { ${settingsSelection} }`;
    const integrated = { active: true, projectName: null, trackerExternalUrl: null, apiUrl: null, integrated: true };

    test('returns integrated and external settings in one call each', async () => {
      expect(await readSettings(14)).toEqual({ project: { errorTrackingSettings: integrated } });
      expect(await readSettings(16)).toEqual({
        project: {
          errorTrackingSettings: {
            active: true,
            projectName: 'geocoder',
            trackerExternalUrl: 'https://errors.example.com/geocoder',
            apiUrl: 'https://errors.example.com/api/0/projects/meridian/geocoder/',
            integrated: false,
          },
        },
      });
      expect(facade.calls).toEqual([14, 16].map((id) => `GET /projects/${id}/error_tracking/settings`));
    });

    test('returns null if the project has no settings or does not exist', async () => {
      expect(await readSettings(11)).toEqual({ project: { errorTrackingSettings: null } });
      expect(await readSettings(987654)).toEqual({ project: { errorTrackingSettings: null } });
    });

    test('requires at least the role Maintainer', async () => {
      expect(await outcomes((as) => readSettings(14, as))).toEqual(maintainersOnly);
      const change = (name: string) => (as: Role) =>
        write(name, { project: 14, active: true, integrated: true }, '', as);
      expect(await outcomes(change('errorTrackingSettingsCreate'))).toEqual(maintainersOnly);
      expect(await outcomes(change('errorTrackingSettingsUpdate'))).toEqual(maintainersOnly);
    });

    test('sends `active` and `integrated` on creation, and requires both', async () => {
      const input = { project: 'gid://service/Project/15', active: true, integrated: true };
      const { payload } = await write('errorTrackingSettingsCreate', input, selection);
      expect(payload).toEqual({ errorTrackingSettings: integrated, errors: [] });
      expect(facade.calls).toEqual(['PUT /projects/15/error_tracking/settings']);
      expect(facade.requests[0]?.body).toEqual({ active: true, integrated: true });
      const { response } = await write('errorTrackingSettingsCreate', { project: 15 }, selection);
      expect(response.errors?.map(({ message }) => message).join()).toMatch(/active.*integrated/);
      expect(facade.calls).toHaveLength(1);
    });

    test('rejects `integrated` that is false on creation before any call', async () => {
      const input = { project: 18, active: true, integrated: false };
      expect((await write('errorTrackingSettingsCreate', input, selection)).payload).toMatchObject({
        errorTrackingSettings: null,
        errors: [{ code: 'BAD_USER_INPUT', path: ['input', 'integrated'], message: 'must be true' }],
      });
      expect(facade.calls).toEqual([]);
    });

    test('sends `active`, and `integrated` if present, on update, and requires `active`', async () => {
      const deactivated = await write('errorTrackingSettingsUpdate', { project: 14, active: false }, selection);
      expect(deactivated.payload).toEqual({ errorTrackingSettings: { ...integrated, active: false }, errors: [] });
      expect(facade.calls).toEqual(['PATCH /projects/14/error_tracking/settings']);
      expect(facade.requests[0]?.body).toEqual({ active: false });
      const input = { project: 14, active: true, integrated: true };
      expect((await write('errorTrackingSettingsUpdate', input, selection)).payload).toEqual({
        errorTrackingSettings: integrated,
        errors: [],
      });
      expect(facade.requests[1]?.body).toEqual({ active: true, integrated: true });
      const { response } = await write('errorTrackingSettingsUpdate', { project: 14 }, selection);
      expect(response.errors?.map(({ message }) => message).join()).toContain('active');
    });

    test('returns NOT_FOUND for an update of a project without settings', async () => {
      const { payload } = await write('errorTrackingSettingsUpdate', { project: 11, active: true }, selection);
      expect(payload).toMatchObject({ errorTrackingSettings: null, errors: [{ code: 'NOT_FOUND' }] });
    });

    test.each(['errorTrackingSettingsCreate', 'errorTrackingSettingsUpdate'])(
      '%s rejects the id of another type before any call, and returns NOT_FOUND for a missing project',
      async (name) => {
        const input = { project: 'gid://service/Group/9', active: true, integrated: true };
        expect((await write(name, input)).payload?.errors).toMatchObject([notAProject]);
        expect(facade.calls).toEqual([]);
        expect((await write(name, { ...input, project: 987654 })).code).toBe('NOT_FOUND');
      },
    );
  });

  describe('client keys', () => {
    interface Keys {
      readonly nodes: readonly Attributes[];
      readonly totalCount: number;
      readonly pageInfo: { readonly endCursor: string; readonly startCursor: string };
    }
    const keySelection = 'id databaseId active publicKey trackerDsn';
    const readKeys = async (project: number, args = '', as?: Role) => {
      const keys = `errorTrackingClientKeys${args} { nodes { ${keySelection} } totalCount pageInfo { startCursor endCursor } }`;
      const result = await readProject(project, keys, as);
      return { keys: result.project.errorTrackingClientKeys as Keys, code: result.code };
    };
    const path = '/projects/14/error_tracking/client_keys';

    test('pages through all keys forward and backward, with 20 per page by default', async () => {
      const { keys: first } = await readKeys(14);
      expect(first.nodes).toHaveLength(20);
      expect(first.totalCount).toBe(23);
      expect(facade.calls).toEqual([`GET ${path}?page=1&per_page=20`]);
      const { keys: next } = await readKeys(14, `(after: "${first.pageInfo.endCursor}")`);
      const { keys: all } = await readKeys(14, '(first: 100)');
      expect([...first.nodes, ...next.nodes]).toEqual(all.nodes);
      const { keys: last } = await readKeys(14, '(last: 12)');
      const { keys: previous } = await readKeys(14, `(last: 12, before: "${last.pageInfo.startCursor}")`);
      expect([...previous.nodes, ...last.nodes]).toEqual(all.nodes);
      expect((await readKeys(16)).keys).toMatchObject({ nodes: [], totalCount: 0 });
    });

    test('returns a DSN that contains the public key and the number of the project', async () => {
      const { keys } = await readKeys(14, '(first: 1)');
      const [key] = keys.nodes;
      expect(key).toMatchObject({ id: 'gid://service/ErrorTrackingClientKey/14/1', databaseId: 1, active: true });
      expect(key?.trackerDsn).toContain(key?.publicKey);
      expect(key?.trackerDsn).toMatch(/\/14$/);
    });

    test('returns a key by `node` from the list of keys, and null if it does not exist', async () => {
      const node = (id: number) =>
        facade.execute(
          `{ node(id: "gid://service/ErrorTrackingClientKey/14/${id}") { ... on ErrorTrackingClientKey { ${keySelection} project { fullPath } } } }`,
          {},
          { as: 'owner' },
        );
      const { data } = await node(21);
      expect(data).toMatchObject({ node: { databaseId: 21, project: { fullPath: 'meridian/platform/engine' } } });
      expect(facade.calls.toSorted()).toEqual(['GET /projects/14', `GET ${path}?page=1&per_page=100`]);
      expect((await node(987654)).data).toEqual({ node: null });
    });

    test('creates a key without a request body, deletes it, and returns NOT_FOUND for a second deletion', async () => {
      const selection = `errorTrackingClientKey { ${keySelection} }`;
      const { payload } = await write('errorTrackingClientKeyCreate', { project: 14 }, selection);
      expect(facade.calls).toEqual([`POST ${path}`]);
      expect(facade.requests[0]?.body).toBeUndefined();
      const id = 'gid://service/ErrorTrackingClientKey/14/24';
      expect(payload).toMatchObject({
        errorTrackingClientKey: { id, databaseId: 24, active: true, publicKey: expect.stringMatching(/^\w{30,}$/) },
        errors: [],
      });
      facade.forget();
      const deletion = await write('errorTrackingClientKeyDelete', { id }, 'deletedErrorTrackingClientKeyId');
      expect(deletion.payload).toEqual({ deletedErrorTrackingClientKeyId: id, errors: [] });
      expect(facade.calls).toEqual([`DELETE ${path}/24`]);
      const secondDeletion = await write('errorTrackingClientKeyDelete', { id }, 'deletedErrorTrackingClientKeyId');
      expect(secondDeletion.payload).toMatchObject({
        deletedErrorTrackingClientKeyId: null,
        errors: [{ code: 'NOT_FOUND' }],
      });
    });

    test('requires at least the role Maintainer', async () => {
      expect(await outcomes((as) => readKeys(14, '', as))).toEqual(maintainersOnly);
      expect((await readKeys(14, '', 'guest')).keys).toBeNull();
      expect(await outcomes((as) => write('errorTrackingClientKeyCreate', { project: 14 }, '', as))).toEqual(
        maintainersOnly,
      );
      let number = 0;
      const remove = (as: Role) => {
        number += 1;
        return write(
          'errorTrackingClientKeyDelete',
          { id: `gid://service/ErrorTrackingClientKey/14/${number}` },
          '',
          as,
        );
      };
      expect(await outcomes(remove)).toEqual(maintainersOnly);
      expect((await readKeys(987654)).code).toBe('NOT_FOUND');
      expect((await write('errorTrackingClientKeyCreate', { project: 987654 })).code).toBe('NOT_FOUND');
    });

    test.each([
      ['errorTrackingClientKeyCreate', { project: 'gid://service/Group/9' }, notAProject],
      [
        'errorTrackingClientKeyDelete',
        { id: 'gid://service/Project/14' },
        { path: ['input', 'id'], message: 'must be the global id of an ErrorTrackingClientKey, not of a Project' },
      ],
      [
        'errorTrackingClientKeyDelete',
        { id: 'gid://service/ErrorTrackingClientKey/14/first' },
        { path: ['input', 'id'] },
      ],
    ])('%s rejects %j before any call', async (name, input, error) => {
      expect((await write(name, input)).payload?.errors).toMatchObject([error]);
      expect(facade.calls).toEqual([]);
    });
  });
});

describe('responses of the reference documentation', () => {
  let facade: StubbedFacade | undefined;
  afterEach(() => facade?.close());

  const settings = {
    active: true,
    project_name: 'sample rails app',
    tracker_external_url: 'https://tracker.example.com/org/sample-rails-app',
    api_url: 'https://tracker.example.com/api/0/projects/org/sample-rails-app',
    integrated: false,
  };
  const expectedSettings = {
    active: true,
    projectName: 'sample rails app',
    trackerExternalUrl: 'https://tracker.example.com/org/sample-rails-app',
    apiUrl: 'https://tracker.example.com/api/0/projects/org/sample-rails-app',
    integrated: false,
  };
  const key = {
    id: 4_294_967_297,
    active: true,
    public_key: 'glet_aa77551d849c083f76d0bc545ed053a3',
    tracker_dsn: 'https://glet_aa77551d849c083f76d0bc545ed053a3@forge.example.com/api/v4/error_tracking/collector/5',
  };
  const keySelection = 'id databaseId active publicKey trackerDsn';
  const expectedKey = {
    id: 'gid://service/ErrorTrackingClientKey/5/4294967297',
    databaseId: 4_294_967_297,
    active: true,
    publicKey: key.public_key,
    trackerDsn: key.tracker_dsn,
  };
  const base = '/projects/5/error_tracking';

  test('returns settings and keys', async () => {
    facade = await startWithResponses(
      {
        [`GET ${base}/settings`]: { body: settings },
        [`GET ${base}/client_keys`]: { body: [key, { id: 8, novelty: true }] },
      },
      nullsAccepted,
    );
    const { data, errors } = await facade.execute(`{
      project(id: 5) {
        errorTrackingSettings { ${settingsSelection} }
        errorTrackingClientKeys { nodes { ${keySelection} } }
      }
    }`);
    expect(errors).toBeUndefined();
    const nulls = { active: null, publicKey: null, trackerDsn: null };
    expect(data).toEqual({
      project: {
        errorTrackingSettings: expectedSettings,
        errorTrackingClientKeys: {
          nodes: [expectedKey, { ...nulls, id: 'gid://service/ErrorTrackingClientKey/5/8', databaseId: 8 }],
        },
      },
    });
  });

  test('returns null for missing attributes of the settings', async () => {
    facade = await startWithResponses({ [`GET ${base}/settings`]: { body: { active: false, extra: 1 } } });
    const { data } = await facade.execute(`{ project(id: 5) { errorTrackingSettings { ${settingsSelection} } } }`);
    const nulls = { projectName: null, trackerExternalUrl: null, apiUrl: null, integrated: null };
    expect(data).toEqual({ project: { errorTrackingSettings: { active: false, ...nulls } } });
  });

  test('returns the payloads of writes', async () => {
    facade = await startWithResponses({
      [`PUT ${base}/settings`]: { body: settings },
      [`PATCH ${base}/settings`]: { body: '' },
      [`GET ${base}/settings`]: { body: settings },
      [`POST ${base}/client_keys`]: { body: key },
      [`DELETE ${base}/client_keys/4294967297`]: { status: 204, body: '' },
    });
    const write = async (name: string, input: Attributes, selection: string) =>
      facade && (await mutate(facade, name, input, selection)).payload;
    const selection = `errorTrackingSettings { ${settingsSelection} }`;
    const input = { project: 5, active: true, integrated: true };
    expect(await write('errorTrackingSettingsCreate', input, selection)).toEqual({
      errorTrackingSettings: expectedSettings,
      errors: [],
    });
    expect(await write('errorTrackingSettingsUpdate', { project: 5, active: true }, selection)).toEqual({
      errorTrackingSettings: expectedSettings,
      errors: [],
    });
    const created = await write(
      'errorTrackingClientKeyCreate',
      { project: 5 },
      `errorTrackingClientKey { ${keySelection} }`,
    );
    expect(created).toEqual({ errorTrackingClientKey: expectedKey, errors: [] });
    const { id } = expectedKey;
    expect(await write('errorTrackingClientKeyDelete', { id }, 'deletedErrorTrackingClientKeyId')).toEqual({
      deletedErrorTrackingClientKeyId: id,
      errors: [],
    });
    expect(facade.calls).toEqual([
      `PUT ${base}/settings`,
      `PATCH ${base}/settings`,
      `GET ${base}/settings`,
      `POST ${base}/client_keys`,
      `DELETE ${base}/client_keys/4294967297`,
    ]);
  });
});
