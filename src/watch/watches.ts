/** The things that take time: which of their attributes subscribers hear of, and when they are over. */
import type { SchemaName, SchemaType } from '../contract/index.ts';
import type { Attributes } from './state.ts';

export interface Watch {
  /** Attributes whose change is an event. */
  readonly compares: readonly string[];
  /** Whether nothing more happens to it by itself. A word that is not known is not the end. */
  readonly isOver: (attributes: Attributes) => boolean;
  /** Whether the upstream may response 404 for one that it showed before and that is not over. */
  readonly missingWhilePending?: boolean;
}

interface Definition<S extends SchemaName> extends Watch {
  readonly compares: readonly (keyof SchemaType<S> & string)[];
}

const define = <S extends SchemaName>(definition: Definition<S>): Watch => definition;

/** Whether an attribute holds one of these words. */
const holds =
  (name: string, ...words: readonly string[]) =>
  (attributes: Attributes): boolean =>
    words.some((word) => attributes[name] === word);

/** Merge statuses under which the upstream is at work, and could take an approval away again. */
export const checkingStatuses: readonly string[] = ['checking', 'approvals_syncing'];
/** Those that are followed by another one as well; `unchecked` becomes `checking` by being read. */
const unsettled = [...checkingStatuses, 'unchecked', 'preparing'];

export const watches = {
  // No failure of an export is documented, but a service that has one is done with it as well.
  // 404 also means "not finished", and services delete an export some time after it has finished.
  vulnerabilityExport: define<'VulnerabilityExport'>({
    compares: ['status'],
    isOver: holds('status', 'finished', 'failed'),
    missingWhilePending: true,
  }),
  projectImport: define<'ProjectImportState'>({
    compares: ['import_status'],
    isOver: holds('import_status', 'finished', 'failed', 'canceled'),
  }),
  flow: define<'Flow'>({
    compares: ['status'],
    isOver: holds('status', 'finished', 'failed', 'stopped'),
  }),
  pipeline: define<'Pipeline'>({
    compares: ['status'],
    isOver: holds('status', 'success', 'failed', 'canceled', 'skipped'),
  }),
  // An update may be over between two looks: its time tells.
  pullMirror: define<'PullMirror'>({
    compares: ['update_status', 'last_update_at'],
    isOver: holds('update_status', 'finished', 'failed', 'canceled'),
  }),
  mergeRequest: define<'MergeRequest'>({
    compares: ['state', 'detailed_merge_status', 'merge_status'],
    isOver: ({ state, detailed_merge_status, merge_status }) =>
      state === 'merged' ||
      state === 'closed' ||
      // While it is being merged it is locked.
      (state !== 'locked' && !unsettled.includes(String(detailed_merge_status ?? merge_status))),
  }),
} as const;
