/** Every attribute of a mirror. */
export const everything = `
  id databaseId enabled url updateStatus lastError lastUpdateAt lastUpdateStartedAt lastSuccessfulUpdateAt
  mirrorTriggerBuilds onlyMirrorProtectedBranches mirrorOverwritesDivergedBranches mirrorBranchRegex
`;
