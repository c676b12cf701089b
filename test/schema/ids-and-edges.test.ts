/** Objects are edges: the graph has the number of another object only where no edge has it without a call. */
import { isInterfaceType, isObjectType } from 'graphql';
import { expect, test } from 'vitest';
import { schema } from '../../src/graph/index.ts';

/** Numbers of other objects, and why no edge replaces them. */
const withoutEdge: Readonly<Record<string, string>> = {
  'Flow.agentPrivilegeIds': 'privileges are a list of the service, whose names are beside the ids',
  'Flow.aiCatalogItemVersionId': 'no documented call reads the versions of catalog items',
  'Flow.namespaceId': '`group` is null for a personal namespace',
  'Flow.preApprovedAgentPrivilegeIds': 'privileges are a list of the service, whose names are beside the ids',
  'FlowWorkload.workloadId': 'no documented call reads workloads',
  'Group.organizationId': 'no documented call reads organizations',
  'Note.noteableId': '`noteable` has the number within the project, and the kind',
  'NoteEmojiReaction.awardableId': 'the object is `noteable` of the payload that holds the reaction',
  'TestSuiteSummary.jobIds': 'no documented call reads one job by its number',
  'User.colorSchemeId': 'color schemes are a fixed list of the web interface',
  'User.namespaceId': 'no documented call reads a personal namespace',
  'User.themeId': 'themes are a fixed list of the web interface',
  'UserIdentity.samlProviderId': 'no documented call reads SAML providers',
};

test('exist only where no edge replaces them', () => {
  const numbers = Object.values(schema.getTypeMap())
    .filter(isObjectType)
    .filter(({ name }) => !name.startsWith('_'))
    .flatMap((type) =>
      Object.keys(type.getFields())
        .filter((name) => /^(?!database|deleted).+Ids?$/.test(name))
        .map((name) => `${type.name}.${name}`),
    );
  expect(numbers.toSorted()).toEqual(Object.keys(withoutEdge).toSorted());
});

test('lets an interface implement Node if all of its types do', () => {
  const node = schema.getType('Node');
  const isNode = (type: { getInterfaces(): readonly object[] }) =>
    isInterfaceType(node) && type.getInterfaces().includes(node);
  const interfaces = Object.values(schema.getTypeMap())
    .filter(isInterfaceType)
    .filter((type) => type !== node && schema.getPossibleTypes(type).every(isNode));
  expect(interfaces.map(({ name }) => name)).toContain('Noteable');
  expect(interfaces.filter((type) => !isNode(type)).map(({ name }) => name)).toEqual([]);
});
