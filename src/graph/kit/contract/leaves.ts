/** Checks the values that resolvers of areas return, like attributes. */
import { type GraphQLField, type GraphQLOutputType, getNullableType, isListType, isScalarType } from 'graphql';
import { convertList, convertOrError, createConverter, isScalarName } from './values.ts';

type Check = (value: unknown) => unknown;

/** Creates the check for values of a type. Errors pass unchanged. `undefined` if the type accepts any value. */
export function createLeafCheck(fieldType: GraphQLOutputType): Check | undefined {
  const type = getNullableType(fieldType);
  if (isListType(type)) {
    const check = createLeafCheck(type.ofType);
    return check && ((value) => (Array.isArray(value) ? convertList((item) => checkItem(check, item), value) : value));
  }
  return isScalarType(type) && isScalarName(type.name) ? createConverter(type.name) : undefined;
}

/** Converts an invalid item to an error. Errors and promises pass unchanged. */
function checkItem(check: Check, item: unknown): unknown {
  return item instanceof Error || item instanceof Promise ? item : convertOrError(check, item);
}

/** Makes the resolver of a field fail with `UPSTREAM_INVALID_RESPONSE`, because the scalar would fail without a code. */
export function checkLeaves(field: GraphQLField<unknown, unknown>): void {
  const { resolve } = field;
  const check = createLeafCheck(field.type);
  if (resolve === undefined || check === undefined) return;
  const checkUnlessFailed = (value: unknown) => (value instanceof Error ? value : check(value));
  field.resolve = (...call) => {
    const value: unknown = resolve(...call);
    return value instanceof Promise ? value.then(checkUnlessFailed) : checkUnlessFailed(value);
  };
}
