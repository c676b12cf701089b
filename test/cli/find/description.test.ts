/** `portico find` with a description or a field. */
import { describe, expect, test } from 'vitest';
import { portico } from '../run.ts';

async function find(...argv: readonly string[]) {
  const { status, stdout, stderr } = await portico(['find', '--json', ...argv]);
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  const result: {
    query: string | null;
    variables: object | null;
    operation: string;
    field: string;
    remarks: string[];
  } = JSON.parse(stdout);
  return { ...result, query: result.query?.replace(/\s+/g, ' ') ?? null };
}

describe('a description', () => {
  test.each([
    ['retry a pipeline', 'retryPipeline'],
    ['list merge requests of a project', 'listProjectMergeRequests'],
    ['create a comment on an issue', 'createIssueNote'],
    ['who am I', 'getCurrentUser'],
    ['approve MR', 'approveMergeRequest'],
    ['create a label in projct', 'createLabel'],
    ['retry pipelnie', 'retryPipeline'],
    ['approve', 'approveMergeRequest'],
    ['Retry', 'retryPipeline'],
    ['add a label', 'createLabel'],
    ['how do I remove a label', 'deleteLabel'],
    ['labels of a project', 'listLabels'],
    ['pipelines', 'listPipelines'],
    ['pipeline', 'getPipeline'],
  ])('%s', async (text, operation) => {
    const result = await find(text);
    expect(result.operation).toBe(operation);
    expect(result.remarks[0]).toMatch(new RegExp(`^Understood as ${operation}: `));
  });

  test('can match a mutation that uses an operation in part', async () => {
    expect(await find('upload avatar')).toMatchObject({
      operation: 'updateGroup',
      field: 'Mutation.groupAvatarUpload',
      remarks: [
        'Understood as Mutation.groupAvatarUpload, which calls updateGroup. Other operations: downloadGroupAvatar, Mutation.groupAvatarRemove.',
        'Fill in input.avatar and <id>; the facade rejects the input without them.',
      ],
    });
    expect((await find('update a group')).field).toBe('Mutation.groupUpdate');
  });

  test('may contain one unknown word, which a remark names', async () => {
    const { operation, remarks } = await find('create a purple label');
    expect(operation).toBe('createLabel');
    expect(remarks).toContain('The word "purple" is ignored: no operation has it.');
  });

  test.each([
    [
      'lables',
      /^portico: the description "lables" does not match exactly one operation; did you mean one of these\?\n {2}listLabels \(/,
    ],
    [
      'failed pipelines',
      /^portico: the description "failed pipelines" does not match exactly one operation; did you mean one of these\?\n {2}listPipelines \(/,
    ],
    ['gid://service/Pipeline/14/2991', /^portico: gid:.* is a global id; query its object by the field node\(id:\)\n$/],
    ['{ project(id: 14) { name } }', /^portico: this is a GraphQL operation; portico explain shows its REST calls\n$/],
    ['query A { project(id: 14) { name } }', /^portico: this is a GraphQL operation; /],
    [
      'https://forge.example.com/meridian/platform/engine/-/merge_requests/3',
      /^portico: this is the URL of a page; pass the URL of a REST call, which usually contains \/api\/v4\n$/,
    ],
    ['GET /projects/14/labels\nGET /projects/14/pipelines', /^portico: pass one call; the input has 2 lines\n$/],
    [
      'badge',
      /^portico: no operation matches "badge"; docs\/rest-to-graph\.md of the package portico lists all operations, /,
    ],
    ['purple badge', /^portico: no operation matches "purple badge"; /],
    ['', /^portico: pass a method and path such as .*, an operation id, a field such as Project\.pipelines, or /],
    [' ', /^portico: pass a method and path such as /],
  ])('causes an error if it does not match exactly one operation: "%s"', async (text, message) => {
    const { status, stdout, stderr } = await portico(['find', text]);
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(stderr).toMatch(message);
  });

  test('causes an error with suggestions if it matches several operations', async () => {
    const { status, stdout, stderr } = await portico(['find', 'edit note']);
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(stderr).toMatch(
      /^portico: the description "edit note" does not match exactly one operation; did you mean one of these\?\n {2}\w+ \(/,
    );
  });
});

describe('a field', () => {
  test.each([
    ['Project.pipelines', 'listPipelines'],
    ['Query.mergeRequests', 'listMergeRequests'],
    ['Mutation.labelCreate', 'createLabel'],
    ['Mutation.groupAvatarRemove', 'updateGroup'],
    ['Group.avatarDownloadUrl', 'downloadGroupAvatar'],
    ['User.authoredMergeRequests', 'listMergeRequests'],
  ])('%s', async (field, operation) => {
    expect(await find(field)).toMatchObject({ field, operation });
  });

  test.each([
    ['Project.pipelnes', 'Project has no field pipelnes; did you mean pipelines?'],
    ['Projct.pipelines', 'the graph has no object type Projct; did you mean Project?'],
    ['Project.name', 'Project.name makes no REST call of its own'],
    ['Subscription.pipeline', 'Subscription.pipeline is a subscription; portico find prints queries and mutations'],
  ])('%s is rejected', async (field, message) => {
    expect(await portico(['find', field])).toEqual({ status: 1, stdout: '', stderr: `portico: ${message}\n` });
  });
});
