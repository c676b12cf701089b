/** Merge requests and the dependencies between them. */
import './queries.ts';

export { MergeRequestBlock } from './blocks.ts';
export { MergeRequest } from './types.ts';
