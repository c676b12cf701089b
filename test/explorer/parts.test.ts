/** The parts of the page that need no browser. */
import { parse, validate } from 'graphql';
import { describe, expect, test } from 'vitest';
import { fieldAsking, placedFields } from '../../explorer/src/fields.ts';
import { globalIdsIn, nodeQuery } from '../../explorer/src/global-ids.ts';
import { serverSentEvents } from '../../explorer/src/server-sent-events.ts';
import { type Call, curlOf, duration, plannedFor, reasonOf, spanOf } from '../../explorer/src/trace.ts';
import { marksOfResult } from '../../explorer/src/violations.ts';
import { schema } from '../../src/graph/index.ts';

const call: Call = {
  method: 'GET',
  path: '/projects/{id}',
  url: '/projects/a%2Fb',
  field: 'Query.project',
  status: 200,
  startMs: 0,
  durationMs: 1,
  source: 'upstream',
};

describe('the field that asks', () => {
  const document = parse(`
    query ($first: Int) {
      one: project(id: "a") { ...Pipelines }
      two: project(id: "b") { pipelines(first: $first) { nodes { ... on Pipeline { coverage } } } }
      node(id: "x") { id }
    }
    fragment Pipelines on Project { pipelines { nodes { coverage } } ...Loop }
    fragment Loop on Project { ...Pipelines }
  `);
  const fields = placedFields(schema, document, undefined);
  const lineOf = (coordinate: string, at?: string) => fieldAsking(schema, fields, coordinate, at)?.loc?.startToken.line;

  test('is found by its place, in fragments and below aliases', () => {
    expect(lineOf('Project.pipelines', 'one.pipelines')).toBe(7);
    expect(lineOf('Project.pipelines', 'two.pipelines')).toBe(4);
    expect(lineOf('Query.project', 'two')).toBe(4);
  });

  test('is found by the place of its object, and by its coordinate alone', () => {
    expect(lineOf('Pipeline.coverage', 'two.pipelines.nodes')).toBe(4);
    expect(lineOf('Pipeline.coverage')).toBe(7);
    // On an interface, the field of a type that it may be.
    expect(lineOf('Project.id')).toBe(5);
    expect(lineOf('Project.name')).toBeUndefined();
  });
});

describe('the place of an error', () => {
  const document = parse(`
    mutation ($name: String!, $input: LabelCreateInput!) {
      written: labelCreate(input: { project: "a", name: $name, color: "red" }) { label { id } }
      given: labelCreate(input: $input) { label { id } }
    }
    `);
  const fields = placedFields(schema, document, undefined);
  const text = document.loc?.source.body ?? '';
  const marked = (result: Parameters<typeof marksOfResult>[0]) =>
    marksOfResult(result, fields).map((mark) =>
      mark.editor === 'query' ? text.slice(mark.location.start, mark.location.end) : mark.path,
    );
  const violating = (path: readonly (string | number)[], alias: string) => ({
    errors: [{ message: 'x', path: [alias], extensions: { violations: [{ path, message: 'is wrong' }] } }],
  });

  test('is the argument, as far as the document has it', () => {
    expect(marked(violating(['input', 'color'], 'written'))).toEqual(['color: "red"']);
    expect(marked(violating(['input', 'description'], 'written'))).toEqual([
      'input: { project: "a", name: $name, color: "red" }',
    ]);
    expect(marked(violating(['nothing'], 'written'))).toEqual(['labelCreate']);
  });

  test('is in the variables where the value is', () => {
    expect(marked(violating(['input', 'name'], 'written'))).toEqual([['name']]);
    expect(marked(violating(['input', 'color', 0], 'given'))).toEqual([['input', 'color', 0]]);
  });

  test('is the field for an error about no argument, and nothing for one that no field has', () => {
    expect(marked({ errors: [{ message: 'x', path: ['given', 'label'] }] })).toEqual(['label']);
    expect(marked({ errors: [{ message: 'x' }, { message: 'y', path: ['other'] }] })).toEqual([]);
  });

  test('is found for refusals that are data, whatever else the data is', () => {
    const errors = [{ path: ['input', 'name'], message: 'taken' }, { path: null, message: 'no' }, { path: 5 }, 'odd'];
    expect(marked({ data: { written: { errors } } })).toEqual([['name'], 'labelCreate']);
    expect(marked({ data: { written: null, given: { errors: 'odd' } } })).toEqual([]);
  });
});

