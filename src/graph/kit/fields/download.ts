/** Files that the facade relays. A field returns the URL, and the edge serves it. */
import { type GraphQLSchema, isObjectType } from 'graphql';
import type { OperationId } from '../../../contract/index.ts';
import type { SelectedField } from '../../../execution/index.ts';
import { memoize } from '../../../helpers/memoize.ts';
import { quote } from '../../../helpers/truncate.ts';
import { badInput } from '../../../rest/errors.ts';
import type { Download, RestRequestOf, RestResponse } from '../../../rest/request.ts';
import type { GraphContext } from '../../context.ts';
import { createField } from '../contract/types.ts';
import type { Graph } from '../graph.ts';
import type { PathParameters, Resource } from '../resources/resource.ts';
import type { ResourceType } from '../resources/resource-type.ts';
import { AttributeKind, type Field, type ParentType } from './attribute.ts';
import { AttributeReader } from './attribute-reader.ts';
import { type Args, getKind, type PreparedField, planNothing, toFieldCalls } from './kind.ts';

/** REST calls that serving a file may make. */
export interface FileCalls {
  download<O extends OperationId>(request: RestRequestOf<O>): Promise<Download>;
  read<O extends OperationId>(request: RestRequestOf<O>): Promise<RestResponse>;
}

/** Route of the files of one kind. */
export interface DownloadRoute<Path = Readonly<Record<string, string>>> {
  /** Path below `/downloads/`, with the path parameters of the object as `:name`: `groups/:id/avatar`. */
  readonly route: string;
  /** All operations that `open` may call. */
  readonly operations: readonly OperationId[];
  /** Opens the file of the object at path parameters. */
  open(calls: FileCalls, path: Path): Promise<Download>;
}

export interface DownloadOptions<Attribute extends string, Name extends string>
  extends DownloadRoute<PathParameters<Name>> {
  readonly description: string;
  /** Attribute that shows whether there is a file. */
  readonly attribute: Attribute;
  /** Whether there is a file. Defaults to whether the attribute is a string. */
  readonly hasFile?: (value: unknown) => boolean;
}

class DownloadKind extends AttributeKind {
  readonly download: DownloadRoute;
  readonly #hasFile: (value: unknown) => boolean;

  constructor(
    graph: Graph,
    type: ResourceType,
    attribute: string,
    hasFile: (value: unknown) => boolean,
    { open, ...download }: DownloadRoute<PathParameters>,
  ) {
    super(graph, type, attribute, () => (value) => value);
    this.#hasFile = hasFile;
    this.download = { ...download, open: (calls, strings) => open(calls, type.parsePath(strings)) };
  }

  override prepare({ coordinate }: SelectedField): PreparedField {
    const reader = new AttributeReader(this.type, this.attribute, coordinate);
    return {
      plan: planNothing,
      value: (parent: Resource, _: Args, context: GraphContext) =>
        reader.read(parent, context, (value) =>
          this.#hasFile(value)
            ? new URL(
                `downloads/${toDownloadPath(this.download.route, this.type.getCanonicalPath(parent))}`,
                context.publicUrl,
              ).href
            : null,
        ),
    };
  }

  override calls() {
    return [...super.calls(), ...this.download.operations.flatMap((id) => toFieldCalls([id], 'onOpening'))];
  }
}

const toDownloadPath = (route: string, path: PathParameters): string =>
  route.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(path[name] ?? ''));

/**
 * Returns the encoded path parameters in a path below `/downloads/`; `undefined` if the path does not match the route.
 */
export function matchRoute(route: string, path: string): Readonly<Record<string, string>> | undefined {
  const names = route.split('/');
  const parts = path.split('/');
  if (parts.length !== names.length) return undefined;
  const parameters: Record<string, string> = {};
  for (const [index, name] of names.entries()) {
    const part = parts[index] ?? '';
    if (!name.startsWith(':')) {
      if (part !== name) return undefined;
    } else if (part === '') return undefined;
    else parameters[name.slice(1)] = part;
  }
  return parameters;
}

/**
 * Decodes path parameters.
 * @throws RestError BAD_USER_INPUT if one of them is malformed
 */
export function decodeParameters(encoded: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const decode = ([name, part]: [string, string]): [string, string] => {
    try {
      return [name, decodeURIComponent(part)];
    } catch {
      throw badInput([{ path: [], message: `The path segment ${quote(part)} is not percent-encoded UTF-8` }]);
    }
  };
  return Object.fromEntries(Object.entries(encoded).map(decode));
}

/** Creates a field that returns the URL of a file; `null` if there is no file. */
export function createDownloadField(
  { graph, t, type }: ParentType,
  {
    description,
    attribute,
    hasFile = (value) => typeof value === 'string',
    ...download
  }: DownloadOptions<string, string>,
): Field {
  const kind = new DownloadKind(graph, type, attribute, hasFile, download);
  return createField(t, { list: false, type: 'URL' }, kind, { description });
}

/** Returns all files whose URL is a field of a schema. */
export const getDownloads = memoize((schema: GraphQLSchema): readonly DownloadRoute[] =>
  Object.values(schema.getTypeMap())
    .filter(isObjectType)
    .flatMap((type) => Object.values(type.getFields()).map(getKind))
    .flatMap((kind) => (kind instanceof DownloadKind ? kind.download : [])),
);
