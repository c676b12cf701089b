/** Random valid documents over the schema, as trees that shrink well. */
import fc from 'fast-check';
import {
  type GraphQLCompositeType,
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  isAbstractType,
  isCompositeType,
  isInputObjectType,
  isLeafType,
  isObjectType,
  isRequiredArgument,
  isRequiredInputField,
  isUnionType,
} from 'graphql';
import type { Input, Inputs, Passing } from './values.ts';

export interface Condition {
  readonly name: 'skip' | 'include';
  readonly value: boolean;
  readonly passing: Passing;
}

export interface FieldTree {
  readonly kind: 'field';
  readonly name: string;
  /** Fields with different letters have different response names. */
  readonly alias: '' | 'a' | 'b';
  readonly args: Readonly<Record<string, Input>>;
  readonly conditions: readonly Condition[];
  readonly selections: readonly SelectionTree[];
}

/** Selections in a fragment, which may be spread several times in the same selection set. */
export interface FragmentTree {
  readonly kind: 'fragment';
  /** Type condition. `undefined` for an inline fragment without one. */
  readonly on: string | undefined;
  readonly named: boolean;
  readonly conditions: readonly Condition[];
  /** Conditions of each further spread in the same selection set. */
  readonly repeatedConditions: readonly (readonly Condition[])[];
  readonly selections: readonly SelectionTree[];
}

/** Further spread of an earlier fragment of the same type, if there is one. */
export interface SpreadTree {
  readonly kind: 'spread';
  readonly pick: number;
  readonly conditions: readonly Condition[];
}

export type SelectionTree = FieldTree | FragmentTree | SpreadTree;

export interface OperationTree {
  readonly operation: 'query' | 'mutation';
  readonly selections: readonly SelectionTree[];
}

/** Document with several operations, of which the first is executed. */
export interface DocumentTree {
  readonly operations: readonly OperationTree[];
}

const condition: fc.Arbitrary<Condition> = fc.record({
  name: fc.constantFrom('skip', 'include'),
  value: fc.boolean(),
  passing: fc.constantFrom<Passing>('literal', 'sent', 'default', 'overridden'),
});

/** Mostly no conditions, and at most one of each. */
const conditions: fc.Arbitrary<readonly Condition[]> = fc.oneof(
  { weight: 8, arbitrary: fc.constant([]) },
  { weight: 1, arbitrary: fc.uniqueArray(condition, { minLength: 1, maxLength: 2, selector: ({ name }) => name }) },
);

const typename: FieldTree = {
  kind: 'field',
  name: '__typename',
  alias: '',
  args: {},
  conditions: [],
  selections: [],
};

type Field = GraphQLField<unknown, unknown>;

/** Cached arbitraries of selections. */
export class Documents {
  readonly #schema: GraphQLSchema;
  readonly #inputs: Inputs;
  readonly #arbitraries = new Map<string, fc.Arbitrary<readonly SelectionTree[]>>();

  constructor(schema: GraphQLSchema, inputs: Inputs) {
    this.#schema = schema;
    this.#inputs = inputs;
  }

  /** Returns documents with one query, in some cases with further operations that are not executed. */
  queries(depth = 5): fc.Arbitrary<DocumentTree> {
    const query = this.#operation('query', this.#schema.getQueryType(), depth, 3);
    return fc.tuple(query, this.#others()).map(([first, others]) => ({ operations: [first, ...others] }));
  }

  /** Returns documents with one mutation of one or two fields. */
  mutations(depth = 3): fc.Arbitrary<DocumentTree> {
    const mutation = this.#operation('mutation', this.#schema.getMutationType(), depth, 2);
    return fc.tuple(mutation, this.#others()).map(([first, others]) => ({ operations: [first, ...others] }));
  }

  #others(): fc.Arbitrary<readonly OperationTree[]> {
    const other = this.#operation('query', this.#schema.getQueryType(), 1, 1);
    return fc.oneof(
      { weight: 6, arbitrary: fc.constant<readonly OperationTree[]>([]) },
      { weight: 1, arbitrary: fc.array(other, { minLength: 1, maxLength: 2 }) },
    );
  }

  #operation(
    operation: OperationTree['operation'],
    type: GraphQLObjectType | null | undefined,
    depth: number,
    maxLength: number,
  ): fc.Arbitrary<OperationTree> {
    if (!type) throw new Error(`The schema has no ${operation}`);
    return this.#selections(type, depth, maxLength).map((selections) => ({ operation, selections }));
  }

