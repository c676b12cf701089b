/** Translates values between the contract's words and the upstream's, by functions that are compiled for each schema. */
import { attributesOf, resolve, type Schema, schemaNameOf } from '../contract/index.ts';
import { attributeWord, enumWords, type Member, membersOf, valueWords } from './names.ts';
import { allMembers, furtherMembers } from './vocabulary.ts';
import type { WordsFile } from './words-file.ts';

/** Gives the translated value: the one that it was given, changed, where the translations are made in place, or else one made anew. */
export type Translate = (value: unknown) => unknown;

export type Direction = 'toUpstream' | 'fromUpstream';

/** Marks a word of the upstream that is not the contract's word of the same spelling, so that nobody takes it for that. */
export const upstreamPrefix = 'upstream:';

/** The words of one operation's input. */
export interface InputWords {
  readonly parameters?: Readonly<Record<string, string>> | undefined;
  readonly values?: Readonly<Record<string, Readonly<Record<string, string>>>> | undefined;
}

/** Another name, other words, or both, of one attribute. */
interface Change {
  readonly from: string;
  readonly to: string;
  readonly translate: Translate | undefined;
  /** Whether every object inherits something of that name. */
  readonly isInherited: boolean;
}

const changeOf = (from: string, to: string, translate: Translate | undefined): Change => ({
  from,
  to,
  translate,
  isInherited: from in Object.prototype,
});

/** Sets a member, also where its name is `__proto__`. */
function setMember(object: Record<string, unknown>, name: string, value: unknown): void {
  if (name === '__proto__')
    Object.defineProperty(object, name, { value, enumerable: true, configurable: true, writable: true });
  else object[name] = value;
}

/** Translates single words; any other value stays. */
export function wordTranslation(words: Readonly<Record<string, string>>, direction: Direction): Translate {
  const known = new Map(Object.entries(words));
  const back = new Map([...known].map(([mine, theirs]) => [theirs, mine]));
  const translate = (value: unknown): unknown => {
    if (typeof value !== 'string') return value;
    if (direction === 'toUpstream') return known.get(value) ?? value;
    return back.get(value) ?? (known.has(value) ? upstreamPrefix + value : value);
  };
  return (value) => (Array.isArray(value) ? value.map(translate) : translate(value));
}

/** Changes up to which each is looked for in an object; with more, the members of the object are gone through. */
const fewChanges = 32;

/** Identifies what values of a schema contain; empty for plain values. */
function shapeOf(schema: Schema): string {
  const { items, oneOf = [], anyOf = [] } = resolve(schema);
  if (items !== undefined) return `[${shapeOf(items)}]`;
  const name = schemaNameOf(schema);
  const parts = [...oneOf, ...anyOf].map(shapeOf).filter((shape) => shape !== '');
  if (parts.length > 0) return name ?? parts.join('|');
  return attributesOf(schema).size === 0 ? '' : (name ?? JSON.stringify(schema));
}

/** Translates a member that keeps its name; notes one that gets another. */
function applyChange(change: Change, object: Record<string, unknown>, moved: (readonly [Change, unknown])[]): void {
  const { from, to, translate } = change;
  const given = object[from];
  if (given === undefined || (change.isInherited && !Object.hasOwn(object, from))) return;
  if (from === to) object[to] = translate?.(given);
  else {
    object[from] = undefined;
    moved.push([change, given]);
  }
}

/** Compiles the translations of one words file in one direction. */
export class Translations {
  readonly #file: WordsFile;
  readonly #direction: Direction;
  readonly #inPlace: boolean;
  readonly #isOfResponses: boolean;
  readonly #known = new Map<Schema, Translate | undefined>();
  #undocumented: readonly Change[] | undefined;

  /**
   * @param inPlace whether values are changed rather than made anew, which takes a tenth of the time where few of many attributes have
   * another name; the old names are left with the value undefined
   * @param isOfResponses whether the values are responses, whose objects may have attributes that only fuller schemas of them document
   */
  constructor(
    file: WordsFile,
    direction: Direction,
    { inPlace = false, isOfResponses = inPlace }: { readonly inPlace?: boolean; readonly isOfResponses?: boolean } = {},
  ) {
    this.#file = file;
    this.#direction = direction;
    this.#inPlace = inPlace;
    this.#isOfResponses = isOfResponses;
  }

