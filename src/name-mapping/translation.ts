/** Translates values between contract and upstream names, by functions that are compiled for each schema. */

import { attributesOf, resolve, type Schema, schemaNameOf } from '../contract/index.ts';
import { isRecord } from '../helpers/is-record.ts';
import { getPropertiesByName, getUndocumentedProperties } from './contract-names.ts';
import type { MappingFile } from './mapping-file.ts';
import { getEnumMapping, getProperties, getValueMapping, type SchemaProperty, toUpstreamName } from './names.ts';

/** Returns the translated value: the changed argument if the translations work in place, or a copy otherwise. */
export type Translate = (value: unknown) => unknown;

export type Direction = 'toUpstream' | 'fromUpstream';

/**
 * Marks an upstream value that the contract uses with another meaning, so that it is not mistaken for the contract
 * value.
 */
export const upstreamPrefix = 'upstream:';

/** Mapping of the inputs of one operation. */
export interface InputMapping {
  readonly parameters?: Readonly<Record<string, string>> | undefined;
  readonly values?: Readonly<Record<string, Readonly<Record<string, string>>>> | undefined;
}

/** New name, new values, or both, of one attribute. */
interface AttributeChange {
  readonly from: string;
  readonly to: string;
  readonly translate: Translate | undefined;
  /** Whether every object inherits a property of that name. */
  readonly isInherited: boolean;
}

const createChange = (from: string, to: string, translate: Translate | undefined): AttributeChange => ({
  from,
  to,
  translate,
  isInherited: from in Object.prototype,
});

/** Sets a property, even if its name is `__proto__`. */
function setProperty(object: Record<string, unknown>, name: string, value: unknown): void {
  if (name === '__proto__')
    Object.defineProperty(object, name, { value, enumerable: true, configurable: true, writable: true });
  else object[name] = value;
}

/** Creates a translation of single values; other values remain unchanged. */
export function createValueTranslation(values: Readonly<Record<string, string>>, direction: Direction): Translate {
  const toUpstreamValue = new Map(Object.entries(values));
  const toContractValue = new Map([...toUpstreamValue].map(([mine, theirs]) => [theirs, mine]));
  const translate = (value: unknown): unknown => {
    if (typeof value !== 'string') return value;
    if (direction === 'toUpstream') return toUpstreamValue.get(value) ?? value;
    return toContractValue.get(value) ?? (toUpstreamValue.has(value) ? upstreamPrefix + value : value);
  };
  return (value) => (Array.isArray(value) ? value.map(translate) : translate(value));
}

/** With more changes, iterate over the properties of the object instead of the changes. */
const maxLookups = 32;

/** Key of the objects that values of a schema contain; empty for scalars. */
function getShape(schema: Schema): string {
  const { items, oneOf = [], anyOf = [] } = resolve(schema);
  if (items !== undefined) return `[${getShape(items)}]`;
  const name = schemaNameOf(schema);
  const parts = [...oneOf, ...anyOf].map(getShape).filter((shape) => shape !== '');
  if (parts.length > 0) return name ?? parts.join('|');
  return attributesOf(schema).size === 0 ? '' : (name ?? JSON.stringify(schema));
}

/** Translates a property that keeps its name; records one that is renamed. */
function applyChange(
  change: AttributeChange,
  object: Record<string, unknown>,
  renamed: (readonly [AttributeChange, unknown])[],
): void {
  const { from, to, translate } = change;
  const value = object[from];
  if (value === undefined || (change.isInherited && !Object.hasOwn(object, from))) return;
  if (from === to) object[to] = translate?.(value);
  else {
    object[from] = undefined;
    renamed.push([change, value]);
  }
}

/** Compiles the translations of one mapping file in one direction. */
export class Translations {
  readonly #file: MappingFile;
  readonly #direction: Direction;
  readonly #inPlace: boolean;
  readonly #isOfResponses: boolean;
  readonly #cache = new Map<Schema, Translate | undefined>();
  #undocumented: readonly AttributeChange[] | undefined;

  /**
   * @param inPlace whether values are changed instead of copied, which takes a tenth of the time if few of many
   * attributes are renamed; the old names remain with the value `undefined`
   * @param isOfResponses whether the values are responses, whose objects may have attributes that only more complete
   * schemas document
   */
  constructor(
    file: MappingFile,
    direction: Direction,
    { inPlace = false, isOfResponses = inPlace }: { readonly inPlace?: boolean; readonly isOfResponses?: boolean } = {},
  ) {
    this.#file = file;
    this.#direction = direction;
    this.#inPlace = inPlace;
    this.#isOfResponses = isOfResponses;
  }

