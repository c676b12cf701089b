/** The standard contract, and the types of contracts. */
import { Contract } from './contract.ts';
import { document as documentedInterface } from './document.gen.ts';
import type { Schema } from './document.ts';
import type { Operation, Parameter } from './operations.ts';
import { attributesOf as attributesOfSchema } from './schemas.ts';
import type { OperationId, SchemaName } from './types.ts';

export { Contract, type ContractGaps, type Unavailability } from './contract.ts';
export type { FilterObject, OpenApiDocument, Schema } from './document.ts';
export type { Operation, Parameter } from './operations.ts';
export {
  type Constraints,
  constraintsOf,
  containsSecret,
  resolve,
  schemaNameOf,
  typesIn,
  typesOf,
} from './schemas.ts';
export type { BodyOf, OperationId, PathOf, QueryOf, SchemaName, SchemaType } from './types.ts';

/** The standard contract: REST operations that the standard areas call. */
export const standardContract = Contract.from(documentedInterface);

/** OpenAPI document of the standard contract. Each reference contains its target. */
export const { document } = standardContract;

/** Operations of the standard contract by id. */
export const operations: ReadonlyMap<OperationId, Operation> = standardContract.operations;

/** Operation of the standard contract. @throws Error if none has this id */
export const operation = (id: OperationId): Operation => standardContract.operation(id);

/** Attributes of a schema, or of a schema of the standard contract by its name. */
export function attributesOf(schema: Schema | SchemaName): ReadonlyMap<string, Schema> {
  return typeof schema === 'string' ? standardContract.attributesOf(schema) : attributesOfSchema(schema);
}

/** Query parameters of a documented operation that include opt-in attributes in its response, each with these attributes. */
export function getOptInAttributes(id: OperationId): ReadonlyMap<string, readonly string[]> {
  return standardContract.getOptInAttributes(id);
}

/** Query parameters of a documented operation that filter, sort or shape its response, without those of paging. */
export function filtersOf(id: OperationId): readonly Parameter[] {
  return standardContract.filtersOf(id);
}
