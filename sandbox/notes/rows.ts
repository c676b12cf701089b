/** Rows of notes, and their seed. */
import { day, hour, minute } from '../kit/clock.ts';
import { type Seeding, table } from '../kit/store.ts';
import { mergeRequestTable } from '../merge-requests/rows.ts';
import { epicTable, issueTable, snippetTable } from './noteables.ts';

export type NoteableKind = 'issue' | 'snippet' | 'merge_request' | 'epic';

export interface NoteRow {
  readonly id: number;
  /** Target of the note, with its instance-wide id. */
  readonly on: { readonly kind: NoteableKind; readonly id: number };
  body: string;
  readonly authorId: number;
  readonly createdAt: number;
  updatedAt: number;
  /** Time of arrival, which the author cannot set. */
  readonly writtenAt: number;
  readonly system: boolean;
  internal: boolean;
  readonly importedFrom: string;
}

const texts = [
  'I can reproduce this.',
  'Does this also happen with the old tiles?',
  'It does, but only at night.',
  'See also #2 and the **handbook**.',
  'Fixed on my machine.',
] as const;
const systemTexts = ['changed the description', 'mentioned in merge request !3', 'assigned to @dana.kim'] as const;

function seed({ store, table, random }: Seeding<NoteRow>): void {
  let id = 30_000;
  const add = (on: NoteRow['on'], createdAt: number, changes: Partial<NoteRow> = {}): void => {
    id += 1;
    const system = changes.system ?? random.chance(0.3);
    const updated = !system && random.chance(0.4);
    table.put({
      id,
      on,
      body: random.pick(system ? systemTexts : texts),
      authorId: random.pick([3, 4, 5, 6]),
      createdAt,
      updatedAt: updated ? createdAt + random.integer(1, 40) * day : createdAt,
      writtenAt: createdAt,
      system,
      internal: false,
      importedFrom: 'none',
      ...changes,
    });
  };
  const conversation = (on: NoteRow['on'], count: number): void => {
    for (let index = 0; index < count; index++) add(on, store.startedAt - 50 * day + index * hour);
  };
  for (const issue of issueTable(store).all()) {
    const on = { kind: 'issue', id: issue.id } as const;
    if (issue.id > 2 ** 31) {
      add(on, store.startedAt - day, { id: 4_400_000_001, system: false, importedFrom: 'host_a' });
      continue;
    }
    // The first issue of the engine project has many notes, the fourth has none.
    conversation(on, issue.id === 7001 ? 230 : issue.id === 7004 ? 0 : 3);
    if (issue.id === 7002) add(on, store.startedAt - day, { internal: true, system: false, body: 'Between us.' });
  }
  for (const mergeRequest of mergeRequestTable(store).all())
    conversation({ kind: 'merge_request', id: mergeRequest.id }, mergeRequest.iid % 5);
  for (const snippet of snippetTable(store).all())
    conversation({ kind: 'snippet', id: snippet.id }, snippet.id === 502 ? 0 : 3);
  for (const epic of epicTable(store).all())
    add({ kind: 'epic', id: epic.id }, store.startedAt - 9 * minute, { system: false, body: `About epic ${epic.id}.` });
}

/** All notes. */
export const noteTable = table<NoteRow>('notes', seed);
