/** Types of the path parameters of a resource type, and the conversion of values to them. */
import { type Contract, type OperationId, type SchemaName, typesIn } from '../../../contract/index.ts';

/** Converts a value to a parameter that may be a number; an empty one if the value is not a parameter. */
export function toParameter(value: unknown): string | number {
  // Objects have other numbers than these. An empty parameter counts as missing.
  if (typeof value === 'number') return Number.isSafeInteger(value) && value >= 0 ? value : '';
  if (typeof value !== 'string') return '';
  const number = Number(value);
  // `007` is a name, not the number 7.
  return Number.isSafeInteger(number) && number >= 0 && String(number) === value ? number : value;
}

/** Returns the number of an object in a response, which may be sent as text; `undefined` for other values. */
export function toObjectNumber(value: unknown): number | undefined {
  const parameter = toParameter(value);
  return typeof parameter === 'number' ? parameter : undefined;
}

/** Converts a parameter that is a string, even if it consists of digits. */
const toStringParameter = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';

export class PathParameterTypes {
  readonly #contract: Contract;
  readonly #schema: SchemaName;
  readonly #names: readonly string[];
  readonly #operations: readonly OperationId[];
  #cachedStrings: ReadonlySet<string> | undefined;

  /**
   * @param schema schema with all attributes of the object
   * @param operations operations that read the object by the parameters
   */
  constructor(contract: Contract, schema: SchemaName, names: readonly string[], operations: readonly OperationId[]) {
    this.#contract = contract;
    this.#schema = schema;
    this.#names = names;
    this.#operations = operations;
  }

  /** Returns the types of the values of a parameter: those of the operations, or else of the attribute that a list is searched by. */
  get(name: string): ReadonlySet<string> {
    const parameters = this.#operations.flatMap((id) => this.#contract.operation(id).pathParameters);
    const schema = parameters.find((parameter) => parameter.name === name)?.schema;
    return typesIn(schema ?? this.#contract.attributesOf(this.#schema).get(name) ?? {});
  }

  /** Whether the first parameter is an id that may be a string, such as a full path. */
  get hasStringId(): boolean {
    return this.#names[0] === 'id' && this.get('id').has('string');
  }

  /** Whether a parameter is a string, never a number. */
  isString(name: string): boolean {
    return this.#strings.has(name);
  }

  /** Whether a parameter is a number, never a string. @param attribute attribute that contains the parameter */
  isNumber(name: string, attribute: string | undefined): boolean {
    const isInteger = (types: ReadonlySet<string>) => types.has('integer') && !types.has('string');
    return (
      isInteger(this.get(name)) ||
      isInteger(typesIn(this.#contract.attributesOf(this.#schema).get(attribute ?? '') ?? {}))
    );
  }

  /** Converts a value to a parameter; an empty one if the value is not a parameter. */
  convert(name: string, value: unknown): string | number {
    return this.#strings.has(name) ? toStringParameter(value) : toParameter(value);
  }

  get #strings(): ReadonlySet<string> {
    this.#cachedStrings ??= new Set(
      this.#names.filter((name) => {
        const types = this.get(name);
        return types.has('string') && !types.has('integer');
      }),
    );
    return this.#cachedStrings;
  }
}
