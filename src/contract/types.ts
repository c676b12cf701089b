/** Names and types of the contract at compile time. */
import type { components, operations } from './types.gen.ts';

/** Types of the operations by id. An area with a contract of its own augments this interface. */
export interface OperationTypes extends operations {}

/** Types of the schemas by name. An area with a contract of its own augments this interface. */
export interface SchemaTypes extends Schemas {}

type Schemas = components['schemas'];

export type OperationId = keyof OperationTypes;
export type SchemaName = keyof SchemaTypes;
export type SchemaType<S extends SchemaName> = SchemaTypes[S];

type Parameters<O extends OperationId, In extends string> = OperationTypes[O] extends {
  parameters: Readonly<Record<In, infer P>>;
}
  ? P
  : never;
/** Path parameters of an operation by name. */
export type PathOf<O extends OperationId> = Parameters<O, 'path'>;
/** Query parameters of an operation by their name on the wire, `[]` included. */
export type QueryOf<O extends OperationId> = OperationTypes[O] extends { parameters: { readonly query?: infer Q } }
  ? NonNullable<Q>
  : never;
/** JSON body of an operation. */
export type BodyOf<O extends OperationId> = OperationTypes[O] extends { requestBody?: infer B }
  ? NonNullable<B> extends { content: Readonly<Record<'application/json', infer J>> }
    ? J
    : never
  : never;
