/** Values that resolvers return: valid and invalid ones, immediately, late or never. */
// biome-ignore-all lint/suspicious/noThenProperty: some values are thenables
import {
  GraphQLBoolean,
  GraphQLError,
  GraphQLFloat,
  GraphQLInt,
  type GraphQLLeafType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLResolveInfo,
  getNullableType,
  isEnumType,
  isLeafType,
  isListType,
  isObjectType,
} from 'graphql';
import type { Choices } from './choices.ts';
import type { World } from './world.ts';

/** Object of the graph as a resolver returns it. */
export interface Source {
  readonly path: string;
  readonly typeName: string;
}

export const isSource = (value: unknown): value is Source =>
  ((typeof value === 'object' && value !== null) || typeof value === 'function') && 'path' in value;

/** Error of a list that is an item of it, where arrays replace generators. */
export class ListError extends Error {}

function throwAsListError(reason: Error): never {
  throw new ListError(reason.message);
}

/** Fields that objects of this type provide as properties instead of resolvers. */
export interface SourceField {
  readonly name: string;
  readonly type: GraphQLOutputType;
}

/** Creates the values of one world. */
export class Values {
  readonly #world: World;
  readonly #possibleTypes: (type: GraphQLOutputType) => readonly GraphQLObjectType[];
  readonly #getProperties: (typeName: string) => readonly SourceField[];

  constructor(
    world: World,
    possibleTypes: (type: GraphQLOutputType) => readonly GraphQLObjectType[],
    getProperties: (typeName: string) => readonly SourceField[],
  ) {
    this.#world = world;
    this.#possibleTypes = possibleTypes;
    this.#getProperties = getProperties;
  }

  /** Returns the value of a resolver. @throws in some cases */
  produce(type: GraphQLOutputType, path: string): unknown {
    const choices = this.#world.choices.for(path);
    if (choices.oneIn(40)) throw this.#thrown(choices, path);
    if (choices.oneIn(40)) return this.#unusualThenable(choices, path, () => this.#loaded(type, path, choices));
    return this.#maybePending(type, path, choices);
  }

  #maybePending(type: GraphQLOutputType, path: string, choices: Choices): unknown {
    const world = this.#world;
    const produce = () => this.#loaded(type, path, choices);
    const fail = () => {
      throw this.#thrown(choices, path);
    };
    switch (choices.below(32)) {
      case 31:
        return Promise.reject(this.#thrown(choices, path));
      case 30:
        return world.late(choices, path, fail);
      case 29:
        return world.never();
      case 28:
        // graphql-js fails if a thenable in a list calls back synchronously.
        return { then: (resolve: (value: unknown) => void) => queueMicrotask(() => resolve(produce())) };
      case 27:
        return Promise.resolve(produce());
      case 26:
      case 25:
      case 24:
      case 23:
        return world.late(choices, path, produce);
      default:
        return produce();
    }
  }

