/** Labels as the documents show them, and as services really answer. */
import { describe, expect, test } from 'vitest';
import { nullsAccepted } from '../../harness.ts';
import { everything, inGraphNames } from '../everything.ts';
import { mutate } from '../mutate.ts';
import { startStubbed } from '../stub-upstream.ts';

const label = {
  id: 4_294_967_297,
  name: 'bug',
  color: '#d9534f',
  text_color: '#FFFFFF',
  description: 'Bug reported by user',
  description_html: '<p>Bug reported by user</p>',
  open_issues_count: 1,
  closed_issues_count: 0,
  open_merge_requests_count: 1,
  subscribed: false,
  priority: 10,
  is_project_label: true,
  archived: false,
};
const id = 'gid://service/Label/1/4294967297';
const { id: databaseId, ...attributes } = label;
const expected = { ...Object(inGraphNames(attributes)), id, databaseId };
const at = '/projects/1/labels/4294967297';
const selection = everything('Label');
const labelSelection = `label { ${selection} }`;

describe('reading', () => {
  test('listLabels returns every attribute of a full label, and null for all that another label omits', async () => {
    const facade = await startStubbed(
      {
        'GET /projects/1/labels': {
          body: [
            label,
            { id: 2 },
            { ...label, id: 3, description: null, priority: null, text_color: 7, colour: 'odd' },
          ],
          headers: { 'x-total': '3', 'x-next-page': '' },
        },
      },
      nullsAccepted,
    );
    const answer = await facade.execute<{ project: { labels: { nodes: unknown[]; totalCount: number } } }>(
      `{ project(id: "1") { labels { nodes { ${selection.replace('textColor', '')} } totalCount } } }`,
    );
    expect(answer.errors).toBeUndefined();
    const { textColor: _, ...shown } = expected;
    const nothing = Object.fromEntries(Object.keys(shown).map((name) => [name, null]));
    expect(answer.data.project.labels).toEqual({
      nodes: [
        shown,
        { ...nothing, id: 'gid://service/Label/1/2', databaseId: 2 },
        { ...shown, id: 'gid://service/Label/1/3', databaseId: 3, description: null, priority: null },
      ],
      totalCount: 3,
    });
    expect(facade.calls).toEqual(['GET /projects/1/labels?page=1&per_page=20&with_counts=true']);
  });

  test('getLabel returns the label', async () => {
    const facade = await startStubbed({ 'GET /projects/1/labels/bug': { body: label } });
    const answer = await facade.execute(`{ project(id: "1") { label(by: { name: "bug" }) { ${selection} } } }`);
    expect(answer).toEqual({ data: { project: { label: expected } } });
    expect(facade.calls).toEqual(['GET /projects/1/labels/bug']);
  });

  test('reports an attribute of another type as an error of its field alone', async () => {
    const facade = await startStubbed({ 'GET /projects/1/labels/bug': { body: { ...label, priority: 'high' } } });
    const answer = await facade.execute('{ project(id: "1") { label(by: { name: "bug" }) { name priority } } }');
    expect(answer.data).toEqual({ project: { label: { name: 'bug', priority: null } } });
    expect(answer.errors).toHaveLength(1);
  });
});

const body = { body: label };
const done = { label: expected, errors: [] };

describe('writing', () => {
  test.each([
    ['labelCreate', { project: '1', name: 'bug', color: '#d9534f' }, 'POST /projects/1/labels'],
    ['labelUpdate', { id, color: '#d9534f' }, `PUT ${at}`],
    ['labelPromote', { id }, `PUT ${at}/promote`],
    ['labelSubscribe', { id }, `POST ${at}/subscribe`],
    ['labelUnsubscribe', { id }, `POST ${at}/unsubscribe`],
    ['labelUpdateByName', { project: '1', name: 'bug', color: '#d9534f' }, 'PUT /projects/1/labels'],
    ['labelPromoteByName', { project: '1', name: 'bug' }, 'PUT /projects/1/labels/promote'],
  ])('%s returns the label', async (name, input, call) => {
    const facade = await startStubbed({ [call]: body });
    expect((await mutate(facade, name, input, labelSelection)).payload).toEqual(done);
    expect(facade.calls).toEqual([call]);
  });

  test('labelDelete and labelDeleteByName accept an empty response', async () => {
    const facade = await startStubbed({
      [`DELETE ${at}`]: { status: 204 },
      'DELETE /projects/1/labels?name=bug': { status: 204 },
    });
    const byId = await mutate(facade, 'labelDelete', { id }, 'deletedLabelId');
    expect(byId.payload).toEqual({ deletedLabelId: id, errors: [] });
    const byName = await mutate(facade, 'labelDeleteByName', { project: '1', name: 'bug' }, 'deleted');
    expect(byName.payload).toEqual({ deleted: true, errors: [] });
  });

  test.each([
    ['labelSubscribe', 'subscribe'],
    ['labelUnsubscribe', 'unsubscribe'],
  ])('%s reports the documented 304 as a success that changed nothing', async (name, verb) => {
    const facade = await startStubbed({ [`POST ${at}/${verb}`]: { status: 304 }, [`GET ${at}`]: body });
    const { payload } = await mutate(facade, name, { id }, `changed ${labelSelection}`);
    expect(payload).toEqual({ changed: false, ...done });
    expect(facade.calls).toEqual([`POST ${at}/${verb}`, `GET ${at}`]);
  });

  test('reads the label after an empty response to a change', async () => {
    const facade = await startStubbed({ [`PUT ${at}`]: { status: 200, body: '' }, [`GET ${at}`]: body });
    const { payload } = await mutate(facade, 'labelUpdate', { id, color: 'red' }, labelSelection);
    expect(payload).toEqual(done);
    expect(facade.calls).toEqual([`PUT ${at}`, `GET ${at}`]);
  });

  test('reports an empty response to a creation as success with an unknown label', async () => {
    const facade = await startStubbed({ 'POST /projects/1/labels': { status: 201, body: '' } });
    const { payload } = await mutate(facade, 'labelCreate', { project: '1', name: 'x', color: 'red' }, 'label { id }');
    expect(payload).toEqual({ label: null, errors: [] });
  });

  test.each([
    [400, { message: { title: ['has already been taken'] } }, 'BAD_USER_INPUT'],
    [403, { message: '403 Forbidden' }, 'FORBIDDEN'],
    [404, { message: '404 Label Not Found' }, 'NOT_FOUND'],
    [409, { message: 'Label already exists' }, 'CONFLICT'],
    [422, { error: 'cannot be processed' }, 'UNPROCESSABLE'],
    [429, 'Retry later', 'RATE_LIMITED'],
    [401, { message: '401 Unauthorized' }, 'UNAUTHENTICATED'],
    [500, '<html>oops</html>', 'UPSTREAM_FAILED'],
  ])('never reports a %i as success', async (status, refusal, code) => {
    const facade = await startStubbed({ [`PUT ${at}`]: { status, body: refusal } });
    const outcome = await mutate(facade, 'labelUpdate', { id, color: 'red' }, labelSelection);
    expect(outcome.code).toBe(code);
    expect(outcome.payload?.label ?? null).toBeNull();
  });
});
