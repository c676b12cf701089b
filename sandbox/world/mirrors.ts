/** Rows of pull mirrors, and their seed. */
import type { SchemaType } from '../../src/contract/index.ts';
import { day } from '../kit/clock.ts';
import { type Store, table } from '../kit/store.ts';
import { constantTimeline, type Timeline } from '../kit/timeline.ts';
import { findProject, type ProjectRow } from './projects.ts';

export interface PullMirrorRow {
  readonly id: number;
  readonly projectId: number;
  /** URL with credentials, which no response contains. */
  url: string;
  triggerBuilds: boolean;
  onlyProtectedBranches: boolean | null;
  overwritesDivergedBranches: boolean;
  branchRegex: string | null;
  /** Time of the last successful pull before the current one. */
  lastSuccessAt: number | null;
  timeline: Timeline<SchemaType<'PullMirrorUpdateStatus'>>;
}

export type Settings = Pick<
  PullMirrorRow,
  'triggerBuilds' | 'onlyProtectedBranches' | 'overwritesDivergedBranches' | 'branchRegex'
>;

export const unset: Settings = {
  triggerBuilds: false,
  onlyProtectedBranches: null,
  overwritesDivergedBranches: false,
  branchRegex: null,
};

/** All pull mirrors. */
export const mirrors = table<PullMirrorRow>('pull mirrors', ({ store, table }) => {
  const add = (id: number, path: string, url: string, settings: Partial<Settings>): void => {
    const project = findProject(store, path);
    if (project === undefined) return;
    const finished = constantTimeline<'finished'>('finished', store.startedAt - day);
    const lastSuccessAt = store.startedAt - day;
    table.put({ ...unset, id, projectId: project.id, url, lastSuccessAt, timeline: finished, ...settings });
  };
  add(101, 'meridian/platform/geocoder', 'https://mirror:hunter2@git.example.com/geocoder.git', {
    branchRegex: '^release/',
  });
  add(102, 'vault/keyring', 'https://git.example.com/keyring.git', { onlyProtectedBranches: true });
  add(3_000_000_103, 'cartography-guild/globe', 'https://git.example.com/globe.git', {});
});

/** Masks the credentials of a URL. */
export const masked = (url: string): string => url.replace(/:\/\/[^/@]*@/, '://*****:*****@');

/** Finds the mirror of a project. */
export function mirrorOf(store: Store, project: ProjectRow): PullMirrorRow | undefined {
  return mirrors(store).find(({ projectId }) => projectId === project.id);
}
