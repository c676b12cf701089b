/** Selections of a type that are drawn from a seed: values and objects, with aliases, conditions and fragments. */
import {
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  isAbstractType,
  isLeafType,
  isObjectType,
  isRequiredArgument,
} from 'graphql';
import { pseudoRandom } from './alterations.ts';

type Field = GraphQLField<unknown, unknown>;

const connectionFields = ['nodes', 'nodes', 'nodes', 'edges', 'totalCount', 'pageInfo'];
/** Maximum number of fields below one root. */
const maxFields = 25;

export const isConnection = ({ name }: GraphQLNamedType): boolean => name.endsWith('Connection');
export const isSelectableWithoutArguments = ({ name, args }: Field): boolean =>
  !name.startsWith('_') && !args.some(isRequiredArgument);

export class Selections {
  readonly #schema: GraphQLSchema;
  readonly #seed: number;
  #draws = 0;
  #aliases = 0;
  #left = maxFields;

  constructor(schema: GraphQLSchema, seed: number) {
    this.#schema = schema;
    this.#seed = seed;
  }

  /** Resets the number of fields for the next root. */
  startRoot(): void {
    this.#left = maxFields;
  }

  objectType(name: string): GraphQLObjectType {
    const type = this.#schema.getType(name);
    if (!isObjectType(type)) throw new Error(`The schema has no object type ${name}`);
    return type;
  }

  /** Whether an object of an abstract type may have this type. */
  isPossible(abstractType: string, name: string): boolean {
    const type = this.#schema.getType(abstractType);
    return isAbstractType(type) && this.#schema.isSubType(type, this.objectType(name));
  }

  /** @param depth maximum depth of fields */
  selectionSet(type: GraphQLNamedType, depth: number): string {
    if (isAbstractType(type)) {
      const possible = this.#schema.getPossibleTypes(type).filter(() => this.chance(2));
      return `{ __typename ${possible.map((each) => this.on(each, depth - 1)).join(' ')} }`;
    }
    return isObjectType(type) ? `{ __typename ${this.#fields(type, depth).join(' ')} }` : '';
  }

  /** Returns an inline fragment. */
  on(type: GraphQLObjectType, depth: number): string {
    return `... on ${type.name} ${this.selectionSet(type, depth)}`;
  }

  field(field: Field, depth: number): string {
    const isPaged = field.args.some(({ name }) => name === 'first') && !this.chance(3);
    const first = isPaged ? `(first: ${1 + this.pseudoRandom(4)})` : '';
    return `${field.name}${first} ${this.condition(12)} ${this.selectionSet(getNamedType(field.type), depth)}`;
  }

  /** Returns a condition once in `sides` times. */
  condition(sides: number): string {
    return this.chance(sides) ? `@${this.pick(['skip', 'include'])}(if: $${this.pick(['yes', 'no'])})` : '';
  }

  /** Returns a new alias that is not a prefix of another one. */
  alias(): string {
    this.#aliases += 1;
    return `alias${this.#aliases}q`;
  }

  chance(sides: number): boolean {
    return this.pseudoRandom(sides) === 0;
  }

  pick<T>(values: readonly T[]): T {
    const value = values[this.pseudoRandom(values.length)];
    if (value === undefined) throw new Error('The list is empty');
    return value;
  }

  pseudoRandom(sides: number): number {
    this.#draws += 1;
    return pseudoRandom(this.#seed, String(this.#draws), sides);
  }

  #fields(type: GraphQLObjectType, depth: number): readonly string[] {
    const fieldsByName = type.getFields();
    const fields = isConnection(type)
      ? connectionFields.flatMap((name) => fieldsByName[name] ?? [])
      : Object.values(fieldsByName).filter(isSelectableWithoutArguments);
    const count = isConnection(type) ? 3 : 1 + this.pseudoRandom(5);
    return Array.from({ length: fields.length === 0 ? 0 : count }, () => this.pick(fields)).flatMap((field) => {
      const fieldType = getNamedType(field.type);
      const isTooDeep =
        !isLeafType(fieldType) && (depth <= 0 || (isConnection(fieldType) && depth < 3 && !this.chance(3)));
      if (isTooDeep || this.#left <= 0) return [];
      this.#left -= 1;
      const text = this.field(field, depth - 1);
      const named = this.chance(4) || field.args.length > 0 ? `${this.alias()}: ${text}` : text;
      const once = this.chance(8) ? `... on ${type.name} { ${named} }` : named;
      return this.chance(15) ? [once, `${this.alias()}: ${text}`] : [once];
    });
  }
}
