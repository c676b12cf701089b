/** Queries of objects by global ids, and by keys of a gateway. Some objects are requested twice, some do not exist. */
import fc from 'fast-check';
import { type GraphQLSchema, parse, validate } from 'graphql';
import type { Request } from './assemble.ts';
import { Selections } from './selections.ts';
import type { Json, SandboxValues } from './values.ts';

/** Maximum depth of fields. Few have lists, because objects with lists are not projected. */
const depths = [1, 1, 1, 2, 3];

const textOf = (sandboxValues: SandboxValues, field: string, selections: Selections): Json =>
  selections.one<Json>([...(sandboxValues.byField.get(field) ?? []), 'nobody', '', 14]);

class NamedObjectsQuery {
  readonly #selections: Selections;
  readonly #sandboxValues: SandboxValues;
  readonly #variables: Record<string, Json> = {};
  readonly #definitions: string[] = [];

  constructor(selections: Selections, sandboxValues: SandboxValues) {
    this.#selections = selections;
    this.#sandboxValues = sandboxValues;
  }

  make(): Request {
    const parts = [0, 1]
      .slice(this.#selections.dice(2))
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
    const types = Array.from({ length: 1 + selections.dice(3) }, () => selections.one(entities));
    const named = Array.from({ length: 1 + selections.dice(5) }, () => selections.one(types));
    selections.beginRoot();
    const below = this.#below(types);
    const field = selections.one(['node', 'nodes', 'nodes', '_entities', '_entities']);
    if (field === 'node') return `root${index}: node(id: ${this.#passed('ID!', this.#id(named[0] ?? ''))}) ${below}`;
    if (field === 'nodes') {
      const ids = this.#repeated(named.map((name) => this.#id(name)));
      return `root${index}: nodes(ids: ${this.#passed('[ID!]!', ids)}) ${below}`;
    }
    const representations = this.#repeated(named.map((name) => this.#representation(name)));
    return `root${index}: _entities(representations: ${this.#passed('[_Any!]!', representations)}) ${below}`;
  }

  #below(types: readonly string[]): string {
    const selections = this.#selections;
    const fragments = types.flatMap((name) => {
      const fragment = `${selections.on(selections.objectType(name), selections.one(depths))}`;
      const conditioned = selections.chance(8) ? `... ${selections.condition(1)} { ${fragment} }` : fragment;
      return selections.chance(10) ? [] : [conditioned];
    });
    return `{ __typename ${fragments.join(' ')} ${selections.chance(6) ? '... on Node { id }' : ''} }`;
  }

  /** Repeats some of them. */
  #repeated(named: readonly Json[]): readonly Json[] {
    return [...named, ...named.filter(() => this.#selections.chance(3))];
  }

  #id(name: string): string {
    const ids = this.#sandboxValues.ids.get(name) ?? [];
    const id = this.#selections.one(ids);
    if (this.#selections.chance(8)) return id.replace(/[^/]*$/, '999999');
    if (this.#selections.chance(60)) return this.#selections.one(['x', 'gid://service/Nothing/1', `${id}/1`]);
    return id;
  }

  #representation(name: string): Json {
    const byKey: Readonly<Record<string, () => Readonly<Record<string, Json>>>> = {
      Project: () => ({ fullPath: textOf(this.#sandboxValues, 'fullPath', this.#selections) }),
      Group: () => ({ fullPath: textOf(this.#sandboxValues, 'fullPath', this.#selections) }),
      User: () => ({ username: textOf(this.#sandboxValues, 'username', this.#selections) }),
      MergeRequest: () => ({
        project: { id: this.#id('Project') },
        iid: textOf(this.#sandboxValues, 'iid', this.#selections),
      }),
    };
    const key = this.#selections.chance(2) ? byKey[name]?.() : undefined;
    const extra = this.#selections.chance(6) ? { name: this.#selections.one<Json>([null, 'x', 14, [], {}]) } : {};
    return { __typename: name, ...(key ?? { id: this.#id(name) }), ...extra };
  }

  /** Returns a value as a literal, or as a variable. */
  #passed(type: string, value: Json): string {
    if (this.#selections.chance(2)) return literal(value);
    const name = `given${this.#definitions.length}`;
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
    .map((seed) => new NamedObjectsQuery(new Selections(schema, seed), sandboxValues).make())
    // Fields of one name may have different types in different objects.
    .filter(({ query }) => validate(schema, parse(query)).length === 0);
