/** Reads of attributes that the response to a write omits: one call if they are selected, and the attributes of the response even if it fails. */
import { createServer } from 'node:http';
import {
  type GraphQLField,
  getNamedType,
  isInputObjectType,
  isLeafType,
  isObjectType,
  isRequiredArgument,
} from 'graphql';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { attributesOf, operation, type SchemaName } from '../../src/contract/index.ts';
import { schema } from '../../src/graph/index.ts';
import { toFieldName } from '../../src/graph/kit/contract/types.ts';
import { getKind } from '../../src/graph/kit/fields/kind.ts';
import { ValueAttributeKind } from '../../src/graph/kit/fields/value.ts';
import { asObject } from '../../src/graph/kit/resources/resource.ts';
import { getResourceTypes } from '../../src/graph/kit/resources/resource-types.ts';
import { type Facade, notFound, startFacade } from '../harness.ts';
import { createValidResponse, findCall } from '../properties/arbitraries/answers.ts';
import { planField } from './everything.ts';
import { mutate } from './mutate.ts';
import { sampleInput } from './sample-inputs.ts';
import { startStubbed } from './stub-upstream.ts';

type Body = 'documented' | 'identity';

/** Attributes by which an object is read again. */
const identifiers = ['id', 'iid', 'key', 'name', 'invite_email', 'noteable_id', 'noteable_iid'];

const seed = 5;

