/** Notes on issues, project snippets, merge requests and epics: document 1, sections 2.2 and 4.1. */
import './mutations.ts';

export { Epic, Issue, Snippet } from './noteables.ts';
export { Note } from './types.ts';
