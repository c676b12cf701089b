/** Operations on the error tracking settings and client keys of projects. */
import type { SchemaType } from '../src/contract/index.ts';
import type { Area, Loose, View } from './kit/area.ts';
import { badRequest, notFound } from './kit/http-error.ts';
import { Random } from './kit/random.ts';
import { list, noContent } from './kit/reply.ts';
import { table } from './kit/store.ts';
import { level, projectFor, projectToChange } from './world/access.ts';
import { findProject, type ProjectRow } from './world/projects.ts';

interface SettingsRow {
  /** Number of the project. */
  readonly id: number;
  active: boolean;
  integrated: boolean;
  /** External tracker; `null` with the integrated one. */
  external: { readonly name: string; readonly url: string; readonly apiUrl: string } | null;
}

interface ClientKeyRow {
  readonly id: number;
  readonly projectId: number;
  readonly publicKey: string;
}

const settings = table<SettingsRow>('error tracking settings', ({ store, table }) => {
  const engine = findProject(store, 'meridian/platform/engine');
  const geocoder = findProject(store, 'meridian/platform/geocoder');
  if (engine) table.put({ id: engine.id, active: true, integrated: true, external: null });
  const url = 'https://errors.example.com';
  const external = { name: 'geocoder', url: `${url}/geocoder`, apiUrl: `${url}/api/0/projects/meridian/geocoder/` };
  if (geocoder) table.put({ id: geocoder.id, active: true, integrated: false, external });
});

const publicKey = (seed: string): string => `glet_${new Random(`client key ${seed}`).hex(32)}`;

const clientKeys = table<ClientKeyRow>('error tracking client keys', ({ store, table }) => {
  const engine = findProject(store, 'meridian/platform/engine');
  if (engine)
    for (let id = 1; id <= 23; id++) table.put({ id, projectId: engine.id, publicKey: publicKey(String(id)) });
});

function present({ active, integrated, external }: SettingsRow): Loose<SchemaType<'ErrorTrackingSettings'>> {
  return {
    active,
    project_name: external?.name ?? null,
    tracker_external_url: external?.url ?? null,
    api_url: external?.apiUrl ?? null,
    integrated,
  };
}

function presentKey({ id, projectId, publicKey }: ClientKeyRow): Loose<SchemaType<'ErrorTrackingClientKey'>> {
  const dsn = `https://${publicKey}@errors.example.com/api/v4/error_tracking/collector/${projectId}`;
  return { id, active: true, public_key: publicKey, tracker_dsn: dsn };
}

type ToProject = View & { readonly path: { readonly id: number | string } };

const readable = (call: ToProject): ProjectRow => projectFor(call, call.path.id, level.maintainer);
const changeable = (call: ToProject): ProjectRow => projectToChange(call, call.path.id, level.maintainer);

function settingsOf({ store }: View, project: ProjectRow): SettingsRow {
  const row = settings(store).get(project.id);
  if (row === undefined) throw notFound('Error Tracking Setting');
  return row;
}

export const errorTracking: Area = {
  signedIn: 'all',
  handlers: {
    getErrorTrackingSettings: (call) => present(settingsOf(call, readable(call))),

    createErrorTrackingSettings: (call) => {
      const { id } = changeable(call);
      const { active, integrated } = call.body;
      if (!integrated) throw badRequest({ integrated: ['must be enabled'] });
      return present(settings(call.store).put({ id, active, integrated, external: null }));
    },

    updateErrorTrackingSettings: (call) => {
      const row = settingsOf(call, changeable(call));
      row.active = call.body.active;
      row.integrated = call.body.integrated ?? row.integrated;
      return present(row);
    },

    listErrorTrackingClientKeys: (call) => {
      const { id } = readable(call);
      return list(
        clientKeys(call.store).where(({ projectId }) => projectId === id),
        presentKey,
      );
    },

    createErrorTrackingClientKey: (call) => {
      const project = changeable(call);
      const insert = (id: number) => ({ id, projectId: project.id, publicKey: publicKey(String(id)) });
      return presentKey(clientKeys(call.store).insert(insert));
    },

    deleteErrorTrackingClientKey: (call) => {
      const project = changeable(call);
      const row = clientKeys(call.store).get(call.path.key_id);
      if (row?.projectId !== project.id) throw notFound('Error Tracking Client Key');
      clientKeys(call.store).delete(row.id);
      return noContent();
    },
  },
};
