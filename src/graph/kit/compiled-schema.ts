/**
 * The schema as compiled code takes it: values that the objects at hand cover are properties, which cost far less than resolvers. Which
 * these are is known from the plan of the operation; the other fields are compiled with their resolvers.
 */
import { MapperKind, mapSchema } from '@graphql-tools/utils';
import {
  type DocumentNode,
  defaultTypeResolver,
  type FieldNode,
  type GraphQLField,
  type GraphQLFieldResolver,
  GraphQLInterfaceType,
  type GraphQLObjectType,
  GraphQLScalarType,
  GraphQLSchema,
  type GraphQLTypeResolver,
  GraphQLUnionType,
  getNamedType,
  isObjectType,
  Kind,
  type SelectionSetNode,
  TypeInfo,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import { withoutCounting } from './field-errors.ts';
import { kindOf } from './fields/kind.ts';
import { isConnectionType } from './paging/connection.ts';
import { Resource } from './resources/resource.ts';
import type { Selection } from './resources/selection.ts';
import { exposeValues, type ValueReader } from './resources/values.ts';
import { type Rows, type RowsByType, rowsByTypeOf, rowsOf, useRows } from './rows.ts';

type Resolver = GraphQLFieldResolver<unknown, unknown>;
type Field = GraphQLField<unknown, unknown>;
type TypeResolver = GraphQLTypeResolver<unknown, unknown>;

/** What a field has while an operation is compiled, and what it has otherwise. */
interface FieldChange {
  readonly field: Field;
  readonly changed: Partial<Field>;
  readonly before: { readonly [Name in keyof Field]?: Field[Name] | undefined };
}

const anyResource = new Resource('', {}, undefined, undefined);

/** The items of a list, or the objects that arguments name, as a document selects them, and the rows that they make. */
interface ListedItems {
  /** Coordinate of the field that gives the items: `nodes` of a connection, `node` of an edge, or a field whose arguments name objects. */
  readonly coordinate: string;
  /** Absent where conditions leave nothing of it. */
  readonly selected: SelectionSetNode | undefined;
  /** Undefined where they are objects of the graph. */
  readonly rows: Rows | RowsByType | undefined;
}

/** What the nodes of a selection set select through a field, each by itself. */
function selectedBy(name: string, nodes: readonly FieldNode[]): readonly (SelectionSetNode | undefined)[] {
  return nodes.flatMap(({ selectionSet }) =>
    (selectionSet?.selections ?? []).flatMap((node) =>
      node.kind === Kind.FIELD && node.name.value === name ? [node.selectionSet] : [],
    ),
  );
}

/** The items that a field of a connection type selects. Where several places select them, each would need rows of its own. */
function itemsOf(type: GraphQLObjectType, node: FieldNode, makesRows: boolean): readonly ListedItems[] {
  const { nodes, edges } = type.getFields();
  const edge = edges && getNamedType(edges.type);
  const item = nodes && getNamedType(nodes.type);
  if (!isObjectType(edge) || !isObjectType(item)) return [];
  const edgeNodes = (node.selectionSet?.selections ?? []).filter(
    (below): below is FieldNode => below.kind === Kind.FIELD && below.name.value === 'edges',
  );
  const items = [
    ...selectedBy('nodes', [node]).map((selected) => ({ coordinate: `${type.name}.nodes`, selected })),
    ...selectedBy('node', edgeNodes).map((selected) => ({ coordinate: `${edge.name}.node`, selected })),
  ];
  const mayBeRows = makesRows && items.length === 1;
  return items.map((each) => ({ ...each, rows: mayBeRows && each.selected ? rowsOf(item, each.selected) : undefined }));
}

/** Items that are rows. */
type RowItems = { readonly [Name in keyof ListedItems]: NonNullable<ListedItems[Name]> };

/** The lists of a document whose items are rows wherever a field gives such items. */
function rowLists(schema: GraphQLSchema, document: DocumentNode): readonly RowItems[] {
  const lists: ListedItems[] = [];
  const types = new TypeInfo(schema);
  const enter = (node: FieldNode) => {
    const type = getNamedType(types.getType());
    const field = types.getFieldDef();
    const { listed, namesObjects = false } = (field && kindOf(field)) ?? {};
    if (isObjectType(type) && isConnectionType(type.name)) lists.push(...itemsOf(type, node, listed !== undefined));
    const { selectionSet: selected } = node;
    if (namesObjects)
      lists.push({
        coordinate: `${types.getParentType()?.name}.${node.name.value}`,
        selected,
        rows: selected && rowsByTypeOf(schema, selected),
      });
  };
  visit(document, visitWithTypeInfo(types, { Field: { enter } }));
  const withObjects = new Set(lists.flatMap(({ coordinate, rows }) => (rows === undefined ? coordinate : [])));
  return lists.flatMap(({ coordinate, selected, rows }) =>
    selected === undefined || rows === undefined || withObjects.has(coordinate) ? [] : [{ coordinate, selected, rows }],
  );
}

/** The type of rows, which are in the response as they are. An object of the graph must never get there. */
const rowsType = new GraphQLScalarType({
  name: 'Rows',
  serialize: (value) => {
    const items: readonly unknown[] = Array.isArray(value) ? value : [value];
    if (items.some((item) => item instanceof Resource)) throw new TypeError('The items of the list are no rows');
    return value;
  },
});

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
        if (isConnectionType(typeName) || !resolve) return field;
        const uncounted = withoutCounting(resolve);
        const kind = kindOf({ extensions: field.extensions ?? {} });
        if (kind?.valueIn === undefined || isTaken(name)) return { ...field, resolve: uncounted };
        this.#resolvers.set(`${typeName}.${name}`, uncounted);
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

  /**
   * Does something with the schema as one document needs it: some fields, given by their coordinates, have their resolvers, and the items of
   * lists that are rows are values.
   */
  adaptedTo<T>(document: DocumentNode, uncovered: ReadonlySet<string>, act: (schema: GraphQLSchema) => T): T {
    const lists = rowLists(this.#schema, document);
    const changes = [
      ...[...uncovered].flatMap((coordinate) => this.#withResolver(coordinate)),
      ...[...new Set(lists.map(({ coordinate }) => coordinate))].flatMap((coordinate) => this.#withRows(coordinate)),
    ];
    for (const { selected, rows } of lists) useRows(selected, rows);
    for (const { field, changed } of changes) Object.assign(field, changed);
    try {
      return act(this.#schema);
    } finally {
      for (const { field, before } of changes) Object.assign(field, before);
    }
  }

  #withResolver(coordinate: string): readonly FieldChange[] {
    const field = this.#fieldAt(coordinate);
    const resolve = this.#resolvers.get(coordinate);
    return field === undefined || resolve === undefined
      ? []
      : [{ field, changed: { resolve }, before: { resolve: undefined } }];
  }

  #withRows(coordinate: string): readonly FieldChange[] {
    const field = this.#fieldAt(coordinate);
    const { type } = field ?? {};
    return field === undefined || type === undefined ? [] : [{ field, changed: { type: rowsType }, before: { type } }];
  }

  #fieldAt(coordinate: string): Field | undefined {
    const [typeName = '', name = ''] = coordinate.split('.');
    const type = this.#schema.getType(typeName);
    return isObjectType(type) ? type.getFields()[name] : undefined;
  }
}
