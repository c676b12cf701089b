/** Searches by dry runs for the input with which a mutation makes a certain REST call. */

import {
  type DocumentNode,
  type GraphQLInputField,
  type GraphQLInputObjectType,
  getNullableType,
  isInputObjectType,
  isListType,
  isRequiredInputField,
  parse,
} from 'graphql';
import { attributesOf, type Schema } from '../../contract/index.ts';
import { asRecord } from '../../helpers/is-record.ts';
import { toMemberName } from '../kit/contract/members.ts';
import { camelCase } from '../kit/contract/names.ts';
import { isGlobalId } from '../kit/resources/global-id.ts';
import type { DryRun, DryRunResult } from './dry-run.ts';
import type { FieldDefinition } from './field-paths.ts';
import { createSample } from './samples.ts';
import type { SearchTarget, Target } from './target.ts';
import { choicesFor, choicesForField, getLists, getStrings, product, toVariable, type ValueSource } from './values.ts';

type Values = Readonly<Record<string, unknown>>;

interface Member {
  readonly name: string;
  readonly schema: Schema;
}

/** Members of the body and query parameters, by their names in the graph. */
function membersOf({ operation: { body, multipart, queryParameters } }: Target): ReadonlyMap<string, Member> {
  const members = [body, multipart].flatMap((form) => (form === undefined ? [] : [...attributesOf(form)]));
  return new Map([
    ...members.map(([name, schema]): [string, Member] => [toMemberName(name, schema), { name, schema }]),
    ...queryParameters.map(({ name, wireName, schema }): [string, Member] => [
      camelCase(name),
      { name: wireName, schema },
    ]),
  ]);
}

/** Input of a mutation, with the differences between its call and the target. */
export interface Attempt {
  readonly input: Values;
  /** 0 if the call is the target. */
  readonly distance: number;
  readonly result: DryRunResult;
  /** Members of the target that the call does not have. */
  readonly missing: readonly string[];
  /** Members that only the call has. */
  readonly extra: readonly string[];
  /** Members that have other values in the call. */
  readonly changed: readonly string[];
  /** Members of the target for which there is no input field, if the input is rejected. */
  readonly unused: readonly string[];
}

/** Normalizes values for comparison, because equal values of JSON and query parameters differ in their types. */
function toComparable(value: unknown): unknown {
  if (value instanceof File) return `file ${value.name}`;
  if (Array.isArray(value)) return value.map(toComparable);
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(
      Object.entries(value)
        .filter(([, member]) => member !== undefined)
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([name, member]) => [name, toComparable(member)]),
    );
  return value === null ? null : String(value);
}

const isEqual = (a: unknown, b: unknown): boolean =>
  JSON.stringify(toComparable(a)) === JSON.stringify(toComparable(b));

/** Values of a write, without its path. */
const sentValues = ({ query, body, form }: DryRunResult['writes'][number]): Values => ({
  ...query,
  ...asRecord(body),
  ...form,
});

/** Distance of a rejected input. */
const unsentDistance = 200_000;
/** Distance of an input that writes to another object. It guides the search, but is never a result. */
const otherPathDistance = 100_000;
/** Lower bound of the distances of all inputs without the call, after their merits are subtracted. */
const minUnsent = 50_000;

/** Counts the leaves of an input. Among otherwise equal inputs, more leaves are better. */
function countLeaves(value: unknown): number {
  if (typeof value !== 'object' || value === null || value instanceof File) return 1;
  return Object.values(value).reduce((total: number, member) => total + countLeaves(member), 0);
}

/** Values in an input, as strings. */
const getLeaves = (value: unknown): readonly string[] =>
  typeof value !== 'object' || value === null || value instanceof File
    ? [String(value)]
    : Object.values(value).flatMap(getLeaves);

/** Whether an input contains every path parameter of a call. */
function namesPath(input: Values, { path }: Target): boolean {
  const text = JSON.stringify(input);
  return Object.values(path).every((value) => text.includes(encodeURIComponent(value)) || text.includes(String(value)));
}

const countEqual = (a: Values, b: Values): number => Object.keys(a).filter((name) => isEqual(a[name], b[name])).length;

