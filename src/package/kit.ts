/** `portico/kit`: functions and types to define areas. */
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
} from '../area-sandbox.ts';
export { ContractError, readAreaContract } from '../contract/area-contract.ts';
export { Contract, standardContract } from '../contract/index.ts';
// Contracts of areas augment interfaces of this entry point. An augmentation reaches only interfaces that are exported by a star.
export type * from '../contract/types.ts';
export { Group } from '../graph/groups.ts';
export { standardAreas } from '../graph/index.ts';
export { Job } from '../graph/jobs.ts';
export type { Area } from '../graph/kit/area.ts';
export { defineEnum, defineInput, defineObject } from '../graph/kit/definitions.ts';
export { defineEmbedding } from '../graph/kit/fields/attribute.ts';
export {
  defineFields,
  defineOccurrence,
  defineOccurrenceByPath,
  defineQueries,
  defineResourceType,
  defineValueFields,
} from '../graph/kit/fields/index.ts';
export { defineMutation } from '../graph/kit/fields/mutation.ts';
export { defineSubscription, hasAttributeValue } from '../graph/kit/fields/subscription.ts';
export type { Declaration } from '../graph/kit/graph.ts';
export type { ResourceType } from '../graph/kit/resources/resource-type.ts';
export { MergeRequest } from '../graph/merge-requests/types.ts';
export { Pipeline } from '../graph/pipelines.ts';
export { Project } from '../graph/projects.ts';
export { User } from '../graph/users.ts';
