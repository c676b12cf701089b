/** What an answer holds that its schema does not know, without secrets and with bounds. */
import { attributesOf, resolve, type Schema, type SchemaName, schemaNameOf } from '../../../contract/index.ts';
import { type Attributes, embedded } from '../resources/resource.ts';
import { enumValuesByForm, isNamedSet } from './enums.ts';
import { isSecretName, redacted } from './redaction.ts';
import { withoutSecrets } from './secret-texts.ts';
import { withoutNull } from './types.ts';

/** Bytes of all values as JSON. */
const mostBytes = 16 * 1024;
/** Values that are looked at, also those that the schema knows. */
const mostValues = 10_000;
/** Levels of objects and lists. */
const mostLevels = 20;

/** Where unknown values may stand in a value that the schema knows. */
type Known =
  | { readonly kind: 'list'; readonly items: Known; readonly secret: boolean }
  | { readonly kind: 'word'; readonly words: ReadonlySet<unknown>; readonly secret: boolean }
  | { readonly kind: 'object'; readonly attributes: ReadonlyMap<string, Schema>; readonly secret: boolean };

const isSecret = (schema: Schema): boolean => schema['x-secret'] === true || resolve(schema)['x-secret'] === true;

/** An object of secrets under names of any kind. */
const openObject: Known = { kind: 'object', attributes: new Map(), secret: true };

/** Whether values are words of a closed set, or lists of these. */
const areWords = (known: Known): boolean => known.kind === 'word' || (known.kind === 'list' && areWords(known.items));

/** Reads from schemas where unknown values may stand, once for each. */
class Schemas {
  readonly #isResource: (schema: SchemaName) => boolean;
  readonly #known = new WeakMap<Schema, Known | null>();

  constructor(isResource: (schema: SchemaName) => boolean) {
    this.#isResource = isResource;
  }

  /** What is known of values of a schema; null where they hold nothing unknown. */
  knownOf(schema: Schema): Known | null {
    const found = this.#known.get(schema);
    if (found !== undefined) return found;
    const known = this.#read(schema);
    this.#known.set(schema, known);
    return known;
  }

  #read(given: Schema): Known | null {
    const schema = withoutNull(given);
    const resolved = resolve(schema);
    const secret = [given, schema].some(isSecret);
    if (resolved.items !== undefined) {
      const items = this.knownOf(resolved.items);
      return items && { kind: 'list', items, secret };
    }
    const name = schemaNameOf(schema);
    // Members that the contract leaves open are shown by no field where they may be secrets.
    if (name === undefined) return secret && resolved.additionalProperties === true ? openObject : null;
    if (this.#isResource(name)) return null;
    if (isNamedSet(name)) return { kind: 'word', words: new Set(enumValuesByForm(schema).keys()), secret };
    const attributes = attributesOf(name);
    return attributes.size === 0 ? null : { kind: 'object', attributes, secret };
  }
}

/** Names below that of a secret which can be shown: others may be secrets themselves. */
const isPlainName = (name: string): boolean => /^[A-Za-z_]{1,64}$/.test(name);

/** Whether a value is text, or a list of texts. */
const isText = (value: unknown): boolean =>
  Array.isArray(value) ? value.every((item) => typeof item === 'string') : typeof value === 'string';

/** An attribute of the contract. */
interface Described {
  readonly schema: Schema;
  /** Whether what is unknown of its value is masked. */
  readonly secret: boolean;
}

const describedBy = (schema: Schema | undefined): Described | undefined => schema && { schema, secret: false };

const sizeOf = (text: string): number => Buffer.byteLength(JSON.stringify(text));

/** One collection of unknown values. Undefined stands for nothing, or for what does not fit. */
class Collection {
  readonly #schemas: Schemas;
  #bytes = mostBytes;
  #values = mostValues;

  constructor(schemas: Schemas) {
    this.#schemas = schemas;
  }

  /** @param describe returns the schema of an attribute, `undefined` for an unknown one */
  ofObject(
    object: Attributes,
    describe: (name: string) => Described | undefined,
    level: number,
    secret: boolean,
  ): Attributes | undefined {
    const before = this.#bytes;
    if (level > mostLevels || !this.#take(2)) return undefined;
    const found: [string, unknown][] = [];
    for (const name in object) {
      if (!this.#count()) break;
      const described = describe(name);
      const known = described && this.#schemas.knownOf(described.schema);
      if (known === null) continue;
      const rest = this.#bytes;
      const shownName = this.#name(name, secret);
      const hides = secret || described?.secret === true;
      const value = shownName === undefined ? undefined : this.#below(object[name], name, known, level, hides);
      if (shownName === undefined || value === undefined) this.#bytes = rest;
      else found.push([shownName, value]);
    }
    if (found.length > 0) return Object.fromEntries(found);
    this.#bytes = before;
    return undefined;
  }

  #below(value: unknown, name: string, known: Known | undefined, level: number, secret: boolean): unknown {
    if (known === undefined) return this.#copy(value, level + 1, secret || isSecretName(name));
    // The contract decides whether the words of a closed set are secret: the key of a gate is none.
    const hides = secret || (isSecretName(name) && !(areWords(known) && isText(value)));
    return this.#within(value, known, level + 1, hides);
  }

  /** What is unknown in a value that the schema knows. */
  #within(value: unknown, known: Known, level: number, above: boolean): unknown {
    if (value === null || value === undefined) return undefined;
    const secret = above || known.secret;
    switch (known.kind) {
      case 'word':
        return known.words.has(value) ? undefined : this.#copy(value, level, secret);
      case 'object': {
        const object = embedded(value);
        const describe = (name: string) => describedBy(known.attributes.get(name));
        return object === null ? undefined : this.ofObject(object, describe, level, secret);
      }
      case 'list':
        return Array.isArray(value) ? this.#items(value, known.items, level, secret) : undefined;
    }
  }

