/** Lone surrogates in the strings of a JSON body, which JSON can escape and GraphQL cannot contain. */
import { RestError } from './errors.ts';

/** An escaped surrogate. Without one, decoded text has no lone surrogate. */
const surrogateEscape = /\\u[dD][89a-fA-F]/;

/** Replaces an ill-formed string. One for all, as an error with a stack for each of many strings would cost more than the rest. */
const illFormed = new RestError('UPSTREAM_INVALID_ANSWER', 'The upstream sends text that is not well-formed Unicode');

const isContainer = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/**
 * Replaces the ill-formed strings of a parsed body by an error, which fails their fields alone. Names of members get replacement
 * characters.
 * @param text that the body was parsed from
 * @param body changed in place, as no other code has it yet
 */
export function replaceIllFormed(text: string, body: unknown): unknown {
  // The search for a constant string takes a tenth of the time of the pattern.
  if (!text.includes('\\u') || !surrogateEscape.test(text)) return body;
  const root: Record<string, unknown> = { body };
  // Not recursive, as a body may be nested deeper than the stack allows.
  const containers = [root];
  for (let container = containers.pop(); container !== undefined; container = containers.pop()) {
    for (const [name, value] of Object.entries(container)) {
      const isIllFormed = typeof value === 'string' && !value.isWellFormed();
      if (isContainer(value)) containers.push(value);
      if (name.isWellFormed()) {
        if (isIllFormed) container[name] = illFormed;
        continue;
      }
      delete container[name];
      // Defines even `__proto__` as a member like any other.
      const options = { configurable: true, enumerable: true, writable: true };
      Object.defineProperty(container, name.toWellFormed(), { ...options, value: isIllFormed ? illFormed : value });
    }
  }
  return root.body;
}
