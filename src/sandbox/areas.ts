/** The areas of the sandbox. A further area is one file beside this one and one line here. */
export { errorTracking } from './error-tracking.ts';
export { flows } from './flows.ts';
export { groups } from './groups/index.ts';
export { imports } from './imports.ts';
export { pipelines } from './pipelines/index.ts';
export { projects } from './projects.ts';
export { pullMirroring } from './pull-mirroring.ts';
export { resourceGroups } from './resource-groups.ts';
export { runners } from './runners/index.ts';
export { users } from './users.ts';
export { vulnerabilityExports } from './vulnerability-exports.ts';
