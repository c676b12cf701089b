/** Files that the facade hands on: a field gives the address, and the edge answers it. */
import { type GraphQLSchema, isObjectType } from 'graphql';
import type { OperationId } from '../../../contract/index.ts';
import type { SelectedField } from '../../../execution/index.ts';
import type { Download } from '../../../rest/calls.ts';
import { badInput } from '../../../rest/errors.ts';
import type { RestRequestOf, RestResponse } from '../../../rest/request.ts';
import type { GraphContext } from '../../context.ts';
import { outputField } from '../contract/types.ts';
import type { PathParameters, Resource } from '../resources/resource.ts';
import type { ResourceType } from '../resources/resource-type.ts';
import { AttributeKind, type Field, type FieldBuilder, mapAttribute, readAttribute } from './attribute.ts';
import { type Args, emptyFieldPlan, kindOf, oneOf, type PreparedField } from './kind.ts';

/** The calls that opening a file takes. */
export interface FileCalls {
  download<O extends OperationId>(request: RestRequestOf<O>): Promise<Download>;
  read<O extends OperationId>(request: RestRequestOf<O>): Promise<RestResponse>;
}

/** Where the facade gives the files of one kind. */
export interface DownloadRoute<Path = Readonly<Record<string, string>>> {
  /** Path below `/downloads/`, with the path parameters of the object after colons: `groups/:id/avatar`. */
  readonly route: string;
  /** Every operation that opening a file may call. */
  readonly operations: readonly OperationId[];
  /** Opens the file that path parameters lead to. */
  open(calls: FileCalls, path: Path): Promise<Download>;
}

export interface DownloadOptions<Attribute extends string, Name extends string>
  extends DownloadRoute<PathParameters<Name>> {
  readonly description: string;
  /** Attribute that tells whether there is a file. */
  readonly attribute: Attribute;
  /** Whether there is one, unless any value of the attribute says so. */
  readonly when?: (value: unknown) => boolean;
}

class DownloadKind extends AttributeKind {
  readonly download: DownloadRoute;
  readonly #hasFile: (value: unknown) => boolean;

  constructor(
    type: ResourceType,
    attribute: string,
    hasFile: (value: unknown) => boolean,
    { open, ...download }: DownloadRoute<PathParameters>,
  ) {
    super(type, attribute, () => (value) => value);
    this.#hasFile = hasFile;
    this.download = { ...download, open: (calls, texts) => open(calls, type.toPath(texts)) };
  }

  override prepare({ coordinate }: SelectedField): PreparedField {
    const [name = ''] = this.attributes;
    return {
      plan: () => emptyFieldPlan,
      value: (parent: Resource, _: Args, context: GraphContext) =>
        mapAttribute(readAttribute(this.type, parent, name, context, coordinate), (value) =>
          this.#hasFile(value)
            ? new URL(`downloads/${encode(this.download.route, this.type.toldPath(parent))}`, context.publicUrl).href
            : null,
        ),
    };
  }

  override calls() {
    return [...super.calls(), ...this.download.operations.flatMap((id) => oneOf([id], 'onOpening'))];
  }
}

const encode = (route: string, path: PathParameters): string =>
  route.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(path[name] ?? ''));

/** The path parameters that a path below `/downloads/` holds; undefined when it is not one of that route. */
export function matchRoute(route: string, path: string): Readonly<Record<string, string>> | undefined {
  const names = route.split('/');
  const parts = path.split('/');
  if (parts.length !== names.length) return undefined;
  const found: Record<string, string> = {};
  for (const [index, name] of names.entries()) {
    const part = parts[index] ?? '';
    if (!name.startsWith(':')) {
      if (part !== name) return undefined;
    } else if (part === '') return undefined;
    else found[name.slice(1)] = part;
  }
  return found;
}

/** Encoded path parameters as they are. Fails with `BAD_USER_INPUT` where one is none. */
export function decodeParameters(encoded: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const decode = ([name, part]: [string, string]): [string, string] => {
    try {
      return [name, decodeURIComponent(part)];
    } catch {
      throw badInput([{ path: [name], message: 'must be percent-encoded UTF-8' }]);
    }
  };
  return Object.fromEntries(Object.entries(encoded).map(decode));
}

/** The field of the address of a file; null where there is none. */
export function downloadField(
  t: FieldBuilder<Resource>,
  type: ResourceType,
  { description, attribute, when = (value) => typeof value === 'string', ...download }: DownloadOptions<string, string>,
): Field {
  const kind = new DownloadKind(type, attribute, when, download);
  return outputField(t, { list: false, type: 'URL' }, kind, { description });
}

/** Every file that fields of a schema give the address of. */
export function downloadsOf(schema: GraphQLSchema): readonly DownloadRoute[] {
  return Object.values(schema.getTypeMap())
    .filter(isObjectType)
    .flatMap((type) => Object.values(type.getFields()).map(kindOf))
    .flatMap((kind) => (kind instanceof DownloadKind ? kind.download : []));
}
