/** Checks the values of fields that areas resolve themselves, as attributes are checked. */
import { type GraphQLField, type GraphQLOutputType, getNullableType, isListType, isScalarType } from 'graphql';
import { checked, converted, convertedList, isScalarName } from './values.ts';

type Check = (value: unknown) => unknown;

/** Creates the check for values of a type. An error stays as it is. `undefined` if the type accepts any value. */
export function checkOf(given: GraphQLOutputType): Check | undefined {
  const type = getNullableType(given);
  if (isListType(type)) {
    const check = checkOf(type.ofType);
    return (
      check && ((value) => (Array.isArray(value) ? convertedList((item) => checkItem(check, item), value) : value))
    );
  }
  return isScalarType(type) && isScalarName(type.name) ? checked(type.name) : undefined;
}

/** Turns an invalid item into an error of its own. Errors and promises stay as they are. */
function checkItem(check: Check, item: unknown): unknown {
  return item instanceof Error || item instanceof Promise ? item : converted(check, item);
}

/** Lets the resolver of a field fail with `UPSTREAM_INVALID_ANSWER` where the scalar would fail without a code. */
export function checkLeaves(field: GraphQLField<unknown, unknown>): void {
  const { resolve } = field;
  const check = checkOf(field.type);
  if (resolve === undefined || check === undefined) return;
  const checkUnlessFailed = (value: unknown) => (value instanceof Error ? value : check(value));
  field.resolve = (...call) => {
    const value: unknown = resolve(...call);
    return value instanceof Promise ? value.then(checkUnlessFailed) : checkUnlessFailed(value);
  };
}
