/** Random documents for a schema. They are mostly valid. */
import {
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isCompositeType,
  isInterfaceType,
  isListType,
  isObjectType,
} from 'graphql';
import type { Choices } from './choices.ts';

const variableDefinitions =
  '$i: Int, $j: Int = 5, $r: Int! = 1, $s: String, $yes: Boolean!, $maybe: Boolean = true, $in: In, $one: One, $list: [Int!], $color: Color';

const conditions = ['true', 'false', '$yes', '$maybe'] as const;
const aliases = ['', '', '', 'a: ', 'b: ', '__proto__: ', 'constructor: ', 'toString: ', 'then: '] as const;

const literals: Readonly<Record<string, readonly string[]>> = {
  a: ['1', '$i', '$j', 'null', '$absent', '"x"'],
  b: ['[1]', '2', '[$r, $i]', '$list', '[null]', '[]'],
  in: ['{ x: 1 }', '{ x: $r, y: [$i, 2], in: { x: $j } }', '$in', '{ x: $i }', '{}', 'null'],
  one: ['{ a: 1 }', '{ b: $s }', '$one', '{ a: $i }', '{ a: 1, b: "x" }', '{ a: null }'],
  color: ['RED', '$color', 'PINK'],
  r: ['4', '$r', '$j', '$i', 'null'],
  d: ['4', '$r', '$j', '$i', 'null'],
  odd: ['{ z: [$i, "x", 1.5] }', 'ENUM', '13', '$s'],
};

const introspections = [
  '__typename',
  '__type(name: "A") { name kind fields { name type { name ofType { name } } } }',
  '__schema { queryType { name } mutationType { __typename } types { name } }',
  '__type(name: $s) { possibleTypes { name } }',
] as const;

export type IncrementalDirective = 'defer' | 'stream';

/** Fragments refer to later ones only. */
const maxFragments = 3;

class DocumentBuilder {
  readonly #schema: GraphQLSchema;
  readonly #choices: Choices;
  readonly #directiveNames: readonly IncrementalDirective[];
  #labels = 0;
  readonly #composites: readonly string[];
  readonly #fragmentTypes: readonly string[];

  constructor(schema: GraphQLSchema, choices: Choices, directiveNames: readonly IncrementalDirective[]) {
    this.#schema = schema;
    this.#choices = choices;
    this.#directiveNames = directiveNames;
    this.#composites = Object.values(schema.getTypeMap())
      .filter((type) => isCompositeType(type) && !type.name.startsWith('__'))
      .map((type) => type.name);
    this.#fragmentTypes = Array.from({ length: choices.below(maxFragments + 1) }, () => choices.pick(this.#composites));
  }

