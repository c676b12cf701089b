/** Every attribute of a mirror. */
export const mirrorFields = `
  id databaseId enabled url updateStatus lastError lastUpdateAt lastUpdateStartedAt lastSuccessfulUpdateAt
  mirrorTriggerBuilds onlyMirrorProtectedBranches mirrorOverwritesDivergedBranches mirrorBranchRegex
`;