  /** @param likely probable type of the object, if the field may return several types */
  #selections(
    type: GraphQLCompositeType,
    depth: number,
    maxLength = 4,
    likely?: GraphQLObjectType,
  ): fc.Arbitrary<readonly SelectionTree[]> {
    const key = `${type.name} ${depth} ${maxLength} ${likely?.name}`;
    let arbitrary = this.#arbitraries.get(key);
    if (arbitrary === undefined) {
      arbitrary = fc.array(this.#selection(type, depth, likely), { minLength: 1, maxLength });
      this.#arbitraries.set(key, arbitrary);
    }
    return arbitrary;
  }

  #selection(type: GraphQLCompositeType, depth: number, likely?: GraphQLObjectType): fc.Arbitrary<SelectionTree> {
    const fields = isUnionType(type) ? [] : Object.values(type.getFields());
    const usable = fields.filter((field) => this.#isUsable(field));
    const leaves = usable.filter(({ type: fieldType }) => isLeafType(getNamedType(fieldType)));
    const objects = depth > 0 ? usable.filter(({ type: fieldType }) => isCompositeType(getNamedType(fieldType))) : [];
    const createField = (field: Field) => this.#field(field, depth);
    const choices: fc.WeightedArbitrary<SelectionTree>[] = [{ weight: 1, arbitrary: fc.constant(typename) }];
    if (leaves.length > 0) choices.push({ weight: 10, arbitrary: fc.oneof(...leaves.map(createField)) });
    if (objects.length > 0) choices.push({ weight: 10, arbitrary: fc.oneof(...objects.map(createField)) });
    choices.push({
      weight: 1,
      arbitrary: fc.record({ kind: fc.constant('spread'), pick: fc.nat(9), conditions }),
    });
    if (depth > 0) {
      const fragments = this.#conditionsOn(type).map((on) => this.#fragment(on, depth - 1, type));
      choices.push({ weight: likely === undefined ? 4 : 1, arbitrary: fc.oneof(...fragments) });
      if (likely !== undefined) choices.push({ weight: 20, arbitrary: this.#fragment(likely, depth - 1, type) });
    }
    return fc.oneof(...choices);
  }

  /** Returns possible type conditions of a fragment: one of the possible types, the type itself, and its interfaces. */
  #conditionsOn(type: GraphQLCompositeType): readonly GraphQLCompositeType[] {
    if (isAbstractType(type)) return this.#schema.getPossibleTypes(type);
    return [type, ...type.getInterfaces()];
  }

  #fragment(on: GraphQLCompositeType, depth: number, within: GraphQLCompositeType): fc.Arbitrary<FragmentTree> {
    // An object does not change its type in a fragment on an interface.
    const likely = isAbstractType(on) && isObjectType(within) ? within : undefined;
    return fc.record({
      kind: fc.constant('fragment'),
      on: fc.constant(on.name),
      named: fc.boolean(),
      conditions,
      repeatedConditions: fc.oneof(
        { weight: 3, arbitrary: fc.constant([]) },
        { weight: 1, arbitrary: fc.array(conditions, { minLength: 1, maxLength: 2 }) },
      ),
      selections: this.#selections(on, depth, 3, likely),
    });
  }

  /** Excludes files, which require multipart requests, and the large schema of the subgraph. */
  #isUsable({ name, args }: Field): boolean {
    return name !== '_service' && !args.some((arg) => isRequiredArgument(arg) && needsFile(arg.type));
  }

  #field(field: Field, depth: number): fc.Arbitrary<FieldTree> {
    const type = getNamedType(field.type);
    if (!isCompositeType(type)) return this.#fieldAbout(field, type.name, fc.constant([]));
    if (!isAbstractType(type)) return this.#fieldAbout(field, type.name, this.#selections(type, depth - 1));
    // The type of the object depends on the arguments.
    const possible = this.#schema.getPossibleTypes(type);
    return fc.oneof(
      ...possible.map((each) => this.#fieldAbout(field, each.name, this.#selections(type, depth, 3, each))),
    );
  }

  #fieldAbout(
    field: Field,
    about: string,
    selections: fc.Arbitrary<readonly SelectionTree[]>,
  ): fc.Arbitrary<FieldTree> {
    return fc.record({
      kind: fc.constant('field'),
      name: fc.constant(field.name),
      alias: fc.oneof({ weight: 4, arbitrary: fc.constant('' as const) }, fc.constantFrom('a' as const, 'b' as const)),
      args: this.#arguments(field, `${about} ${field.name}`),
      conditions,
      selections,
    });
  }

  #arguments(field: Field, about: string): fc.Arbitrary<Readonly<Record<string, Input>>> {
    if (field.args.length === 0) return fc.constant({});
    const paging = ['last', 'after', 'before'];
    return fc
      .tuple(
        ...field.args.map((arg) => {
          const value = this.#inputs.forType(arg.type, { name: arg.name, about });
          if (isRequiredArgument(arg)) return value;
          if (arg.name === 'first') return fc.option(value, { nil: undefined, freq: 5 });
          const weight = paging.includes(arg.name) ? 14 : 7;
          return fc.oneof({ weight, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: value });
        }),
      )
      .map((values) => {
        const args: Record<string, Input> = {};
        for (const [index, value] of values.entries()) {
          const name = field.args[index]?.name;
          if (name !== undefined && value !== undefined) args[name] = value;
        }
        return args;
      });
  }
}

function needsFile(type: GraphQLInputType): boolean {
  const named = getNamedType(type);
  if (!isInputObjectType(named)) return named.name === 'File';
  return Object.values(named.getFields()).some((field) => isRequiredInputField(field) && needsFile(field.type));
}