class Upstream {
  body: Body = 'documented';
  isReadable = true;
  reads: string[] = [];
  url = '';
  /** Identity of the object in the response to the last write. */
  #identity: object = {};
  readonly #server = createServer((request, response) => {
    request.resume();
    const { method = 'GET' } = request;
    const url = (request.url ?? '').replace(/^\/api\/v4/, '');
    if (method === 'GET') this.reads.push(`${method} ${url}`);
    const [status, body] = method === 'GET' ? this.#read(url) : this.#write(method, url);
    response.writeHead(status, {
      'content-type': 'application/json',
      ...(Array.isArray(body) ? { 'x-next-page': '' } : {}),
    });
    response.end(body === undefined ? undefined : JSON.stringify(body));
  });

  async start(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    const address = this.#server.address();
    this.url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/api/v4`;
  }

  serve(body: Body, isReadable: boolean): void {
    this.body = body;
    this.isReadable = isReadable;
  }

  forget(): void {
    this.reads = [];
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  #read(url: string): readonly [number, unknown] {
    const call = findCall('GET', url) ?? expect.fail(url);
    if (!this.isReadable) return [404, { message: '404 Not Found' }];
    const { status, body } = createValidResponse(call, seed);
    const searched = { invite_email: call.query.get('query'), ...this.#identity };
    return [status, Array.isArray(body) ? body.map((item) => ({ ...Object(item), ...searched })) : body];
  }

  #write(method: string, url: string): readonly [number, unknown] {
    const call = findCall(method, url) ?? expect.fail(url);
    const { status, body } = createValidResponse(call, seed);
    const object = asObject(body) ?? {};
    this.#identity = Object.fromEntries(Object.entries(object).filter(([name]) => identifiers.includes(name)));
    return [status, this.body === 'identity' ? this.#identity : body];
  }
}

const upstream = new Upstream();
let facade: Facade;
beforeAll(async () => {
  await upstream.start();
  facade = await startFacade(upstream.url, {});
});
afterAll(async () => {
  await facade.close();
  upstream.close();
});

type Field = GraphQLField<unknown, unknown>;

interface WrittenObject {
  readonly mutation: string;
  readonly field: string;
  /** Leaf fields of the object. */
  readonly leaves: readonly Field[];
  /** Leaf fields that the documented response has. */
  readonly documented: readonly Field[];
}

function isLeaf({ name, args, type, extensions }: Field): boolean {
  const kind = getKind({ extensions });
  return (
    isLeafType(getNamedType(type)) &&
    !args.some(isRequiredArgument) &&
    !['id', 'extra'].includes(name) &&
    (kind === undefined || kind instanceof ValueAttributeKind || kind.attributes.length > 0)
  );
}

/** Filters the fields that a response of a schema contains. */
function fieldsIn(response: SchemaName, fields: readonly Field[]): readonly Field[] {
  const attributes = attributesOf(response);
  const names = new Set([...attributes].map(([name, attribute]) => toFieldName(name, attribute)));
  return fields.filter(({ name, extensions }) => {
    const kind = getKind({ extensions });
    return kind === undefined || kind.attributes.length === 0
      ? names.has(name)
      : kind.attributes.every((attribute) => attributes.has(attribute));
  });
}

/** Objects that mutations return from the response to their write, and that can be read. */
const cases: readonly WrittenObject[] = Object.values(schema.getMutationType()?.getFields() ?? {}).flatMap(
  (mutation) => {
    const payload = getNamedType(mutation.type);
    const [write] = getKind(mutation)?.calls()[0]?.operations ?? [];
    const [response] = write === undefined ? [] : operation(write).responseSchemas;
    // An upload is not JSON.
    if (!isObjectType(payload) || response === undefined || mutation.name === 'groupAvatarUpload') return [];
    return Object.values(payload.getFields()).flatMap((field) => {
      const type = getNamedType(field.type);
      if (getKind(field) === undefined || !isObjectType(type)) return [];
      const resource = getResourceTypes(schema).get(type.name);
      const { calls = [], objects: [object] = [] } = planField(field) ?? {};
      // An object that is read after the write is not that of its response.
      if (!resource?.isNode || object?.representation === undefined || calls.length > 0) return [];
      const leaves = Object.values(type.getFields()).filter((leaf) => isLeaf(leaf) && getKind(leaf) !== undefined);
      return [{ mutation: mutation.name, field: field.name, leaves, documented: fieldsIn(response, leaves) }];
    });
  },
);

/** Executes a mutation with a selection of the object that it writes. */
async function write({ mutation, field }: WrittenObject, fields: readonly Field[]) {
  const input = schema.getMutationType()?.getFields()[mutation]?.args[0];
  const type = input && getNamedType(input.type);
  if (!isInputObjectType(type)) return expect.fail(mutation);
  const selection = `${field} { ${fields.map(({ name }) => name).join(' ')} }`;
  let currentInput = sampleInput(mutation, type);
  for (;;) {
    upstream.forget();
    const { payload, response } = await mutate(facade, mutation, currentInput, selection);
    const violations = payload?.errors ?? [];
    if (violations.length === 0) return { object: asObject(payload?.[field]), errors: response.errors ?? [] };
    // Only the message contains the type that an input must identify.
    const ids = violations.flatMap(({ path, message }) => {
      const [, name] = /^must be the global id of an? (\w+)/.exec(message) ?? [];
      const type = name === undefined ? undefined : getResourceTypes(schema).get(name);
      const [, member = ''] = path ?? [];
      const isReplaced = String(currentInput[member]).startsWith(`gid://service/${name}/`);
      return type !== undefined && !isReplaced
        ? [[member, `gid://service/${name}/${type.idParameters.map(() => '1').join('/')}`]]
        : [];
    });
    if (ids.length === 0) return expect.fail(`${mutation} ${JSON.stringify(violations)}`);
    currentInput = { ...currentInput, ...Object.fromEntries(ids) };
  }
}

