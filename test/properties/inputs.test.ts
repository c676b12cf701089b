/** Random input over each transport: the facade returns a result or an error with a code, and the next query succeeds. */
import fc from 'fast-check';
import { isObjectType } from 'graphql';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { schema } from '../../src/graph/index.ts';
import { type Facade, type GraphResponse, startFacade } from '../harness.ts';
import { messages } from './arbitraries/messages.ts';
import { type RawRequest, rawRequest, upload } from './arbitraries/requests.ts';
import { brokenId, unusualString } from './arbitraries/values.ts';
import { holds, setupTimeoutMs, timeoutMs } from './holds.ts';
import { checkErrors, expectNone, send } from './outcome.ts';
import { type BrokenUpstream, startBrokenUpstream } from './upstream.ts';
import { converse, createForm, type RawResponse, sendRaw } from './wire.ts';

let upstream: BrokenUpstream;
let facade: Facade;

beforeAll(async () => {
  upstream = await startBrokenUpstream();
  facade = await startFacade(upstream.url, { CALL_TIMEOUT_MS: '150000', OPERATION_TIMEOUT_MS: '150000' });
}, setupTimeoutMs);

afterAll(async () => {
  await facade.close();
  await upstream.close();
});

afterEach(() => {
  expect(upstream.unknownRequests).toEqual([]);
  expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
});

async function expectNextQueryToSucceed(): Promise<void> {
  const { body } = await send(facade, { query: '{ project(id: "5") { databaseId } }', variables: {} }, {});
  expect(body).toEqual({ data: { project: { databaseId: 5 } } });
}

function parseErrors(text: string): GraphResponse<unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && 'errors' in value ? JSON.parse(text) : undefined;
  } catch {
    return undefined;
  }
}

/** Finds problems that no response may have. */
function findProblems({ status, head, body }: RawResponse): readonly string[] {
  const problems = [...checkErrors(parseErrors(body)?.errors)];
  if (status >= 500) problems.push(`status ${status}`);
  if (status === 0 && head !== '') problems.push(`no status: ${head}`);
  if (/\bat .*(?:\.[jt]s|node:)\S*:\d+/.test(body)) problems.push('a stack trace');
  return problems;
}

async function expectNoServerError(request: RawRequest): Promise<void> {
  expectNone(findProblems(await sendRaw(facade.url, request)));
  await expectNextQueryToSucceed();
}

test(
  'returns no server error for requests with any method, path, host, headers and body, and serves the next query',
  async () => {
    await holds(fc.asyncProperty(rawRequest, expectNoServerError), 1.5);
  },
  timeoutMs(1.5),
);

test(
  'returns no server error for multipart requests with any operations, map and parts, and serves the next query',
  async () => {
    await holds(
      fc.asyncProperty(upload, (parts) => expectNoServerError(createForm(parts))),
      1.5,
    );
  },
  timeoutMs(1.5),
);

test(
  'does not close WebSockets with a server error for any parameters and messages, and serves the next query',
  async () => {
    await holds(
      fc.asyncProperty(messages, async (sent) => {
        const { received, closeCode } = await converse(facade.url, sent);
        // Close codes of server errors.
        expect([1011, 4500]).not.toContain(closeCode);
        for (const text of received) {
          const { type, payload }: { type?: unknown; payload?: unknown } = JSON.parse(text);
          if (type === 'error' && Array.isArray(payload)) expectNone(checkErrors(payload));
          if (type === 'next') expectNone(checkErrors(parseErrors(JSON.stringify(payload))?.errors));
        }
        await expectNextQueryToSucceed();
      }),
      1.5,
    );
  },
  timeoutMs(1.5),
);

const fieldsById = ['project', 'group', 'user', 'runner', 'flow', 'vulnerabilityExport', 'node'];
const types = Object.values(schema.getTypeMap()).flatMap((type) =>
  isObjectType(type) && type.getInterfaces().some(({ name }) => name === 'Node') ? [type.name] : [],
);

