/** Notes on issues, project snippets, merge requests and epics. */
import './mutations.ts';

export { Epic, Issue, Snippet } from './noteables.ts';
export { Note } from './types.ts';
