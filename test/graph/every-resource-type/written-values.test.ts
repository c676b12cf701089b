/** The values of an object in the payload of a mutation are those that a read returns afterwards. */
import { type GraphQLObjectType, getNamedType, isAbstractType, isObjectType } from 'graphql';
import { expect, onTestFinished, test } from 'vitest';
import type { Role } from '../../../package/sandbox.ts';
import { schema } from '../../../src/graph/index.ts';
import { type SandboxedFacade, startSandboxed } from '../../harness.ts';
import { mutate, uploadAvatar } from '../mutate.ts';
import { findDifferences, isResource, selectAllFields } from './values.ts';

/** A mutation that the sandbox accepts. */
interface Write {
  readonly input: Readonly<Record<string, unknown>>;
  /** Defaults to the administrator. */
  readonly as?: Role;
  /** File of an upload. */
  readonly file?: Blob;
  /** Mutation of the same caller that must run before. */
  readonly setup?: readonly [mutation: string, input: Readonly<Record<string, unknown>>];
}

const gid = (path: string) => `gid://service/${path}`;

const hostA = { personalAccessToken: 'secret', repoId: 1, targetNamespace: 'meridian' };

const writes: Readonly<Record<string, Write>> = {
  approvalConfigurationUpdate: { input: { project: '14', resetApprovalsOnPush: false } },
  approvalRuleCreate: { input: { project: '14', name: 'Security', approvalsRequired: 1 } },
  errorTrackingClientKeyCreate: { input: { project: '14' } },
  errorTrackingSettingsCreate: { input: { project: '14', active: true, integrated: true } },
  errorTrackingSettingsUpdate: { input: { project: '14', active: false } },
  featureFlagSet: { input: { id: 'vector_tiles_development', value: { boolean: true } } },
  flowCreate: { input: { project: '14', goal: 'Fix the build' }, as: 'developer' },
  groupAvatarRemove: { input: { id: '9' } },
  groupAvatarUpload: { input: { id: '9' }, file: new File(['image'], 'rose.png', { type: 'image/png' }) },
  groupIntegrationDisable: { input: { group: '9', tool: 'ISSUE_TRACKER_A' } },
  groupIntegrationSet: { input: { group: '9', integration: { wikiA: { wikiUrl: 'https://wiki.example.com' } } } },
  groupShare: { input: { id: '10', invitedGroup: '11', groupAccessLevel: 'REPORTER' } },
  groupUnshare: {
    input: { id: '10', invitedGroup: '11' },
    setup: ['groupShare', { id: '10', invitedGroup: '11', groupAccessLevel: 'REPORTER' }],
  },
  groupUpdate: { input: { id: '10', description: 'Engines' } },
  labelCreate: { input: { project: '14', name: 'new', color: '#112233' } },
  labelUpdate: { input: { id: gid('Label/15/1'), color: '#112233' } },
  labelUpdateByName: { input: { project: '14', name: 'rendering', color: '#112233' } },
  labelSubscribe: { input: { id: gid('Label/15/1') } },
  memberRoleCreate: { input: { target: { group: '9' }, name: 'Auditor', baseAccessLevel: 'GUEST' } },
  mergeRequestApprove: { input: { id: gid('MergeRequest/15/3') } },
  mergeRequestBlockCreate: {
    input: { mergeRequest: gid('MergeRequest/14/1'), blocking: { inProject: { project: '14', iid: 4 } } },
  },
  mergeRequestBlockDelete: { input: { id: gid('MergeRequestBlock/14/7/1') } },
  mergeRequestUnapprove: {
    input: { id: gid('MergeRequest/15/3') },
    setup: ['mergeRequestApprove', { id: gid('MergeRequest/15/3') }],
  },
  noteCreate: { input: { target: { issue: { project: '14', iid: 2 } }, body: 'text' } },
  noteDelete: { input: { id: gid('Note/merge_request/14/4/30527') }, as: 'owner' },
  noteUpdate: { input: { id: gid('Note/issue/14/2/30234'), body: 'changed' }, as: 'owner' },
  pipelineCancel: { input: { id: gid('Pipeline/14/3000') } },
  pipelineCreate: { input: { project: '14', ref: 'main' } },
  pipelineRetry: { input: { id: gid('Pipeline/14/3000') } },
  projectImportCancel: {
    input: { id: gid('ProjectImport/2147483952') },
    setup: ['projectImportStartFromHostA', hostA],
  },
  projectImportStartFromHostA: { input: hostA },
  pullMirrorStart: { input: { project: '16' } },
  pullMirrorUpdate: { input: { project: '16', mirrorTriggerBuilds: true } },
  resourceGroupUpdate: { input: { id: gid('ResourceGroup/14/production'), processMode: 'NEWEST_FIRST' } },
  runnerCreate: { input: { target: { instance: true }, description: 'new' } },
  runnerPause: { input: { id: '1' } },
  runnerUpdate: { input: { id: '1', description: 'changed' } },
  serviceAccountCreate: { input: { target: { group: '9' } } },
  serviceAccountTokenCreate: {
    input: { serviceAccount: gid('ServiceAccount/9/3100000001'), name: 'new', scopes: ['api'] },
  },
  serviceAccountUpdate: { input: { id: gid('ServiceAccount/9/3100000001'), name: 'changed' } },
  errorTrackingClientKeyDelete: { input: { id: gid('ErrorTrackingClientKey/14/1') } },
  groupDirectorySync: { input: { id: '9' } },
  invitationDelete: { input: { id: gid('Invitation/project/14/engine.only%40example.net') } },
  invitationUpdate: { input: { id: gid('Invitation/project/14/engine.only%40example.net'), accessLevel: 'REPORTER' } },
  invitationCreate: { input: { target: { project: '14' }, emails: ['new@example.com'] } },
  labelDelete: { input: { id: gid('Label/15/1') } },
  labelDeleteByName: { input: { project: '14', name: 'rendering' } },
  labelPromoteByName: { input: { project: '14', name: 'rendering' } },
  labelPromote: { input: { id: gid('Label/14/9') } },
  labelUnsubscribe: { input: { id: gid('Label/15/1') } },
  memberRoleDelete: { input: { id: gid('MemberRole/9/2') } },
  mergeRequestApprovalsReset: { input: { id: gid('MergeRequest/14/1') }, as: 'bot' },
  pipelineDelete: { input: { id: gid('Pipeline/14/3000') } },
  projectCreateWithPullMirror: {
    input: { name: 'Copy', importUrl: 'https://git.example.com/a.git', mirror: true },
  },
  projectImportStartFromCloudC: {
    input: { cloudApiToken: 'secret', cloudEmail: 'a@example.com', repoPath: 'a/b', targetNamespace: 'meridian' },
  },
  projectImportStartFromServerB: {
    input: {
      personalAccessToken: 'secret',
      serverProjectKey: 'A',
      serverRepo: 'b',
      serverUrl: 'https://server.example.com',
      serverUsername: 'a',
      targetNamespace: 'meridian',
    },
  },
  projectPullMirrorUpdate: { input: { project: '16', importUrl: 'https://git.example.com/a.git', mirror: true } },
  runnerResume: { input: { id: '1' } },
  serviceAccountDelete: { input: { id: gid('ServiceAccount/9/3100000001') } },
  serviceAccountTokenRevoke: { input: { id: gid('ServiceAccountToken/9/3100000001/9001') } },
  serviceAccountTokenRotate: { input: { id: gid('ServiceAccountToken/9/3100000001/9001') } },
  vulnerabilityExportCreate: { input: { target: { project: '14' } }, as: 'developer' },
};

