/** Labels in responses of the reference documentation, and in other responses of services. */
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
const labelPath = '/projects/1/labels/4294967297';
const selection = everything('Label');
const labelSelection = `label { ${selection} }`;

describe('reading', () => {
  test('listLabels returns every attribute of a complete label, and null for attributes that a label omits', async () => {
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
    const response = await facade.execute<{ project: { labels: { nodes: unknown[]; totalCount: number } } }>(
      `{ project(id: "1") { labels { nodes { ${selection.replace('textColor', '')} } totalCount } } }`,
    );
    expect(response.errors).toBeUndefined();
    const { textColor: _, ...expectedFields } = expected;
    const nullFields = Object.fromEntries(Object.keys(expectedFields).map((name) => [name, null]));
    expect(response.data.project.labels).toEqual({
      nodes: [
        expectedFields,
        { ...nullFields, id: 'gid://service/Label/1/2', databaseId: 2 },
        { ...expectedFields, id: 'gid://service/Label/1/3', databaseId: 3, description: null, priority: null },
      ],
      totalCount: 3,
    });
    expect(facade.calls).toEqual(['GET /projects/1/labels?page=1&per_page=20&with_counts=true']);
  });

  test('getLabel returns the label', async () => {
    const facade = await startStubbed({ 'GET /projects/1/labels/bug': { body: label } });
    const response = await facade.execute(`{ project(id: "1") { label(by: { name: "bug" }) { ${selection} } } }`);
    expect(response).toEqual({ data: { project: { label: expected } } });
    expect(facade.calls).toEqual(['GET /projects/1/labels/bug']);
  });

  test('returns null and an error for an attribute of another type, and the other attributes', async () => {
    const facade = await startStubbed({ 'GET /projects/1/labels/bug': { body: { ...label, priority: 'high' } } });
    const response = await facade.execute('{ project(id: "1") { label(by: { name: "bug" }) { name priority } } }');
    expect(response.data).toEqual({ project: { label: { name: 'bug', priority: null } } });
    expect(response.errors).toHaveLength(1);
  });
});

const labelResponse = { body: label };
const expectedPayload = { label: expected, errors: [] };

describe('writing', () => {
  test.each([
    ['labelCreate', { project: '1', name: 'bug', color: '#d9534f' }, 'POST /projects/1/labels'],
    ['labelUpdate', { id, color: '#d9534f' }, `PUT ${labelPath}`],
    ['labelPromote', { id }, `PUT ${labelPath}/promote`],
    ['labelSubscribe', { id }, `POST ${labelPath}/subscribe`],
    ['labelUnsubscribe', { id }, `POST ${labelPath}/unsubscribe`],
    ['labelUpdateByName', { project: '1', name: 'bug', color: '#d9534f' }, 'PUT /projects/1/labels'],
    ['labelPromoteByName', { project: '1', name: 'bug' }, 'PUT /projects/1/labels/promote'],
  ])('%s returns the label', async (name, input, call) => {
    const facade = await startStubbed({ [call]: labelResponse });
    expect((await mutate(facade, name, input, labelSelection)).payload).toEqual(expectedPayload);
    expect(facade.calls).toEqual([call]);
  });

  test('labelDelete and labelDeleteByName accept a response without a body', async () => {
    const facade = await startStubbed({
      [`DELETE ${labelPath}`]: { status: 204 },
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
  ])('%s returns changed: false for the documented status 304', async (name, verb) => {
    const facade = await startStubbed({
      [`POST ${labelPath}/${verb}`]: { status: 304 },
      [`GET ${labelPath}`]: labelResponse,
    });
    const { payload } = await mutate(facade, name, { id }, `changed ${labelSelection}`);
    expect(payload).toEqual({ changed: false, ...expectedPayload });
    expect(facade.calls).toEqual([`POST ${labelPath}/${verb}`, `GET ${labelPath}`]);
  });

  test('reads the label after an update whose response has no body', async () => {
    const facade = await startStubbed({
      [`PUT ${labelPath}`]: { status: 200, body: '' },
      [`GET ${labelPath}`]: labelResponse,
    });
    const { payload } = await mutate(facade, 'labelUpdate', { id, color: 'red' }, labelSelection);
    expect(payload).toEqual(expectedPayload);
    expect(facade.calls).toEqual([`PUT ${labelPath}`, `GET ${labelPath}`]);
  });

  test('returns a null label and no payload errors for a creation whose response has no body', async () => {
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
  ])('returns no label for the status %i', async (status, errorBody, code) => {
    const facade = await startStubbed({ [`PUT ${labelPath}`]: { status, body: errorBody } });
    const outcome = await mutate(facade, 'labelUpdate', { id, color: 'red' }, labelSelection);
    expect(outcome.code).toBe(code);
    expect(outcome.payload?.label ?? null).toBeNull();
  });
});
