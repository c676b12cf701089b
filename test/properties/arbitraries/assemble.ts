/** Creates documents from trees: names fragments and variables. Equal fields have the same response name. */
import {
  type ArgumentNode,
  type ConstDirectiveNode,
  type ConstValueNode,
  type DefinitionNode,
  type DirectiveNode,
  type FieldNode,
  type FragmentDefinitionNode,
  GraphQLBoolean,
  type GraphQLCompositeType,
  type GraphQLInputType,
  GraphQLNonNull,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isCompositeType,
  isEnumType,
  isInputObjectType,
  isListType,
  isRequiredArgument,
  isRequiredInputField,
  Kind,
  type NameNode,
  OperationTypeNode,
  parseConstValue,
  parseType,
  print,
  type SelectionNode,
  type SelectionSetNode,
  type ValueNode,
  type VariableDefinitionNode,
} from 'graphql';
import type { Condition, DocumentTree, FieldTree, FragmentTree, OperationTree, SelectionTree } from './documents.ts';
import { type Input, type Json, toJson } from './values.ts';

/** GraphQL request of a client. */
export interface Request {
  readonly query: string;
  readonly variables: Readonly<Record<string, Json>>;
  readonly operationName?: string;
}

const createName = (value: string): NameNode => ({ kind: Kind.NAME, value });

/** Returns a value as a literal of a document. */
function literal(value: Json, type: GraphQLInputType): ConstValueNode {
  if (value === null) return { kind: Kind.NULL };
  const nullable = getNullableType(type);
  if (isListType(nullable))
    return {
      kind: Kind.LIST,
      values: (Array.isArray(value) ? value : [value]).map((item: Json) => literal(item, nullable.ofType)),
    };
  if (isEnumType(nullable)) return { kind: Kind.ENUM, value: String(value) };
  if (isInputObjectType(nullable) && typeof value === 'object')
    return {
      kind: Kind.OBJECT,
      fields: Object.entries(value).flatMap(([name, member]) => {
        const field = nullable.getFields()[name];
        return field === undefined
          ? []
          : [{ kind: Kind.OBJECT_FIELD, name: createName(name), value: literal(member, field.type) }];
      }),
    };
  return untypedLiteral(value);
}

function untypedLiteral(value: Json): ConstValueNode {
  if (value === null) return { kind: Kind.NULL };
  if (typeof value === 'string') return { kind: Kind.STRING, value };
  if (typeof value !== 'object') return parseConstValue(String(value));
  if (Array.isArray(value)) return { kind: Kind.LIST, values: value.map(untypedLiteral) };
  return {
    kind: Kind.OBJECT,
    fields: Object.entries(value).map(([name, member]) => ({
      kind: Kind.OBJECT_FIELD,
      name: createName(name),
      value: untypedLiteral(member),
    })),
  };
}

/** Builder of one operation with its variables and fragments. */
class Assembly {
  readonly variables: Record<string, Json> = {};
  readonly fragments: FragmentDefinitionNode[] = [];
  readonly #schema: GraphQLSchema;
  readonly #prefix: string;
  /** Response names by field; shared by all operations of a document, so that selections can be merged. */
  readonly #names: Map<string, string>;
  readonly #definitions: VariableDefinitionNode[] = [];

  constructor(schema: GraphQLSchema, prefix: string, names: Map<string, string>) {
    this.#schema = schema;
    this.#prefix = prefix;
    this.#names = names;
  }

