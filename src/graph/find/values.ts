/** Converts values of a call to those of inputs. */
import {
  coerceInputValue,
  type GraphQLInputType,
  type GraphQLList,
  getNamedType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isListType,
  isRequiredInputField,
  print,
  valueToLiteral,
} from 'graphql';
import { asRecord, isRecord } from '../../helpers/is-record.ts';
import { camelCase } from '../kit/contract/names.ts';

/** Converts a value of the contract to a variable. Omits members that the type does not have. Other values that the type rejects are unchanged. */
export function toVariable(value: unknown, type: GraphQLInputType): unknown {
  const nullable = getNullableType(type);
  if (value === null || value instanceof File) return value;
  if (isListType(nullable))
    return toEntries(value, nullable) ?? toItems(value).map((item) => toVariable(item, nullable.ofType));
  if (isEnumType(nullable)) {
    const text = String(value).toLowerCase();
    return (
      nullable.getValues().find((each) => each.name === value || String(each.value).toLowerCase() === text)?.name ??
      value
    );
  }
  if (isInputObjectType(nullable)) {
    const fields = nullable.getFields();
    return Object.fromEntries(
      Object.entries(asRecord(value)).flatMap(([name, member]) => {
        const field = fields[camelCase(name)];
        return field === undefined ? [] : [[field.name, toVariable(member, field.type)]];
      }),
    );
  }
  if (typeof value === 'object') return value;
  const text = String(value);
  switch (nullable.name) {
    case 'Boolean':
      return /^(?:true|false)$/.test(text) ? text === 'true' : value;
    case 'Int':
    case 'SafeInt':
    case 'Float':
      return text !== '' && Number.isFinite(Number(text)) ? Number(text) : value;
    case 'JSON':
      return value;
    default:
      return text;
  }
}

/** Items of a list, which may be joined by commas. */
export const toItems = (value: unknown): readonly unknown[] =>
  typeof value === 'string' ? value.split(',') : [value].flat();

/** Converts a map to a list of names and values; `undefined` for another value or type. */
function toEntries(map: unknown, { ofType }: GraphQLList<GraphQLInputType>): readonly unknown[] | undefined {
  const type = getNullableType(ofType);
  if (!isRecord(map) || !isInputObjectType(type) || type.isOneOf) return undefined;
  const [key, value, ...others] = Object.values(type.getFields()).filter(isRequiredInputField);
  if (key === undefined || value === undefined || others.length > 0) return undefined;
  return Object.entries(map).map(([name, member]) => ({
    [key.name]: name,
    [value.name]: wrapInForm(member, value.type),
  }));
}

/** Returns a value in the form that a `@oneOf` input has for its type. */
function wrapInForm(value: unknown, type: GraphQLInputType): unknown {
  const nullable = getNullableType(type);
  if (!isInputObjectType(nullable) || !nullable.isOneOf) return toVariable(value, type);
  const isList = Array.isArray(value);
  const form = typeof (isList ? value[0] : value);
  const field = Object.values(nullable.getFields()).find((each) => {
    const { name } = getNamedType(each.type);
    const isForm = form === 'number' ? /^(?:Float|Int|SafeInt)$/.test(name) : name.toLowerCase() === form;
    return isForm && isListType(getNullableType(each.type)) === isList;
  });
  return field === undefined ? value : { [field.name]: value };
}

/** Whether the keys of a value are names, which alone can be printed in a literal. */
function hasNames(value: unknown): boolean {
  if (Array.isArray(value)) return value.every(hasNames);
  return Object.entries(asRecord(value)).every(([key, member]) => /^[_a-z]\w*$/i.test(key) && hasNames(member));
}

/** Prints a variable as a literal; `undefined` if the type does not accept it, or if a key of a map is not a name. */
export function printLiteral(variable: unknown, type: GraphQLInputType): string | undefined {
  if (!hasNames(variable) || coerceInputValue(variable, type) === undefined) return undefined;
  const node = valueToLiteral(variable, type);
  return node && print(node);
}
