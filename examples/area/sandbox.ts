/** Operations of the area in the sandbox, whose projects, users, merge requests and pipelines they refer to. */
import { defineSandbox, SandboxError } from 'portico/kit';

const dana = { id: 5, username: 'dana.kim', name: 'Dana Kim' };
const olivia = { id: 3, username: 'olivia.marsh', name: 'Olivia Marsh' };

/** Lowest access levels that may resolve discussions, and delete them. */
const developer = 30;
const maintainer = 40;

const createDiscussions = () => [
  {
    id: 'a1',
    individual_note: false,
    notes: [
      { body: 'Why?', author: dana, created_at: '2026-01-01T12:00:00Z', resolvable: true, resolved: false },
      { body: 'It is faster.', author: olivia, created_at: '2026-01-01T12:05:00Z', resolvable: true, resolved: false },
    ],
  },
  {
    id: 'b2',
    individual_note: true,
    notes: [{ body: 'Nice.', author: olivia, created_at: '2026-01-02T08:00:00Z', resolvable: false, resolved: false }],
  },
];

type Discussion = ReturnType<typeof createDiscussions>[number];

function findDiscussion(discussions: readonly Discussion[], id: string): Discussion {
  const discussion = discussions.find((each) => each.id === id);
  if (discussion === undefined) throw new SandboxError(404, '404 Discussion Not Found');
  return discussion;
}

const findMembers = <T extends { readonly username: string }>(members: readonly T[], text = ''): readonly T[] =>
  members.filter(({ username }) => username.includes(text));

export const sandbox = defineSandbox({
  data: () => ({
    discussions: createDiscussions(),
    members: [
      { ...olivia, access_level: 50 },
      { ...dana, access_level: 30 },
    ],
  }),
  handlers: {
    listProjects: ({ query }) =>
      [
        { id: 14, name: 'Engine' },
        { id: 20, name: 'Traffic' },
      ].filter(({ name }) => name.includes(query.search ?? '')),
    listPipelineJobs: ({ path, now }) => [
      {
        id: 70,
        name: 'test',
        status: 'success',
        created_at: new Date(now).toISOString(),
        pipeline: { id: path.pipeline_id },
        project: { id: 14 },
      },
    ],
    listProjectMembers: ({ data, query }) => findMembers(data.members, query.query),
    listGroupMembers: ({ data, query }) => findMembers(data.members, query.query),
    listMergeRequestDiscussions: ({ data }) => data.discussions,
    getMergeRequestDiscussion: ({ data, path }) => findDiscussion(data.discussions, path.discussion_id),
    resolveMergeRequestDiscussion({ data, path, body, project }) {
      if ((project?.accessLevel ?? 0) < developer) throw new SandboxError(403, '403 Forbidden');
      const discussion = findDiscussion(data.discussions, path.discussion_id);
      const notes = discussion.notes.map((note) => (note.resolvable ? { ...note, resolved: body.resolved } : note));
      return Object.assign(discussion, { notes });
    },
    deleteMergeRequestDiscussion({ data, path, project }) {
      if ((project?.accessLevel ?? 0) < maintainer) throw new SandboxError(403, '403 Forbidden');
      data.discussions.splice(data.discussions.indexOf(findDiscussion(data.discussions, path.discussion_id)), 1);
    },
  },
});
