/** Types of areas besides those of the contract. Immutable, and usable as the type of fields in several graphs. */
import type {
  FieldMap,
  InputFieldMap,
  InputShapeFromFields,
  inputShapeKey,
  OneOfInputShapeFromFields,
  OutputRef,
  outputShapeKey,
  parentShapeKey,
} from '@pothos/core';
import type { SchemaName } from '../../contract/index.ts';
import { semanticNonNullDirective } from '../../execution/index.ts';
import type { Types } from './builder.ts';
import { Enums } from './contract/enums.ts';
import { getOutputShape, isLeaf, semanticNonNullLevels, toFieldName, ValueTypes } from './contract/types.ts';
import type { Declaration, Graph } from './graph.ts';
import type { Resource } from './resources/resource.ts';
import type { ResourceType } from './resources/resource-type.ts';
import { ResourceTypes } from './resources/resource-types.ts';

/** Creates a type in a graph, where it may have another name. */
type Define = (graph: Graph) => { readonly name: string };

abstract class TypeDefinition implements Declaration {
  readonly origin = new Error('Declaration');
  readonly name: string;
  protected readonly define: Define;

  constructor(name: string, define: Define) {
    this.name = name;
    this.define = define;
  }

  abstract addTo(graph: Graph): void;

  /** Name in error messages of the builder. */
  toString(): string {
    return this.name;
  }
}

/** Type of inputs and arguments. `$inferInput` is the type of its values. */
export class InputDefinition<T> extends TypeDefinition {
  declare readonly [inputShapeKey]: T;
  declare readonly $inferInput: T;

  override addTo(graph: Graph): void {
    graph.builder.configStore.associateParamWithRef(this, this.define(graph).name);
  }
}

/** Type of fields. */
export class OutputDefinition<T> extends TypeDefinition implements OutputRef<T> {
  declare readonly [outputShapeKey]: T;
  declare readonly [parentShapeKey]: T;
  readonly kind = 'Object';

  override addTo(graph: Graph): void {
    graph.builder.configStore.associateParamWithRef(this, this.define(graph).name);
  }
}

interface InputOptions<Fields extends InputFieldMap, IsOneOf extends boolean> {
  readonly description: string;
  readonly isOneOf?: IsOneOf;
  readonly fields: (t: PothosSchemaTypes.InputFieldBuilder<Types, 'InputObject'>, graph: Graph) => Fields;
}

/** Defines an input object. */
export function defineInput<Fields extends InputFieldMap, IsOneOf extends boolean = boolean>(
  name: string,
  { fields, ...options }: InputOptions<Fields, IsOneOf>,
) {
  type Shape = [IsOneOf] extends [true] ? OneOfInputShapeFromFields<Fields> : InputShapeFromFields<Fields>;
  return new InputDefinition<Shape>(name, (graph) =>
    graph.builder.inputRef<object>(name).implement({ ...options, fields: (t) => fields(t, graph) }),
  );
}

/** Defines the enum of a closed set of the contract for inputs and arguments. */
export function defineInputEnum(set: SchemaName): InputDefinition<string | number> {
  return new InputDefinition(set, (graph) => graph.singleton(Enums).forInputs(set));
}

/** Defines an enum whose values are their own names. */
export function defineEnum<Name extends string>(
  name: string,
  options: { readonly description: string; readonly values: Readonly<Record<Name, { readonly description: string }>> },
): OutputDefinition<Name> {
  return new OutputDefinition(name, ({ builder }) => builder.enumType(name, options));
}

interface ObjectOptions<T> {
  readonly description: string;
  readonly fields: (t: PothosSchemaTypes.ObjectFieldBuilder<Types, T>, graph: Graph) => FieldMap;
}

/** Defines an object type. */
export function defineObject<T>(name: string, { description, fields }: ObjectOptions<T>): OutputDefinition<T> {
  return new OutputDefinition(name, (graph) =>
    graph.builder.objectRef<T>(name).implement({ description, fields: (t) => fields(t, graph) }),
  );
}

interface InterfaceOptions {
  readonly description: string;
  /** Types that implement the interface. */
  readonly types: () => readonly ResourceType[];
  readonly fields: (t: PothosSchemaTypes.InterfaceFieldBuilder<Types, Resource>, graph: Graph) => FieldMap;
}

/** Defines an interface of resource types. It implements `Node` if all of its types do. */
export function defineInterface(
  name: string,
  { types, description, fields }: InterfaceOptions,
): OutputDefinition<Resource> {
  return new OutputDefinition(name, (graph) => {
    const resolveType = ({ typeName }: Resource) => typeName;
    const resourceTypes = graph.singleton(ResourceTypes);
    const implementingTypes = types();
    const ref = graph.builder.interfaceRef<Resource>(name).implement({
      description,
      resolveType,
      interfaces: implementingTypes.every(({ isNode }) => isNode) ? [resourceTypes.node] : [],
      fields: (t) => fields(t, graph),
    });
    for (const type of implementingTypes) resourceTypes.ref(type).addInterfaces([ref]);
    return ref;
  });
}

/** Replaces the type that is derived from the schema of an embedded object. */
export function defineValueType(schema: SchemaName, { description, fields }: ObjectOptions<unknown>): Declaration {
  return new OutputDefinition(schema, (graph) => {
    const ref = graph.builder.objectRef<unknown>(schema).implement({ description, fields: (t) => fields(t, graph) });
    graph.singleton(ValueTypes).set(schema, ref);
    return ref;
  });
}

/** Defines a union of embedded objects, whose values have their schema as `__typename`. */
export function defineValueUnion(
  name: string,
  { schemas, description }: { readonly description: string; readonly schemas: readonly SchemaName[] },
): OutputDefinition<unknown> {
  return new OutputDefinition(name, (graph) =>
    graph.builder.unionType(name, {
      description,
      types: schemas.map((schema) => graph.singleton(ValueTypes).get(schema)),
    }),
  );
}

/**
 * Defines an interface of the types of embedded objects that have the same attributes.
 * @param descriptions descriptions of the attributes of the interface, valid for all schemas
 */
export function defineValueInterface(
  name: string,
  description: string,
  schemas: readonly [SchemaName, ...SchemaName[]],
  descriptions: Readonly<Record<string, string>>,
): Declaration {
  const attributes = Object.keys(descriptions);
  const [first] = schemas;
  return new OutputDefinition<unknown>(name, (graph) => {
    const ref = graph.builder.interfaceRef<unknown>(name).implement({
      description,
      fields: (t) =>
        Object.fromEntries(
          Object.entries(descriptions).map(([attribute, text]) => {
            const schema = graph.contract.attributesOf(first).get(attribute) ?? {};
            const { list, type } = getOutputShape(graph, schema);
            const isNeverNull = schemas.every(
              (each) =>
                graph.contract.attributesOf(each).get(attribute)?.['x-never-null'] &&
                !graph.contract.lacks(each, attribute),
            );
            const levels = semanticNonNullLevels({ 'x-never-null': isNeverNull }, { list, type });
            const options = { description: text, extensions: { directives: semanticNonNullDirective(levels) } };
            return [
              toFieldName(attribute, schema),
              list
                ? t.field({ ...options, type: [type], nullable: { list: true, items: !isLeaf(type) } })
                : t.field({ ...options, type, nullable: true }),
            ];
          }),
        ),
    });
    graph.singleton(ValueTypes).addInterface(schemas, { ref, attributes });
    return ref;
  });
}