  /** A list of the same length, in which null stands for an item that holds nothing unknown. */
  #items(list: readonly unknown[], known: Known, level: number, secret: boolean): readonly unknown[] | undefined {
    const before = this.#bytes;
    let found = false;
    const items: unknown[] = [];
    if (level <= mostLevels && this.#take(2))
      for (const item of list) {
        const value = this.#count() ? this.#within(item, known, level + 1, secret) : undefined;
        found ||= value !== undefined;
        if (!this.#take(value === undefined ? 5 : 1)) break;
        items.push(value ?? null);
      }
    if (found && items.length === list.length) return items;
    this.#bytes = before;
    return undefined;
  }

  /** A value of which nothing is known. */
  #copy(value: unknown, level: number, secret: boolean): unknown {
    switch (typeof value) {
      case 'string':
        return this.#text(value, secret);
      case 'number':
        return secret ? this.#text(redacted, false) : this.#sized(value, String(value).length);
      case 'boolean':
        return this.#sized(value, 5);
      case 'object':
        if (value === null) return this.#sized(value, 4);
        // An ill-formed string.
        if (value instanceof Error) return undefined;
        if (level > mostLevels || !this.#take(2)) return undefined;
        return Array.isArray(value) ? this.#copyItems(value, level, secret) : this.#copyMembers(value, level, secret);
    }
    return undefined;
  }

  #copyItems(list: readonly unknown[], level: number, secret: boolean): readonly unknown[] | undefined {
    const items: unknown[] = [];
    for (const item of list) {
      const copied = this.#count() && this.#take(1) ? this.#copy(item, level + 1, secret) : undefined;
      if (copied === undefined) return undefined;
      items.push(copied);
    }
    return items;
  }

  #copyMembers(object: object, level: number, secret: boolean): Attributes | undefined {
    const members: [string, unknown][] = [];
    for (const [name, member] of membersOf(object)) {
      const shownName = this.#count() ? this.#name(name, secret) : undefined;
      if (shownName === undefined) return undefined;
      const copied = this.#copy(member, level + 1, secret || isSecretName(name));
      if (copied === undefined) return undefined;
      members.push([shownName, copied]);
    }
    // Defines even `__proto__` as a member like any other.
    return Object.fromEntries(members);
  }

  #text(text: string, secret: boolean): string | undefined {
    if (secret && text !== '') return this.#sized(redacted, sizeOf(redacted));
    // Whatever is taken out of it, it was too long to be worth looking at.
    if (text.length > this.#bytes) return undefined;
    const shown = withoutSecrets(text);
    return this.#sized(shown, sizeOf(shown));
  }

  /** A name with its colon and comma. @param secret whether it stands below the name of a secret */
  #name(name: string, secret: boolean): string | undefined {
    if (name.length > this.#bytes || !this.#take(2)) return undefined;
    const shown = secret && !isPlainName(name) ? redacted : withoutSecrets(name);
    return this.#sized(shown, sizeOf(shown));
  }

  #sized<T>(value: T, bytes: number): T | undefined {
    return this.#take(bytes) ? value : undefined;
  }

  #take(bytes: number): boolean {
    if (bytes > this.#bytes) return false;
    this.#bytes -= bytes;
    return true;
  }

  #count(): boolean {
    this.#values -= 1;
    return this.#values >= 0;
  }
}

/** Members one by one: a list of all of them could be long. */
function* membersOf(object: object): Generator<[string, unknown]> {
  const members: Attributes = Object(object);
  for (const name in members) yield [name, members[name]];
}

/** The schema of values that are known as a whole. */
const nothingUnknown: Described = { schema: {}, secret: false };

/** What the contract and the graph describe of an object. */
export interface DescribedObject {
  /** Schemas of the object, the most precise one first. An attribute of any of them is known. */
  readonly schemas: readonly SchemaName[];
  /** Attributes beside those of the schemas that fields of the object show. */
  readonly shown: ReadonlyMap<string, Schema>;
  /** Whether an attribute contains objects of the graph. */
  readonly embeds: (attribute: string) => boolean;
}

/** Finds what answers say beyond the contract. */
export class UnknownValues {
  readonly #schemas: Schemas;

  /** @param isResource whether values of a schema are objects of the graph, which have unknown values of their own */
  constructor(isResource: (schema: SchemaName) => boolean) {
    this.#schemas = new Schemas(isResource);
  }

  /**
   * What an answer says of an object beyond the schemas that describe it, under its REST names: unknown attributes, those of nested
   * values at their place, and words that a closed set does not have. At most 16 KB as JSON; what does not fit is left out. Texts under
   * names of secrets are masked, and so are tokens, PEM blocks and credentials in URLs within other texts.
   * @returns null where there is nothing
   */
  in(attributes: Attributes, { schemas, shown, embeds }: DescribedObject): Attributes | null {
    const describe = (name: string): Described | undefined => {
      const described = schemas.flatMap((schema) => attributesOf(schema).get(name) ?? []);
      const [schema = shown.get(name)] = described;
      if (schema === undefined) return undefined;
      // One representation of an object may mark as secret what another only describes.
      return embeds(name) ? nothingUnknown : { schema, secret: described.some(isSecret) };
    };
    return new Collection(this.#schemas).ofObject(attributes, describe, 1, false) ?? null;
  }
}
