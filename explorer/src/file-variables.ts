/** Files in the variables of the open tab, which a multipart request sends with the operation. */
import {
  type DocumentNode,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  getOperationAST,
  isInputObjectType,
  isInputType,
  typeFromAST,
} from 'graphql';
import { asRecord } from '../../src/helpers/is-record.ts';
import type { Operation } from './operation.ts';
import { openTab } from './runs.ts';
import { Store } from './store.ts';

const fileType = 'File';

/** Paths of the files that the variables of an operation may contain, such as `input.avatar`. */
export function findFilePaths(
  schema: GraphQLSchema,
  document: DocumentNode,
  operationName: string | null | undefined,
): readonly string[] {
  const operation = getOperationAST(document, operationName || undefined);
  return (operation?.variableDefinitions ?? []).flatMap(({ variable, type: node }) => {
    const type = typeFromAST(schema, node);
    const name = variable.name.value;
    if (type === undefined || !isInputType(type)) return [];
    const nullable = getNullableType(type);
    if (!isInputObjectType(nullable)) return getNamedType(nullable).name === fileType ? [name] : [];
    return Object.values(nullable.getFields())
      .filter((field) => getNamedType(field.type).name === fileType)
      .map((field) => `${name}.${field.name}`);
  });
}

const files = new Store<ReadonlyMap<string, File>>(new Map());

const getKey = (path: string): string => `${openTab.get()} ${path}`;

/** Sets the file of a path in the open tab; `undefined` removes it. */
export function setFile(path: string, file: File | undefined): void {
  const next = new Map(files.get());
  if (file === undefined) next.delete(getKey(path));
  else next.set(getKey(path), file);
  files.set(next);
}

/** Files of the open tab by their paths in the variables. */
export function getFilesOfTab(): ReadonlyMap<string, File> {
  const prefix = getKey('');
  return new Map(
    [...files.get()].flatMap(([key, file]) => (key.startsWith(prefix) ? [[key.slice(prefix.length), file]] : [])),
  );
}

/** Returns a copy of the variables with null at a path. */
function withNull(value: unknown, [name, ...rest]: readonly string[]): unknown {
  if (name === undefined) return null;
  const members = asRecord(value);
  return { ...members, [name]: withNull(members[name], rest) };
}

/** Body of a GraphQL multipart request. */
export function createMultipartBody(operation: Operation, selectedFiles: ReadonlyMap<string, File>): FormData {
  const paths = [...selectedFiles.keys()];
  const variables = paths.reduce<unknown>((before, path) => withNull(before, path.split('.')), operation.variables);
  const form = new FormData();
  form.append('operations', JSON.stringify({ ...operation, variables }));
  form.append('map', JSON.stringify(Object.fromEntries(paths.map((path, index) => [index, [`variables.${path}`]]))));
  for (const [index, path] of paths.entries()) {
    const file = selectedFiles.get(path);
    if (file !== undefined) form.append(String(index), file, file.name);
  }
  return form;
}
