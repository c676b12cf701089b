/** The values of an object in the payload of a mutation are those that a read returns afterwards. */
import { getNamedType, isObjectType } from 'graphql';
import { expect, onTestFinished, test } from 'vitest';
import { schema } from '../../../src/graph/index.ts';
import type { Role } from '../../../src/sandbox/index.ts';
import { type SandboxedFacade, startSandboxed } from '../../harness.ts';
import { mutate } from '../mutate.ts';
import { compare, isResource, selectionOf } from './values.ts';

/** A mutation that the sandbox accepts. */
interface Write {
  readonly input: Readonly<Record<string, unknown>>;
  /** Defaults to the administrator. */
  readonly as?: Role;
}

const gid = (path: string) => `gid://service/${path}`;

const writes: Readonly<Record<string, Write>> = {
  approvalRuleCreate: { input: { project: '14', name: 'Security', approvalsRequired: 1 } },
  errorTrackingClientKeyCreate: { input: { project: '14' } },
  featureFlagSet: { input: { name: 'vector_tiles_development', value: { boolean: true } } },
  flowCreate: { input: { project: '14', goal: 'Fix the build' }, as: 'developer' },
  groupIntegrationDisable: { input: { group: '9', tool: 'ISSUE_TRACKER_A' } },
  groupIntegrationSet: { input: { group: '9', integration: { wikiA: { wikiUrl: 'https://wiki.example.com' } } } },
  groupShare: { input: { id: '10', invitedGroup: '11', groupAccessLevel: 'REPORTER' } },
  groupUpdate: { input: { id: '10', description: 'Engines' } },
  labelCreate: { input: { project: '14', name: 'new', color: '#112233' } },
  labelUpdate: { input: { id: gid('Label/15/1'), color: '#112233' } },
  labelSubscribe: { input: { id: gid('Label/15/1') } },
  memberRoleCreate: { input: { group: '9', name: 'Auditor', baseAccessLevel: 'GUEST' } },
  mergeRequestApprove: { input: { id: gid('MergeRequest/15/3') } },
  mergeRequestBlockCreate: { input: { mergeRequest: gid('MergeRequest/14/1'), blocking: { inProject: { iid: 4 } } } },
  noteCreate: { input: { target: { issue: { project: '14', iid: 2 } }, body: 'text' } },
  pipelineCancel: { input: { id: gid('Pipeline/14/3000') } },
  pipelineCreate: { input: { project: '14', ref: 'main' } },
  pipelineRetry: { input: { id: gid('Pipeline/14/3000') } },
  projectImportStartFromHostA: { input: { personalAccessToken: 'secret', repoId: 1, targetNamespace: 'meridian' } },
  pullMirrorStart: { input: { project: '16' } },
  pullMirrorUpdate: { input: { project: '16', mirrorTriggerBuilds: true } },
  resourceGroupUpdate: { input: { id: gid('ResourceGroup/14/production'), processMode: 'NEWEST_FIRST' } },
  runnerCreate: { input: { target: { instance: true }, description: 'new' } },
  runnerPause: { input: { id: '1' } },
  runnerUpdate: { input: { id: '1', description: 'changed' } },
  serviceAccountCreate: { input: { group: '9' } },
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

/** Fields of the payload whose objects a read returns, with the types of these objects. */
function objectFields(mutation: string): ReadonlyMap<string, string> {
  const field = schema.getMutationType()?.getFields()[mutation];
  const payload = field && getNamedType(field.type);
  if (!isObjectType(payload)) throw new Error(`${mutation} has no payload`);
  return new Map(
    Object.values(payload.getFields()).flatMap(({ name, type }) => {
      const object = getNamedType(type);
      const isNode = isObjectType(object) && object.getInterfaces().some((each) => each.name === 'Node');
      return isNode && isResource(object.name) ? [[name, object.name] as const] : [];
    }),
  );
}

async function readNode(facade: SandboxedFacade, id: string, typeName: string, as: Role): Promise<object> {
  const document = `query ($id: ID!) { node(id: $id) { ... on ${typeName} { ${selectionOf(typeName)} } } }`;
  const { data, errors } = await facade.ask(document, { id }, { as });
  expect(errors).toBeUndefined();
  return Object(data).node;
}

test.each(Object.entries(writes))(
  '%s returns the values that a read returns',
  async (mutation, { input, as = 'administrator' }) => {
    const facade = await startSandboxed({ sandbox: { now: new Date('2026-03-01T12:00:00Z') } });
    onTestFinished(() => facade.close());
    const fields = objectFields(mutation);
    const selection = [...fields].map(([name, typeName]) => `${name} { ${selectionOf(typeName)} }`).join(' ');
    const { answer, payload } = await mutate(facade, mutation, input, selection, as);
    expect(answer.errors).toBeUndefined();
    expect(payload?.errors).toEqual([]);
    const differences: string[] = [];
    let compared = 0;
    for (const [name, typeName] of fields) {
      const object = payload?.[name];
      if (object === null || object === undefined) continue;
      const node = await readNode(facade, Object(object).id, typeName, as);
      compared += 1;
      differences.push(...compare(Object(object), node, `${mutation}.${name}`, 'node'));
    }
    expect(differences).toEqual([]);
    expect(compared).toBeGreaterThan(0);
  },
);
