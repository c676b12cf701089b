/** Imports of repositories and snippets from other hosts. */
import { addFields, addQueries, resourceType } from './kit/fields/index.ts';
import { addMutation } from './kit/fields/mutation.ts';
import type { PayloadFields } from './kit/fields/payload.ts';
import { addSubscription, holds, soleId } from './kit/fields/subscription.ts';
import { decodeGlobalId, isGlobalId } from './kit/resources/global-id.ts';
import { parseReference, projectReference } from './kit/resources/references.ts';
import { Project } from './projects.ts';

export const ProjectImport = resourceType({
  name: 'ProjectImport',
  schema: 'ProjectImport',
  retrieve: 'getProjectImport',
});

addFields(ProjectImport, (f) => ({
  databaseId: f.attribute('id'),
  ...f.attributes('name', 'path', 'path_with_namespace', 'created_at'),
  ...f.attributes('import_status', 'import_error', 'failed_relations'),
  project: f.lookup(Project, {
    description: 'The project that the import fills; it exists from the start of the import on.',
  }),
}));

addFields(Project, (f) => ({
  projectImport: f.lookup(ProjectImport, {
    description: 'The import that fills the project, with the status `NONE` for a project that was not imported.',
  }),
}));

addQueries((f) => ({
  projectImport: f.lookup(ProjectImport, {
    description:
      'The import that fills a project, and how far it is; null when there is no such project that the caller may see.',
    args: (arg) => ({ project: arg.id({ required: true, description: projectReference }) }),
    path: (_, { project }) => ({ id: parseReference('Project', project, ['project']) }),
  }),
}));

/** The secret of a host, which the upstream refuses with the status that a bad credential of the caller has as well. */
const secretOfHost = (name: string) => ({
  name,
  whenGiven: 'is not accepted by the host that it is for',
  whenAbsent: 'The host refuses the import',
});

/** What the answer to a start or cancellation tells, and no later read of the import. */
const toldOnce = ['full_path', 'full_name', 'import_source', 'human_import_status_name', 'provider_link'] as const;

const started = (f: PayloadFields) => ({
  projectImport: f.object(
    ProjectImport,
    'The import, which goes on in the background: read it again by its id to follow it.',
  ),
  ...f.attributes(...toldOnce, 'refs_url', 'relation_type', 'import_warning'),
});

addMutation('projectImportStartFromHostA', {
  operation: 'importFromHostA',
  secret: secretOfHost('personalAccessToken'),
  payload: started,
});

addMutation('projectImportStartFromServerB', {
  operation: 'importFromServerB',
  secret: secretOfHost('personalAccessToken'),
  payload: started,
});

addMutation('projectImportStartFromCloudC', {
  operation: 'importFromCloudC',
  secret: secretOfHost('cloudApiToken'),
  payload: started,
});

const cancelled = ['input', 'id'];

/** The project that an import fills, which is what a cancellation names. */
function projectOf(text: string): string {
  const own = isGlobalId(text) && decodeGlobalId(text, cancelled).typename === ProjectImport.name;
  return own ? String(ProjectImport.pathFromId(text, cancelled).id) : text;
}

addMutation('projectImportCancel', {
  operation: 'cancelHostAImport',
  except: ['project_id'],
  input: (t) => ({ id: t.id({ required: true, description: soleId }) }),
  request: ({ id }) => {
    const project = parseReference('Project', projectOf(id), cancelled);
    // A path is 0 until its number has been read.
    return { body: { project_id: typeof project === 'number' ? project : 0 } };
  },
  completion: {
    steps: [{ operation: 'getProject' }],
    read: async ({ id }, calls) => ({ body: { project_id: await calls.numberOf(Project, projectOf(id), cancelled) } }),
  },
  payload: (f) => ({
    projectImport: f.object(ProjectImport, 'The import as the cancellation left it.'),
    ...f.attributes(...toldOnce),
  }),
});

addMutation('gistImportStart', {
  operation: 'importHostAGists',
  secret: secretOfHost('personalAccessToken'),
  payload: (f) => ({
    started: f.of('Boolean', 'Whether the import of the gists started; null when it was refused.', () => true),
  }),
});

addSubscription('projectImport', ProjectImport, {
  description: 'Follows the import that fills a project until it has finished, failed or was canceled.',
  id: soleId,
  soleOf: Project,
  compares: ['import_status'],
  isOver: holds('import_status', 'finished', 'failed', 'canceled'),
});
