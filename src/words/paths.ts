/** Paths of operations upstream. */
import { type Operation, operations } from '../contract/index.ts';
import { ownWords } from './names.ts';
import type { WordsFile } from './words-file.ts';

const segmentsOf = (path: string): readonly string[] => path.split('/').slice(1);

/** Whether a path lies below another one, in whole segments, or is the same. */
export function isBelow(path: string, above: string): boolean {
  return path === above || path.startsWith(`${above}/`);
}

/** The path template of an operation upstream. */
export function pathUpstream(file: WordsFile, { id, path }: Operation): string {
  const whole = ownWords(file.operations, id)?.path;
  if (whole !== undefined) return whole;
  const [above] = Object.keys(file.paths ?? {})
    .filter((beginning) => isBelow(path, beginning))
    .sort((one, other) => other.length - one.length);
  const beginning = above === undefined ? '' : (ownWords(file.paths, above) ?? above);
  const rest = segmentsOf(path.slice(above?.length ?? 0)).map((segment) => ownWords(file.segments, segment) ?? segment);
  return [beginning, ...rest].join('/');
}

/** Characters that change the path when a server decodes them; the percent sign because servers decode more than once. */
const encodedSyntax = /%(?:2e|2f|5c|25|[01][\da-f]|7f)/i;

/** The reason why a path cannot be sent to the upstream as it is; `undefined` if it can. */
export function pathProblem(path: string): string | undefined {
  try {
    decodeURIComponent(path);
  } catch {
    return 'must be percent-encoded UTF-8';
  }
  if (encodedSyntax.test(path))
    return 'must not contain an encoded dot, slash, backslash, percent sign or control character';
  // Some servers cut off what follows a semicolon in a segment.
  const isDots = (segment: string) => /^\.{1,2}(?:;|$)/.test(segment);
  return path.split('/').some(isDots) ? 'must not contain the path segments "." or ".."' : undefined;
}

/** A path with its parameters' names left out, by which two routes are the same. */
const shapeOf = (path: string): string => path.replaceAll(/\{\w+\}/g, '{}');

/** Operations that would have the same method and path upstream. */
export function collidingOperations(file: WordsFile): readonly (readonly [Operation, Operation])[] {
  const byRoute = new Map<string, Operation>();
  const found: (readonly [Operation, Operation])[] = [];
  for (const operation of operations.values()) {
    const route = `${operation.method} ${shapeOf(pathUpstream(file, operation))}`;
    const other = byRoute.get(route);
    if (other === undefined) byRoute.set(route, operation);
    else found.push([other, operation]);
  }
  return found;
}
