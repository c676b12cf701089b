/** References to other objects are fields that return the object. A number exists only if no field can return the object. */
import { isInterfaceType, isObjectType } from 'graphql';
import { expect, test } from 'vitest';
import { schema } from '../../src/graph/index.ts';

/** Fields with numbers of other objects, with the reason why no field returns the object. */
const numbersWithReason: Readonly<Record<string, string>> = {
  'Flow.agentPrivilegeIds': 'privileges are a list of the service, which also returns their names',
  'Flow.aiCatalogItemVersionId': 'no documented call reads the versions of catalog items',
  'Flow.namespaceId': '`group` is null for a personal namespace',
  'Flow.preApprovedAgentPrivilegeIds': 'privileges are a list of the service, which also returns their names',
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

test('has numbers of other objects only with a reason', () => {
  const numbers = Object.values(schema.getTypeMap())
    .filter(isObjectType)
    .filter(({ name }) => !name.startsWith('_'))
    .flatMap((type) =>
      Object.keys(type.getFields())
        .filter((name) => /^(?!database|deleted).+Ids?$/.test(name))
        .map((name) => `${type.name}.${name}`),
    );
  expect(numbers.toSorted()).toEqual(Object.keys(numbersWithReason).toSorted());
});

test('has only interfaces that implement Node if all of their types do', () => {
  const node = schema.getType('Node');
  const isNode = (type: { getInterfaces(): readonly object[] }) =>
    isInterfaceType(node) && type.getInterfaces().includes(node);
  const interfaces = Object.values(schema.getTypeMap())
    .filter(isInterfaceType)
    .filter((type) => type !== node && schema.getPossibleTypes(type).every(isNode));
  expect(interfaces.map(({ name }) => name)).toContain('Noteable');
  expect(interfaces.filter((type) => !isNode(type)).map(({ name }) => name)).toEqual([]);
});
