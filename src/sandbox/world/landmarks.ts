/** Places of the seeded world that tests and examples may count on. */
export const landmarks = {
  /** Public root group in which the tokens from `owner` to `guest` have their role. */
  publicGroup: { id: 9, path: 'meridian' },
  /** Public group three levels down. */
  nestedGroup: { id: 11, path: 'meridian/platform/routing' },
  /** Visible to everybody who is signed in. */
  internalGroup: { id: 70, path: 'harbor' },
  /** Visible to its members only: the same as in `publicGroup`. */
  privateGroup: { id: 80, path: 'vault' },
  /** Public group in which none of the tokens has a role. */
  foreignGroup: { id: 20, path: 'lumen' },
  /** A group whose id does not fit into 32 bits. */
  largeIdGroup: { id: 2_147_483_900, path: 'cartography-guild' },
  /** The public root groups, by name. */
  publicRootGroups: ['copperline', 'lumen', 'meridian', 'northwind-robotics', 'papertrail', 'tidewater'],
  /** The project with 2,000 pipelines in all statuses. */
  busyProject: { id: 14, path: 'meridian/platform/engine' },
  /** Pipelines of `busyProject` at its ordinary size: the latest of the main branch, with variables and tests, and a child of it. */
  latestPipelineId: 3000,
  childPipelineId: 4_200_000_001,
  /** A public project whose pipelines are for Reporters and up. */
  hiddenPipelinesProject: { id: 20, path: 'meridian/platform/routing/traffic' },
  /** A private project of `publicGroup`. */
  privateProject: { id: 18, path: 'meridian/platform/secrets' },
  /** A project whose repository is empty, so that it has no default branch. */
  emptyProject: { id: 23, path: 'meridian/platform/routing/experiments/empty' },
  /** A project whose id does not fit into 32 bits. */
  largeIdProject: { id: 2_147_483_950, path: 'cartography-guild/globe' },
  /** Branch, in every project that is not empty, whose latest commit has no pipeline though older ones have. */
  refWithoutPipeline: 'docs-only',
  /** A user whose id does not fit into 32 bits. */
  largeUserId: 3_000_000_001,
  /** A user who hides the profile. */
  privateProfileUserId: 15,
} as const;
