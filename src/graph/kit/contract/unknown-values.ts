/** Collects the values of a response that its schema does not describe, without secrets and within limits. */

import {
  attributesOf,
  type Contract,
  resolve,
  type Schema,
  type SchemaName,
  schemaNameOf,
} from '../../../contract/index.ts';
import { isRecord } from '../../../helpers/is-record.ts';
import { memoize } from '../../../helpers/memoize.ts';
import { maskSecretForms, redacted } from '../../../rest/secret-forms.ts';
import { type Attributes, asObject } from '../resources/resource.ts';
import { enumValuesByForm, getEnumValues } from './enums.ts';
import { isSecretName, withoutCredentials } from './redaction.ts';
import { withoutNull } from './types.ts';

/** Masks secrets that are recognizable by their form, and removes credentials from URLs. */
const withoutSecrets = (contract: Contract, text: string): string =>
  withoutCredentials(contract, maskSecretForms(text));

/** Upper bound on the JSON of all values. */
const maxBytes = 16 * 1024;
/** Upper bound on the visited values, including those that the schema describes. */
const maxValues = 10_000;
/** Upper bound on nested objects and lists. */
const maxDepth = 20;

/** Positions of unknown values in a value that the schema describes. */
type ValueShape =
  | { readonly kind: 'list'; readonly items: ValueShape; readonly secret: boolean }
  | { readonly kind: 'enum'; readonly values: ReadonlySet<unknown>; readonly secret: boolean }
  | { readonly kind: 'object'; readonly attributes: ReadonlyMap<string, Schema>; readonly secret: boolean };

const isSecret = (schema: Schema): boolean => schema['x-secret'] === true || resolve(schema)['x-secret'] === true;

/** Object with secrets under arbitrary names. */
const openObject: ValueShape = { kind: 'object', attributes: new Map(), secret: true };

/** Whether values are those of a closed set, or lists of them. */
const areEnumValues = (shape: ValueShape): boolean =>
  shape.kind === 'enum' || (shape.kind === 'list' && areEnumValues(shape.items));

/** Derives shapes from schemas, each once. */
class ShapeCache {
  readonly #isResource: (schema: SchemaName) => boolean;
  /** Returns the shape of values of a schema; `null` if they contain no unknown values. */
  readonly getShape = memoize((schema: Schema) => this.#read(schema));

  constructor(isResource: (schema: SchemaName) => boolean) {
    this.#isResource = isResource;
  }

  #read(declaredSchema: Schema): ValueShape | null {
    const schema = withoutNull(declaredSchema);
    const resolved = resolve(schema);
    const secret = [declaredSchema, schema].some(isSecret);
    if (resolved.items !== undefined) {
      const items = this.getShape(resolved.items);
      return items && { kind: 'list', items, secret };
    }
    const name = schemaNameOf(schema);
    // No field shows the members of an object that the contract leaves open if they may be secret.
    if (name === undefined) return secret && resolved.additionalProperties === true ? openObject : null;
    if (this.#isResource(name)) return null;
    if (getEnumValues(schema) !== undefined)
      return { kind: 'enum', values: new Set(enumValuesByForm(schema).keys()), secret };
    const attributes = attributesOf(schema);
    return attributes.size === 0 ? null : { kind: 'object', attributes, secret };
  }
}

/** Whether a name below a secret can be shown. Other names may be secrets themselves. */
const isPlainName = (name: string): boolean => /^[A-Za-z_]{1,64}$/.test(name);

const isStringOrStringList = (value: unknown): boolean =>
  Array.isArray(value) ? value.every((item) => typeof item === 'string') : typeof value === 'string';

/** Attribute of the contract. */
interface DescribedAttribute {
  readonly schema: Schema;
  /** Whether unknown parts of the value are masked. */
  readonly secret: boolean;
}

const toDescribedAttribute = (schema: Schema | undefined): DescribedAttribute | undefined =>
  schema && { schema, secret: false };

const getJsonBytes = (text: string): number => Buffer.byteLength(JSON.stringify(text));

/** Collects unknown values once. `undefined` means that none exist or that they exceed a limit. */
class Collection {
  readonly #contract: Contract;
  readonly #shapeCache: ShapeCache;
  #bytes = maxBytes;
  #values = maxValues;