describe('calls', () => {
  test('are commands that a shell takes apart as they are meant', () => {
    expect(curlOf({ method: 'GET', url: '/projects/a%2Fb' })).toBe(
      `curl "\${UPSTREAM_URL%/}"'/projects/a%2Fb' -H "PRIVATE-TOKEN: $TOKEN"`,
    );
    const write = { method: 'POST', url: "/x?a='b" };
    expect(curlOf(write)).toBe(
      `curl -X POST "\${UPSTREAM_URL%/}"'/x?a=%27b' -H "PRIVATE-TOKEN: $TOKEN" -H 'content-type: application/json' -d "$BODY"`,
    );
  });

  test('are told apart by path and field when their plan is looked for', () => {
    const planned = { ...call, at: 'project', times: 1, assumed: false, after: null, why: ['Project.name'] };
    const plan = { worst: 2, calls: [{ ...planned, field: 'Group.x' }, planned] };
    expect(plannedFor(call, plan)).toBe(planned);
    expect(plannedFor({ ...call, field: 'Project.name' }, plan)?.field).toBe('Group.x');
    expect(plannedFor({ ...call, path: '/other' }, plan)).toBeUndefined();
    expect(plannedFor(call, undefined)).toBeUndefined();
  });

  test('span the time from the first start to the last end, polls included', () => {
    expect(
      spanOf([
        { ...call, startMs: -50, durationMs: 10 },
        { ...call, startMs: 5, durationMs: 5 },
      ]),
    ).toEqual({
      start: -50,
      length: 60,
    });
    expect(spanOf([])).toEqual({ start: 0, length: 0 });
  });

  test('have durations and reasons that people read', () => {
    expect([0.04, 9.94, 9.96, 994, 996, 9960].map(duration)).toEqual([
      '0.0 ms',
      '9.9 ms',
      '10 ms',
      '994 ms',
      '1.0 s',
      '10 s',
    ]);
    expect(reasonOf([])).toBe('');
    expect(reasonOf(['Pipeline.coverage'])).toBe('coverage is in the detail only');
    expect(reasonOf(['A.b', 'A.c', 'A.d'])).toBe('b, c, and d are in the detail only');
  });
});

test('events arrive whole, however the stream is cut', async () => {
  const text =
    ':\n\nevent: next\ndata: {"a":"ä"}\n\nevent: next\r\ndata: 1\r\ndata: 2\r\n\r\nevent: complete\ndata:\n\nevent: cut';
  for (const size of [1, 7, 1000]) {
    const bytes = new TextEncoder().encode(text);
    async function* chunks() {
      for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size);
    }
    const events: unknown[] = [];
    for await (const event of serverSentEvents(chunks())) events.push(event);
    expect(events).toEqual([
      { event: 'next', data: '{"a":"ä"}' },
      { event: 'next', data: '1\n2' },
      { event: 'complete', data: '' },
    ]);
  }
});

describe('global ids', () => {
  test('are found in an answer, and nothing that only looks like one', () => {
    const text = JSON.stringify({
      id: 'gid://service/Project/1',
      text: 'see gid://service/Project/2',
      odd: 'gid://"x',
    });
    expect(globalIdsIn(text).map(({ id, start, end }) => [id, text.slice(start, end)])).toEqual([
      ['gid://service/Project/1', 'gid://service/Project/1'],
    ]);
  });

  test('are opened by a query that fits the schema', () => {
    for (const id of ['gid://service/Project/1', 'gid://service/Nothing/1', 'gid://service/Query/1', 'gid://x'])
      expect(validate(schema, parse(nodeQuery(id, schema))), id).toEqual([]);
    expect(nodeQuery('gid://service/Project/1', schema)).toContain('fullPath');
  });
});