function judge(target: Target, input: Values, result: DryRunResult): Attempt {
  const { reads, writes, rejections } = result;
  const [write] = writes;
  const wanted: Values = { ...target.query, ...target.body };
  const base = { input, result, missing: [], extra: [], changed: [], unused: [] };
  if (write === undefined) {
    const merit = countLeaves(input) / 1000 + (namesPath(input, target) ? 1 : 0);
    return { ...base, distance: unsentDistance + rejections.length * 10 - merit };
  }
  if (write.operation !== target.operation.id || !isEqual(write.path ?? {}, target.path))
    return { ...base, distance: otherPathDistance - 1000 * countEqual(target.path, write.path ?? {}) };
  const sent = sentValues(write);
  const missing = Object.keys(wanted).filter((name) => !(name in sent));
  const extra = Object.keys(sent).filter((name) => !(name in wanted));
  const changed = Object.keys(wanted).filter((name) => name in sent && !isEqual(wanted[name], sent[name]));
  const distance = reads.length * 1000 + (missing.length + changed.length) * 10 + extra.length;
  return { ...base, missing, extra, changed, distance };
}

const stem = (name: string): string =>
  camelCase(name)
    .replace(/(?:Ids?|s)$/, '')
    .toLowerCase();

/** Whether a field has the name of a member up to forms such as `user_ids` and `users`. */
function isSimilar(member: string, field: string): boolean {
  const [a, b] = [stem(member), stem(field)];
  return a.includes(b) || b.includes(a);
}

type Choice = readonly [name: string, values: readonly unknown[]];

/** Upper bound of the inputs that are tried exhaustively. */
const maxCombinations = 300;
/** Upper bound of equally good inputs that are improved. */
const maxStarts = 8;

export class InputSearch {
  readonly #target: SearchTarget;
  readonly #dryRun: DryRun;
  readonly #fields: readonly GraphQLInputField[];
  readonly #document: DocumentNode;
  readonly #source: ValueSource;
  readonly #members: ReadonlyMap<string, Member>;
  readonly #wanted: Values;
  readonly #attempts = new Map<string, Attempt>();

