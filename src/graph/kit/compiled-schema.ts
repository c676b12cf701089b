/**
 * The schema as compiled code takes it: values that the objects at hand cover are properties, which cost far less than resolvers. Which
 * these are is known from the plan of the operation; the other fields are compiled with their resolvers.
 */
import { MapperKind, mapSchema } from '@graphql-tools/utils';
import {
  defaultTypeResolver,
  type GraphQLFieldResolver,
  GraphQLInterfaceType,
  GraphQLScalarType,
  GraphQLSchema,
  type GraphQLTypeResolver,
  GraphQLUnionType,
  isObjectType,
} from 'graphql';
import { kindOf } from './fields/kind.ts';
import { isConnectionType } from './paging/connection.ts';
import { Resource } from './resources/resource.ts';
import type { Selection } from './resources/selection.ts';
import { exposeValues, type ValueReader } from './resources/values.ts';

type Resolver = GraphQLFieldResolver<unknown, unknown>;
type TypeResolver = GraphQLTypeResolver<unknown, unknown>;

const anyResource = new Resource('', {}, undefined, undefined);

/** Names that resources have properties of already. */
const isTaken = (name: string): boolean => name in anyResource;

/** What a selection takes of the objects at hand. */
function readersFor({ type, fields }: Selection): readonly ValueReader[] {
  if (!isObjectType(type)) return [];
  const known = type.getFields();
  return [...fields.keys()].flatMap((name) => {
    const kind = known[name] && kindOf(known[name]);
    return kind?.valueIn === undefined || isTaken(name)
      ? []
      : [{ name, attributes: kind.attributes, valueIn: kind.valueIn }];
  });
}

/** Compiled code gives what a resolver throws to nobody, and an answer that never comes; no type is an error that it reports. */
function withoutThrowing(resolve: TypeResolver = defaultTypeResolver): TypeResolver {
  return (...args) => {
    try {
      return resolve(...args);
    } catch {
      return undefined;
    }
  };
}

const known = new WeakMap<GraphQLSchema, CompiledSchema>();

export class CompiledSchema {
  /** Name of a type of variables that takes any value as it is. */
  static readonly anyType = 'AnyValue';
  readonly #schema: GraphQLSchema;
  /** Resolvers of the fields that may be properties, by coordinate. */
  readonly #resolvers = new Map<string, Resolver>();

  /** The one of a schema, made when it is first asked for. */
  static of(schema: GraphQLSchema): CompiledSchema {
    const made = known.get(schema) ?? new CompiledSchema(schema);
    known.set(schema, made);
    return made;
  }

  private constructor(schema: GraphQLSchema) {
    const mapped = mapSchema(schema, {
      [MapperKind.OBJECT_FIELD]: ({ resolve, ...field }, name, typeName) => {
        if (isConnectionType(typeName)) return field;
        const kind = kindOf({ extensions: field.extensions ?? {} });
        if (kind?.valueIn === undefined || !resolve || isTaken(name)) return undefined;
        this.#resolvers.set(`${typeName}.${name}`, resolve);
        return field;
      },
      [MapperKind.INTERFACE_TYPE]: (type) => {
        const config = type.toConfig();
        return new GraphQLInterfaceType({ ...config, resolveType: withoutThrowing(config.resolveType ?? undefined) });
      },
      [MapperKind.UNION_TYPE]: (type) => {
        const config = type.toConfig();
        return new GraphQLUnionType({ ...config, resolveType: withoutThrowing(config.resolveType ?? undefined) });
      },
    });
    const config = mapped.toConfig();
    this.#schema = new GraphQLSchema({
      ...config,
      types: [...config.types, new GraphQLScalarType({ name: CompiledSchema.anyType })],
    });
    exposeValues(this.#schema, readersFor);
  }

  /** Does something with the schema in which these fields, given by their coordinates, have their resolvers. */
  withResolvers<T>(coordinates: Iterable<string>, act: (schema: GraphQLSchema) => T): T {
    const resolved = [...coordinates].flatMap((coordinate) => {
      const [typeName = '', name = ''] = coordinate.split('.');
      const type = this.#schema.getType(typeName);
      const field = isObjectType(type) ? type.getFields()[name] : undefined;
      const resolve = this.#resolvers.get(coordinate);
      return field === undefined || resolve === undefined ? [] : { field, resolve };
    });
    for (const { field, resolve } of resolved) field.resolve = resolve;
    try {
      return act(this.#schema);
    } finally {
      for (const { field } of resolved) delete field.resolve;
    }
  }
}