  operation({ operation, selections }: OperationTree): DefinitionNode {
    const type = operation === 'query' ? this.#schema.getQueryType() : this.#schema.getMutationType();
    if (!type) throw new Error(`The schema has no ${operation}`);
    const selectionSet = this.#selectionSet(selections, type);
    return {
      kind: Kind.OPERATION_DEFINITION,
      operation: operation === 'query' ? OperationTypeNode.QUERY : OperationTypeNode.MUTATION,
      name: createName(this.#prefix),
      variableDefinitions: this.#definitions,
      selectionSet,
    };
  }

  #selectionSet(trees: readonly SelectionTree[], parent: GraphQLCompositeType): SelectionSetNode {
    return { kind: Kind.SELECTION_SET, selections: trees.flatMap((tree) => this.#selection(tree, parent)) };
  }

  #selection(tree: SelectionTree, parent: GraphQLCompositeType): readonly SelectionNode[] {
    if (tree.kind === 'field') return [this.#field(tree, parent)];
    if (tree.kind === 'fragment') return this.#fragment(tree, parent);
    const candidates = this.fragments.filter(({ typeCondition }) => typeCondition.name.value === parent.name);
    const fragment = candidates[tree.pick % Math.max(1, candidates.length)];
    const directives = this.#directives(tree.conditions);
    return fragment === undefined
      ? [{ kind: Kind.FIELD, name: createName('__typename'), directives }]
      : [{ kind: Kind.FRAGMENT_SPREAD, name: fragment.name, directives }];
  }

  #fragment(tree: FragmentTree, parent: GraphQLCompositeType): readonly SelectionNode[] {
    const type = tree.on === undefined ? parent : this.#schema.getType(tree.on);
    if (!isCompositeType(type)) throw new Error(`${tree.on} has no fields`);
    const selectionSet = this.#selectionSet(tree.selections, type);
    const typeCondition = { kind: Kind.NAMED_TYPE, name: createName(type.name) } as const;
    const name = createName(`${this.#prefix}F${this.fragments.length}`);
    if (tree.named) this.fragments.push({ kind: Kind.FRAGMENT_DEFINITION, name, typeCondition, selectionSet });
    return [tree.conditions, ...tree.repeatedConditions].map((conditions) => {
      const directives = this.#directives(conditions);
      return tree.named
        ? { kind: Kind.FRAGMENT_SPREAD, name, directives }
        : { kind: Kind.INLINE_FRAGMENT, typeCondition, directives, selectionSet };
    });
  }

  #field(tree: FieldTree, parent: GraphQLCompositeType): FieldNode {
    const directives = this.#directives(tree.conditions);
    if (tree.name === '__typename') return { kind: Kind.FIELD, name: createName(tree.name), directives };
    const field = 'getFields' in parent ? parent.getFields()[tree.name] : undefined;
    if (field === undefined) throw new Error(`${parent.name} has no field ${tree.name}`);
    const args: ArgumentNode[] = [];
    for (const arg of field.args) {
      const input = tree.args[arg.name];
      if (input === undefined) continue;
      const optional = !isRequiredArgument(arg);
      args.push({ kind: Kind.ARGUMENT, name: createName(arg.name), value: this.#value(input, arg.type, optional) });
    }
    const type = getNamedType(field.type);
    const responseName = this.#responseName(tree, String(field.type), args);
    return {
      kind: Kind.FIELD,
      name: createName(tree.name),
      ...(responseName === tree.name ? {} : { alias: createName(responseName) }),
      arguments: args,
      directives,
      ...(isCompositeType(type) ? { selectionSet: this.#selectionSet(tree.selections, type) } : {}),
    };
  }

  /** Returns the same name for equal fields, and different names for different fields, anywhere in the document. */
  #responseName({ name, alias }: FieldTree, type: string, args: readonly ArgumentNode[]): string {
    const key = [name, alias, type, ...args.map(print)].join(' ');
    let uniqueName = this.#names.get(key);
    if (uniqueName === undefined) {
      const base = `${name}${alias}`;
      const usedNames = new Set(this.#names.values());
      uniqueName = base;
      for (let number = 2; usedNames.has(uniqueName); number += 1) uniqueName = `${base}${number}`;
      this.#names.set(key, uniqueName);
    }
    return uniqueName;
  }

  #directives(conditions: readonly Condition[]): DirectiveNode[] {
    return conditions.map(({ name, value, passing }) => ({
      kind: Kind.DIRECTIVE,
      name: createName(name),
      arguments: [
        {
          kind: Kind.ARGUMENT,
          name: createName('if'),
          value: this.#value({ kind: 'leaf', passing, value }, new GraphQLNonNull(GraphQLBoolean), false),
        },
      ],
    }));
  }

  /** @param optional whether the value may be omitted */
  #value(input: Input, type: GraphQLInputType, optional: boolean): ValueNode {
    const json = toJson(input);
    if (input.passing !== 'literal' && (input.passing !== 'absent' || optional) && !(json === null && !optional))
      return this.#variable(input.passing, json, type, optional);
    if (input.kind === 'leaf') return literal(input.value, type);
    const nullable = getNullableType(type);
    if (input.kind === 'list') {
      const item = isListType(nullable) ? nullable.ofType : nullable;
      return { kind: Kind.LIST, values: input.items.map((each) => this.#value(each, item, false)) };
    }
    if (!isInputObjectType(nullable)) throw new Error(`${type} has no members`);
    const fields = nullable.getFields();
    return {
      kind: Kind.OBJECT,
      fields: Object.entries(input.members).flatMap(([name, member]) => {
        const field = fields[name];
        if (field === undefined) return [];
        const optionalMember = !isRequiredInputField(field);
        return [
          {
            kind: Kind.OBJECT_FIELD,
            name: createName(name),
            value: this.#value(member, field.type, optionalMember && !nullable.isOneOf),
          },
        ];
      }),
    };
  }

  #variable(passing: Input['passing'], json: Json, type: GraphQLInputType, optional: boolean): ValueNode {
    const name = createName(`${this.#prefix}v${this.#definitions.length}`);
    const variable = { kind: Kind.VARIABLE, name } as const;
    const hasDefault = passing === 'default' || passing === 'overridden';
    // With a default, a nullable variable is valid for a non-null type: an absent value is then the default.
    const declaredType =
      (hasDefault && json !== null) || (passing === 'absent' && optional) ? getNullableType(type) : type;
    this.#definitions.push({
      kind: Kind.VARIABLE_DEFINITION,
      variable,
      type: parseType(String(declaredType)),
      ...(hasDefault
        ? { defaultValue: literal(passing === 'overridden' ? createOtherDefault(json) : json, type) }
        : {}),
      directives: noDirectives,
    });
    if (passing === 'sent' || passing === 'overridden') this.variables[name.value] = json;
    return variable;
  }
}

const noDirectives: ConstDirectiveNode[] = [];

/** Returns a default of the same type that differs from the sent value, if there is one. */
function createOtherDefault(value: Json): Json {
  return typeof value === 'boolean' ? !value : value;
}

/** Returns the document of a tree with its variables and the name of its first operation. */
export function assemble(schema: GraphQLSchema, { operations }: DocumentTree): Request {
  const names = new Map<string, string>();
  const assemblies = operations.map((tree, index) => {
    const assembly = new Assembly(schema, `Op${index}`, names);
    return { assembly, definition: assembly.operation(tree) };
  });
  const definitions = assemblies.flatMap(({ assembly, definition }) => [definition, ...assembly.fragments]);
  return {
    query: print({ kind: Kind.DOCUMENT, definitions }),
    variables: assemblies[0]?.assembly.variables ?? {},
    operationName: 'Op0',
  };
}
