/** The SDL of a schema. */
import {
  type ConstArgumentNode,
  type ConstDirectiveNode,
  type DefinitionNode,
  type GraphQLSchema,
  isInterfaceType,
  isObjectType,
  Kind,
  type NameNode,
  parse,
  print,
  printSchema,
  valueToLiteral,
} from 'graphql';
import { jsonScalar } from './contract/scalars.ts';

interface Extended {
  readonly extensions: Readonly<Record<string, unknown>>;
}

const nameNode = (value: string): NameNode => ({ kind: Kind.NAME, value });

function argumentNode([name, value]: [string, unknown]): ConstArgumentNode {
  const literal = valueToLiteral(value, jsonScalar);
  if (literal === undefined) throw new TypeError(`The argument ${name} of a directive is no JSON`);
  return { kind: Kind.ARGUMENT, name: nameNode(name), value: literal };
}

/** The directives that extensions name with their arguments; a list of arguments repeats the directive. */
function directivesOf(element: Extended | undefined): readonly ConstDirectiveNode[] {
  return Object.entries(Object(element?.extensions.directives)).flatMap(([name, uses]) =>
    [uses].flat().map((args) => ({
      kind: Kind.DIRECTIVE,
      name: nameNode(name),
      arguments: Object.entries(Object(args)).map(argumentNode),
    })),
  );
}

/**
 * The SDL of a schema with the directives in `extensions.directives` of object types and of fields, which `printSchema` omits.
 * `printSchemaWithDirectives` of @graphql-tools/utils 12 omits default values of schemas that graphql 17 builds.
 */
export function printWithDirectives(schema: GraphQLSchema): string {
  const withDirectives = (definition: DefinitionNode): DefinitionNode => {
    if (definition.kind !== Kind.OBJECT_TYPE_DEFINITION && definition.kind !== Kind.INTERFACE_TYPE_DEFINITION)
      return definition;
    const type = schema.getType(definition.name.value);
    if (!isObjectType(type) && !isInterfaceType(type)) return definition;
    const fields = type.getFields();
    return {
      ...definition,
      directives: [...directivesOf(type), ...(definition.directives ?? [])],
      fields: (definition.fields ?? []).map((field) => ({
        ...field,
        directives: [...directivesOf(fields[field.name.value]), ...(field.directives ?? [])],
      })),
    };
  };
  const { definitions, ...document } = parse(printSchema(schema), { noLocation: true });
  return print({ ...document, definitions: definitions.map(withDirectives) });
}
