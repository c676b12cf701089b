/** Settings with which an operator offers a part of the graph. */
import {
  buildClientSchema,
  type GraphQLNamedType,
  type GraphQLSchema,
  getIntrospectionQuery,
  getNamedType,
  type IntrospectionQuery,
  isInputObjectType,
  isInterfaceType,
  isIntrospectionType,
  isObjectType,
  isSpecifiedScalarType,
  isUnionType,
} from 'graphql';
import { describe, expect, onTestFinished, test } from 'vitest';
import { startPortico } from '../../src/portico.ts';
import { type SandboxedFacade, startSandboxed } from '../harness.ts';
import { type FacadeSettings, readSettings } from '../settings.ts';

async function start(env: FacadeSettings): Promise<SandboxedFacade> {
  const facade = await startSandboxed({ env: { TRACE: 'true', ...env } });
  onTestFinished(() => facade.close());
  return facade;
}

/** Returns the schema from introspection. */
async function introspect({ execute }: SandboxedFacade): Promise<GraphQLSchema> {
  const { data } = await execute<IntrospectionQuery>(getIntrospectionQuery({ inputValueDeprecation: true }));
  return buildClientSchema(data);
}

/** Returns the SDL that a gateway composes. */
async function readSubgraph({ execute }: SandboxedFacade): Promise<string> {
  const { data } = await execute<{ _service: { sdl: string } }>('{ _service { sdl } }');
  return data._service.sdl;
}

function getFieldNames(schema: GraphQLSchema, typename: string): readonly string[] {
  const type = schema.getType(typename);
  return isObjectType(type) || isInterfaceType(type) ? Object.keys(type.getFields()) : [];
}

/** Fields that return any object by its id. */
const nodeFields = new Set(['Query.node', 'Query.nodes', 'Query._entities']);

/** Finds types that no field uses, apart from the fields that return any object by its id. */
function findUnreachableTypes(schema: GraphQLSchema): readonly string[] {
  const reached = new Set<GraphQLNamedType>();
  const visit = (type: GraphQLNamedType): void => {
    if (reached.has(type)) return;
    reached.add(type);
    if (isUnionType(type)) type.getTypes().forEach(visit);
    if (isInterfaceType(type)) if (type.name !== 'Node') schema.getPossibleTypes(type).forEach(visit);
    if (isInputObjectType(type)) for (const field of Object.values(type.getFields())) visit(getNamedType(field.type));
    if (!isObjectType(type) && !isInterfaceType(type)) return;
    type.getInterfaces().forEach(visit);
    for (const field of Object.values(type.getFields())) {
      for (const argument of field.args) visit(getNamedType(argument.type));
      if (!nodeFields.has(`${type.name}.${field.name}`)) visit(getNamedType(field.type));
    }
  };
  for (const root of [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()])
    if (root) visit(root);
  return Object.values(schema.getTypeMap())
    .filter((type) => !reached.has(type) && !isIntrospectionType(type) && !isSpecifiedScalarType(type))
    .map(({ name }) => name)
    .filter((name) => name !== '_Entity');
}

async function executeForCodes(facade: SandboxedFacade, document: string): Promise<readonly unknown[]> {
  facade.forget();
  const { errors = [] } = await facade.execute(document, undefined, { as: 'developer' });
  return errors.map(({ extensions }) => extensions?.code);
}

const retry = 'mutation { pipelineRetry(input: { id: "gid://service/Pipeline/14/2991" }) { errors { message } } }';

test('offers no unreachable type without restrictions', async () => {
  expect(findUnreachableTypes(await introspect(await start({})))).toEqual([]);
});

describe('READ_ONLY', () => {
  test('offers no mutations, and no types that only mutations use', async () => {
    const facade = await start({ READ_ONLY: 'true' });
    const schema = await introspect(facade);
    expect(schema.getMutationType()).toBeFalsy();
    expect(Object.keys(schema.getTypeMap()).filter((name) => /Payload$|^PipelineRetryInput$/.test(name))).toEqual([]);
    expect(findUnreachableTypes(schema)).toEqual([]);
    expect(await readSubgraph(facade)).not.toMatch(/Payload|type Mutation/);
  });

  test('rejects a mutation before any call, and executes queries', async () => {
    const facade = await start({ READ_ONLY: 'true' });
    const { errors } = await facade.execute(retry);
    expect(errors).toMatchObject([
      {
        message: 'This server offers no mutations: its operator has disabled them',
        extensions: { code: 'GRAPHQL_VALIDATION_FAILED' },
      },
    ]);
    expect(facade.calls).toEqual([]);
    const { data } = await facade.execute('{ project(id: 14) { name } }', undefined, { as: 'developer' });
    expect(data).toEqual({ project: { name: expect.any(String) } });
    expect(facade.calls).toEqual(['GET /projects/14']);
  });
});