  /**
   * The translation of values of a schema; undefined where they are the same upstream.
   * @param input words of the operation, where the schema is that of its body
   */
  of(schema: Schema, input?: InputWords): Translate | undefined {
    if (input !== undefined)
      return this.#differs(schema, new Set(), input) ? this.#compile(schema, [], input) : undefined;
    if (!this.#known.has(schema))
      this.#known.set(schema, this.#differs(schema, new Set()) ? this.#compile(schema, []) : undefined);
    return this.#known.get(schema);
  }

  /** Whether anything in values of a schema is called otherwise upstream. */
  #differs(schema: Schema, seen: Set<Schema>, input: InputWords = {}): boolean {
    const target = resolve(schema);
    if (seen.has(target)) return false;
    seen.add(target);
    const { items, additionalProperties: others, oneOf = [], anyOf = [] } = target;
    if (this.#hasPrefixes(schema) || enumWords(this.#file, schema) !== undefined) return true;
    const below = [...oneOf, ...anyOf, ...(items ? [items] : []), ...(typeof others === 'object' ? [others] : [])];
    const members = membersOf(schema);
    if (this.#inPlace && members.length > 0 && this.#undocumentedChanges().length > 0) return true;
    return (
      this.#withFurther(members).some(
        (member) =>
          attributeWord(this.#file, member, input.parameters) !== member.name ||
          valueWords(this.#file, member, input.values) !== undefined ||
          this.#differs(member.schema, seen),
      ) || below.some((part) => this.#differs(part, seen, input))
    );
  }

  /** Members of an object, and those that responses may contain beyond them. */
  #withFurther(members: readonly Member[]): readonly Member[] {
    return this.#isOfResponses ? [...members, ...furtherMembers(members)] : members;
  }

  /** Whether texts of a schema may be global ids with another prefix. */
  #hasPrefixes(schema: Schema): boolean {
    const { type } = resolve(schema);
    return (
      this.#direction === 'fromUpstream' &&
      this.#file.globalIdPrefix !== undefined &&
      (type === 'string' || (Array.isArray(type) && type.includes('string')))
    );
  }

  #compile(schema: Schema, owners: readonly string[], input: InputWords = {}): Translate {
    const words = enumWords(this.#file, schema);
    if (words !== undefined) return wordTranslation(words, this.#direction);
    const { items, additionalProperties: others, oneOf = [], anyOf = [] } = resolve(schema);
    const forms = [...oneOf, ...anyOf];
    const members = [...membersOf(schema, owners), ...forms.flatMap((form) => membersOf(form))];
    const object = this.#inPlace ? this.#objectInPlace(members) : this.#object(members, input);
    const toObject = members.length > 0 ? object : undefined;
    const ofItems = items && this.of(items);
    const listForm = forms.find((form) => resolve(form).items !== undefined);
    const ofListForm = listForm && this.of(listForm);
    const ofOthers = typeof others === 'object' ? this.of(others) : undefined;
    const prefix =
      this.#hasPrefixes(schema) || forms.some((form) => this.#hasPrefixes(form))
        ? this.#file.globalIdPrefix
        : undefined;
    return (value) => {
      if (typeof value === 'string')
        return prefix !== undefined && value.startsWith(prefix) ? `gid://service/${value.slice(prefix.length)}` : value;
      if (typeof value !== 'object' || value === null) return value;
      if (Array.isArray(value)) return ofItems ? this.#list(value, ofItems) : ofListForm ? ofListForm(value) : value;
      if (toObject) return toObject(value);
      return ofOthers ? mapValues(value, ofOthers) : value;
    };
  }

  #list(items: unknown[], translate: Translate): unknown {
    if (!this.#inPlace) return items.map(translate);
    for (let index = 0; index < items.length; index++) items[index] = translate(items[index]);
    return items;
  }

  /** Changes of an object that comes from the upstream: only what differs is looked at. */
  #objectInPlace(members: readonly Member[]): (value: object) => unknown {
    let changes: ReadonlyMap<string, Change> | undefined;
    return (value) => {
      // Compiled at the first use, as schemas may hold themselves.
      changes ??= this.#changesOf(members);
      const object: Record<string, unknown> = Object(value);
      // Everything is read before anything is set anew, as two names may have changed places.
      const moved: (readonly [Change, unknown])[] = [];
      if (changes.size <= fewChanges) for (const change of changes.values()) applyChange(change, object, moved);
      else
        for (const name in object) {
          const change = changes.get(name);
          if (change !== undefined) applyChange(change, object, moved);
        }
      for (const [{ to, translate }, given] of moved) setMember(object, to, translate ? translate(given) : given);
      return object;
    };
  }

  #changesOf(members: readonly Member[]): ReadonlyMap<string, Change> {
    const changes = new Map<string, Change>();
    const described = this.#withFurther(members);
    for (const member of described) {
      const from = attributeWord(this.#file, member);
      if (!changes.has(from)) changes.set(from, changeOf(from, member.name, this.#member(member, {})));
    }
    // What the upstream calls by a name that the contract has for something else.
    for (const { name } of described)
      if (!changes.has(name)) changes.set(name, changeOf(name, upstreamPrefix + name, undefined));
    const targets = new Set([...changes.values()].map(({ to }) => to));
    for (const change of this.#undocumentedChanges())
      if (!changes.has(change.from) && !targets.has(change.to)) changes.set(change.from, change);
    return new Map([...changes].filter(([from, { to, translate }]) => from !== to || translate !== undefined));
  }

  /** Changes of attributes in objects that have them beyond their schema: where all schemas that have them agree on the words. */
  #undocumentedChanges(): readonly Change[] {
    this.#undocumented ??= [...allMembers()].flatMap(([name, members]) => {
      const [first] = members;
      if (first === undefined) return [];
      const words = valueWords(this.#file, first);
      const shape = shapeOf(first.schema);
      const agrees = (other: Member) =>
        valueWords(this.#file, other) === words && (words !== undefined || shapeOf(other.schema) === shape);
      if (!members.every(agrees)) return [];
      const translate =
        words !== undefined ? wordTranslation(words, this.#direction) : shape && this.#translateLater(first.schema);
      const from = attributeWord(this.#file, { name, owners: [] });
      if (from === name) return translate ? [changeOf(name, name, translate)] : [];
      return [changeOf(from, name, translate || undefined), changeOf(name, upstreamPrefix + name, undefined)];
    });
    return this.#undocumented;
  }

  /** The translation of a schema, compiled when the first value arrives. */
  #translateLater(schema: Schema): Translate {
    return (value) => this.of(schema)?.(value) ?? value;
  }

  #object(members: readonly Member[], input: InputWords): (value: object) => unknown {
    const outwards = this.#direction === 'toUpstream';
    const byName = new Map<
      string,
      { readonly name: string; translate: Translate | undefined; readonly member: Member | undefined }
    >();
    for (const member of this.#withFurther(members)) {
      const word = attributeWord(this.#file, member, input.parameters);
      const [from, to] = outwards ? [member.name, word] : [word, member.name];
      if (!byName.has(from)) byName.set(from, { name: to, translate: undefined, member });
    }
    // What the upstream calls by a name that the contract has for something else.
    if (!outwards)
      for (const { name } of members)
        if (!byName.has(name))
          byName.set(name, { name: upstreamPrefix + name, translate: undefined, member: undefined });
    // Compiled at the first use, as schemas may hold themselves.
    const compiled = new Set<string>();
    return (value) => {
      const made: Record<string, unknown> = {};
      for (const [name, member] of Object.entries(value)) {
        const found = byName.get(name);
        if (found === undefined) {
          setMember(made, name, member);
          continue;
        }
        if (!compiled.has(name)) {
          compiled.add(name);
          found.translate = found.member && this.#member(found.member, input);
        }
        setMember(made, found.name, found.translate ? found.translate(member) : member);
      }
      return made;
    };
  }

  #member(member: Member, input: InputWords): Translate | undefined {
    const words = valueWords(this.#file, member, input.values);
    return words === undefined ? this.of(member.schema) : wordTranslation(words, this.#direction);
  }
}

function mapValues(value: object, translate: Translate): unknown {
  const made: Record<string, unknown> = {};
  for (const [name, member] of Object.entries(value)) setMember(made, name, translate(member));
  return made;
}