  constructor(contract: Contract, schemas: ShapeCache) {
    this.#contract = contract;
    this.#shapeCache = schemas;
  }

  get visitedCount(): number {
    return maxValues - this.#values;
  }

  /** @param describe returns the schema of an attribute, `undefined` for an unknown one */
  collectObject(
    object: Attributes,
    describe: (name: string) => DescribedAttribute | undefined,
    depth: number,
    secret: boolean,
  ): Attributes | undefined {
    const before = this.#bytes;
    if (depth > maxDepth || !this.#consumeBytes(2)) return undefined;
    const unknownMembers: [string, unknown][] = [];
    for (const name in object) {
      if (!this.#consumeValue()) break;
      const described = describe(name);
      const shape = described && this.#shapeCache.getShape(described.schema);
      if (shape === null) continue;
      const rest = this.#bytes;
      const shownName = this.#copyName(name, secret);
      const hides = secret || described?.secret === true;
      const value = shownName === undefined ? undefined : this.#collectMember(object[name], name, shape, depth, hides);
      if (shownName === undefined || value === undefined) this.#bytes = rest;
      else unknownMembers.push([shownName, value]);
    }
    if (unknownMembers.length > 0) return Object.fromEntries(unknownMembers);
    this.#bytes = before;
    return undefined;
  }

  #collectMember(value: unknown, name: string, shape: ValueShape | undefined, depth: number, secret: boolean): unknown {
    if (shape === undefined) return this.#copyValue(value, depth + 1, secret || isSecretName(this.#contract, name));
    // The contract decides whether the values of a closed set are secret: the key of a gate is not.
    const hides =
      secret || (isSecretName(this.#contract, name) && !(areEnumValues(shape) && isStringOrStringList(value)));
    return this.#collectValue(value, shape, depth + 1, hides);
  }

  /** Collects the unknown parts of a value that the schema describes. */
  #collectValue(value: unknown, shape: ValueShape, depth: number, above: boolean): unknown {
    if (value === null || value === undefined) return undefined;
    const secret = above || shape.secret;
    switch (shape.kind) {
      case 'enum':
        return shape.values.has(value) ? undefined : this.#copyValue(value, depth, secret);
      case 'object': {
        const object = asObject(value);
        const describe = (name: string) => toDescribedAttribute(shape.attributes.get(name));
        return object === null ? undefined : this.collectObject(object, describe, depth, secret);
      }
      case 'list':
        return Array.isArray(value) ? this.#collectItems(value, shape.items, depth, secret) : undefined;
    }
  }

  /** Collects a list of the same length, with null for each item without unknown values. */
  #collectItems(
    list: readonly unknown[],
    shape: ValueShape,
    depth: number,
    secret: boolean,
  ): readonly unknown[] | undefined {
    const before = this.#bytes;
    let hasUnknown = false;
    const items: unknown[] = [];
    if (depth <= maxDepth && this.#consumeBytes(2))
      for (const item of list) {
        const value = this.#consumeValue() ? this.#collectValue(item, shape, depth + 1, secret) : undefined;
        hasUnknown ||= value !== undefined;
        if (!this.#consumeBytes(value === undefined ? 5 : 1)) break;
        items.push(value ?? null);
      }
    if (hasUnknown && items.length === list.length) return items;
    this.#bytes = before;
    return undefined;
  }

  /** Copies a value that no schema describes. */
  #copyValue(value: unknown, depth: number, secret: boolean): unknown {
    switch (typeof value) {
      case 'string':
        return this.#copyString(value, secret);
      case 'number':
        return secret ? this.#copyString(redacted, false) : this.#withinBudget(value, String(value).length);
      case 'boolean':
        return this.#withinBudget(value, 5);
      case 'object':
        if (value === null) return this.#withinBudget(value, 4);
        // The REST client replaces an ill-formed string with an error.
        if (value instanceof Error) return undefined;
        if (depth > maxDepth || !this.#consumeBytes(2)) return undefined;
        if (Array.isArray(value)) return this.#copyItems(value, depth, secret);
        return isRecord(value) ? this.#copyMembers(value, depth, secret) : undefined;
    }
    return undefined;
  }

  #copyItems(list: readonly unknown[], depth: number, secret: boolean): readonly unknown[] | undefined {
    const items: unknown[] = [];
    for (const item of list) {
      const copied =
        this.#consumeValue() && this.#consumeBytes(1) ? this.#copyValue(item, depth + 1, secret) : undefined;
      if (copied === undefined) return undefined;
      items.push(copied);
    }
    return items;
  }

  #copyMembers(object: Attributes, depth: number, secret: boolean): Attributes | undefined {
    const members: [string, unknown][] = [];
    for (const [name, member] of membersOf(object)) {
      const shownName = this.#consumeValue() ? this.#copyName(name, secret) : undefined;
      if (shownName === undefined) return undefined;
      const copied = this.#copyValue(member, depth + 1, secret || isSecretName(this.#contract, name));
      if (copied === undefined) return undefined;
      members.push([shownName, copied]);
    }
    // Unlike an assignment, `fromEntries` defines `__proto__` as an ordinary member.
    return Object.fromEntries(members);
  }

  #copyString(text: string, secret: boolean): string | undefined {
    if (secret && text !== '') return this.#withinBudget(redacted, getJsonBytes(redacted));
    // A string beyond the limit is not scanned, even if masking would shorten it.
    if (text.length > this.#bytes) return undefined;
    const shown = withoutSecrets(this.#contract, text);
    return this.#withinBudget(shown, getJsonBytes(shown));
  }

  /** Copies a name, and counts its colon and comma. @param secret whether the name is below that of a secret */
  #copyName(name: string, secret: boolean): string | undefined {
    if (name.length > this.#bytes || !this.#consumeBytes(2)) return undefined;
    const shown = secret && !isPlainName(name) ? redacted : withoutSecrets(this.#contract, name);
    return this.#withinBudget(shown, getJsonBytes(shown));
  }

  #withinBudget<T>(value: T, bytes: number): T | undefined {
    return this.#consumeBytes(bytes) ? value : undefined;
  }

  #consumeBytes(bytes: number): boolean {
    if (bytes > this.#bytes) return false;
    this.#bytes -= bytes;
    return true;
  }

  #consumeValue(): boolean {
    this.#values -= 1;
    return this.#values >= 0;
  }
}

/** Iterates over members without creating an array, which could be long. */
function* membersOf(object: Attributes): Generator<[string, unknown]> {
  for (const name in object) yield [name, object[name]];
}

/** Attribute whose values contain nothing unknown. */
const fullyKnown: DescribedAttribute = { schema: {}, secret: false };

/** Description of an object by contract and graph. */
export interface DescribedObject {
  /** Schemas of the object, the most precise one first. An attribute of any of them is known. */
  readonly schemas: readonly SchemaName[];
  /** Whether an attribute contains objects of the graph. */
  readonly embeds: (attribute: string) => boolean;
}

/** Finds the values of responses that the contract does not describe. */
export class UnknownValues {
  readonly #contract: Contract;
  readonly #shapeCache: ShapeCache;

