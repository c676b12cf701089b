/** Seeded objects that tests and examples may rely on. */
export const landmarks = {
  /** Public root group in which the tokens from `owner` to `guest` have their role. */
  publicGroup: { id: 9, path: 'meridian' },
  /** Public group three levels down. */
  nestedGroup: { id: 11, path: 'meridian/platform/routing' },
  /** Visible to every signed-in user. */
  internalGroup: { id: 70, path: 'harbor' },
  /** Visible to its members only, who are those of `publicGroup`. */
  privateGroup: { id: 80, path: 'vault' },
  /** Public group in which none of the tokens has a role. */
  foreignGroup: { id: 20, path: 'lumen' },
  /** A group whose id is above 32 bits. */
  largeIdGroup: { id: 2_147_483_900, path: 'cartography-guild' },
  /** The public root groups, by name. */
  publicRootGroups: ['copperline', 'lumen', 'meridian', 'northwind-robotics', 'papertrail', 'tidewater'],
  /** The project with 2,000 pipelines in all statuses. */
  busyProject: { id: 14, path: 'meridian/platform/engine' },
  /** Pipelines of `busyProject` at the default scale: the latest of the main branch, with variables and tests, and a child of it. */
  latestPipelineId: 3000,
  childPipelineId: 4_200_000_001,
  /** Public project whose pipelines are visible to Reporters and above. */
  hiddenPipelinesProject: { id: 20, path: 'meridian/platform/routing/traffic' },
  /** A private project of `publicGroup`. */
  privateProject: { id: 18, path: 'meridian/platform/secrets' },
  /** A project whose repository is empty, so that it has no default branch. */
  emptyProject: { id: 23, path: 'meridian/platform/routing/experiments/empty' },
  /** A project whose id is above 32 bits. */
  largeIdProject: { id: 2_147_483_950, path: 'cartography-guild/globe' },
  /** Branch of every non-empty project whose latest commit has no pipeline, although older commits have one. */
  refWithoutPipeline: 'docs-only',
  /** A user whose id is above 32 bits. */
  largeUserId: 3_000_000_001,
  /** User with a private profile. */
  privateProfileUserId: 15,
} as const;
