/** Notes on issues, project snippets, merge requests and epics. */
import type { Area } from '../kit/area.ts';
import { mutationsDeclarations } from './mutations.ts';
import { noteablesDeclarations } from './noteables.ts';
import { typesDeclarations } from './types.ts';

export { issueInProject } from './mutations.ts';
export { Epic, Issue, Snippet } from './noteables.ts';
export { Note } from './types.ts';

export const notes: Area = {
  name: 'notes',
  declarations: [...noteablesDeclarations, ...typesDeclarations, ...mutationsDeclarations],
};
