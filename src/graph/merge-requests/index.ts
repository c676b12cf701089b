/** Merge requests and the dependencies between them. */
import './queries.ts';

export { MergeRequestBlock } from './blocks.ts';
export { checkingStatuses, MergeRequest } from './types.ts';
