/** SDL of a schema. */

import {
  type ConstArgumentNode,
  type ConstDirectiveNode,
  type DefinitionNode,
  type EnumValueDefinitionNode,
  type FieldDefinitionNode,
  type GraphQLSchema,
  type InputValueDefinitionNode,
  isInterfaceType,
  isObjectType,
  Kind,
  type NameNode,
  parse,
  print,
  printSchema,
  type TypeDefinitionNode,
  valueToLiteral,
  visit,
} from 'graphql';
import { asRecord } from '../../helpers/is-record.ts';
import { callsPrefix } from './call-descriptions.ts';
import { assumption, extraRules, nullIsRejected, nullReasons } from './contract/names.ts';
import { jsonScalar } from './contract/scalars.ts';

interface Extended {
  readonly extensions: Readonly<Record<string, unknown>>;
}

const toNameNode = (value: string): NameNode => ({ kind: Kind.NAME, value });

function toArgumentNode([name, value]: [string, unknown]): ConstArgumentNode {
  const literal = valueToLiteral(value, jsonScalar);
  if (literal === undefined) throw new TypeError(`The argument ${name} of a directive is not JSON`);
  return { kind: Kind.ARGUMENT, name: toNameNode(name), value: literal };
}

/** Returns the directives in the extensions of an element. A list of arguments repeats the directive. */
function toDirectiveNodes(element: Extended | undefined): readonly ConstDirectiveNode[] {
  return Object.entries(asRecord(element?.extensions.directives)).flatMap(([name, uses]) =>
    [uses].flat().map((args) => ({
      kind: Kind.DIRECTIVE,
      name: toNameNode(name),
      arguments: Object.entries(asRecord(args)).map(toArgumentNode),
    })),
  );
}

/** Directives without arguments by the paragraphs that they replace. */
const directivesByParagraph: ReadonlyMap<string, ConstDirectiveNode> = new Map([
  [assumption, { kind: Kind.DIRECTIVE, name: toNameNode('assumed') }],
  [extraRules, { kind: Kind.DIRECTIVE, name: toNameNode('extra') }],
]);

/** Paragraphs that the descriptions of `@semanticNonNull` and of the inputs of updates replace. */
const generalParagraphs: ReadonlySet<string> = new Set([...Object.values(nullReasons), nullIsRejected]);

/** Whether only introspection needs a paragraph, because the SDL states it in another place. */
const isForIntrospection = (paragraph: string): boolean =>
  paragraph.startsWith(callsPrefix) || directivesByParagraph.has(paragraph) || generalParagraphs.has(paragraph);

/** Removes the paragraphs of a description that directives replace, and joins the others to one line. */
function withoutDirectiveParagraphs<
  N extends TypeDefinitionNode | FieldDefinitionNode | InputValueDefinitionNode | EnumValueDefinitionNode,
>(node: N): N {
  const { description, directives = [] } = node;
  if (description === undefined) return node;
  const paragraphs = description.value.split('\n\n');
  const replacements = paragraphs.flatMap((paragraph) => directivesByParagraph.get(paragraph) ?? []);
  const value = paragraphs.filter((paragraph) => !isForIntrospection(paragraph)).join(' ');
  return {
    ...node,
    description: value === '' ? undefined : { ...description, value },
    directives: [...replacements, ...directives],
  };
}

/** Prints descriptions of one line without line breaks. */
function compactDescriptions(sdl: string): string {
  return sdl.replace(/"""(?:(?!""")[\s\S])*"""/g, (description) => {
    const lines = description.split('\n');
    const [, text = ''] = lines;
    return lines.length === 3 && !/["\\]$/.test(text) ? `"""${text.trim()}"""` : description;
  });
}

/**
 * Prints the SDL of a schema for files: with all directives, and without the paragraphs of descriptions that directives
 * replace.
 */
export function printCompactly(schema: GraphQLSchema): string {
  const enter = withoutDirectiveParagraphs;
  const document = visit(parse(printWithDirectives(schema), { noLocation: true }), {
    ObjectTypeDefinition: { enter },
    InterfaceTypeDefinition: { enter },
    UnionTypeDefinition: { enter },
    InputObjectTypeDefinition: { enter },
    EnumTypeDefinition: { enter },
    FieldDefinition: { enter },
    InputValueDefinition: { enter },
    EnumValueDefinition: { enter },
  });
  return compactDescriptions(print(document));
}

/**
 * Prints the SDL of a schema with the directives in `extensions.directives` of object types and of fields, which
 * `printSchema` omits. `printSchemaWithDirectives` of @graphql-tools/utils 12 omits default values of schemas that
 * graphql 17 builds.
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
      directives: [...toDirectiveNodes(type), ...(definition.directives ?? [])],
      fields: (definition.fields ?? []).map((field) => ({
        ...field,
        directives: [...toDirectiveNodes(fields[field.name.value]), ...(field.directives ?? [])],
      })),
    };
  };
  const { definitions, ...document } = parse(printSchema(schema), { noLocation: true });
  return print({ ...document, definitions: definitions.map(withDirectives) });
}
