/** Pothos builder of a graph, with its scalars. */
import SchemaBuilder from '@pothos/core';
import type { GraphContext } from '../context.ts';
import {
  dateScalar,
  dateTimeScalar,
  emailAddressScalar,
  fileScalar,
  jsonScalar,
  safeIntScalar,
  type Upload,
  urlScalar,
} from './contract/scalars.ts';

/**
 * Types of a scalar. Attributes of the upstream are not validated, so the output type is `unknown`; values are checked
 * before serialization.
 */
interface Scalar<Input> {
  Input: Input;
  Output: unknown;
}

export interface GraphTypes {
  Context: GraphContext;
  Scalars: {
    ID: Scalar<string>;
    String: Scalar<string>;
    Int: Scalar<number>;
    Float: Scalar<number>;
    Boolean: Scalar<boolean>;
    SafeInt: Scalar<number>;
    DateTime: Scalar<string>;
    Date: Scalar<string>;
    URL: Scalar<string>;
    EmailAddress: Scalar<string>;
    JSON: Scalar<unknown>;
    _Any: Scalar<Readonly<Record<string, unknown>>>;
    File: Scalar<Upload>;
  };
}

export function createBuilder() {
  const builder = new SchemaBuilder<GraphTypes>({});
  builder.addScalarType('SafeInt', safeIntScalar);
  builder.addScalarType('DateTime', dateTimeScalar);
  builder.addScalarType('Date', dateScalar);
  builder.addScalarType('URL', urlScalar);
  builder.addScalarType('EmailAddress', emailAddressScalar);
  builder.addScalarType('JSON', jsonScalar);
  builder.addScalarType('File', fileScalar);
  return builder;
}

export type Builder = ReturnType<typeof createBuilder>;

/** Types of the builder, completed by Pothos. */
export type Types = Builder extends PothosSchemaTypes.SchemaBuilder<infer T> ? T : never;
