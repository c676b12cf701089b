/** Whoever is given the number of another object is given the object too. */
import { isObjectType } from 'graphql';
import { expect, test } from 'vitest';
import { schema } from '../../src/graph/index.ts';

/** Numbers beside which there is no edge, and why. */
const withoutEdge: Readonly<Record<string, string>> = {
  'Flow.aiCatalogItemVersionId': 'no documented call reads the versions of catalog items',
  'Group.organizationId': 'no documented call reads organizations',
  'NoteEmojiReaction.awardableId': 'the object is `noteable` of the payload that holds the reaction',
  'ServiceAccountToken.userId': 'the user is the service account, which `serviceAccount` gives',
  'TestSuiteSummary.buildIds': 'no documented call reads one job by its number',
  'User.colorSchemeId': 'color schemes are a fixed list of the web interface',
  'User.namespaceId': 'no documented call reads a personal namespace',
  'User.themeId': 'themes are a fixed list of the web interface',
  'UserIdentity.samlProviderId': 'no documented call reads SAML providers',
};

/** Fields that hold numbers of objects, with the names that an edge to these may have. */
function numbers(): readonly (readonly [coordinate: string, edges: readonly string[], fields: ReadonlySet<string>])[] {
  return Object.values(schema.getTypeMap())
    .filter(isObjectType)
    .filter(({ name }) => !name.startsWith('_'))
    .flatMap((type) => {
      const fields = new Set(Object.keys(type.getFields()));
      return [...fields].flatMap((name) => {
        const [, stem, plural] = /^(?!database|deleted)(.+)Id(s?)$/.exec(name) ?? [];
        if (stem === undefined) return [];
        const edges = plural ? [`${stem}s`, `${stem}es`] : [stem];
        return [[`${type.name}.${name}`, edges, fields] as const];
      });
    });
}

test('each has an edge of the same name beside it, unless a reason is given', () => {
  const found = numbers();
  expect(found.length).toBeGreaterThan(10);
  const lacking = found.filter(([, edges, fields]) => !edges.some((edge) => fields.has(edge)));
  expect(lacking.map(([coordinate]) => coordinate).toSorted()).toEqual(Object.keys(withoutEdge).toSorted());
});