  /** @param isResource whether values of a schema are objects of the graph, which have unknown values of their own */
  constructor(contract: Contract, isResource: (schema: SchemaName) => boolean) {
    this.#contract = contract;
    this.#shapeCache = new ShapeCache(isResource);
  }

  /** Number of values that all calls of `find` have visited. */
  visitedCount = 0;

  /**
   * Returns the values of an object that its schemas do not describe, under their REST names: unknown attributes, those
   * of nested values at their path, and values that a closed set does not have. They include the attributes with `x-extra`, and have at most 16 KB of JSON; values
   * beyond that are omitted. Strings and numbers under names of secrets are masked, as are tokens, PEM blocks and credentials in
   * URLs within other strings.
   * @returns `null` if none exist
   */
  find(attributes: Attributes, { schemas, embeds }: DescribedObject): Attributes | null {
    const describe = (name: string): DescribedAttribute | undefined => {
      const described = schemas.flatMap((schema) => this.#contract.attributesOf(schema).get(name) ?? []);
      const [schema] = described;
      if (schema === undefined || schema['x-extra']) return undefined;
      // One representation of an object may mark an attribute as secret that another only describes.
      return embeds(name) ? fullyKnown : { schema, secret: described.some(isSecret) };
    };
    const collection = new Collection(this.#contract, this.#shapeCache);
    const values = collection.collectObject(attributes, describe, 1, false) ?? null;
    this.visitedCount += collection.visitedCount;
    return values;
  }
}
