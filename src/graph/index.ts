/** The schema of the graph: the kit, and one import an area. */
import './error-tracking.ts';
import './flows.ts';
import './group-mutations.ts';
import './group-tokens.ts';
import './group-integrations.ts';
import './groups.ts';
import './imports.ts';
import './kit/federation.ts';
import './kit/node.ts';
import './labels.ts';
import './merge-request-approvals.ts';
import './merge-requests/index.ts';
import './notes/index.ts';
import './pipelines.ts';
import './projects.ts';
import './pull-mirroring.ts';
import './resource-groups.ts';
import './runners.ts';
import './subscriptions.ts';
import './users.ts';
import './vulnerability-exports/index.ts';
import { buildSchema } from './kit/schema.ts';

export const schema = buildSchema();
