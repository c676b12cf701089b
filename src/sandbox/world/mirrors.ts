/** The pull mirrors of the sandbox as it keeps them. */
import type { SchemaType } from '../../contract/index.ts';
import { day } from '../kit/clock.ts';
import { type Course, settled } from '../kit/course.ts';
import { type Store, table } from '../kit/store.ts';
import { findProject, type ProjectRow } from './projects.ts';

export interface PullMirrorRow {
  readonly id: number;
  readonly projectId: number;
  /** With the credentials, which no answer shows. */
  url: string;
  triggerBuilds: boolean;
  onlyProtectedBranches: boolean | null;
  overwritesDivergedBranches: boolean;
  branchRegex: string | null;
  /** When a pull before the present one last ended well. */
  lastSuccessAt: number | null;
  course: Course<SchemaType<'PullMirrorUpdateStatus'>>;
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
    const finished = settled<'finished'>('finished', store.startedAt - day);
    const lastSuccessAt = store.startedAt - day;
    table.put({ ...unset, id, projectId: project.id, url, lastSuccessAt, course: finished, ...settings });
  };
  add(101, 'meridian/platform/geocoder', 'https://mirror:hunter2@git.example.com/geocoder.git', {
    branchRegex: '^release/',
  });
  add(102, 'vault/keyring', 'https://git.example.com/keyring.git', { onlyProtectedBranches: true });
  add(3_000_000_103, 'cartography-guild/globe', 'https://git.example.com/globe.git', {});
});

/** A URL without the credentials in it. */
export const masked = (url: string): string => url.replace(/:\/\/[^/@]*@/, '://*****:*****@');

/** The mirror of a project. */
export function mirrorOf(store: Store, project: ProjectRow): PullMirrorRow | undefined {
  return mirrors(store).find(({ projectId }) => projectId === project.id);
}
