/** Finds the fields of an operation by their path in the response and by their coordinates. */
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

/** Maximum number of examined fields; further fields of a document are ignored. */
const maxFields = 20_000;

/** Field of an operation, with its path in the response. */
export interface LocatedField {
  readonly node: FieldNode;
  readonly parent: GraphQLCompositeType;
  /** Path in the response: keys from the root, joined by dots. */
  readonly at: string;
}

function getFieldType(parent: GraphQLCompositeType, name: string): GraphQLCompositeType | undefined {
  const field = isObjectType(parent) || isInterfaceType(parent) ? parent.getFields()[name] : undefined;
  const type = field && getNamedType(field.type);
  return type && isCompositeType(type) ? type : undefined;
}

/** Returns the fields of an operation. Fields of a fragment are repeated for each use. */
export function findFields(
  schema: GraphQLSchema,
  document: DocumentNode,
  operationName: string | null | undefined,
): readonly LocatedField[] {
  const fields: LocatedField[] = [];
  const operation = getOperationAST(document, operationName || undefined);
  const root = operation && schema.getRootType(operation.operation);
  if (!operation || !root) return fields;
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
      if (fields.length >= maxFields) return;
      if (node.kind === Kind.FIELD) {
        const key = node.alias?.value ?? node.name.value;
        const path = at === '' ? key : `${at}.${key}`;
        fields.push({ node, parent, at: path });
        const type = getFieldType(parent, node.name.value);
        if (type && node.selectionSet) visit(type, node.selectionSet, path, spread);
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
  return fields;
}

/** Finds the field that needs a call. @param at path of the field or of its object in the response, if it is known */
export function findRequestingField(
  schema: GraphQLSchema,
  fields: readonly LocatedField[],
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
  const isAtPath = (path: string) => path === at || path.slice(0, path.lastIndexOf('.')) === at;
  return (candidates.find((field) => isAtPath(field.at)) ?? candidates[0])?.node;
}
