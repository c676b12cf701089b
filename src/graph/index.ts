/** The graph: the kit, and one import an area. */
import './error-tracking.ts';
import './feature-flags.ts';
import './flows.ts';
import './group-integrations.ts';
import './group-mutations.ts';
import './group-tokens.ts';
import './groups.ts';
import './imports.ts';
import './invitations/index.ts';
import './labels.ts';
import './member-roles.ts';
import './merge-request-approvals.ts';
import './merge-requests/index.ts';
import './notes/index.ts';
import './pipelines.ts';
import './projects.ts';
import './pull-mirroring.ts';
import './resource-groups.ts';
import './runners.ts';
import './service-accounts.ts';
import './users.ts';
import './vulnerability-exports/index.ts';
import { downloadsOf } from './kit/fields/download.ts';
import { buildSchema } from './kit/schema.ts';

export const schema = buildSchema();

/** The files that the edge gives. */
export const downloads = downloadsOf(schema);
