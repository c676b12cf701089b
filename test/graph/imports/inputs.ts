import { expect } from 'vitest';
import type { Role } from '../../../package/sandbox.ts';
import type { Facade, SandboxedFacade } from '../../harness.ts';
import { mutate, type Outcome } from '../mutate.ts';

export interface Import {
  readonly id: string;
  readonly databaseId: number;
  readonly [attribute: string]: unknown;
}

type Input = Readonly<Record<string, unknown>>;

/** Every attribute of an import. */
export const attributes = 'id databaseId name path fullPath createdAt importStatus importError failedRelations';
/** Payload of a start: attributes of the import, and details that no later read returns. */
export const startSelection =
  'projectImport { id databaseId name importStatus } details { fullPath fullName importSource humanImportStatusName providerLink refsUrl relationType importWarning }';

export const hostA = { personalAccessToken: 'external-secret-a', repoId: 7, targetNamespace: 'meridian/platform' };
export const serverB = {
  serverProjectKey: 'MAPS',
  serverRepo: 'compass',
  serverUrl: 'https://server-b.example.com',
  serverUsername: 'olivia',
  personalAccessToken: 'external-secret-b',
};
export const cloudC = {
  cloudApiToken: 'external-secret-c',
  cloudEmail: 'olivia@example.com',
  repoPath: 'atlas/sextant',
  targetNamespace: 'meridian',
};

/** Mutations that start an import, with the path of the call and a valid input. */
export const startMutations = [
  ['projectImportStartFromHostA', '/import/host-a', hostA],
  ['projectImportStartFromServerB', '/import/server-b', { ...serverB, targetNamespace: 'meridian' }],
  ['projectImportStartFromCloudC', '/import/cloud-c', cloudC],
] as const;

let serial = 0;
/** Creates a name that no project has yet. */
export const createUniqueName = (): string => `import ${++serial}`;

/** Runs a mutation whose payload contains an import. */
export function runImportMutation(
  facade: Pick<Facade, 'execute'>,
  mutation: string,
  input: Input,
  as: Role,
  selection = startSelection,
): Promise<Outcome<{ readonly projectImport: Import | null; readonly [attribute: string]: unknown }>> {
  return mutate(facade, mutation, input, selection, as);
}

/** Starts an import as a group owner, and removes its call from `facade.calls`. */
export async function startFromHostA(facade: SandboxedFacade, input: Input = {}): Promise<Import> {
  const complete = { ...hostA, name: createUniqueName(), ...input };
  const { payload } = await runImportMutation(facade, 'projectImportStartFromHostA', complete, 'owner');
  expect(payload?.errors).toEqual([]);
  facade.forget();
  if (!payload?.projectImport) throw new Error('The import did not start');
  return payload.projectImport;
}

/** Reads an import by its global id. */
export async function readImport(
  facade: Pick<Facade, 'execute'>,
  id: string,
  selection = attributes,
  as: Role = 'owner',
): Promise<Import | null> {
  const document = `query ($id: ID!) { node(id: $id) { ... on ProjectImport { ${selection} } } }`;
  const { data } = await facade.execute<{ node: Import | null }>(document, { id }, { as });
  return data.node;
}
