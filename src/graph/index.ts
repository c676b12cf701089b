/** The schema of the graph: the kit, and one import an area. */
import './error-tracking.ts';
import './flows.ts';
import './group-mutations.ts';
import './group-tokens.ts';
import './groups.ts';
import './imports.ts';
import './kit/node.ts';
import './merge-requests/index.ts';
import './pipelines.ts';
import './projects.ts';
import './pull-mirroring.ts';
import './resource-groups.ts';
import './runners.ts';
import './users.ts';
import { buildSchema } from './kit/schema.ts';

export const schema = buildSchema();