  constructor(target: SearchTarget, dryRun: DryRun, field: FieldDefinition, type: GraphQLInputObjectType) {
    this.#target = target;
    this.#dryRun = dryRun;
    this.#fields = Object.values(type.getFields());
    const text = `mutation ($input: ${field.args[0]?.type}) { ${field.name}(input: $input) { errors { path message } } }`;
    this.#document = parse(text, { noLocation: true });
    this.#members = membersOf(target);
    this.#wanted = { ...target.query, ...target.body };
    this.#source = {
      operation: target.operation.id,
      texts: getStrings(target),
      lists: getLists(target),
      members: this.#wanted,
      usesSamples: true,
      usesAnyEnumValue: true,
      decide: (inputField) => this.#decide(inputField),
    };
  }

  /** Values of an input field that corresponds to one member of the call; `undefined` if any value may be tried. */
  #decide(field: GraphQLInputField): readonly unknown[] | undefined {
    const member = this.#members.get(field.name);
    if (member === undefined) return undefined;
    const type = getNullableType(field.type);
    const isWanted = member.name in this.#wanted;
    // A `@oneOf` input has one field per form of the value, and a map is a list of names and values.
    const item = isListType(type) ? getNullableType(type.ofType) : type;
    const isMap = isListType(type) && !Array.isArray(this.#wanted[member.name]);
    if (isWanted && isInputObjectType(item) && (item.isOneOf || isMap)) return undefined;
    if (isWanted) return [toVariable(this.#wanted[member.name], field.type)];
    return isRequiredInputField(field)
      ? [toVariable(createSample(member.schema, member.name), field.type)]
      : [undefined];
  }

  async #try(input: Values): Promise<Attempt> {
    const key = JSON.stringify(input, (_, value) => (value instanceof File ? value.name : value));
    let attempt = this.#attempts.get(key);
    if (attempt === undefined) {
      await this.#target.limit.addCandidate();
      attempt = judge(this.#target, input, await this.#dryRun.run(this.#document, { input }));
      this.#attempts.set(key, attempt);
    }
    return attempt;
  }

  /** Returns the input whose call differs least from the target, or the best one that is rejected. */
  async find(): Promise<Attempt> {
    let best = await this.#search(this.#source);
    if (best.distance >= minUnsent && Object.keys(this.#target.path).length > 1) {
      // A nested object can be named only by its global id.
      const ids = this.#source.texts.filter(isGlobalId);
      best = await this.#search({ ...this.#source, texts: [...new Set([...ids, ...this.#source.texts])] });
    }
    if (best.distance < minUnsent) return best;
    const rejected = [...this.#attempts.values()].filter(({ result }) => result.writes.length === 0);
    const attempt = rejected.toSorted((a, b) => a.distance - b.distance)[0] ?? best;
    return { ...attempt, unused: this.#findUnused(attempt.input) };
  }

  /** Members of the call that correspond to no input field, and whose values the input does not contain. */
  #findUnused(input: Values): readonly string[] {
    const fieldMembers = new Set(this.#fields.map(({ name }) => this.#members.get(name)?.name));
    const used = new Set(getLeaves(input));
    return Object.keys(this.#wanted).filter(
      (name) => !fieldMembers.has(name) && !getLeaves(this.#wanted[name]).some((leaf) => used.has(leaf)),
    );
  }

  async #search(source: ValueSource): Promise<Attempt> {
    const choices = this.#fields.map((field): Choice => [field.name, choicesForField(field, source)]);
    const size = choices.reduce((total, [, values]) => total * values.length, 1);
    let starts: Attempt[] = [];
    for (const input of size > maxCombinations ? [await this.#chooseSequentially(choices)] : product(choices)) {
      const next = await this.#try(input);
      const least = starts[0]?.distance ?? Number.POSITIVE_INFINITY;
      if (next.distance < least) starts = [next];
      else if (next.distance === least && starts.length < maxStarts) starts.push(next);
      if (next.distance === 0) return next;
    }
    let best = starts[0] ?? (await this.#try({}));
    for (const start of starts) {
      const next = await this.#improve(start);
      if (next.distance < best.distance) best = next;
      if (best.distance === 0) break;
    }
    return best;
  }

  /** Chooses the best value of each field sequentially. Works because all violations of an input are reported together. */
  async #chooseSequentially(choices: readonly Choice[]): Promise<Values> {
    const first = choices.map(([name, [value]]) => (value === undefined ? {} : { [name]: value }));
    let best = await this.#try(Object.assign({}, ...first));
    for (const [name, values] of [...choices, ...choices])
      for (const value of values.length > 1 ? values : []) {
        const next = await this.#try({ ...best.input, [name]: value });
        if (next.distance < best.distance) best = next;
      }
    return best.input;
  }

  /** Adds and replaces values of fields that do not correspond to one member, while the call gets nearer to the target. */
  async #improve(start: Attempt): Promise<Attempt> {
    let best = start;
    const choices = this.#fields
      .filter((field) => this.#decide(field) === undefined)
      .flatMap((field) => this.#improvements(field));
    for (let previous = Number.POSITIVE_INFINITY; best.distance < previous; ) {
      previous = best.distance;
      for (const { name, value, isRelated } of choices) {
        if (best.distance === 0) return best;
        const next = await this.#try({ ...best.input, [name]: value });
        if (next.distance < best.distance && (isRelated || this.#isNearer(next, best))) best = next;
      }
    }
    return best;
  }

  /** Candidate values of a field, first those of members with a similar name. */
  #improvements(field: GraphQLInputField) {
    const { name, type } = field;
    const source = { ...this.#source, usesSamples: false, usesAnyEnumValue: false };
    const members = Object.fromEntries(Object.entries(this.#wanted).filter(([member]) => isSimilar(member, name)));
    const own = { ...this.#target, path: {}, query: {}, body: members };
    const related = choicesFor(type, { ...source, members, texts: getStrings(own), lists: getLists(own) });
    return [
      ...related.map((value) => ({ name, value, isRelated: true })),
      ...choicesFor(type, source).map((value) => ({ name, value, isRelated: isRequiredInputField(field) })),
    ];
  }

  /** Whether an attempt sends more members of the target and no further ones. A value of an unrelated member passes only if it belongs there. */
  #isNearer(next: Attempt, best: Attempt): boolean {
    const countLacking = ({ missing, changed, distance }: Attempt) =>
      distance >= minUnsent ? Object.keys(this.#wanted).length + 1 : missing.length + changed.length;
    const isSent = next.distance < minUnsent;
    return isSent && countLacking(next) < countLacking(best) && next.extra.length <= best.extra.length;
  }

  /** Required input fields of an attempt whose values the call does not contain. */
  samplesIn({ input, distance, extra }: Attempt): readonly string[] {
    if (distance === 0) return [];
    const isSent = distance < minUnsent;
    const source = { ...this.#source, usesSamples: false };
    return this.#fields
      .filter((field) => field.name in input && isRequiredInputField(field))
      .filter((field) => {
        const member = this.#members.get(field.name);
        if (member !== undefined) return !(member.name in this.#wanted);
        // If the call contains nothing else, the sample only selects the operation.
        if (isSent && extra.length === 0) return false;
        return !choicesForField(field, source).some((value) => isEqual(value, input[field.name]));
      })
      .map(({ name }) => name);
  }
}
