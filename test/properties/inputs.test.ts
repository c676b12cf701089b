/** Whatever comes in, over whatever transport: it is answered or refused with a code, and the next query is answered right. */
import fc from 'fast-check';
import { isObjectType } from 'graphql';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { schema } from '../../src/graph/index.ts';
import { type Facade, type GraphAnswer, startFacade } from '../harness.ts';
import { messages } from './arbitraries/messages.ts';
import { type RawRequest, rawRequest, upload } from './arbitraries/requests.ts';
import { brokenId, oddText } from './arbitraries/values.ts';
import { holds, setupTimeoutMs, timeoutMs } from './holds.ts';
import { expectNone, problemsOfErrors, send } from './outcome.ts';
import { type BrokenUpstream, startBrokenUpstream } from './upstream.ts';
import { converse, formOf, type RawAnswer, sendRaw } from './wire.ts';

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
  expect(upstream.strangers).toEqual([]);
  expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
});

async function expectToWork(): Promise<void> {
  const { answer } = await send(facade, { query: '{ project(id: "5") { databaseId } }', variables: {} }, {});
  expect(answer).toEqual({ data: { project: { databaseId: 5 } } });
}

function parsed(text: string): GraphAnswer<unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && 'errors' in value ? JSON.parse(text) : undefined;
  } catch {
    return undefined;
  }
}

/** What is wrong with an answer to anything at all. */
function problemsOf({ status, head, body }: RawAnswer): readonly string[] {
  const problems = [...problemsOfErrors(parsed(body)?.errors)];
  if (status >= 500) problems.push(`status ${status}`);
  if (status === 0 && head !== '') problems.push(`no status: ${head}`);
  if (/\bat .*(?:\.[jt]s|node:)\S*:\d+/.test(body)) problems.push('a stack trace');
  return problems;
}

async function expectAnswered(request: RawRequest): Promise<void> {
  expectNone(problemsOf(await sendRaw(facade.url, request)));
  await expectToWork();
}

test(
  'requests of any method, path, host, headers and body',
  async () => {
    await holds(fc.asyncProperty(rawRequest, expectAnswered), 1.5);
  },
  timeoutMs(1.5),
);

test(
  'multipart requests with any operations, map and parts',
  async () => {
    await holds(
      fc.asyncProperty(upload, (parts) => expectAnswered(formOf(parts))),
      1.5,
    );
  },
  timeoutMs(1.5),
);

test(
  'WebSockets with any parameters and messages',
  async () => {
    await holds(
      fc.asyncProperty(messages, async (sent) => {
        const { received, closeCode } = await converse(facade.url, sent);
        // Codes for what is the fault of the server.
        expect([1011, 4500]).not.toContain(closeCode);
        for (const text of received) {
          const { type, payload }: { type?: unknown; payload?: unknown } = JSON.parse(text);
          if (type === 'error' && Array.isArray(payload)) expectNone(problemsOfErrors(payload));
          if (type === 'next') expectNone(problemsOfErrors(parsed(JSON.stringify(payload))?.errors));
        }
        await expectToWork();
      }),
      1.5,
    );
  },
  timeoutMs(1.5),
);

const byId = ['project', 'group', 'user', 'runner', 'flow', 'vulnerabilityExport', 'node'];
const types = Object.values(schema.getTypeMap()).flatMap((type) =>
  isObjectType(type) && type.getInterfaces().some(({ name }) => name === 'Node') ? [type.name] : [],
);

const globalId = fc
  .tuple(
    fc.constantFrom(...types),
    fc.array(fc.oneof(fc.constantFrom('5', '14', 'a b', 'merge_request', 'chat-b'), oddText), {
      minLength: 1,
      maxLength: 4,
    }),
  )
  .map(
    ([type, parts]) =>
      `gid://service/${type}/${parts.map((part) => (part.isWellFormed() ? encodeURIComponent(part) : part)).join('/')}`,
  );

const anyId = fc.oneof(
  oddText,
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

/** The parts of a path, decoded for as long as they change: what a proxy before the upstream may make of them. */
function decoded(part: string): string {
  try {
    const once = decodeURIComponent(part);
    return once === part ? part : decoded(once);
  } catch {
    return part;
  }
}

test(
  'ids reach the upstream whole, as one part of a path of the contract, or not at all',
  async () => {
    await holds(
      fc.asyncProperty(fc.constantFrom(...byId), anyId, async (field, id) => {
        upstream.forget();
        const query = `query($id: ID!) { found: ${field}(id: $id) { __typename id } }`;
        const { status, answer } = await send(facade, { query, variables: { id } }, {});
        expect(status).toBe(200);
        expectNone(problemsOfErrors(answer.errors));
        for (const { path } of upstream.calls)
          for (const part of path.split('/').slice(1)) {
            expect(part).not.toBe('');
            expect(decoded(part).split(/[/\\]/)).not.toContain('..');
          }
        expect(upstream.strangers).toEqual([]);
        await expectToWork();
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
    oddText,
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
          oddText,
        ),
      )
      .map((parts) => parts.join('')),
  )
  .chain((text) =>
    fc.constantFrom(text, Buffer.from(text).toString('base64'), Buffer.from(text).toString('base64url')),
  );

/** Query parameters that page; filters come from arguments only, and there are none. */
const paging = new Set(['page', 'per_page', 'pagination', 'cursor', 'id_after', 'order_by', 'sort', 'scope', 'state']);

test(
  'cursors of the client are refused, or lead to nothing but another page',
  async () => {
    await holds(
      fc.asyncProperty(
        fc.constantFrom(...lists),
        fc.constantFrom('after', 'before'),
        anyCursor,
        async (list, side, cursor) => {
          upstream.forget();
          const window = side === 'after' ? 'first: 2, after: $cursor' : 'last: 2, before: $cursor';
          const query = `query($cursor: String) { ${list}(${window}) { nodes { __typename } }${list.includes('{') ? ' }' : ''} }`;
          const { status, answer } = await send(facade, { query, variables: { cursor } }, {});
          expect(status).toBe(200);
          expectNone(problemsOfErrors(answer.errors));
          for (const name of upstream.parameters) expect(paging).toContain(name);
          await expectToWork();
        },
      ),
      1.5,
    );
  },
  timeoutMs(1.5),
);