/** Mutations whose payload has no object that `node` returns, with the reason. */
const exceptions: Readonly<Record<string, string>> = {
  featureFlagDelete: 'the payload has the field `query` in place of the deleted flag',
  gistImportStart: 'the reference documentation describes no object of such an import',
};

/** Fields of the payload whose objects `node` returns, with the possible types of these objects. */
function getObjectFields(mutation: string): ReadonlyMap<string, readonly GraphQLObjectType[]> {
  const field = schema.getMutationType()?.getFields()[mutation];
  const payload = field && getNamedType(field.type);
  if (!isObjectType(payload)) throw new Error(`${mutation} has no payload`);
  return new Map(
    Object.values(payload.getFields()).flatMap(({ name, type }) => {
      const named = getNamedType(type);
      const objects = isAbstractType(named) ? schema.getPossibleTypes(named) : [named].filter(isObjectType);
      const nodes = objects.filter((object) =>
        object.getInterfaces().some((implemented) => implemented.name === 'Node'),
      );
      return nodes.some((node) => isResource(node.name)) ? [[name, nodes] as const] : [];
    }),
  );
}

const toFragment = ({ name }: GraphQLObjectType): string => `... on ${name} { ${selectAllFields(name)} }`;

async function readNode(facade: SandboxedFacade, id: string, type: GraphQLObjectType, as: Role): Promise<object> {
  const { data, errors } = await facade.execute(
    `query ($id: ID!) { node(id: $id) { ${toFragment(type)} } }`,
    { id },
    { as },
  );
  expect(errors).toBeUndefined();
  return Object(data).node;
}

/** Runs a mutation that succeeds, and returns its payload. */
async function write(
  facade: SandboxedFacade,
  mutation: string,
  { input, file, as = 'administrator' }: Write,
  selection: string,
) {
  const { response, payload } =
    file === undefined
      ? await mutate(facade, mutation, input, selection, as)
      : await uploadAvatar(facade, { id: String(input.id), file }, selection, as);
  expect(response.errors).toBeUndefined();
  expect(payload?.errors).toEqual([]);
  return payload;
}

test.each(Object.entries(writes))(
  '%s returns the values that a later read by node returns',
  async (mutation, testCase) => {
    const facade = await startSandboxed({ sandbox: { now: new Date('2026-03-01T12:00:00Z') } });
    onTestFinished(() => facade.close());
    const { as = 'administrator', setup } = testCase;
    if (setup !== undefined) await write(facade, setup[0], { input: setup[1], as }, '__typename');
    const fields = getObjectFields(mutation);
    const selection = [...fields].map(([name, types]) => `${name} { ${types.map(toFragment).join(' ')} }`).join(' ');
    const payload = await write(facade, mutation, testCase, selection);
    const differences: string[] = [];
    let comparedObjects = 0;
    for (const [name, types] of fields) {
      const object = payload?.[name];
      if (object === null || object === undefined) continue;
      const { id, __typename } = Object(object);
      const type = types.find((possible) => possible.name === __typename) ?? expect.fail(`${name}: ${__typename}`);
      const node = await readNode(facade, id, type, as);
      comparedObjects += 1;
      differences.push(...findDifferences(Object(object), node, `${mutation}.${name}`, 'node'));
    }
    expect(differences).toEqual([]);
    expect(comparedObjects).toBeGreaterThan(0);
  },
);

test('has a write, or an exception, for each mutation', () => {
  const mutations = Object.keys(schema.getMutationType()?.getFields() ?? {});
  expect(Object.keys({ ...writes, ...exceptions }).toSorted()).toEqual(mutations.toSorted());
  for (const mutation of Object.keys(exceptions)) expect(getObjectFields(mutation).size, mutation).toBe(0);
});
