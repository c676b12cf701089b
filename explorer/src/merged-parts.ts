/** Merges the parts in which `@defer` and `@stream` deliver a response. */
import type { Result } from './operation.ts';

type Path = readonly (string | number)[];

/** First or later part of a response. */
interface Part extends Result {
  readonly pending?: readonly { readonly id: string; readonly path: Path }[];
  readonly incremental?: readonly {
    readonly id: string;
    readonly subPath?: Path;
    readonly data?: Readonly<Record<string, unknown>>;
    readonly items?: readonly unknown[];
    readonly errors?: Result['errors'];
  }[];
  readonly completed?: readonly { readonly id: string; readonly errors?: Result['errors'] }[];
  readonly hasNext?: boolean;
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** Replaces the value at a path. Copies the values on the path. */
function replaceAt(value: unknown, path: Path, replace: (value: unknown) => unknown): unknown {
  const [key, ...rest] = path;
  if (key === undefined) return replace(value);
  if (Array.isArray(value)) return value.map((item, index) => (index === key ? replaceAt(item, rest, replace) : item));
  if (typeof value !== 'object' || value === null) return value;
  return { ...value, [key]: replaceAt(Reflect.get(value, key), rest, replace) };
}

/** Yields the merged result of all received parts after each part. */
export async function* mergeParts(parts: AsyncIterable<Part>): AsyncGenerator<Result> {
  const paths = new Map<string, Path>();
  let merged: Result = {};
  for await (const part of parts) {
    const { pending = [], incremental = [], completed = [], extensions } = part;
    let data: unknown = part.data === undefined ? merged.data : part.data;
    const errors = [...(merged.errors ?? []), ...(part.errors ?? [])];
    for (const { id, path } of pending) paths.set(id, path);
    for (const each of incremental) {
      const path = [...(paths.get(each.id) ?? []), ...(each.subPath ?? [])];
      data = replaceAt(data, path, (value) =>
        Array.isArray(value) ? [...value, ...(each.items ?? [])] : { ...(isObject(value) && value), ...each.data },
      );
      errors.push(...(each.errors ?? []));
    }
    for (const { errors: partErrors = [] } of completed) errors.push(...partErrors);
    merged = {
      data: typeof data === 'object' && data !== null ? { ...data } : null,
      ...(errors.length > 0 && { errors }),
      ...((extensions ?? merged.extensions) && { extensions: { ...merged.extensions, ...extensions } }),
    };
    yield merged;
  }
}
