/**
 * Returns a value of a response as text: a string as it is, and others as JSON. `String` throws for an object whose member `toString` is no
 * function.
 */
export const toText = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''));