  #thrown(choices: Choices, path: string): object {
    switch (choices.below(6)) {
      case 5:
        return { code: path };
      case 4:
        return new GraphQLError(`GraphQL error at ${path}`, { extensions: { code: 'CODE' } });
      default:
        return new TypeError(`Error at ${path}`);
    }
  }

  #unusualThenable(choices: Choices, path: string, produce: () => unknown): unknown {
    const error = new Error(`Thenable at ${path}`);
    switch (choices.below(6)) {
      case 5: {
        const promise = Promise.resolve('a value');
        Object.defineProperty(promise, 'constructor', {
          get() {
            throw error;
          },
        });
        return promise;
      }
      case 4:
        return Object.assign(Promise.resolve(produce()), {
          then() {
            throw error;
          },
        });
      case 3:
        return {
          get then() {
            throw error;
          },
        };
      case 2:
        return {
          then() {
            throw error;
          },
        };
      case 1:
        return {
          then(resolve: (value: unknown) => void, reject: (error: unknown) => void) {
            reject(error);
            resolve(null);
            throw error;
          },
        };
      default:
        return {
          then(resolve: (value: unknown) => void, reject: (error: unknown) => void) {
            resolve(produce());
            resolve(null);
            reject(error);
            throw error;
          },
        };
    }
  }

  /** Value that is no promise. */
  #loaded(outputType: GraphQLOutputType, path: string, choices: Choices): unknown {
    switch (choices.below(40)) {
      case 39:
        return null;
      case 38:
        return undefined;
      case 37:
        return new RangeError(`Returned error at ${path}`);
    }
    const type = getNullableType(outputType);
    if (isListType(type)) return this.#list(type.ofType, path, choices);
    if (isLeafType(type)) return leafValue(type, path, choices);
    return this.#object(type, path, choices);
  }

  #list(itemType: GraphQLOutputType, path: string, choices: Choices): unknown {
    const isNested = /\.\d/.test(path);
    const length = choices.oneIn(30) && !isNested ? 70 : choices.below(4);
    const item = (index: number) =>
      this.#maybePending(itemType, `${path}.${index}`, this.#world.choices.for(`${path}.${index}`));
    const error = new Error(`Iterator at ${path}`);
    const world = this.#world;
    const kind = choices.below(32);
    switch (kind) {
      case 26:
        return 'not a list';
      case 25:
        return { [Symbol.iterator]: 5 };
      case 24:
        return {
          [Symbol.asyncIterator]() {
            throw error;
          },
        };
      case 23:
        return new Set(Array.from({ length }, (_, index) => index));
    }
    const createArray = () => Array.from({ length }, (_, index) => item(index));
    if (world.listPolicy === 'arrays') {
      if (kind === 31 || kind === 28) return [...createArray(), new ListError(error.message)];
      if (kind === 27) return [...createArray(), world.never().catch(throwAsListError)];
      return createArray();
    }
    switch (kind) {
      case 31:
        return (function* () {
          for (let index = 0; index < length; index += 1) yield item(index);
          throw error;
        })();
      case 30:
      case 22:
        return (function* () {
          for (let index = 0; index < length; index += 1) yield item(index);
        })();
      case 29:
      case 21:
      case 20:
      case 19:
        return (async function* () {
          for (let index = 0; index < length; index += 1) yield item(index);
        })();
      case 28:
        return (async function* () {
          for (let index = 0; index < length; index += 1)
            yield world.late(choices, `${path}.${index}`, () => item(index));
          throw error;
        })();
      case 27:
        return (async function* () {
          for (let index = 0; index < length; index += 1) yield item(index);
          await world.never();
        })();
      default:
        return createArray();
    }
  }

  #object(type: GraphQLOutputType, path: string, choices: Choices): unknown {
    if (choices.oneIn(24)) return choices.pick<unknown>(['text', 5, true]);
    const possibleTypes = this.#possibleTypes(type);
    const typeName = possibleTypes.length === 0 ? 'Absent' : choices.pick(possibleTypes).name;
    const source = (choices.oneIn(20) ? () => {} : {}) as Source;
    Object.assign(source, { path, typeName });
    if (!isObjectType(type) && !choices.oneIn(3)) Object.assign(source, { __typename: typeName });
    for (const field of this.#getProperties(typeName)) this.#defineProperty(source, field);
    return source;
  }

  #defineProperty(source: Source, { name, type }: SourceField): void {
    const world = this.#world;
    const path = `${source.path}/${name}`;
    const choices = world.choices.for(`property ${path}`);
    const produce = () => this.produce(type, path);
    const get = () => {
      world.record(`get ${path}`);
      return produce();
    };
    if (choices.oneIn(3)) Object.defineProperty(source, name, { get });
    else
      Object.defineProperty(source, name, {
        value(this: unknown, args: object, _: unknown, info: GraphQLResolveInfo) {
          const receiver = this === source ? 'its object' : 'something else';
          world.record(`method ${path} of ${receiver} ${JSON.stringify(args)} ${info.fieldName}`);
          return produce();
        },
      });
  }
}

function leafValue(type: GraphQLLeafType, path: string, choices: Choices): unknown {
  if (type.name === 'Odd') return choices.pick([path, 'object', 'throw', 'null', 'undefined', 'false']);
  if (choices.oneIn(16))
    return choices.pick<unknown>([{ a: { b: { c: 1 } } }, Number.NaN, [], Symbol.iterator, () => 1]);
  if (isEnumType(type)) return choices.pick(['RED', 'BLUE', 'red']);
  if (type === GraphQLInt) return choices.pick([1, 0, -7, 2 ** 40, 1.5]);
  if (type === GraphQLFloat) return choices.pick([1.5, -0, Number.POSITIVE_INFINITY]);
  if (type === GraphQLBoolean) return choices.pick<unknown>([true, false, 0, 'yes']);
  return choices.pick<unknown>([path, '', 5, true, { valueOf: () => 'from an object' }]);
}
