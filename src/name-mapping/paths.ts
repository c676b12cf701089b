/** Paths of operations upstream. */
import { type Operation, operations } from '../contract/index.ts';
import type { MappingFile } from './mapping-file.ts';
import { getOwn } from './names.ts';

const segmentsOf = (path: string): readonly string[] => path.split('/').slice(1);

/** Whether a path equals another one or is below it, by whole segments. */
export function isBelow(path: string, ancestor: string): boolean {
  return path === ancestor || path.startsWith(`${ancestor}/`);
}

/** Path template of an operation upstream. */
export function toUpstreamPath(file: MappingFile, { id, path }: Operation): string {
  const ownPath = getOwn(file.operations, id)?.path;
  if (ownPath !== undefined) return ownPath;
  const [prefix] = Object.keys(file.paths ?? {})
    .filter((candidate) => isBelow(path, candidate))
    .sort((a, b) => b.length - a.length);
  const upstreamPrefixPath = prefix === undefined ? '' : (getOwn(file.paths, prefix) ?? prefix);
  const rest = segmentsOf(path.slice(prefix?.length ?? 0)).map((segment) => getOwn(file.segments, segment) ?? segment);
  return [upstreamPrefixPath, ...rest].join('/');
}

/**
 * Characters that change the path when a server decodes them; includes the percent sign because servers decode more
 * than once.
 */
const encodedSyntax = /%(?:2e|2f|5c|25|[01][\da-f]|7f)/i;

/** Reason that a path cannot be sent to the upstream unchanged; `undefined` if it can. */
export function findPathProblem(path: string): string | undefined {
  try {
    decodeURIComponent(path);
  } catch {
    return 'must be percent-encoded UTF-8';
  }
  if (encodedSyntax.test(path))
    return 'must not contain an encoded dot, slash, backslash, percent sign or control character';
  // Some servers cut off the part of a segment after a semicolon.
  const isDots = (segment: string) => /^\.{1,2}(?:;|$)/.test(segment);
  return path.split('/').some(isDots) ? 'must not contain the path segments "." or ".."' : undefined;
}

/** Path without the names of its parameters; two routes with the same shape collide. */
const shapeOf = (path: string): string => path.replaceAll(/\{\w+\}/g, '{}');

/** Pairs of operations with the same method and path upstream. */
export function findCollidingOperations(file: MappingFile): readonly (readonly [Operation, Operation])[] {
  const byRoute = new Map<string, Operation>();
  const collisions: (readonly [Operation, Operation])[] = [];
  for (const operation of operations.values()) {
    const route = `${operation.method} ${shapeOf(toUpstreamPath(file, operation))}`;
    const other = byRoute.get(route);
    if (other === undefined) byRoute.set(route, operation);
    else collisions.push([other, operation]);
  }
  return collisions;
}
