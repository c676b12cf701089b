/** Response objects: one property per selected field. */
import type { Position } from './position.ts';

/** Field of a response object. */
interface Keyed {
  /** Response key. */
  readonly key: string;
}

/** Completes the fields of one object. */
export interface FieldCompleter<Field extends Keyed> {
  /** Returns the completed value; `null` as long as it is pending. */
  completeField(field: Field, source: unknown, position: Position): unknown;
}

export interface ObjectWriter<Field extends Keyed> {
  /** Creates the response object of a source value, with fields in the order of the selection. */
  write(completer: FieldCompleter<Field>, source: unknown, position: Position): Record<string, unknown>;
}

/**
 * Objects after which the literal is compiled. Objects written as a literal are created in half the time that adding property by property
 * takes, and are serialized faster; compiling takes as long as creating some dozens of objects.
 */
const objectsBeforeCompilation = 64;
/** Larger objects have no fast properties, and a function has a limited number of parameters. */
const maxLiteralFields = 512;

type WriteLiteral<Field extends Keyed> = ObjectWriter<Field>['write'];

class AdaptiveObjectWriter<Field extends Keyed> implements ObjectWriter<Field> {
  readonly #fields: readonly Field[];
  #writeLiteral: WriteLiteral<Field> | undefined;
  #objectCount = 0;

  constructor(fields: readonly Field[]) {
    this.#fields = fields;
  }

  write(completer: FieldCompleter<Field>, source: unknown, position: Position): Record<string, unknown> {
    if (this.#writeLiteral !== undefined) return this.#writeLiteral(completer, source, position);
    this.#objectCount += 1;
    if (this.#objectCount === objectsBeforeCompilation) this.#writeLiteral = compileLiteral(this.#fields);
    const object: Record<string, unknown> = {};
    for (const field of this.#fields) setProperty(object, field.key, completer.completeField(field, source, position));
    return object;
  }
}

/** Sets an own property, also if its name is `__proto__`. */
export function setProperty(object: Record<string, unknown>, key: string, value: unknown): void {
  if (key === '__proto__')
    Object.defineProperty(object, key, { value, writable: true, enumerable: true, configurable: true });
  else object[key] = value;
}

/** Compiles a function that returns an object literal. Returns `undefined` if the process forbids it. */
function compileLiteral<Field extends Keyed>(fields: readonly Field[]): WriteLiteral<Field> | undefined {
  if (fields.length > maxLiteralFields) return undefined;
  const names = fields.map((_, index) => `field${index}`);
  const properties = fields.map(({ key }, index) => {
    // Only a computed key defines an own property of this name.
    const property = key === '__proto__' ? '["__proto__"]' : JSON.stringify(key);
    return `${property}: completer.completeField(${names[index]}, source, position)`;
  });
  const body = `return (completer, source, position) => ({ ${properties.join(', ')} });`;
  try {
    const create = new Function(...names, body) as (...args: readonly Field[]) => WriteLiteral<Field>;
    return create(...fields);
  } catch (error) {
    // Node runs with --disallow-code-generation-from-strings.
    if (error instanceof EvalError) return undefined;
    throw error;
  }
}

export function createObjectWriter<Field extends Keyed>(fields: readonly Field[]): ObjectWriter<Field> {
  return new AdaptiveObjectWriter(fields);
}
