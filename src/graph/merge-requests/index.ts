/** Merge requests and the dependencies between them. */
import type { Area } from '../kit/area.ts';
import { blocksDeclarations } from './blocks.ts';
import { filterTypesDeclarations } from './filter-types.ts';
import { queriesDeclarations } from './queries.ts';
import { typesDeclarations } from './types.ts';

export { MergeRequestBlock, mergeRequestInProject } from './blocks.ts';
export { checkingStatuses, MergeRequest } from './types.ts';

export const mergeRequests: Area = {
  name: 'merge-requests',
  declarations: [...typesDeclarations, ...blocksDeclarations, ...filterTypesDeclarations, ...queriesDeclarations],
};