const globalId = fc
  .tuple(
    fc.constantFrom(...types),
    fc.array(fc.oneof(fc.constantFrom('5', '14', 'a b', 'merge_request', 'chat-b'), unusualString), {
      minLength: 1,
      maxLength: 4,
    }),
  )
  .map(
    ([type, parts]) =>
      `gid://service/${type}/${parts.map((part) => (part.isWellFormed() ? encodeURIComponent(part) : part)).join('/')}`,
  );

const anyId = fc.oneof(
  unusualString,
  globalId,
  globalId.chain(brokenId),
  fc.string({ unit: 'binary', maxLength: 30 }),
  fc.constantFrom(
    'all',
    'promote',
    'meridian/platform',
    'a/../b',
    '%2e%2e',
    '%252e%252e',
    '..%2f',
    'a%2fb',
    '.',
    './a',
    'a/./b',
    'a//b',
    'a\\..\\b',
    '9007199254740993',
    '1e3',
  ),
);

/** Decodes a part of a path until it no longer changes, as a proxy in front of the upstream may do. */
function decodeRepeatedly(part: string): string {
  try {
    const once = decodeURIComponent(part);
    return once === part ? part : decodeRepeatedly(once);
  } catch {
    return part;
  }
}

test(
  'sends an id as one path segment of a route of the contract, or not at all',
  async () => {
    await holds(
      fc.asyncProperty(fc.constantFrom(...fieldsById), anyId, async (field, id) => {
        upstream.forget();
        const query = `query($id: ID!) { object: ${field}(id: $id) { __typename id } }`;
        const { status, body } = await send(facade, { query, variables: { id } }, {});
        expect(status).toBe(200);
        expectNone(checkErrors(body.errors));
        for (const { path } of upstream.calls)
          for (const part of path.split('/').slice(1)) {
            expect(part).not.toBe('');
            expect(decodeRepeatedly(part).split(/[/\\]/)).not.toContain('..');
          }
        expect(upstream.unknownRequests).toEqual([]);
        await expectNextQueryToSucceed();
      }),
      1.5,
    );
  },
  timeoutMs(1.5),
);

const lists = [
  'groups',
  'users',
  'runners',
  'mergeRequests',
  'project(id: 5) { pipelines',
  'project(id: 5) { labels',
  'group(id: 5) { projects',
];

const anyCursor = fc
  .oneof(
    unusualString,
    fc
      .tuple(
        fc.constantFrom('', 'k:', 'o:', 'k:0:', 'offset:', 'arrayconnection:'),
        fc.oneof(
          fc.constantFrom(
            '0',
            '-1',
            '5',
            '1e9',
            '99999999999999999999',
            'private_token=x&sudo=root',
            'page=5&per_page=100000',
            'id_after=5',
            'cursor=x',
          ),
          unusualString,
        ),
      )
      .map((parts) => parts.join('')),
  )
  .chain((text) => fc.constantFrom(text, Buffer.from(text).toString('base64'), Buffer.from(text).toString('base64url')))
  // An empty cursor is absent.
  .filter((cursor) => cursor !== '');

/** Query parameters of paging. The queries have no filters. */
const paging = new Set(['page', 'per_page', 'pagination', 'cursor', 'id_after', 'order_by', 'sort', 'scope', 'state']);

test(
  'rejects cursors that the client has made up, or sends only parameters of pagination',
  async () => {
    await holds(
      fc.asyncProperty(
        fc.constantFrom(...lists),
        fc.constantFrom('after', 'before'),
        anyCursor,
        async (list, side, cursor) => {
          upstream.forget();
          const args = side === 'after' ? 'first: 2, after: $cursor' : 'last: 2, before: $cursor';
          const query = `query($cursor: String) { ${list}(${args}) { nodes { __typename } }${list.includes('{') ? ' }' : ''} }`;
          const { status, body } = await send(facade, { query, variables: { cursor } }, {});
          expect(status).toBe(200);
          expectNone(checkErrors(body.errors));
          for (const name of upstream.parameters) expect(paging).toContain(name);
          await expectNextQueryToSucceed();
        },
      ),
      1.5,
    );
  },
  timeoutMs(1.5),
);
