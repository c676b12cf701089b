/** Finds the fields of an operation, by their place in the answer and by their coordinates. */
import {
  type DocumentNode,
  type FieldNode,
  type GraphQLCompositeType,
  type GraphQLSchema,
  getNamedType,
  getOperationAST,
  isAbstractType,
  isCompositeType,
  isInterfaceType,
  isObjectType,
  Kind,
  type SelectionSetNode,
} from 'graphql';

/** Fields that are looked at; a document with more is not searched to its end. */
const mostFields = 20_000;

/** A field of an operation. */
export interface PlacedField {
  readonly node: FieldNode;
  readonly parent: GraphQLCompositeType;
  /** Keys of the answer from the root, joined by dots. */
  readonly at: string;
}

function fieldTypeOf(parent: GraphQLCompositeType, name: string): GraphQLCompositeType | undefined {
  const field = isObjectType(parent) || isInterfaceType(parent) ? parent.getFields()[name] : undefined;
  const type = field && getNamedType(field.type);
  return type && isCompositeType(type) ? type : undefined;
}

/** The fields of an operation, those of fragments at each use. */
export function placedFields(
  schema: GraphQLSchema,
  document: DocumentNode,
  operationName: string | null | undefined,
): readonly PlacedField[] {
  const found: PlacedField[] = [];
  const operation = getOperationAST(document, operationName || undefined);
  const root = operation && schema.getRootType(operation.operation);
  if (!operation || !root) return found;
  const fragments = new Map(
    document.definitions.flatMap((node) => (node.kind === Kind.FRAGMENT_DEFINITION ? [[node.name.value, node]] : [])),
  );
  const typeNamed = (name: string | undefined, otherwise: GraphQLCompositeType): GraphQLCompositeType => {
    const type = name === undefined ? undefined : schema.getType(name);
    return type && isCompositeType(type) ? type : otherwise;
  };
  const visit = (
    parent: GraphQLCompositeType,
    { selections }: SelectionSetNode,
    at: string,
    spread: readonly string[],
  ) => {
    for (const node of selections) {
      if (found.length >= mostFields) return;
      if (node.kind === Kind.FIELD) {
        const key = node.alias?.value ?? node.name.value;
        const place = at === '' ? key : `${at}.${key}`;
        found.push({ node, parent, at: place });
        const type = fieldTypeOf(parent, node.name.value);
        if (type && node.selectionSet) visit(type, node.selectionSet, place, spread);
      } else if (node.kind === Kind.INLINE_FRAGMENT)
        visit(typeNamed(node.typeCondition?.name.value, parent), node.selectionSet, at, spread);
      else {
        const name = node.name.value;
        const fragment = fragments.get(name);
        if (fragment && !spread.includes(name))
          visit(typeNamed(fragment.typeCondition.name.value, parent), fragment.selectionSet, at, [...spread, name]);
      }
    }
  };
  visit(root, operation.selectionSet, '', []);
  return found;
}

/** The field that a call is made for. @param at place of the field in the answer, or of its object, where it is known */
export function fieldAsking(
  schema: GraphQLSchema,
  fields: readonly PlacedField[],
  coordinate: string,
  at?: string,
): FieldNode | undefined {
  const [typeName, name] = coordinate.split('.');
  const type = typeName === undefined ? undefined : schema.getType(typeName);
  const candidates = fields.filter(({ node, parent }) => {
    if (node.name.value !== name) return false;
    if (parent.name === typeName) return true;
    return isAbstractType(parent) && isObjectType(type) && schema.isSubType(parent, type);
  });
  const near = (place: string) => place === at || place.slice(0, place.lastIndexOf('.')) === at;
  return (candidates.find((field) => near(field.at)) ?? candidates[0])?.node;
}