describe('written objects', () => {
  test('returns settings and slug of an integration from a read if the response to a write omits them', async () => {
    const { execute, calls } = await startStubbed({
      'PUT /groups/5/integrations/wiki-a': { body: { id: 7, active: true } },
      'GET /groups/5/integrations/wiki-a': {
        body: { id: 7, slug: 'wiki-a', active: false, properties: { wiki_url: 'https://wiki.example.com' } },
      },
    });
    const { data, errors } = await execute(`mutation {
      groupIntegrationSet(input: { group: "5", integration: { wikiA: { wikiUrl: "https://wiki.example.com" } } }) {
        groupIntegration { id slug active settings { ... on WikiASettings { wikiUrl } } }
      }
    }`);
    expect(errors).toBeUndefined();
    expect(data).toEqual({
      groupIntegrationSet: {
        groupIntegration: {
          id: 'gid://service/GroupIntegration/5/wiki-a',
          slug: 'wiki-a',
          active: true,
          settings: { wikiUrl: 'https://wiki.example.com' },
        },
      },
    });
    expect(calls).toEqual(['PUT /groups/5/integrations/wiki-a', 'GET /groups/5/integrations/wiki-a']);
  });

  test('returns a rotated token from a read of the list, with its secret from the response', async () => {
    const tokens = '/groups/5/service_accounts/7/personal_access_tokens';
    const { execute, calls } = await startStubbed({
      [`POST ${tokens}/9/rotate`]: { body: { id: 10, token: 'secret' } },
      [`GET ${tokens}`]: {
        body: [
          { id: 9, name: 'ci', revoked: true },
          { id: 10, name: 'ci', revoked: false },
        ],
      },
    });
    const { data, errors } = await execute(`mutation {
      serviceAccountTokenRotate(input: { id: "gid://service/ServiceAccountToken/5/7/9" }) {
        token serviceAccountToken { id name revoked }
      }
    }`);
    expect(errors).toBeUndefined();
    expect(data).toEqual({
      serviceAccountTokenRotate: {
        token: 'secret',
        serviceAccountToken: { id: 'gid://service/ServiceAccountToken/5/7/10', name: 'ci', revoked: false },
      },
    });
    expect(calls).toEqual([`POST ${tokens}/9/rotate`, `GET ${tokens}?page=1&per_page=100`]);
  });

  test('reads an object whose id the response omits by the id of the call, or returns an error after a creation', async () => {
    const { execute, calls } = await startStubbed({
      'PUT /projects/5/labels/7/promote': { body: { name: 'bug' } },
      'GET /projects/5/labels/7': { body: { id: 7, name: 'bug', color: '#112233' } },
      'POST /projects/5/labels': { body: { name: 'new' } },
    });
    const { data, errors } = await execute(`mutation {
      labelPromote(input: { id: "gid://service/Label/5/7" }) { label { id name color } }
      labelCreate(input: { project: "5", name: "new", color: "#112233" }) { label { name color } }
    }`);
    expect(data).toEqual({
      labelPromote: { label: { id: 'gid://service/Label/5/7', name: 'bug', color: '#112233' } },
      labelCreate: { label: { name: 'new', color: null } },
    });
    expect(errors).toMatchObject([
      { path: ['labelCreate', 'label', 'color'], extensions: { code: 'UPSTREAM_INVALID_RESPONSE' } },
    ]);
    expect(calls).toEqual(['PUT /projects/5/labels/7/promote', 'GET /projects/5/labels/7', 'POST /projects/5/labels']);
  });

  test('reads the approval state and the project of a merge request after a write without a response body', async () => {
    const { execute, calls } = await startStubbed({
      'POST /projects/5/merge_requests/7/unapprove': { status: 201, body: '' },
      'GET /projects/5/merge_requests/7/approvals': { body: { approvals_left: 2 } },
      'GET /projects/5': { body: { id: 5, name: 'engine' } },
    });
    const { data, errors } = await execute(`mutation {
      mergeRequestUnapprove(input: { id: "gid://service/MergeRequest/5/7" }) {
        approvalState { approvalsLeft } mergeRequest { project { name } }
      }
    }`);
    expect(errors).toBeUndefined();
    expect(data).toEqual({
      mergeRequestUnapprove: { approvalState: { approvalsLeft: 2 }, mergeRequest: { project: { name: 'engine' } } },
    });
    expect(calls.toSorted()).toEqual([
      'GET /projects/5',
      'GET /projects/5/merge_requests/7/approvals',
      'POST /projects/5/merge_requests/7/unapprove',
    ]);
  });

  test('returns NOT_FOUND for an object that neither the response nor the list contains', async () => {
    const accounts = '/groups/5/service_accounts';
    const { execute } = await startStubbed({
      [`PATCH ${accounts}/7`]: { status: 200, body: '' },
      [`GET ${accounts}`]: { body: [] },
    });
    const { data, errors } = await execute(`mutation {
      serviceAccountUpdate(input: { id: "gid://service/ServiceAccount/5/7", name: "ci" }) { serviceAccount { username } }
    }`);
    expect(data).toEqual({ serviceAccountUpdate: { serviceAccount: { username: null } } });
    expect(errors).toMatchObject([
      {
        path: ['serviceAccountUpdate', 'serviceAccount', 'username'],
        message: expect.stringContaining('accepted the write'),
        extensions: { code: 'NOT_FOUND' },
      },
    ]);
  });

  test('returns an error for a secret that the response omits', async () => {
    const tokens = '/groups/5/service_accounts/7/personal_access_tokens';
    const { execute } = await startStubbed({ [`POST ${tokens}/9/rotate`]: { body: {} } });
    const { data, errors } = await execute(`mutation {
      serviceAccountTokenRotate(input: { id: "gid://service/ServiceAccountToken/5/7/9" }) { token }
    }`);
    expect(data).toEqual({ serviceAccountTokenRotate: { token: null } });
    expect(errors).toMatchObject([
      {
        path: ['serviceAccountTokenRotate', 'token'],
        message: expect.stringContaining('accepted the write'),
        extensions: { code: 'UPSTREAM_INVALID_RESPONSE' },
      },
    ]);
  });

  test('returns an id with the path of the project if its number cannot be read', async () => {
    const { execute } = await startStubbed({
      'POST /projects/a%2Fb/labels': { body: { id: 7, name: 'new' } },
      'GET /projects/a%2Fb': notFound,
    });
    const { data, errors } = await execute(
      'mutation { labelCreate(input: { project: "a/b", name: "new", color: "#112233" }) { label { id name } } }',
    );
    expect(errors).toBeUndefined();
    expect(data).toEqual({ labelCreate: { label: { id: 'gid://service/Label/a%2Fb/7', name: 'new' } } });
  });
});

