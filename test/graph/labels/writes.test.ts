/** Mutations of labels in the sandbox, and their errors. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { landmarks, type Role } from '../../../package/sandbox.ts';
import { type SandboxedFacade, startSandboxed } from '../../harness.ts';
import { mutate as runMutation } from '../mutate.ts';

interface Label {
  readonly id: string;
  readonly databaseId: number;
  readonly name: string;
  readonly color: string;
  readonly description: string | null;
  readonly priority: number | null;
  readonly archived: boolean;
  readonly subscribed: boolean;
  readonly isProjectLabel: boolean;
}
interface Payload {
  readonly label: Label | null;
  readonly changed: boolean | null;
  readonly deleted: boolean | null;
  readonly deletedLabelId: string | null;
}

const project = String(landmarks.busyProject.id);
const selection = 'label { id databaseId name color description priority archived subscribed isProjectLabel }';
const rendering = 'gid://service/Label/14/9';

let facade: SandboxedFacade;
beforeEach(async () => {
  facade = await startSandboxed();
});
afterEach(() => facade.close());

const mutate = (name: string, input: object, fields = selection, as: Role = 'developer') =>
  runMutation<Payload>(facade, name, { ...input }, fields, as);

const getBodies = () => facade.requests.map(({ body }) => body);

async function readLabel(by: { readonly id: string } | { readonly name: string }): Promise<Label | null> {
  const { data } = await facade.execute<{ project: { label: Label | null } }, { by: typeof by }>(
    `query ($by: LabelByInput!) { project(id: "${project}") { ${selection.replace('label', 'label(by: $by)')} } }`,
    { by },
    { as: 'developer' },
  );
  return data.project.label;
}

describe('labelCreate', () => {
  test('returns the new label, with the values that a later read returns', async () => {
    const input = { project, name: 'tiles', color: '#FFAABB', description: 'Squares', priority: 3, archived: true };
    const { payload } = await mutate('labelCreate', input);
    expect(payload).toEqual({
      label: {
        id: 'gid://service/Label/14/5000000002',
        databaseId: 5_000_000_002,
        name: 'tiles',
        color: '#FFAABB',
        description: 'Squares',
        priority: 3,
        archived: true,
        subscribed: false,
        isProjectLabel: true,
      },
      errors: [],
    });
    expect(facade.calls).toEqual(['POST /projects/14/labels']);
    const { project: _, ...body } = input;
    expect(getBodies()).toEqual([body]);
    expect(await readLabel({ name: 'tiles' })).toEqual(payload?.label);
  });

  test('omits absent input fields from the request, so that archived is false', async () => {
    const { payload } = await mutate('labelCreate', { project, name: 'tiles', color: '#FFAABB' });
    expect(getBodies()).toEqual([{ name: 'tiles', color: '#FFAABB' }]);
    expect(payload?.label).toMatchObject({ description: null, priority: null, archived: false });
  });

  test.each([
    ['#FFAABB', '#FFAABB'],
    ['red', '#FF0000'],
    ['RebeccaPurple', '#663399'],
  ])('returns the color %s as %s', async (color, expectedColor) => {
    expect((await mutate('labelCreate', { project, name: 'x', color })).payload?.label?.color).toBe(expectedColor);
  });

  test.each(['FFAABB', '#FFAAB', '#GGAABB', '123456', '', 'rgb(1,2,3)', '#FFAABBCC'])(
    'rejects the color %j without a REST call',
    async (color) => {
      const { payload } = await mutate('labelCreate', { project, name: 'x', color });
      expect(payload).toEqual({
        label: null,
        errors: [
          {
            __typename: 'InvalidInputError',
            code: 'BAD_USER_INPUT',
            message: 'must be six hexadecimal digits after a hash sign, or a CSS color name',
            path: ['input', 'color'],
          },
        ],
      });
      expect(facade.calls).toEqual([]);
    },
  );

  test('returns the error of the upstream for an unknown color name', async () => {
    const { payload } = await mutate('labelCreate', { project, name: 'x', color: 'blurple' });
    expect(payload?.errors).toMatchObject([
      { code: 'BAD_USER_INPUT', path: ['input', 'color'], message: 'must be a valid color code' },
    ]);
  });

  test('requires name and color in the schema, without a REST call', async () => {
    const { response } = await mutate('labelCreate', { project });
    const messages = response.errors?.map(({ message }) => message).join(' ');
    expect(messages).toContain('"name"');
    expect(messages).toContain('"color"');
    expect(facade.calls).toEqual([]);
  });

  test('sends the priority null as null, and 0 as 0', async () => {
    for (const [index, priority] of [null, 0].entries())
      expect(
        (await mutate('labelCreate', { project, name: `x${index}`, color: 'red', priority })).payload?.label?.priority,
      ).toBe(priority);
    expect(getBodies()).toEqual([
      { name: 'x0', color: 'red', priority: null },
      { name: 'x1', color: 'red', priority: 0 },
    ]);
  });

  test('reports every violation of the input in one response, without a REST call', async () => {
    const input = { project: 'gid://service/Group/9', name: 'x', color: 'FFAABB', priority: -1 };
    const { payload } = await mutate('labelCreate', input);
    expect(payload?.errors.map(({ path, message }) => `${path?.join('.')} ${message}`).sort()).toEqual([
      'input.color must be six hexadecimal digits after a hash sign, or a CSS color name',
      'input.priority must be at least 0',
      'input.project must be the id of a Project, not of a Group',
    ]);
    expect(facade.calls).toEqual([]);
  });

  test('returns CONFLICT for a name that the project already has', async () => {
    expect((await mutate('labelCreate', { project, name: 'bug', color: 'red' })).payload?.errors).toMatchObject([
      { __typename: 'ConflictError', code: 'CONFLICT', message: 'Label already exists' },
    ]);
  });

  test('rejects a blank name', async () => {
    expect((await mutate('labelCreate', { project, name: ' ', color: 'red' })).code).toBe('BAD_USER_INPUT');
  });
});

describe('labelUpdate', () => {
  test('sends the new name as new_name', async () => {
    const { payload } = await mutate('labelUpdate', { id: rendering, name: 'drawing' });
    expect(payload?.label).toMatchObject({ databaseId: 9, name: 'drawing', color: '#34495E', priority: 0 });
    expect(facade.calls).toEqual(['PUT /projects/14/labels/9']);
    expect(getBodies()).toEqual([{ new_name: 'drawing' }]);
  });

  test.each([
    ['name', 'drawing', { new_name: 'drawing' }, { name: 'drawing' }],
    ['color', 'teal', { color: 'teal' }, { color: '#008080' }],
    ['description', 'Ink', { description: 'Ink' }, { description: 'Ink' }],
    ['priority', 7, { priority: 7 }, { priority: 7 }],
    ['archived', true, { archived: true }, { archived: true }],
  ])('accepts %s as the only change', async (member, value, body, changed) => {
    const { payload } = await mutate('labelUpdate', { id: rendering, [member]: value });
    expect(payload).toMatchObject({ label: changed, errors: [] });
    expect(getBodies()).toEqual([body]);
  });

  test('rejects an input without a change, without a REST call', async () => {
    expect((await mutate('labelUpdate', { id: rendering })).payload?.errors).toMatchObject([
      { message: 'requires at least one of name, color, description, priority, archived', path: ['input'] },
    ]);
    expect(facade.calls).toEqual([]);
  });

  test('does not change an absent priority, sets a number, removes the priority for null, and rejects a negative number', async () => {
    const priority = async (input: object) =>
      (await mutate('labelUpdate', { id: rendering, ...input })).payload?.label?.priority;
    expect(await priority({ description: 'Ink' })).toBe(0);
    expect(await priority({ priority: 5 })).toBe(5);
    expect(await priority({ priority: null })).toBeNull();
    expect(getBodies()).toEqual([{ description: 'Ink' }, { priority: 5 }, { priority: null }]);
    const { payload } = await mutate('labelUpdate', { id: rendering, priority: -1 });
    expect(payload?.errors).toMatchObject([{ message: 'must be at least 0', path: ['input', 'priority'] }]);
    expect(facade.calls).toHaveLength(3);
  });

  test('sends archived only if it is in the input, so that an archived label stays archived', async () => {
    const archived = 'gid://service/Label/14/14';
    const unchanged = await mutate('labelUpdate', { id: archived, color: '#000000' });
    expect(unchanged.payload?.label?.archived).toBe(true);
    const restored = await mutate('labelUpdate', { id: archived, archived: false });
    expect(restored.payload?.label?.archived).toBe(false);
    expect(getBodies()).toEqual([{ color: '#000000' }, { archived: false }]);
  });

  test('reports a color without a hash sign together with the other violations', async () => {
    const { payload } = await mutate('labelUpdate', { id: 'gid://service/Label/14', color: 'C0FFEE', priority: -3 });
    expect(payload?.errors.map(({ path }) => path?.join('.')).sort()).toEqual([
      'input.color',
      'input.id',
      'input.priority',
    ]);
    expect(facade.calls).toEqual([]);
  });

  test('rejects the name of another label', async () => {
    expect((await mutate('labelUpdate', { id: rendering, name: 'bug' })).code).toBe('BAD_USER_INPUT');
  });
});

describe('the global id of a label in an input', () => {
  const mutations = ['labelUpdate', 'labelDelete', 'labelPromote', 'labelSubscribe', 'labelUnsubscribe'];
  test.each(
    mutations.flatMap((name) =>
      ['9', 'rendering', 'gid://service/Label/14', 'gid://service/Label/14/promote', 'gid://service/Pipeline/14/9'].map(
        (id) => [name, id] as const,
      ),
    ),
  )('%s rejects %s without a REST call', async (name, id) => {
    const input = { id, ...(name === 'labelUpdate' ? { color: 'red' } : {}) };
    const { payload } = await mutate(name, input, name === 'labelDelete' ? 'deletedLabelId' : 'label { id }');
    expect(payload?.errors).toMatchObject([{ code: 'BAD_USER_INPUT', path: ['input', 'id'] }]);
    expect(facade.calls).toEqual([]);
  });
});

describe('labelDelete', () => {
  test('returns the id of the deleted label', async () => {
    const { payload } = await mutate('labelDelete', { id: rendering }, 'deletedLabelId');
    expect(payload).toEqual({ deletedLabelId: rendering, errors: [] });
    expect(facade.calls).toEqual(['DELETE /projects/14/labels/9']);
    expect(await readLabel({ name: 'rendering' })).toBeNull();
  });
});

describe('labelPromote', () => {
  test('turns the label into a group label with the same id', async () => {
    const { payload } = await mutate('labelPromote', { id: rendering });
    expect(payload?.label).toMatchObject({ id: rendering, databaseId: 9, isProjectLabel: false });
    expect(facade.calls).toEqual(['PUT /projects/14/labels/9/promote']);
    // Other projects of the group have the label now.
    const { data } = await facade.execute<{ node: Label }>(
      '{ node(id: "gid://service/Label/15/9") { ... on Label { name } } }',
    );
    expect(data.node).toEqual({ name: 'rendering' });
  });

  test('rejects a group label', async () => {
    expect((await mutate('labelPromote', { id: 'gid://service/Label/14/1' })).code).toBe('BAD_USER_INPUT');
  });
});

describe('labelSubscribe and labelUnsubscribe', () => {
  const fields = 'changed label { id subscribed }';

  test('returns changed: false for a second subscription', async () => {
    const first = await mutate('labelSubscribe', { id: rendering }, fields, 'guest');
    expect(first.payload).toEqual({ changed: true, label: { id: rendering, subscribed: true }, errors: [] });
    expect(facade.calls).toEqual(['POST /projects/14/labels/9/subscribe']);
    const second = await mutate('labelSubscribe', { id: rendering }, fields, 'guest');
    expect(second.payload).toEqual({ changed: false, label: { id: rendering, subscribed: true }, errors: [] });
    // The response with the status 304 has no body, so that the selected fields are read.
    expect(facade.calls.slice(1)).toEqual(['POST /projects/14/labels/9/subscribe', 'GET /projects/14/labels/9']);
  });

  test('makes one call for an unchanged subscription if only the id of the label is selected', async () => {
    await mutate('labelSubscribe', { id: rendering }, 'changed', 'guest');
    facade.forget();
    const { payload } = await mutate('labelSubscribe', { id: rendering }, 'changed label { id }', 'guest');
    expect(payload).toEqual({ changed: false, label: { id: rendering }, errors: [] });
    expect(facade.calls).toEqual(['POST /projects/14/labels/9/subscribe']);
  });

  test('labelUnsubscribe returns changed: false without a subscription, and changed: true with one', async () => {
    const unchanged = await mutate('labelUnsubscribe', { id: rendering }, fields, 'guest');
    expect(unchanged.payload).toEqual({ changed: false, label: { id: rendering, subscribed: false }, errors: [] });
    await mutate('labelSubscribe', { id: rendering }, 'changed', 'guest');
    facade.forget();
    const ended = await mutate('labelUnsubscribe', { id: rendering }, fields, 'guest');
    expect(ended.payload).toEqual({ changed: true, label: { id: rendering, subscribed: false }, errors: [] });
    expect(facade.calls).toEqual(['POST /projects/14/labels/9/unsubscribe']);
  });

  test('subscribes only the caller', async () => {
    await mutate('labelSubscribe', { id: rendering }, 'changed', 'guest');
    expect((await readLabel({ name: 'rendering' }))?.subscribed).toBe(false);
  });
});

describe('deprecated mutations by name', () => {
  test('labelUpdateByName accepts the current name', async () => {
    const input = { project, name: 'rendering', newName: 'drawing', color: 'teal', description: 'Ink', archived: true };
    const { payload } = await mutate('labelUpdateByName', { ...input, priority: null });
    expect(payload?.label).toMatchObject({ databaseId: 9, name: 'drawing', color: '#008080', priority: null });
    expect(facade.calls).toEqual(['PUT /projects/14/labels']);
    expect(getBodies()).toEqual([
      {
        name: 'rendering',
        new_name: 'drawing',
        color: 'teal',
        description: 'Ink',
        priority: null,
        archived: true,
      },
    ]);
  });

  test.each([
    ['9', 9],
    ['rendering', 'rendering'],
    [rendering, 9],
  ])('labelUpdateByName accepts the label id %s', async (id, sentId) => {
    const { payload } = await mutate('labelUpdateByName', { project, id, color: 'teal' });
    expect(payload?.label).toMatchObject({ databaseId: 9, color: '#008080' });
    expect(getBodies()).toEqual([{ label_id: sentId, color: 'teal' }]);
  });

  test('labelUpdateByName requires either name or id, and a change', async () => {
    const both = await mutate('labelUpdateByName', { project, name: 'rendering', id: '9' });
    expect(both.payload?.errors.map(({ message }) => message).sort()).toEqual([
      'cannot be combined with name',
      'requires at least one of newName, color, description, priority, archived',
    ]);
    const neither = await mutate('labelUpdateByName', { project, color: 'C0FFEE', priority: -1 });
    expect(neither.payload?.errors.map(({ path }) => path?.join('.')).sort()).toEqual([
      'input',
      'input.color',
      'input.priority',
    ]);
    expect(facade.calls).toEqual([]);
  });

  test('labelDeleteByName deletes the label', async () => {
    const { payload } = await mutate('labelDeleteByName', { project, name: 'a/b & c? ünï%' }, 'deleted');
    expect(payload).toEqual({ deleted: true, errors: [] });
    expect(facade.calls).toEqual(['DELETE /projects/14/labels?name=a%2Fb%20%26%20c%3F%20%C3%BCn%C3%AF%25']);
    expect(await readLabel({ id: '13' })).toBeNull();
  });

  test('labelPromoteByName promotes a label whose name is also a segment of the URL', async () => {
    const { payload } = await mutate('labelPromoteByName', { project, name: 'promote' });
    expect(payload?.label).toMatchObject({ databaseId: 12, isProjectLabel: false });
    expect(facade.calls).toEqual(['PUT /projects/14/labels/promote']);
    expect(getBodies()).toEqual([{ name: 'promote' }]);
  });

  test.each(['labelDeleteByName', 'labelPromoteByName'])('%s rejects an empty name', async (name) => {
    const { payload } = await mutate(
      name,
      { project, name: '' },
      name === 'labelDeleteByName' ? 'deleted' : 'label { id }',
    );
    expect(payload?.errors).toMatchObject([{ path: ['input', 'name'], message: 'must not be empty' }]);
    expect(facade.calls).toEqual([]);
  });

  test('are deprecated in favor of the mutations by id', async () => {
    const { data } = await facade.execute<{
      __type: { fields: { name: string; isDeprecated: boolean; deprecationReason: string | null }[] };
    }>('{ __type(name: "Mutation") { fields(includeDeprecated: true) { name isDeprecated deprecationReason } } }');
    const deprecated = data.__type.fields.filter(({ name, isDeprecated }) => name.startsWith('label') && isDeprecated);
    expect(Object.fromEntries(deprecated.map(({ name, deprecationReason }) => [name, deprecationReason]))).toEqual({
      labelUpdateByName: 'Use labelUpdate.',
      labelDeleteByName: 'Use labelDelete.',
      labelPromoteByName: 'Use labelPromote.',
    });
  });
});
