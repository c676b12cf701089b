/** Imports of repositories and snippets from other hosts. */
import type { Violation } from '../rest/errors.ts';
import { Group } from './groups.ts';
import type { Area } from './kit/area.ts';
import type { Calls } from './kit/fields/composed.ts';
import { defineFields, defineResourceType, Fields } from './kit/fields/index.ts';
import { defineMutation } from './kit/fields/mutation.ts';
import type { PayloadFields } from './kit/fields/payload.ts';
import type { WriteResult } from './kit/fields/payload-kinds.ts';
import { defineRootLookup } from './kit/fields/root-lookup.ts';
import { defineSubscription, hasAttributeValue } from './kit/fields/subscription.ts';
import { assertOwnId, isGlobalId } from './kit/resources/global-id.ts';
import { collectViolations, parseReference } from './kit/resources/references.ts';
import { asObject } from './kit/resources/resource.ts';
import { describeSingletonId, isIdOf } from './kit/resources/singleton.ts';
import { Project } from './projects.ts';

/** Removes the slash at the start of a full path, which some responses contain. Other values pass unchanged. */
const withoutLeadingSlash = (path: unknown): unknown => (typeof path === 'string' ? path.replace(/^\//, '') : path);

export const ProjectImport = defineResourceType({
  name: 'ProjectImport',
  schema: 'ProjectImport',
  retrieve: 'getProjectImport',
});

const projectImportFields = defineFields(ProjectImport, (f) => ({
  databaseId: f.attribute('id'),
  fullPath: f.composed({
    attributes: ['path_with_namespace'],
    value: 'String',
    isNeverNull: true,
    description: 'Path of the project with its namespace, separated by slashes: the full path that inputs accept.',
    // The response to a start or a cancellation has another name for it than the detail.
    resolve: (projectImport, _, calls) => {
      const path = withoutLeadingSlash(projectImport.attributes?.full_path);
      return typeof path === 'string' ? path : calls.attribute(projectImport, 'path_with_namespace');
    },
  }),
  ...f.attributes('name', 'path', 'created_at'),
  ...f.attributes('import_status', 'import_error', 'failed_relations'),
  project: f.lookup(Project, {
    description: 'Project of the import, which exists from the start of the import.',
    isProvenByParent: true,
    isNeverNull: true,
  }),
}));

const projectFields = defineFields(Project, (f) => ({
  projectImport: f.lookup(ProjectImport, {
    description: 'Import of the project. Its status is `NONE` for a project that was not imported.',
  }),
}));

/** Secret for a host. The upstream rejects it with the same status as a credential of the caller. */
const createHostSecret = (name: string) => ({
  name,
  messageIfPresent: 'is not accepted by the host',
  messageIfAbsent: 'The host rejected the import without a credential',
});

/** Creates the field of the facts about an import, with the full path in the form of all other objects. */
const createDetailsField = (f: PayloadFields) =>
  f.details(
    'ImportDetails',
    'Details of the import that no later read contains; null if the write was rejected.',
    ({ full_path: path, ...further }) => ({ ...further, full_path: withoutLeadingSlash(path) }),
  );

const namespacePath = ['input', 'targetNamespace'];

/** Returns the namespace of an input if it is the global id of a group, whose full path has to be read. */
function findNamespaceId(input: object): string | undefined {
  const namespace = asObject(input)?.targetNamespace;
  return typeof namespace === 'string' && isGlobalId(namespace) ? namespace : undefined;
}

/** Options of the start of an import into the namespace that its input identifies. */
const intoNamespace = {
  check: (input: object) => {
    const violations: Violation[] = [];
    const namespace = asObject(input)?.targetNamespace;
    if (typeof namespace === 'string')
      collectViolations(violations, () =>
        isGlobalId(namespace)
          ? parseReference(Group.name, namespace, namespacePath)
          : assertOwnId(namespace, namespacePath),
      );
    return violations;
  },
  completion: {
    steps: [{ operation: 'getGroup', times: (input: object) => (findNamespaceId(input) === undefined ? 0 : 1) }],
    read: async (input: object, calls: Calls) => {
      const id = findNamespaceId(input);
      if (id === undefined) return {};
      return { body: { target_namespace: await calls.loadString(Group, id, 'full_path', namespacePath) } };
    },
  },
} as const;

/** Returns the full path of the namespace that an import has added a project to; `undefined` if it is not known. */
function findNamespacePath({ request, response }: WriteResult): string | undefined {
  const { full_path: projectPath } = asObject(response?.body) ?? {};
  const { target_namespace: requested } = asObject(request?.body) ?? {};
  const path = withoutLeadingSlash(typeof projectPath === 'string' ? projectPath.replace(/\/[^/]*$/, '') : requested);
  return typeof path === 'string' && path !== '' ? path : undefined;
}

/** Creates the field of the group that a new project is in. */
function createGroupField(f: PayloadFields) {
  return new Fields<WriteResult, never>(f.graph, f.t).composed({
    value: Group,
    description:
      'Group of the new project, read after the write; its `projects` contain the project. Null for a personal namespace.',
    steps: Group.detailOperations.map((operation) => ({ operation })),
    returns: { type: Group, representation: Group.schema },
    resolve: (result, _, calls) => {
      const path = result.response === undefined ? undefined : findNamespacePath(result);
      // A personal namespace has the path of its user, which no group has.
      return path === undefined ? null : calls.loadSelected(Group, { id: path });
    },
  });
}

const startPayload = (f: PayloadFields) => ({
  projectImport: f.object(ProjectImport, 'The import, which continues in the background. Read its status by its id.'),
  details: createDetailsField(f),
  group: createGroupField(f),
});

const projectImportStartFromHostA = defineMutation('projectImportStartFromHostA', {
  operation: 'importFromHostA',
  ...intoNamespace,
  secret: createHostSecret('personalAccessToken'),
  payload: startPayload,
});

const projectImportStartFromServerB = defineMutation('projectImportStartFromServerB', {
  operation: 'importFromServerB',
  ...intoNamespace,
  secret: createHostSecret('personalAccessToken'),
  payload: startPayload,
});

const projectImportStartFromCloudC = defineMutation('projectImportStartFromCloudC', {
  operation: 'importFromCloudC',
  ...intoNamespace,
  secret: createHostSecret('cloudApiToken'),
  payload: startPayload,
});

const idPath = ['input', 'id'];

/** Returns the reference of the project that an import fills, which a cancellation requires. */
function toProjectReference(text: string): string {
  return isIdOf(ProjectImport, text, idPath) ? String(ProjectImport.parseGlobalId(text, idPath).id) : text;
}

const projectImportCancel = defineMutation('projectImportCancel', {
  operation: 'cancelHostAImport',
  except: ['project_id'],
  input: (t) => ({ id: t.id({ required: true, description: describeSingletonId(Project, ProjectImport) }) }),
  request: ({ id }) => {
    parseReference('Project', toProjectReference(id), idPath);
    return { body: {} };
  },
  completion: {
    members: ['project_id'],
    steps: [{ operation: 'getProject' }],
    read: async ({ id }, calls) => ({
      body: { project_id: await calls.loadNumber(Project, toProjectReference(id), idPath) },
    }),
  },
  payload: (f) => ({
    projectImport: f.object(ProjectImport, 'The import after the cancellation.'),
    details: createDetailsField(f),
  }),
});

const gistImportStart = defineMutation('gistImportStart', {
  operation: 'importHostAGists',
  secret: createHostSecret('personalAccessToken'),
  payload: (f) => ({
    started: f.derived('Boolean', 'Whether the import of the gists started; null if it was rejected.', () => true),
  }),
});

const projectImportSubscription = defineSubscription('projectImport', ProjectImport, {
  description: 'Follows the import of a project until it has finished, failed or was canceled.',
  id: describeSingletonId(Project, ProjectImport),
  singletonOf: Project,
  comparedAttributes: ['import_status'],
  isOver: hasAttributeValue('import_status', 'finished', 'failed', 'canceled'),
});

export const imports: Area = {
  name: 'imports',
  declarations: [
    ProjectImport,
    projectImportFields,
    projectFields,
    projectImportStartFromHostA,
    projectImportStartFromServerB,
    projectImportStartFromCloudC,
    projectImportCancel,
    gistImportStart,
    projectImportSubscription,
    defineRootLookup(ProjectImport, {
      description: 'Import of a project with its status.',
      singletonOf: Project,
    }),
  ],
};
