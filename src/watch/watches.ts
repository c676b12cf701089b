/** The resources that can be watched: which of their attributes are compared, and when they are over. */
import type { SchemaName, SchemaType } from '../contract/index.ts';
import type { Attributes } from './state.ts';

export interface Watch {
  /** Attributes whose changes are events. */
  readonly compares: readonly string[];
  /** Whether nothing more happens to the resource by itself. An unknown status does not count as the end. */
  readonly isOver: (attributes: Attributes) => boolean;
  /** Whether the upstream may respond with 404 while the resource is pending, even after it has shown it. */
  readonly missingWhilePending?: boolean;
}

interface Definition<S extends SchemaName> extends Watch {
  readonly compares: readonly (keyof SchemaType<S> & string)[];
}

const define = <S extends SchemaName>(definition: Definition<S>): Watch => definition;

/** A predicate for an attribute with one of these values. */
const isOneOf =
  (name: string, ...values: readonly string[]) =>
  (attributes: Attributes): boolean =>
    values.some((value) => attributes[name] === value);

/** Merge statuses during which the upstream is working and may still withdraw an approval. */
export const checkingStatuses: readonly string[] = ['checking', 'approvals_syncing'];
/** All merge statuses that another one follows; reading an `unchecked` merge request starts the check. */
const unsettled = [...checkingStatuses, 'unchecked', 'preparing'];

export const watches = {
  // The status `failed` is not documented for exports, but would be final too.
  // 404 also means that the export is not finished, and services delete exports some time after that.
  vulnerabilityExport: define<'VulnerabilityExport'>({
    compares: ['status'],
    isOver: isOneOf('status', 'finished', 'failed'),
    missingWhilePending: true,
  }),
  projectImport: define<'ProjectImportState'>({
    compares: ['import_status'],
    isOver: isOneOf('import_status', 'finished', 'failed', 'canceled'),
  }),
  flow: define<'Flow'>({
    compares: ['status'],
    isOver: isOneOf('status', 'finished', 'failed', 'stopped'),
  }),
  pipeline: define<'Pipeline'>({
    compares: ['status'],
    isOver: isOneOf('status', 'success', 'failed', 'canceled', 'skipped'),
  }),
  // An update may begin and end between two polls, which only its time shows.
  pullMirror: define<'PullMirror'>({
    compares: ['update_status', 'last_update_at'],
    isOver: isOneOf('update_status', 'finished', 'failed', 'canceled'),
  }),
  mergeRequest: define<'MergeRequest'>({
    compares: ['state', 'detailed_merge_status', 'merge_status'],
    isOver: ({ state, detailed_merge_status, merge_status }) =>
      state === 'merged' ||
      state === 'closed' ||
      // A merge request is locked while it is being merged.
      (state !== 'locked' && !unsettled.includes(String(detailed_merge_status ?? merge_status))),
  }),
} as const;
