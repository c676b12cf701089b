/** Every documented attribute of a resource type has a field. */
import { existsSync } from 'node:fs';
import { assertObjectType } from 'graphql';
import { expect, test } from 'vitest';
import { type SchemaName, standardContract } from '../../src/contract/index.ts';
import { schema } from '../../src/graph/index.ts';
import { getKind } from '../../src/graph/kit/fields/kind.ts';
import { getGraph } from '../../src/graph/kit/graph.ts';
import { getResourceTypes } from '../../src/graph/kit/resources/resource-types.ts';

/** Fields without the attribute in their declaration that return it, or what it contains, by type and attribute. */
const otherFields: Readonly<Record<string, string>> = {
  'Group.statistics': 'GroupEdge.statistics',
  'Group.root_storage_statistics': 'GroupEdge.rootStorageStatistics',
  'Job.project': 'Job.project',
  'MergeRequest.project_id': 'MergeRequest.project',
  'MergeRequest.group_id': 'MergeRequest.group',
  'MergeRequest.approvals_required': 'MergeRequestApprovalState.approvalsRequired',
  'MergeRequest.approvals_left': 'MergeRequestApprovalState.approvalsLeft',
  'MergeRequest.approved_by': 'MergeRequestApprovalState.approvedBy',
  'Pipeline.project_id': 'Pipeline.project',
  'ProjectImport.full_path': 'ImportDetails.fullPath',
  'ProjectImport.full_name': 'ImportDetails.fullName',
  'ProjectImport.import_source': 'ImportDetails.importSource',
  'ProjectImport.human_import_status_name': 'ImportDetails.humanImportStatusName',
  'ProjectImport.provider_link': 'ImportDetails.providerLink',
  'ProjectImport.refs_url': 'ImportDetails.refsUrl',
  'ProjectImport.relation_type': 'ImportDetails.relationType',
  'ProjectImport.import_warning': 'ImportDetails.importWarning',
  'Runner.token': 'RunnerCreatePayload.token',
  'Runner.token_expires_at': 'RunnerCreatePayload.tokenExpiresAt',
  'ServiceAccountToken.token': 'ServiceAccountTokenCreatePayload.token',
  // Both URLs are those of the upstream; the facade relays the file.
  'VulnerabilityExport._links': 'VulnerabilityExport.downloadUrl',
};

const types = getResourceTypes(schema);

const isSchemaName = (name: string): name is SchemaName => name in standardContract.document.components.schemas;

const schemaNames = Object.keys(standardContract.document.components.schemas).filter(isSchemaName);

/** Attributes of all representations of a type that none of its fields declares. */
function findAttributesWithoutField(name: string) {
  const type = types.all.find((each) => each.name === name);
  const fields = Object.values(assertObjectType(schema.getType(name)).getFields());
  const declared = new Set(fields.flatMap((field) => getKind(field)?.attributes ?? []));
  const occurrences = type && types.getOccurrences(type);
  const representations = schemaNames.filter((each) => each === type?.schema || occurrences?.has(each));
  return representations.flatMap((representation) =>
    [...standardContract.attributesOf(representation)]
      .filter(([attribute, attributeSchema]) => !declared.has(attribute) && !attributeSchema['x-never-shown'])
      .map(([attribute, attributeSchema]) => ({ coordinate: `${name}.${attribute}`, representation, attributeSchema })),
  );
}

const testFile = 'test/graph/documented-attributes.test.ts';

/** Returns the path of the module in `src/graph` that declares the types of an area. */
const getModule = (area: string | undefined): string | undefined =>
  [`src/graph/${area}.ts`, `src/graph/${area}/types.ts`, `src/graph/${area}/index.ts`].find((path) => existsSync(path));

const describeMissing = (coordinate: string): string => {
  const area = getGraph(schema).areas.get(coordinate.split('.')[0] ?? '');
  return `${coordinate} has no field: add it to ${getModule(area)}, or name the field that returns it in \`otherFields\` of ${testFile}`;
};

const describeSuperfluous = (coordinate: string): string =>
  `${coordinate} has a field, or is no attribute: remove it from \`otherFields\` of ${testFile}`;

const withoutField = types.all.flatMap(({ name }) => findAttributesWithoutField(name));

test('declares a field for each attribute that is not deprecated', () => {
  const current = withoutField.filter(({ attributeSchema }) => !attributeSchema.deprecated);
  const coordinates = new Set(current.map(({ coordinate }) => coordinate));
  const missing = [...coordinates].filter((coordinate) => !(coordinate in otherFields));
  const superfluous = Object.keys(otherFields).filter((coordinate) => !coordinates.has(coordinate));
  expect([...missing.map(describeMissing), ...superfluous.map(describeSuperfluous)]).toEqual([]);
});

test.each(Object.entries(otherFields))('declares, for the attribute %s, the field %s', (_, coordinate) => {
  const [typename, name = ''] = coordinate.split('.');
  expect(assertObjectType(schema.getType(typename ?? '')).getFields()).toHaveProperty(name);
});

/** Deprecated attributes without a field whose value no field has, with the reason. */
const omitted: Readonly<Record<string, string>> = {
  'Group.default_branch_protection': 'a number, which no documented rule converts to the defaults that replace it',
  'Group.projects': 'the list of projects has them',
  'MergeRequest.approvals_before_merge': 'approval rules have several numbers of this kind',
  'MergeRequest.assignee': 'one user, whereas the list that replaces it has all',
  'MergeRequest.reference': 'one of the three forms of the references that replace it',
  'Runner.ip_address': 'always empty',
};

test('declares each deprecated attribute as the fallback of its replacement, except for documented omissions', () => {
  const deprecated = withoutField.filter(({ attributeSchema }) => attributeSchema.deprecated);
  for (const { coordinate, representation, attributeSchema } of deprecated)
    expect(attributeSchema['x-deprecation'], `${coordinate} of ${representation}`).toMatch(/^Use |^Always empty/);
  const unreplaced = deprecated.filter(({ coordinate, representation }) => {
    const attribute = coordinate.replace(/.*\./, '');
    const siblings = [...standardContract.attributesOf(representation).values()];
    return !siblings.some((sibling) => sibling['x-fallback']?.attribute === attribute);
  });
  expect([...new Set(unreplaced.map(({ coordinate }) => coordinate))].toSorted()).toEqual(Object.keys(omitted));
});
