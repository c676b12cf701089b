/** The areas of the sandbox. A further area is one file beside this one and one line here. */
export { flows } from './flows.ts';
export { groups } from './groups/index.ts';
export { imports } from './imports.ts';
export { pipelines } from './pipelines/index.ts';
export { projects } from './projects.ts';
export { users } from './users.ts';
