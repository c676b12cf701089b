/**
 * The schema as compiled code takes it: what objects hold already are properties, which cost far less than resolvers. A value that only
 * the detail has cannot be given that way; its field then has to be compiled with its resolver.
 */
import { MapperKind, mapSchema } from '@graphql-tools/utils';
import {
  defaultTypeResolver,
  type GraphQLFieldResolver,
  GraphQLInterfaceType,
  type GraphQLNamedType,
  GraphQLScalarType,
  GraphQLSchema,
  type GraphQLTypeResolver,
  GraphQLUnionType,
  isObjectType,
} from 'graphql';
import { isConnectionType } from './connection.ts';
import { declarationIn } from './declaration.ts';

/** In place of a value that only the detail of an object has. */
export class Unsettled extends Error {
  /** Type and name of the field. */
  readonly field: readonly [string, string];

  constructor(typeName: string, name: string) {
    super('Only the detail of the object tells');
    this.field = [typeName, name];
  }
}

type Resolver = GraphQLFieldResolver<unknown, unknown>;
type TypeResolver = GraphQLTypeResolver<unknown, unknown>;

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

/** The same for what objects hold: an error in place of the value is reported where it stands. */
function heldOrError<Object>(held: (object: Object) => unknown): (object: Object) => unknown {
  return (object) => {
    try {
      return held(object);
    } catch (error) {
      return error instanceof Error ? error : new Error('A value cannot be read');
    }
  };
}

const anyValue = new GraphQLScalarType({ name: 'AnyValue' });

/** Knows a type of variables that whoever prints the schema does not see. */
class SchemaWithAnyValue extends GraphQLSchema {
  override getType(name: string): GraphQLNamedType | undefined {
    return name === anyValue.name ? anyValue : super.getType(name);
  }
}

export class InlinedSchema {
  /** Name of a type of variables that takes any value as it is. */
  static readonly anyType = anyValue.name;
  readonly #schema: GraphQLSchema;
  readonly #resolvers = new Map<string, Resolver>();

  constructor(schema: GraphQLSchema) {
    const mapped = mapSchema(schema, {
      [MapperKind.OBJECT_FIELD]: ({ resolve, ...field }, name, typeName) => {
        if (isConnectionType(typeName)) return field;
        const declaration = declarationIn(field.extensions);
        if (declaration?.kind !== 'attribute' || declaration.held === undefined || !resolve) return undefined;
        if (!declaration.entity.expose(name, heldOrError(declaration.held), new Unsettled(typeName, name)))
          return undefined;
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
    this.#schema = new SchemaWithAnyValue(mapped.toConfig());
  }

  /** Does something with the schema in which some of the fields have their resolvers. */
  withResolvers<T>(fields: Iterable<readonly [string, string]>, act: (schema: GraphQLSchema) => T): T {
    const resolved = [...fields].flatMap(([typeName, name]) => {
      const type = this.#schema.getType(typeName);
      const field = isObjectType(type) ? type.getFields()[name] : undefined;
      const resolve = this.#resolvers.get(`${typeName}.${name}`);
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