  build(): string {
    const operations = ['query', 'mutation'].flatMap((operation) => {
      const type = this.#schema.getType(operation === 'query' ? 'Query' : 'Mutation');
      return [`${operation} ${operation}Operation(${variableDefinitions}) ${this.#selectionSet(type, 3, 0)}`];
    });
    const fragments = this.#fragmentTypes.map((name, index) => {
      return `fragment F${index} on ${name} ${this.#selectionSet(this.#schema.getType(name), 2, index + 1)}`;
    });
    return [...operations, ...fragments].join('\n');
  }

  #selectionSet(type: GraphQLNamedType | undefined, depth: number, firstFragment: number): string {
    const choices = this.#choices;
    const selections = Array.from({ length: 1 + choices.below(depth + 2) }, () => {
      switch (choices.below(16)) {
        case 15:
          return `${choices.pick(aliases)}__typename${this.#directives()}`;
        case 14:
          return this.#introspection(type);
        case 13:
        case 12:
          return this.#spread(firstFragment);
        case 11:
        case 10:
          return this.#inlineFragment(type, depth, firstFragment);
        default:
          return this.#field(type, depth, firstFragment);
      }
    });
    return `{ ${selections.join(' ')} }`;
  }

  #introspection(type: GraphQLNamedType | undefined): string {
    return type?.name === 'Query'
      ? `${this.#choices.pick(aliases)}${this.#choices.pick(introspections)}`
      : '__typename';
  }

  #spread(first: number): string {
    const count = this.#fragmentTypes.length - first;
    if (count <= 0) return '__typename';
    const name = `F${first + this.#choices.below(count)}`;
    const spread = `...${name}${this.#directives()}`;
    const isRepeated = this.#choices.oneIn(3);
    // A fragment may be skipped in one spread and included in another.
    const repetition = isRepeated ? ` again: __typename ...${name}${this.#directives()}` : '';
    return `${spread}${this.#defer()}${repetition}`;
  }

  #inlineFragment(type: GraphQLNamedType | undefined, depth: number, firstFragment: number): string {
    const choices = this.#choices;
    if (depth === 0) return '__typename';
    const condition = choices.oneIn(3) ? undefined : choices.pick(this.#composites);
    const conditionType = condition === undefined ? type : this.#schema.getType(condition);
    const on = condition === undefined ? '' : ` on ${condition}`;
    return `...${on}${this.#directives()}${this.#defer()} ${this.#selectionSet(conditionType, depth - 1, firstFragment)}`;
  }

  #field(type: GraphQLNamedType | undefined, depth: number, firstFragment: number): string {
    const choices = this.#choices;
    const fields = isObjectType(type) || isInterfaceType(type) ? Object.values(type.getFields()) : [];
    if (fields.length === 0 || choices.oneIn(40)) return fields.length === 0 ? '__typename' : 'absent';
    // The first fields more often, so that fields are merged.
    const field: GraphQLField<unknown, unknown> = choices.pick(choices.oneIn(2) ? fields : fields.slice(0, 2));
    const named = getNamedType(field.type);
    const below = isCompositeType(named)
      ? depth > 0
        ? ` ${this.#selectionSet(named, depth - 1, firstFragment)}`
        : ' { __typename }'
      : '';
    return `${choices.pick(aliases)}${field.name}${this.#arguments(field.args)}${this.#directives()}${this.#stream(field)}${below}`;
  }

  #defer(): string {
    if (!this.#directiveNames.includes('defer') || this.#choices.oneIn(3)) return '';
    return ` @defer${this.#incrementalArguments([])}`;
  }

  #stream({ type }: GraphQLField<unknown, unknown>): string {
    const applies = this.#directiveNames.includes('stream') && isListType(getNullableType(type));
    if (!applies || this.#choices.oneIn(3)) return '';
    const counts = ['initialCount: 0', 'initialCount: 1', 'initialCount: $r', 'initialCount: 100', 'initialCount: -1'];
    return ` @stream${this.#incrementalArguments(this.#choices.oneIn(3) ? [this.#choices.pick(counts)] : [])}`;
  }

  #incrementalArguments(args: readonly string[]): string {
    const choices = this.#choices;
    this.#labels += 1;
    const all = [
      ...args,
      ...(choices.oneIn(3) ? [`label: "label ${this.#labels}"`] : []),
      ...(choices.oneIn(4) ? [`if: ${choices.pick(conditions)}`] : []),
    ];
    return all.length === 0 ? '' : `(${all.join(', ')})`;
  }

  #arguments(args: readonly GraphQLArgument[]): string {
    const choices = this.#choices;
    const selected = args.filter(({ name }) => (name === 'r' ? !choices.oneIn(12) : choices.oneIn(2)));
    if (selected.length === 0) return '';
    return `(${selected.map(({ name }) => `${name}: ${this.#literal(literals[name] ?? [])}`).join(', ')})`;
  }

  /** The first values are valid. */
  #literal(values: readonly string[]): string {
    return this.#choices.pick(this.#choices.oneIn(5) ? values : values.slice(0, 2));
  }

  #directives(): string {
    const choices = this.#choices;
    const skip = () => ` @skip(if: ${choices.pick(conditions)})`;
    const include = () => ` @include(if: ${choices.pick(conditions)})`;
    switch (choices.below(10)) {
      case 9:
        return skip();
      case 8:
        return include();
      case 7:
        return include() + skip();
      default:
        return '';
    }
  }
}

/**
 * Text of a document with a query `queryOperation` and a mutation `mutationOperation`.
 * @param directiveNames directives of incremental delivery that it may contain
 */
export function createDocument(
  schema: GraphQLSchema,
  choices: Choices,
  directiveNames: readonly IncrementalDirective[] = [],
): string {
  return new DocumentBuilder(schema, choices, directiveNames).build();
}

/** Values of the variables: the first ones are valid, and `undefined` is an absent one. */
const variableMenu: Readonly<Record<string, readonly unknown[]>> = {
  i: [1, undefined, null, 'x'],
  j: [undefined, 2, 3, null, 2.5],
  r: [undefined, 3, 4, null],
  s: ['A', undefined, null, 5],
  yes: [true, false, true, null],
  maybe: [undefined, true, false, null],
  in: [undefined, { x: 1 }, { x: 2, y: [null], in: { x: 3 } }, null, { x: null }, { z: 1 }],
  one: [undefined, { a: 1 }, { b: 'x' }, null, { a: 1, b: 'x' }, { a: null }],
  list: [undefined, [1, 2], 3, null, [null]],
  color: ['RED', undefined, null, 'red'],
};

export function createVariableValues(choices: Choices): Readonly<Record<string, unknown>> {
  const entries = Object.entries(variableMenu).flatMap(([name, values]) => {
    const value = choices.pick(choices.oneIn(40) ? values : values.slice(0, 3));
    return value === undefined ? [] : [[name, value] as const];
  });
  return Object.fromEntries(entries);
}
