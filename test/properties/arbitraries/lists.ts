/** Queries of lists, of whose items values and objects are selected; most have items that compiled code makes rows of. */
import fc from 'fast-check';
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
import { dice } from './alterations.ts';
import type { Request } from './assemble.ts';

type Field = GraphQLField<unknown, unknown>;

const roots: readonly (readonly [field: string, type: string])[] = [
  ['project(id: "14")', 'Project'],
  ['project(id: "27")', 'Project'],
  ['group(id: "9")', 'Group'],
  ['groups(first: 3)', 'GroupConnection'],
  ['users(first: 3)', 'UserConnection'],
  ['runners(first: 3)', 'RunnerConnection'],
  ['featureFlags(first: 3)', 'FeatureFlagConnection'],
];
const inConnections = ['nodes', 'nodes', 'nodes', 'edges', 'totalCount', 'pageInfo'];
/** Fields below one root, and fields within each other. */
const [mostFields, deepest] = [25, 4];

const isConnection = ({ name }: GraphQLNamedType) => name.endsWith('Connection');
const mayBeBare = ({ name, args }: Field) => !name.startsWith('_') && !args.some(isRequiredArgument);

class ListQuery {
  readonly #schema: GraphQLSchema;
  readonly #seed: number;
  #thrown = 0;
  #aliases = 0;
  #left = 0;

  constructor(schema: GraphQLSchema, seed: number) {
    this.#schema = schema;
    this.#seed = seed;
  }

  make(): Request {
    const parts = [0, 1, 2].map((index) => this.#root(index)).join(' ');
    return {
      query: `query Lists($yes: Boolean! = true, $no: Boolean! = false) { ${parts} __typename @skip(if: $yes) @include(if: $no) }`,
      variables: { yes: !this.#chance(4), no: this.#chance(4) },
      operationName: 'Lists',
    };
  }

  #root(index: number): string {
    const [field, name] = this.#one(roots);
    const type = this.#schema.getType(name);
    if (!isObjectType(type)) throw new Error(`There is no ${name}`);
    this.#left = mostFields;
    if (isConnection(type)) return `root${index}: ${field} ${this.#selection(type, deepest)}`;
    const lists = Object.values(type.getFields()).filter(
      (own) => mayBeBare(own) && isConnection(getNamedType(own.type)),
    );
    const chosen = [0, 1].map((at) => `list${index}${at}: ${this.#field(this.#one(lists), deepest)}`);
    return `root${index}: ${field} { ${chosen.join(' ')} }`;
  }

  #selection(type: GraphQLNamedType, depth: number): string {
    if (isAbstractType(type)) {
      const possible = this.#schema.getPossibleTypes(type).filter(() => this.#chance(2));
      return `{ __typename ${possible.map((each) => `... on ${each.name} ${this.#selection(each, depth - 1)}`).join(' ')} }`;
    }
    return isObjectType(type) ? `{ __typename ${this.#fields(type, depth).join(' ')} }` : '';
  }

  #fields(type: GraphQLObjectType, depth: number): readonly string[] {
    const known = type.getFields();
    const fields = isConnection(type)
      ? inConnections.flatMap((name) => known[name] ?? [])
      : Object.values(known).filter(mayBeBare);
    const wanted = isConnection(type) ? 3 : 1 + this.#dice(5);
    return Array.from({ length: fields.length === 0 ? 0 : wanted }, () => this.#one(fields)).flatMap((field) => {
      const below = getNamedType(field.type);
      const isTooDeep = !isLeafType(below) && (depth <= 0 || (isConnection(below) && depth < 3 && !this.#chance(3)));
      if (isTooDeep || this.#left <= 0) return [];
      this.#left -= 1;
      const text = this.#field(field, depth - 1);
      const named = this.#chance(4) || field.args.length > 0 ? `${this.#alias()}: ${text}` : text;
      const once = this.#chance(8) ? `... on ${type.name} { ${named} }` : named;
      return this.#chance(15) ? [once, `${this.#alias()}: ${text}`] : [once];
    });
  }

  #field(field: Field, depth: number): string {
    const isPaged = field.args.some(({ name }) => name === 'first') && !this.#chance(3);
    const first = isPaged ? `(first: ${1 + this.#dice(4)})` : '';
    const condition = this.#chance(12) ? `@${this.#one(['skip', 'include'])}(if: $${this.#one(['yes', 'no'])})` : '';
    return `${field.name}${first} ${condition} ${this.#selection(getNamedType(field.type), depth)}`;
  }

  /** No key of compiled code is the beginning of another one. */
  #alias(): string {
    this.#aliases += 1;
    return `alias${this.#aliases}q`;
  }

  #chance(of: number): boolean {
    return this.#dice(of) === 0;
  }

  #one<T>(values: readonly T[]): T {
    const value = values[this.#dice(values.length)];
    if (value === undefined) throw new Error('There is nothing to choose from');
    return value;
  }

  #dice(sides: number): number {
    this.#thrown += 1;
    return dice(this.#seed, String(this.#thrown), sides);
  }
}

export const listQueries = (schema: GraphQLSchema): fc.Arbitrary<Request> =>
  fc.nat().map((seed) => new ListQuery(schema, seed).make());
