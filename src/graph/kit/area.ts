/** Areas, which the index passes to `buildSchema`. */
import type { AreaSandbox } from '../../contract/area-sandbox.ts';
import type { Contract } from '../../contract/index.ts';
import type { Declaration } from './graph.ts';
import type { ResourceType } from './resources/resource-type.ts';

/** Part of the graph: resource types, and declarations for them and for types of other areas. Immutable. */
export interface Area {
  /** Name of the files of the area. */
  readonly name: string;
  /** Contract of the declarations. Defaults to the standard contract. */
  readonly contract?: Contract;
  /** Operations of the area in the sandbox, made with `defineSandbox`. Without it, the sandbox responds to them with 422. */
  readonly sandbox?: AreaSandbox;
  readonly declarations: readonly (ResourceType | Declaration)[];
}
