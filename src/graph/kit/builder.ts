/** The Pothos builder all areas share: the scalars, and how attributes are typed. */
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

/** Attributes come from the upstream as they are; the scalars check them when an answer is written. */
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

export const builder = new SchemaBuilder<GraphTypes>({});

/** The builder's types as Pothos completes them. */
export type Types = typeof builder extends PothosSchemaTypes.SchemaBuilder<infer T> ? T : never;

builder.addScalarType('SafeInt', safeIntScalar);
builder.addScalarType('DateTime', dateTimeScalar);
builder.addScalarType('Date', dateScalar);
builder.addScalarType('URL', urlScalar);
builder.addScalarType('EmailAddress', emailAddressScalar);
builder.addScalarType('JSON', jsonScalar);
builder.addScalarType('File', fileScalar);
