/** Merge requests and the dependencies between them: document 1, sections 2.12, 2.13, 3.3 and 4.6. */
import './queries.ts';

export { MergeRequestBlock } from './blocks.ts';
export { MergeRequest } from './types.ts';