describe('areas', () => {
  test('removes a denied area with its types, its fields and the fields that return its types', async () => {
    const facade = await start({ DENIED_AREAS: 'pipelines, labels' });
    const schema = await introspect(facade);
    expect(Object.keys(schema.getTypeMap()).filter((name) => /^(?:Pipeline|Label)/.test(name))).toEqual([]);
    expect(getFieldNames(schema, 'Project')).not.toContain('pipelines');
    expect(getFieldNames(schema, 'MergeRequest')).not.toContain('headPipeline');
    expect(getFieldNames(schema, 'Mutation').filter((name) => /^(?:pipeline|label)/.test(name))).toEqual([]);
    expect(getFieldNames(schema, 'Subscription')).not.toContain('pipeline');
    expect(getFieldNames(schema, 'Project')).toContain('mergeRequests');
    expect(findUnreachableTypes(schema)).toEqual([]);
    expect(await readSubgraph(facade)).not.toMatch(/\bPipeline\b|\bLabelConnection\b/);
  });

  test('offers only allowed areas', async () => {
    const facade = await start({ ALLOWED_AREAS: 'projects,pipelines' });
    const schema = await introspect(facade);
    expect(getFieldNames(schema, 'Query')).toContain('project');
    for (const name of ['group', 'users', 'currentUser', 'runner'])
      expect(getFieldNames(schema, 'Query')).not.toContain(name);
    expect(getFieldNames(schema, 'Project')).toContain('pipelines');
    expect(getFieldNames(schema, 'Pipeline')).not.toContain('user');
    expect(getFieldNames(schema, 'Mutation').every((name) => name.startsWith('pipeline'))).toBe(true);
    expect(findUnreachableTypes(schema)).toEqual([]);
  });

  test('rejects ids of types that are not offered in `node` and `_entities` before any call', async () => {
    const facade = await start({ DENIED_AREAS: 'pipelines' });
    expect(await executeForCodes(facade, '{ node(id: "gid://service/Pipeline/14/2991") { id } }')).toEqual([
      'BAD_USER_INPUT',
    ]);
    expect(
      await executeForCodes(
        facade,
        '{ _entities(representations: [{ __typename: "Pipeline", id: "gid://service/Pipeline/14/2991" }]) { __typename } }',
      ),
    ).toEqual(['BAD_USER_INPUT']);
    expect(facade.calls).toEqual([]);
    const { data } = await facade.execute('{ node(id: "gid://service/Project/14") { id } }', undefined, {
      as: 'developer',
    });
    expect(data).toEqual({ node: { id: 'gid://service/Project/14' } });
  });

  test('makes no call of a denied area for an id, which then contains the path of the project', async () => {
    const facade = await start({ DENIED_AREAS: 'projects' });
    const create = `mutation { labelCreate(input: { project: "meridian/platform/engine", name: "x", color: "red" }) {
      label { id name } errors { message }
    } }`;
    const { data } = await facade.execute(create, undefined, { as: 'developer' });
    // Otherwise the id contains the number of the project, which only the project itself contains.
    expect(data).toEqual({
      labelCreate: {
        label: { id: expect.stringMatching(/^gid:\/\/service\/Label\/meridian%2Fplatform%2Fengine\//), name: 'x' },
        errors: [],
      },
    });
    expect(facade.calls).toEqual(['POST /projects/meridian%2Fplatform%2Fengine/labels']);
  });
});

describe('mutations and fields', () => {
  test('offers only allowed mutations that are not denied', async () => {
    const facade = await start({
      ALLOWED_MUTATIONS: 'labelCreate, labelUpdate, labelDelete',
      DENIED_MUTATIONS: 'labelDelete',
    });
    const schema = await introspect(facade);
    expect(getFieldNames(schema, 'Mutation')).toEqual(['labelCreate', 'labelUpdate']);
    expect(schema.getType('LabelDeleteInput')).toBeUndefined();
    expect(findUnreachableTypes(schema)).toEqual([]);
    expect(await executeForCodes(facade, retry)).toHaveLength(1);
    expect(facade.calls).toEqual([]);
  });

  test('removes denied fields, those of an interface also from its types, and an interface without fields', async () => {
    const facade = await start({
      DENIED_FIELDS:
        'User.email, TlsSettings.enableSslVerification, NotificationSettings.notifyOnlyBrokenPipelines, Subscription.pipeline',
    });
    const schema = await introspect(facade);
    expect(getFieldNames(schema, 'User')).not.toContain('email');
    expect(getFieldNames(schema, 'User')).toContain('username');
    const notificationSettings = schema.getType('NotificationSettings');
    const types = isInterfaceType(notificationSettings)
      ? schema.getPossibleTypes(notificationSettings).map(({ name }) => name)
      : [];
    expect(types).not.toEqual([]);
    for (const typename of ['NotificationSettings', ...types]) {
      expect(getFieldNames(schema, typename)).not.toContain('notifyOnlyBrokenPipelines');
      expect(getFieldNames(schema, typename)).toContain('branchesToBeNotified');
    }
    // An interface without fields is removed.
    expect(schema.getType('TlsSettings')).toBeUndefined();
    expect(getFieldNames(schema, 'Subscription')).not.toContain('pipeline');
    expect(await executeForCodes(facade, '{ currentUser { email } }')).toHaveLength(1);
    expect(facade.calls).toEqual([]);
  });

  test('limits each type in ALLOWED_FIELDS to these fields and `id`', async () => {
    const facade = await start({ ALLOWED_FIELDS: 'Query.project, Project.name, Project.pipelines' });
    const schema = await introspect(facade);
    expect(getFieldNames(schema, 'Query')).toEqual(['project']);
    expect(getFieldNames(schema, 'Project').toSorted()).toEqual(['id', 'name', 'pipelines']);
    expect(getFieldNames(schema, 'Pipeline')).toContain('status');
    expect(findUnreachableTypes(schema)).toEqual([]);
    const { data } = await facade.execute(
      '{ project(id: 14) { name pipelines(first: 1) { nodes { iid } } } }',
      undefined,
      {
        as: 'developer',
      },
    );
    expect(data).toEqual({
      project: { name: expect.any(String), pipelines: { nodes: [{ iid: expect.any(Number) }] } },
    });
  });

  test('returns 404 without a call for the download of a file whose field is denied', async () => {
    const facade = await start({ DENIED_FIELDS: 'Group.avatarDownloadUrl' });
    const { status } = await fetch(new URL('/downloads/groups/22/avatar', facade.url));
    expect(status).toBe(404);
    expect(facade.calls).toEqual([]);
  });
});

describe('traces, plans, explorer and start', () => {
  test.each([{ DENIED_FIELDS: 'User.email' }, { DENIED_AREAS: 'runners' }])(
    'omits responses from the trace with %j',
    async (env) => {
      const facade = await start(env);
      const headers = { 'x-portico-trace': 'responses' };
      const { extensions } = await facade.execute('{ currentUser { name } }', undefined, { as: 'developer', headers });
      expect(extensions?.rest).toMatchObject([{ url: '/user', status: 200 }]);
      expect(extensions?.rest?.[0]).not.toHaveProperty('response');
    },
  );

  test('includes responses in the trace with READ_ONLY', async () => {
    const facade = await start({ READ_ONLY: 'true' });
    const headers = { 'x-portico-trace': 'responses' };
    const { extensions } = await facade.execute('{ currentUser { name } }', undefined, { as: 'developer', headers });
    expect(extensions?.rest).toMatchObject([{ url: '/user', response: { id: expect.any(Number) } }]);
  });

  test('lists calls of denied areas in `notOffered` of the plan instead of `calls`', async () => {
    const facade = await start({ DENIED_AREAS: 'projects' });
    const document = `mutation {
      labelCreate(input: { project: "meridian/platform/engine", name: "x", color: "red" }) { label { id } }
    }`;
    const response = await fetch(new URL('/graphql', facade.url), {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-portico-trace': 'plan' },
      body: JSON.stringify({ query: document }),
    });
    const { extensions } = await response.json();
    expect(extensions.plan.calls).toMatchObject([{ method: 'POST', path: '/projects/{id}/labels' }]);
    expect(extensions.plan.notOffered).toEqual([{ method: 'GET', path: '/projects/{id}' }]);
  });

  test('omits example tabs of the explorer whose fields are not offered', async () => {
    const facade = await start({ DENIED_AREAS: 'users' });
    const page = await (await fetch(new URL('/graphql', facade.url), { headers: { accept: 'text/html' } })).text();
    expect(page).toContain('FailedPipelines');
    expect(page).not.toContain('CurrentUser');
  });

  const startWith = async (env: FacadeSettings) => {
    const portico = await startPortico(readSettings({ SANDBOX: 'true', PORT: '0', LOG_LEVEL: 'silent', ...env }));
    await portico.close();
  };

  test.each([
    [
      { DENIED_FIELDS: 'Pipeline.coverge' },
      'DENIED_FIELDS contains Pipeline.coverge, which is no field of the graph; did you mean Pipeline.coverage?',
    ],
    [
      { ALLOWED_AREAS: 'piplines' },
      'ALLOWED_AREAS contains piplines, which is no area of the graph; did you mean pipelines?',
    ],
    [{ DENIED_MUTATIONS: 'xyz' }, 'DENIED_MUTATIONS contains xyz, which is no mutation of the graph'],
    [{ DENIED_FIELDS: 'Label.id' }, 'DENIED_FIELDS contains Label.id, which Node.id requires'],
    [{ DENIED_FIELDS: 'Node.id' }, 'DENIED_FIELDS contains Node.id, which clients need'],
    [{ DENIED_FIELDS: 'Noteable.id' }, 'DENIED_FIELDS contains Noteable.id, which Node.id requires'],
    [{ ALLOWED_FIELDS: 'Query.node' }, 'leave no query to offer'],
    [{ DENIED_AREAS: 'a b' }, 'DENIED_AREAS must be names separated by commas'],
  ])('does not start with %o', async (env, message) => {
    await expect(startWith(env)).rejects.toThrow(message);
  });
});
