/** The sandbox returns every attribute of every resource type. */
import { existsSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RecordedRequest, type Role, startSandbox, tokens } from '../../../sandbox/index.ts';
import { operation, resolve, type SchemaName, schemaNameOf, standardContract } from '../../../src/contract/index.ts';
import { schema } from '../../../src/graph/index.ts';
import { getGraph } from '../../../src/graph/kit/graph.ts';
import type { ResourceType } from '../../../src/graph/kit/resources/resource-type.ts';
import { getResourceTypes } from '../../../src/graph/kit/resources/resource-types.ts';
import { type Facade, startFacade } from '../../harness.ts';
import { everything } from '../everything.ts';
import { cases, type FieldPath, type TypeCase } from './cases.ts';

/** Attributes that the sandbox omits, with the reason. */
const omitted: Readonly<Record<string, string>> = {
  'MergeRequest.description_html': 'no documented parameter requests it',
  'MergeRequest.diverged_commits_count': 'no documented parameter requests it',
  'MergeRequest.rebase_in_progress': 'no documented parameter requests it',
  'Note.resolved': 'no note of the sandbox is resolvable',
  'Note.resolved_at': 'no note of the sandbox is resolvable',
  'Note.resolved_by': 'no note of the sandbox is resolvable',
  'ServiceAccount.unconfirmed_email': 'only the response to a change of the email address has it',
};

interface Sent {
  readonly attributes: Set<string>;
  /** Area of an operation that has sent them. */
  readonly area: string;
}

/** Attributes that the sandbox has sent, by the schema of the objects. */
const sent = new Map<SchemaName, Sent>();

function recordAttributes(value: unknown, schemaName: SchemaName | undefined, area: string): void {
  if (schemaName === undefined) return;
  const attributes = standardContract.attributesOf(schemaName);
  const recorded = sent.get(schemaName) ?? { attributes: new Set(), area };
  sent.set(schemaName, recorded);
  for (const object of [value].flat())
    for (const [name, member] of Object.entries(Object(object))) {
      recorded.attributes.add(name);
      const attribute = attributes.get(name);
      recordAttributes(member, attribute && schemaNameOf(resolve(attribute).items ?? attribute), area);
    }
}

let sandbox: Awaited<ReturnType<typeof startSandbox>>;
let facade: Facade;

/** Selections of the objects of a type in each field that returns them. */
function selectionsOf(typeName: string, { paths, lists }: TypeCase): readonly string[] {
  const select = (path: FieldPath, selection: string) =>
    path.reduceRight((below, step) => `${step} { ${below} }`, selection);
  return [
    ...('doesNotApply' in paths ? [] : paths.map((path) => select(path, everything(typeName)))),
    ...Object.entries(lists).flatMap(([coordinate, { parent }]) => {
      const list = coordinate.replace(/.*\./, '');
      const edge = everything(`${typeName}Edge`, [typeName]);
      // The details of a few items suffice, but few of the items themselves have some of the attributes.
      return [
        select([...parent, `${list}(first: 50)`, 'edges'], edge),
        select([...parent, `${list}(first: 3)`, 'nodes'], everything(typeName)),
      ];
    }),
  ];
}

/** Sends the reads of the facade again, and records the attributes of their responses. */
async function recordResponse({ operation: id, url, tokenRole }: RecordedRequest): Promise<void> {
  if (id === undefined || tokenRole === undefined || operation(id).method !== 'GET') return;
  const response = await fetch(`${sandbox.url}${url}`, { headers: { 'private-token': tokens[tokenRole] } });
  if (!response.ok || !response.headers.get('content-type')?.includes('json')) return;
  const body: unknown = await response.json();
  const { responseSchemas, area } = operation(id);
  for (const schemaName of responseSchemas) recordAttributes(body, schemaName, area);
}

/** Reads the objects of a type, and records what the sandbox sends. */
async function readEach(typeName: string, typeCase: TypeCase): Promise<void> {
  sandbox.clearRequests();
  const { prepare, as } = typeCase;
  if (prepare !== undefined) await facade.execute(prepare, {}, { as });
  for (const selection of selectionsOf(typeName, typeCase))
    for (const role of new Set<Role>([as, 'administrator'])) await facade.execute(`{ ${selection} }`, {}, { as: role });
  const requests = new Map(sandbox.requests.map((request) => [`${request.tokenRole} ${request.url}`, request]));
  for (const request of requests.values()) await recordResponse(request);
}

beforeAll(async () => {
  sandbox = await startSandbox({ keptRequests: Number.POSITIVE_INFINITY, now: new Date('2026-03-01T12:00:00Z') });
  facade = await startFacade(sandbox.url, {});
});
afterAll(async () => {
  await facade.close();
  await sandbox.close();
});

const resourceTypes = getResourceTypes(schema);
/** Types whose objects a response contains; the path of the others determines all attributes. */
const types = resourceTypes.all.filter(({ verification }) => verification === undefined);

/** Schemas of the objects of a type in responses. */
function representationsOf(type: ResourceType): readonly SchemaName[] {
  const details = type.detailOperations.flatMap((id) => operation(id).responseSchemas);
  const occurrences = resourceTypes.getOccurrences(type);
  return [...sent.keys()].filter((each) => each === type.schema || details.includes(each) || occurrences.has(each));
}

/** Module of the sandbox for the area that defines a type, or else that sends its objects. */
function moduleOf(type: ResourceType): string {
  const areas = [
    getGraph(schema).areas.get(type.name),
    ...representationsOf(type).flatMap((each) => sent.get(each)?.area ?? []),
  ];
  const modules = areas.flatMap((area) => [
    `sandbox/${area}.ts`,
    `sandbox/${area}/present.ts`,
    `sandbox/${area}/index.ts`,
  ]);
  return modules.find((path) => existsSync(path)) ?? 'sandbox';
}

test.each(types)('the sandbox returns every attribute of $name that is not deprecated', async (type) => {
  await readEach(type.name, cases[type.name] ?? expect.fail(`There is no case of ${type.name}`));
  const names = new Set(representationsOf(type).flatMap((each) => [...(sent.get(each)?.attributes ?? [])]));
  const missing = [...standardContract.attributesOf(type.schema)]
    .filter(([name, { deprecated = false }]) => !deprecated && !names.has(name))
    .map(([name]) => `${type.name}.${name}`);
  const unexplained = missing.filter((coordinate) => !(coordinate in omitted));
  const superfluous = Object.keys(omitted).filter(
    (coordinate) => coordinate.startsWith(`${type.name}.`) && !missing.includes(coordinate),
  );
  expect([
    ...unexplained.map((coordinate) => `the sandbox never sends ${coordinate}: add it to ${moduleOf(type)}`),
    ...superfluous.map((coordinate) => `the sandbox sends ${coordinate}: remove it from \`omitted\` of this test`),
  ]).toEqual([]);
});
