/** `portico/kit`: functions and types to define areas. */

export { ContractError, readAreaContract } from '../src/contract/area-contract.ts';
export {
  AreaSandbox,
  defineSandbox,
  type SandboxCall,
  type SandboxDefinition,
  SandboxError,
  type SandboxHandler,
  type SandboxNamespace,
  type SandboxResult,
  type SandboxUser,
} from '../src/contract/area-sandbox.ts';
export { Contract, standardContract } from '../src/contract/index.ts';
// Contracts of areas augment interfaces of this entry point. An augmentation reaches only interfaces that are exported by a star.
export type * from '../src/contract/types.ts';
export { Group } from '../src/graph/groups.ts';
export { standardAreas } from '../src/graph/index.ts';
export { Job } from '../src/graph/jobs.ts';
export type { Area } from '../src/graph/kit/area.ts';
export { defineEnum, defineInput, defineObject } from '../src/graph/kit/definitions.ts';
export { defineEmbedding } from '../src/graph/kit/fields/attribute.ts';
export {
  defineFields,
  defineOccurrence,
  defineOccurrenceByPath,
  defineQueries,
  defineResourceType,
  defineValueFields,
} from '../src/graph/kit/fields/index.ts';
export { defineMutation } from '../src/graph/kit/fields/mutation.ts';
export { defineSubscription, hasAttributeValue } from '../src/graph/kit/fields/subscription.ts';
export type { Declaration } from '../src/graph/kit/graph.ts';
export type { ResourceType } from '../src/graph/kit/resources/resource-type.ts';
export { MergeRequest } from '../src/graph/merge-requests/types.ts';
export { Pipeline } from '../src/graph/pipelines.ts';
export { Project } from '../src/graph/projects.ts';
export { User } from '../src/graph/users.ts';
