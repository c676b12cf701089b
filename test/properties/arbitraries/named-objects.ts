/** Queries of objects by global ids, and by keys of a gateway. Some objects are requested twice, some do not exist. */
import fc from 'fast-check';
import { type GraphQLSchema, parse, validate } from 'graphql';
import type { Request } from './assemble.ts';
import { Selections } from './selections.ts';
import type { Json, SandboxValues } from './values.ts';

/** Maximum depth of fields. Few have lists, because objects with lists are not projected. */
const depths = [1, 1, 1, 2, 3];

const pickValue = (sandboxValues: SandboxValues, field: string, selections: Selections): Json =>
  selections.pick<Json>([...(sandboxValues.byField.get(field) ?? []), 'nobody', '', 14]);

class NamedObjectsQuery {
  readonly #selections: Selections;
  readonly #sandboxValues: SandboxValues;
  readonly #variables: Record<string, Json> = {};
  readonly #definitions: string[] = [];

  constructor(selections: Selections, sandboxValues: SandboxValues) {
    this.#selections = selections;
    this.#sandboxValues = sandboxValues;
  }

  build(): Request {
    const parts = [0, 1]
      .slice(this.#selections.pseudoRandom(2))
      .map((index) => this.#root(index))
      .join(' ');
    const { yes, no } = { yes: !this.#selections.chance(4), no: this.#selections.chance(4) };
    return {
      query: `query Objects($yes: Boolean!, $no: Boolean! ${this.#definitions.join(' ')}) { ${parts} __typename @skip(if: $yes) @include(if: $no) }`,
      variables: { ...this.#variables, yes, no },
      operationName: 'Objects',
    };
  }

  #root(index: number): string {
    const selections = this.#selections;
    const entities = [...this.#sandboxValues.ids.keys()].filter((name) => selections.isPossible('_Entity', name));
    const types = Array.from({ length: 1 + selections.pseudoRandom(3) }, () => selections.pick(entities));
    const typeNames = Array.from({ length: 1 + selections.pseudoRandom(5) }, () => selections.pick(types));
    selections.startRoot();
    const selectionSet = this.#selectionSet(types);
    const field = selections.pick(['node', 'nodes', 'nodes', '_entities', '_entities']);
    if (field === 'node')
      return `root${index}: node(id: ${this.#argument('ID!', this.#id(typeNames[0] ?? ''))}) ${selectionSet}`;
    if (field === 'nodes') {
      const ids = this.#withRepetitions(typeNames.map((name) => this.#id(name)));
      return `root${index}: nodes(ids: ${this.#argument('[ID!]!', ids)}) ${selectionSet}`;
    }
    const representations = this.#withRepetitions(typeNames.map((name) => this.#representation(name)));
    return `root${index}: _entities(representations: ${this.#argument('[_Any!]!', representations)}) ${selectionSet}`;
  }

  #selectionSet(types: readonly string[]): string {
    const selections = this.#selections;
    const fragments = types.flatMap((name) => {
      const fragment = `${selections.on(selections.objectType(name), selections.pick(depths))}`;
      const conditioned = selections.chance(8) ? `... ${selections.condition(1)} { ${fragment} }` : fragment;
      return selections.chance(10) ? [] : [conditioned];
    });
    return `{ __typename ${fragments.join(' ')} ${selections.chance(6) ? '... on Node { id }' : ''} }`;
  }

  /** Repeats some of the values. */
  #withRepetitions(values: readonly Json[]): readonly Json[] {
    return [...values, ...values.filter(() => this.#selections.chance(3))];
  }

  #id(name: string): string {
    const ids = this.#sandboxValues.ids.get(name) ?? [];
    const id = this.#selections.pick(ids);
    if (this.#selections.chance(8)) return id.replace(/[^/]*$/, '999999');
    if (this.#selections.chance(60)) return this.#selections.pick(['x', 'gid://service/Nothing/1', `${id}/1`]);
    return id;
  }

  #representation(name: string): Json {
    const byKey: Readonly<Record<string, () => Readonly<Record<string, Json>>>> = {
      Project: () => ({ fullPath: pickValue(this.#sandboxValues, 'fullPath', this.#selections) }),
      Group: () => ({ fullPath: pickValue(this.#sandboxValues, 'fullPath', this.#selections) }),
      User: () => ({ username: pickValue(this.#sandboxValues, 'username', this.#selections) }),
      MergeRequest: () => ({
        project: { id: this.#id('Project') },
        iid: pickValue(this.#sandboxValues, 'iid', this.#selections),
      }),
    };
    const key = this.#selections.chance(2) ? byKey[name]?.() : undefined;
    const extra = this.#selections.chance(6) ? { name: this.#selections.pick<Json>([null, 'x', 14, [], {}]) } : {};
    return { __typename: name, ...(key ?? { id: this.#id(name) }), ...extra };
  }

  /** Returns a value as a literal, or as a variable. */
  #argument(type: string, value: Json): string {
    if (this.#selections.chance(2)) return literal(value);
    const name = `value${this.#definitions.length}`;
    this.#definitions.push(`$${name}: ${type}`);
    this.#variables[name] = value;
    return `$${name}`;
  }
}

function literal(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(literal).join(' ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  return `{ ${Object.entries(value)
    .map(([name, member]) => `${name}: ${literal(member)}`)
    .join(' ')} }`;
}

/** @param sandboxValues values of the sandbox that receives the queries */
export const namedObjectQueries = (schema: GraphQLSchema, sandboxValues: SandboxValues): fc.Arbitrary<Request> =>
  fc
    .nat()
    .map((seed) => new NamedObjectsQuery(new Selections(schema, seed), sandboxValues).build())
    // Fields of one name may have different types in different objects.
    .filter(({ query }) => validate(schema, parse(query)).length === 0);