test('covers more than 30 objects', () => expect(cases.length).toBeGreaterThan(30));

describe.each(cases.map((each) => [`${each.mutation}.${each.field}`, each] as const))('%s', (name, written) => {
  test('makes no read if the response contains every selected attribute', async () => {
    upstream.serve('documented', true);
    const { object, errors } = await write(written, written.documented);
    expect(errors).toEqual([]);
    expect(object).toEqual(expect.any(Object));
    expect(upstream.reads).toEqual([]);
  });

  test('makes one read if the response omits a selected attribute that is not in the path', async () => {
    upstream.serve('identity', true);
    const { object, errors } = await write(written, written.leaves);
    expect(errors).toEqual([]);
    expect(Object.values(Object(object)).some((value) => value !== null)).toBe(true);
    expect(upstream.reads).toHaveLength(written.leaves.every((leaf) => getKind(leaf)?.isInPath) ? 0 : 1);
  });

  test('returns the attributes of the response, and an error at each other one, if the read fails', async () => {
    upstream.serve('documented', false);
    const complete = await write(written, written.documented);
    expect(complete.errors).toEqual([]);
    const { object, errors } = await write(written, written.leaves);
    expect(object).toMatchObject(Object(complete.object));
    const failing = written.leaves.filter((leaf) => !written.documented.includes(leaf) && object?.[leaf.name] === null);
    expect(errors.map(({ path }) => path?.join('.')).sort()).toEqual(
      failing.map((leaf) => `${name}.${leaf.name}`).sort(),
    );
    for (const { message } of errors) expect(message).toContain('accepted the write');
  });

  test('returns an error at each missing attribute if the response only identifies the object and the read fails', async () => {
    upstream.serve('identity', false);
    const { object, errors } = await write(written, written.leaves);
    const nulls = Object.entries(object ?? {}).filter(([, value]) => value === null);
    expect(errors.map(({ path }) => path?.join('.')).sort()).toEqual(
      object === null ? [name] : nulls.map(([leaf]) => `${name}.${leaf}`).sort(),
    );
    for (const { message } of errors) expect(message).toContain('accepted the write');
  });
});
