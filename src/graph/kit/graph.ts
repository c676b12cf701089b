/** State of one graph: the builder of its schema, and singletons of the kit. */
import type { GraphQLSchema } from 'graphql';
import type { Contract, ContractGaps } from '../../contract/contract.ts';
import { createBuilder } from './builder.ts';

/** Rejects fields with the name `__proto__`, which sets the prototype of an object literal. */
function assertPlain<F extends object>(typename: string, fields: F): F {
  const prototype: unknown = Object.getPrototypeOf(fields);
  if (Object.hasOwn(fields, '__proto__') || (prototype !== Object.prototype && prototype !== null))
    throw new Error(`${typename} has a field __proto__, which is not a name of GraphQL; choose another name`);
  return fields;
}

/** Graph with the state of the kit, so that two schemas in one process share none. */
export class Graph {
  readonly builder = createBuilder();
  /** Area that declares each resource type and field, by schema coordinate. */
  readonly areas = new Map<string, string>();
  readonly #singletons = new Map<unknown, unknown>();
  #contract: Contract;
  #area: string | undefined;
  #declaration: Declaration | undefined;

  constructor(contract: Contract) {
    this.#contract = contract;
  }

  /** Contract with all operations and schemas of the areas, and with the operations that are not called. */
  get contract(): Contract {
    return this.#contract;
  }

  /** Excludes calls that no field of the finished schema may make. */
  limitCalls(withheld: ContractGaps['operations']): void {
    this.#contract = this.#contract.without({ operations: withheld });
  }

  /** Adds the declarations of an area, or of the kit. */
  add(declarations: readonly Declaration[], area?: string): void {
    this.#area = area;
    for (const declaration of declarations) {
      this.#declaration = declaration;
      runFor(declaration, () => declaration.addTo(this));
    }
    this.#area = undefined;
    this.#declaration = undefined;
  }

  /** Registers the area whose declarations are being added as the one of a resource type or field. */
  declare(coordinate: string): void {
    if (this.#area !== undefined) this.#register(coordinate, this.#area, this.#declaration);
  }

  /** Wraps a function that creates fields later, so that they are registered for the area that is being added now. */
  declareFields<T, F extends object>(typename: string, create: (t: T) => F): (t: T) => F {
    const area = this.#area;
    const declaration = this.#declaration;
    return (t) => {
      const createPlain = () => assertPlain(typename, create(t));
      const fields = declaration === undefined ? createPlain() : runFor(declaration, createPlain);
      if (area !== undefined)
        for (const name of Object.keys(fields)) this.#register(`${typename}.${name}`, area, declaration);
      return fields;
    };
  }

  #register(coordinate: string, area: string, declaration: Declaration | undefined): void {
    const existing = this.areas.get(coordinate);
    if (existing !== undefined && declaration !== undefined)
      throw new DeclarationError(
        declaration.origin,
        new Error(`${coordinate} is declared twice, first by the area ${existing}`),
      );
    this.areas.set(coordinate, area);
  }

  /** Returns the only instance of a class in this graph, created on first use. */
  singleton<T>(Class: new (graph: Graph) => T): T {
    const existing = this.#singletons.get(Class);
    if (existing instanceof Class) return existing;
    const created = new Class(this);
    this.#singletons.set(Class, created);
    return created;
  }
}

/** Something that an area adds to a graph: a type, fields, a mutation. Immutable, so that any number of graphs can have it. */
export interface Declaration {
  /** Created with the declaration. Its stack leads to the line of the author. */
  readonly origin: Error;
  addTo(graph: Graph): void;
}

/** Creates a declaration. */
export function createDeclaration(addTo: Declaration['addTo']): Declaration {
  return { origin: new Error('Declaration'), addTo };
}

/** Failure to add a declaration to a graph. */
export class DeclarationError extends Error {
  override readonly name = 'DeclarationError';
  readonly origin: Declaration['origin'];

  constructor(origin: Declaration['origin'], cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
    this.origin = origin;
  }
}

/** Calls a function for a declaration. @throws DeclarationError if the function fails */
function runFor<T>({ origin }: Declaration, run: () => T): T {
  try {
    return run();
  } catch (error) {
    throw error instanceof DeclarationError ? error : new DeclarationError(origin, error);
  }
}

/**
 * Returns the graph of a schema.
 * @throws Error if the schema was not built by the kit
 */
export function getGraph({ extensions: { graph } }: Pick<GraphQLSchema, 'extensions'>): Graph {
  if (graph instanceof Graph) return graph;
  throw new Error('The schema was not built by the kit');
}
