/** Targets of notes in the sandbox. */

/** Inputs for each kind of target, and the path and the global id prefix of its notes. */
export const targets = {
  issue: [{ issue: { project: '14', iid: 4 } }, '/projects/14/issues/4/notes', 'issue/14/4'],
  snippet: [{ snippet: { project: '14', id: '502' } }, '/projects/14/snippets/502/notes', 'snippet/14/502'],
  mergeRequest: [
    { mergeRequest: { project: '14', iid: 4 } },
    '/projects/14/merge_requests/4/notes',
    'merge_request/14/4',
  ],
  epic: [{ epic: { group: '9', id: '7101' } }, '/groups/9/epics/7101/notes', 'epic/9/7101'],
} as const;

/** Global ids of the same objects. */
export const globalIds = {
  issue: 'gid://service/Issue/14/4',
  snippet: 'gid://service/Snippet/14/502',
  mergeRequest: 'gid://service/MergeRequest/14/4',
  epic: 'gid://service/Epic/9/7101',
} as const;

export type Kind = keyof typeof targets;
export const kinds: readonly Kind[] = ['issue', 'snippet', 'mergeRequest', 'epic'];
