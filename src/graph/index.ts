/** The schema of the graph: the kit, and one import an area. */
import './flows.ts';
import './groups.ts';
import './imports.ts';
import './kit/node.ts';
import './merge-requests/index.ts';
import './pipelines.ts';
import './projects.ts';
import './users.ts';
import { buildSchema } from './kit/schema.ts';

export const schema = buildSchema();
