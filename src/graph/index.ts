/** Graph of the standard areas. */
import type { GraphQLSchema } from 'graphql';
import { errorTracking } from './error-tracking.ts';
import { featureFlags } from './feature-flags.ts';
import { flows } from './flows.ts';
import { groupIntegrations } from './group-integrations.ts';
import { groupMutations } from './group-mutations.ts';
import { groupTokens } from './group-tokens.ts';
import { groups } from './groups.ts';
import { imports } from './imports.ts';
import { invitations } from './invitations/index.ts';
import { jobs } from './jobs.ts';
import type { Area } from './kit/area.ts';
import { getDownloads } from './kit/fields/download.ts';
import { buildSchema, type GraphLimits, isLimited } from './kit/schema.ts';
import { labels } from './labels.ts';
import { memberRoles } from './member-roles.ts';
import { mergeRequestApprovals } from './merge-request-approvals.ts';
import { mergeRequests } from './merge-requests/index.ts';
import { milestones } from './milestones.ts';
import { notes } from './notes/index.ts';
import { pipelines } from './pipelines.ts';
import { projects } from './projects.ts';
import { pullMirroring } from './pull-mirroring.ts';
import { resourceGroups } from './resource-groups.ts';
import { runners } from './runners.ts';
import { serviceAccounts } from './service-accounts.ts';
import { users } from './users.ts';
import { vulnerabilityExports } from './vulnerability-exports/index.ts';

/** Areas of the standard contract, each after the areas whose types it extends. */
export const standardAreas: readonly Area[] = [
  users,
  groups,
  projects,
  pipelines,
  labels,
  milestones,
  jobs,
  mergeRequests,
  notes,
  errorTracking,
  featureFlags,
  flows,
  groupIntegrations,
  groupMutations,
  groupTokens,
  imports,
  invitations,
  memberRoles,
  mergeRequestApprovals,
  pullMirroring,
  resourceGroups,
  runners,
  serviceAccounts,
  vulnerabilityExports,
];

/** Schema of the standard areas without limits. */
export const schema = buildSchema(standardAreas);

/** Schema of areas within limits. Without either, it is the shared one. */
export function createSchema(limits: GraphLimits, areas: readonly Area[] = standardAreas): GraphQLSchema {
  return areas === standardAreas && !isLimited(limits) ? schema : buildSchema(areas, limits);
}

/** Files that the edge serves. */
export const downloads = getDownloads(schema);