  /**
   * Translation of values of a schema; `undefined` if they are the same upstream.
   * @param input mapping of the operation, if the schema is that of its body
   */
  forSchema(schema: Schema, input?: InputMapping): Translate | undefined {
    if (input !== undefined)
      return this.#isDifferent(schema, new Set(), input) ? this.#compile(schema, [], input) : undefined;
    if (!this.#cache.has(schema))
      this.#cache.set(schema, this.#isDifferent(schema, new Set()) ? this.#compile(schema, []) : undefined);
    return this.#cache.get(schema);
  }

  /** Whether any name or value in a schema differs upstream. */
  #isDifferent(schema: Schema, seen: Set<Schema>, input: InputMapping = {}): boolean {
    const target = resolve(schema);
    if (seen.has(target)) return false;
    seen.add(target);
    const { items, additionalProperties: additional, oneOf = [], anyOf = [] } = target;
    if (this.#hasPrefixes(schema) || getEnumMapping(this.#file, schema) !== undefined) return true;
    const below = [
      ...oneOf,
      ...anyOf,
      ...(items ? [items] : []),
      ...(typeof additional === 'object' ? [additional] : []),
    ];
    const members = getProperties(schema);
    if (this.#inPlace && members.length > 0 && this.#undocumentedChanges().length > 0) return true;
    return (
      this.#withUndocumented(members).some(
        (member) =>
          toUpstreamName(this.#file, member, input.parameters) !== member.name ||
          getValueMapping(this.#file, member, input.values) !== undefined ||
          this.#isDifferent(member.schema, seen),
      ) || below.some((part) => this.#isDifferent(part, seen, input))
    );
  }

  /** Properties of an object, and undocumented ones that responses may contain. */
  #withUndocumented(members: readonly SchemaProperty[]): readonly SchemaProperty[] {
    return this.#isOfResponses ? [...members, ...getUndocumentedProperties(members)] : members;
  }

  /** Whether strings of a schema may be global ids with the upstream's prefix. */
  #hasPrefixes(schema: Schema): boolean {
    const { type } = resolve(schema);
    return (
      this.#direction === 'fromUpstream' &&
      this.#file.globalIdPrefix !== undefined &&
      (type === 'string' || (Array.isArray(type) && type.includes('string')))
    );
  }

  #compile(schema: Schema, owners: readonly string[], input: InputMapping = {}): Translate {
    const words = getEnumMapping(this.#file, schema);
    if (words !== undefined) return createValueTranslation(words, this.#direction);
    const { items, additionalProperties: additional, oneOf = [], anyOf = [] } = resolve(schema);
    const forms = [...oneOf, ...anyOf];
    const members = [...getProperties(schema, owners), ...forms.flatMap((form) => getProperties(form))];
    const object = this.#inPlace ? this.#objectInPlace(members) : this.#object(members, input);
    const toObject = members.length > 0 ? object : undefined;
    const translateItems = items && this.forSchema(items);
    const listForm = forms.find((form) => resolve(form).items !== undefined);
    const translateList = listForm && this.forSchema(listForm);
    const translateAdditional = typeof additional === 'object' ? this.forSchema(additional) : undefined;
    const prefix =
      this.#hasPrefixes(schema) || forms.some((form) => this.#hasPrefixes(form))
        ? this.#file.globalIdPrefix
        : undefined;
    return (value) => {
      if (typeof value === 'string')
        return prefix !== undefined && value.startsWith(prefix) ? `gid://service/${value.slice(prefix.length)}` : value;
      if (Array.isArray(value))
        return translateItems ? this.#list(value, translateItems) : translateList ? translateList(value) : value;
      if (!isRecord(value)) return value;
      if (toObject) return toObject(value);
      return translateAdditional ? mapValues(value, translateAdditional) : value;
    };
  }

  #list(items: unknown[], translate: Translate): unknown {
    if (!this.#inPlace) return items.map(translate);
    for (let index = 0; index < items.length; index++) items[index] = translate(items[index]);
    return items;
  }

  /** Translation of an object from the upstream in place; reads only attributes that differ. */
  #objectInPlace(members: readonly SchemaProperty[]): (object: Record<string, unknown>) => unknown {
    let changes: ReadonlyMap<string, AttributeChange> | undefined;
    return (object) => {
      // Compiled on first use, because schemas may be recursive.
      changes ??= this.#getChanges(members);
      // Read all values before setting any, because two names may be swapped.
      const renamed: (readonly [AttributeChange, unknown])[] = [];
      if (changes.size <= maxLookups) for (const change of changes.values()) applyChange(change, object, renamed);
      else
        for (const name in object) {
          const change = changes.get(name);
          if (change !== undefined) applyChange(change, object, renamed);
        }
      for (const [{ to, translate }, value] of renamed) setProperty(object, to, translate ? translate(value) : value);
      return object;
    };
  }

  #getChanges(members: readonly SchemaProperty[]): ReadonlyMap<string, AttributeChange> {
    const changes = new Map<string, AttributeChange>();
    const properties = this.#withUndocumented(members);
    for (const member of properties) {
      const from = toUpstreamName(this.#file, member);
      if (!changes.has(from)) changes.set(from, createChange(from, member.name, this.#member(member, {})));
    }
    // Attributes that the upstream gives a name of another attribute in the contract.
    for (const { name } of properties)
      if (!changes.has(name)) changes.set(name, createChange(name, upstreamPrefix + name, undefined));
    const targets = new Set([...changes.values()].map(({ to }) => to));
    for (const change of this.#undocumentedChanges())
      if (!changes.has(change.from) && !targets.has(change.to)) changes.set(change.from, change);
    return new Map([...changes].filter(([from, { to, translate }]) => from !== to || translate !== undefined));
  }

  /** Changes of attributes that objects have beyond their schema: those that all schemas with the attribute agree on. */
  #undocumentedChanges(): readonly AttributeChange[] {
    this.#undocumented ??= [...getPropertiesByName()].flatMap(([name, members]) => {
      const [first] = members;
      if (first === undefined) return [];
      const words = getValueMapping(this.#file, first);
      const shape = getShape(first.schema);
      const isEqual = (other: SchemaProperty) =>
        getValueMapping(this.#file, other) === words && (words !== undefined || getShape(other.schema) === shape);
      if (!members.every(isEqual)) return [];
      const translate =
        words !== undefined
          ? createValueTranslation(words, this.#direction)
          : shape && this.#translateLazily(first.schema);
      const from = toUpstreamName(this.#file, { name, owners: [] });
      if (from === name) return translate ? [createChange(name, name, translate)] : [];
      return [createChange(from, name, translate || undefined), createChange(name, upstreamPrefix + name, undefined)];
    });
    return this.#undocumented;
  }

  /** Translation of a schema that is compiled when the first value arrives. */
  #translateLazily(schema: Schema): Translate {
    return (value) => this.forSchema(schema)?.(value) ?? value;
  }

  #object(members: readonly SchemaProperty[], input: InputMapping): (value: object) => unknown {
    const isToUpstream = this.#direction === 'toUpstream';
    const byName = new Map<
      string,
      { readonly name: string; translate: Translate | undefined; readonly member: SchemaProperty | undefined }
    >();
    for (const member of this.#withUndocumented(members)) {
      const upstreamName = toUpstreamName(this.#file, member, input.parameters);
      const [from, to] = isToUpstream ? [member.name, upstreamName] : [upstreamName, member.name];
      if (!byName.has(from)) byName.set(from, { name: to, translate: undefined, member });
    }
    // Attributes that the upstream gives a name of another attribute in the contract.
    if (!isToUpstream)
      for (const { name } of members)
        if (!byName.has(name))
          byName.set(name, { name: upstreamPrefix + name, translate: undefined, member: undefined });
    // Compiled on first use, because schemas may be recursive.
    const compiled = new Set<string>();
    return (value) => {
      const translated: Record<string, unknown> = {};
      for (const [name, member] of Object.entries(value)) {
        const change = byName.get(name);
        if (change === undefined) {
          setProperty(translated, name, member);
          continue;
        }
        if (!compiled.has(name)) {
          compiled.add(name);
          change.translate = change.member && this.#member(change.member, input);
        }
        setProperty(translated, change.name, change.translate ? change.translate(member) : member);
      }
      return translated;
    };
  }

  #member(member: SchemaProperty, input: InputMapping): Translate | undefined {
    const words = getValueMapping(this.#file, member, input.values);
    return words === undefined ? this.forSchema(member.schema) : createValueTranslation(words, this.#direction);
  }
}

function mapValues(value: object, translate: Translate): unknown {
  const translated: Record<string, unknown> = {};
  for (const [name, member] of Object.entries(value)) setProperty(translated, name, translate(member));
  return translated;
}
