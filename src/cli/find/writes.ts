/** Finds the mutation that makes a write: tries what its input offers, and rehearses it to see whether it makes that call. */
import {
  type DocumentNode,
  type GraphQLInputField,
  type GraphQLInputObjectType,
  getNamedType,
  getNullableType,
  isInputObjectType,
  isLeafType,
  isObjectType,
  isRequiredInputField,
  Kind,
  parse,
} from 'graphql';
import { attributesOf, resolve, type Schema } from '../../contract/index.ts';
import { schema } from '../../graph/index.ts';
import { camelCase } from '../../graph/kit/contract/names.ts';
import { Cursors } from '../../graph/kit/paging/cursors.ts';
import { planDocument } from '../../graph/plan/plan.ts';
import { differenceOf } from './calls.ts';
import { type Rehearsed, Stage } from './rehearsal.ts';
import { sampleOf } from './samples.ts';
import { selectable } from './selections.ts';
import type { Target } from './target.ts';
import { choicesFor, choicesForField, type Known, listsOf, product, textsOf, toVariable } from './values.ts';
import { type Field, fieldsCalling } from './ways.ts';

type Values = Readonly<Record<string, unknown>>;

/** A mutation, and how its call differs from the one that is looked for. */
export interface FoundWrite {
  /** Coordinate of the mutation. */
  readonly field: string;
  readonly document: DocumentNode;
  readonly variables: Values;
  /** Calls that it makes before. */
  readonly others: readonly string[];
  /** Members of the body or query that were given and that the call does not have. */
  readonly missing: readonly string[];
  /** Members that only the call has. */
  readonly extra: readonly string[];
  /** Names of the members that were made up. */
  readonly madeUp: readonly string[];
  /** What the facade says against the input, where it makes no call for it. */
  readonly refusals: readonly string[];
}

interface Member {
  readonly name: string;
  readonly schema: Schema;
  readonly required: boolean;
}

/** What the input of a mutation can hold of a call, by names of the graph: members of the body and query parameters. */
function membersOf({ operation: { body, multipart, queryParameters } }: Target): ReadonlyMap<string, Member> {
  const required = new Set([body, multipart].flatMap((form) => (form && resolve(form).required) ?? []));
  const members = [body, multipart].flatMap((form) => (form === undefined ? [] : [...attributesOf(form)]));
  return new Map([
    ...members.map(([name, member]): [string, Member] => [
      camelCase(name),
      { name, schema: member, required: required.has(name) },
    ]),
    ...queryParameters.map((parameter): [string, Member] => [camelCase(parameter.name), parameter]),
  ]);
}

/** A mutation with an input that is being put together. */
interface Attempt {
  readonly input: Values;
  readonly distance: number;
  readonly rehearsed: Rehearsed;
  readonly missing: readonly string[];
  readonly extra: readonly string[];
}

const equal = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one) === JSON.stringify(other) || String(one) === String(other);

/** What a write carries beside its address. */
const carried = (query: Values | undefined, body: unknown): Values => ({ ...query, ...Object(body) });

/** Judges what came of a rehearsal: less is better, and 0 is the very call. */
function judge(target: Target, input: Values, rehearsed: Rehearsed): Attempt {
  const { reads, writes, refusals } = rehearsed;
  const [write] = writes;
  const worst = { input, rehearsed, missing: [], extra: [] };
  if (write === undefined) return { ...worst, distance: 100_000 + refusals.length * 10 - reads.length };
  if (differenceOf({ ...target, query: {} }, { ...write, query: {} }) === undefined)
    return { ...worst, distance: 90_000 };
  const [wanted, made] = [carried(target.query, target.body), carried(write.query, write.body)];
  const missing = Object.keys(wanted).filter((name) => !equal(wanted[name], made[name]));
  const extra = Object.keys(made).filter((name) => !(name in wanted));
  return { input, rehearsed, missing, extra, distance: reads.length * 1000 + missing.length * 10 + extra.length };
}

type Choice = readonly [name: string, values: readonly unknown[]];

/** Inputs that are all tried. */
const mostInputs = 300;
/** Inputs that are equally near and that are gone on with. */
const mostBeginnings = 8;

/** Searches the input of one mutation. */
class InputSearch {
  readonly #target: Target;
  readonly #stage: Stage;
  readonly #type: GraphQLInputObjectType;
  readonly #document: DocumentNode;
  readonly #known: Known;
  readonly #members: ReadonlyMap<string, Member>;
  readonly #given: Values;

  constructor(target: Target, stage: Stage, field: Field, type: GraphQLInputObjectType) {
    this.#target = target;
    this.#stage = stage;
    this.#type = type;
    this.#document = parse(documentText(field, []), { noLocation: true });
    this.#members = membersOf(target);
    this.#given = { ...target.query, ...target.body };
    this.#known = {
      operation: target.operation.id,
      texts: [...new Set([...textsOf(target), ...this.#samples()])],
      lists: listsOf(target),
      decided: (field) => this.#decided(field),
    };
  }

  #decided(field: GraphQLInputField): readonly unknown[] | undefined {
    const member = this.#members.get(field.name);
    if (member === undefined) return undefined;
    const type = getNullableType(field.type);
    const isNeeded = member.name in this.#given || isRequiredInputField(field);
    // A value that has several forms is the member of an input object that is its form.
    if (isNeeded && isInputObjectType(type) && type.isOneOf) return undefined;
    if (member.name in this.#given) return [toVariable(this.#given[member.name], field.type)];
    return isRequiredInputField(field) ? [this.#sample(field, member)] : [undefined];
  }

  #sample(field: GraphQLInputField, member: Member): unknown {
    return toVariable(this.#sampleOf(member), field.type);
  }

  #sampleOf({ schema: given, name }: Member): unknown {
    return sampleOf(given, name, Object.keys(this.#target.path).length + 1);
  }

  /** Texts for required members that the input may have under another name. */
  #samples(): readonly string[] {
    const open = [...this.#members.values()].filter(({ name, required }) => required && !(name in this.#given));
    return open
      .map((member) => this.#sampleOf(member))
      .filter((value) => typeof value !== 'object')
      .map(String);
  }

  async #try(input: Values): Promise<Attempt> {
    return judge(this.#target, input, await this.#stage.rehearse(this.#document, { input }));
  }

  /** The best input that was found. */
  async find(): Promise<Attempt | undefined> {
    const fields = Object.values(this.#type.getFields());
    const choices = fields.map((field): Choice => [field.name, choicesForField(field, this.#known)]);
    const size = choices.reduce((total, [, values]) => total * values.length, 1);
    let best: Attempt[] = [];
    for (const input of size > mostInputs ? await this.#inTurn(choices) : product(choices)) {
      const next = await this.#try(input);
      const least = best[0]?.distance ?? Number.POSITIVE_INFINITY;
      if (next.distance < least) best = [next];
      else if (next.distance === least && best.length < mostBeginnings) best.push(next);
      if (next.distance === 0) return next;
    }
    let found = best[0];
    for (const beginning of best) {
      const next = await this.#improved(beginning, fields);
      if (found === undefined || next.distance < found.distance) found = next;
    }
    return found;
  }

  /** The input that comes of choosing the best value of one field after the other, since all mistakes are told at once. */
  async #inTurn(choices: readonly Choice[]): Promise<readonly Values[]> {
    let input: Values = Object.assign(
      {},
      ...choices.map(([name, [value]]) => (value === undefined ? {} : { [name]: value })),
    );
    let { distance } = await this.#try(input);
    for (const [name, values] of [...choices, ...choices])
      for (const value of values.length > 1 ? values : []) {
        const next = await this.#try({ ...input, [name]: value });
        if (next.distance < distance) ({ input, distance } = next);
      }
    return [input];
  }

  /** The input with what else brings it nearer. */
  async #improved(start: Attempt, fields: readonly GraphQLInputField[]): Promise<Attempt> {
    let best = start;
    for (const field of fields) {
      if (best.distance < 1000 && best.missing.length === 0) return best;
      if (field.name in best.input) continue;
      const member = this.#members.get(field.name);
      const choices = member === undefined ? choicesFor(field.type, this.#known) : [this.#sample(field, member)];
      for (const value of choices) {
        const next = await this.#try({ ...best.input, [field.name]: value });
        if (next.distance < best.distance) best = next;
      }
    }
    return best;
  }

  /** Names of the members that nobody gave. */
  madeUp({
    rehearsed: {
      writes: [write],
    },
  }: Attempt): readonly string[] {
    return Object.keys(carried(write?.query, write?.body)).filter((name) => !(name in this.#given));
  }
}

const payloadFields = 4;

function documentText(field: Field, selected: readonly string[]): string {
  const [input] = field.args;
  const [declared, passed] = input === undefined ? ['', ''] : [` ($input: ${input.type})`, '(input: $input)'];
  return `mutation${declared} { ${field.name}${passed} { ${[...selected, 'errors { message }'].join(' ')} } }`;
}

/** Calls that a mutation may make for certain. */
function certainCalls(document: DocumentNode): number {
  const [definition] = document.definitions;
  if (definition?.kind !== Kind.OPERATION_DEFINITION) return 0;
  const limits = { maxCalls: 1000, maxSelections: 10_000, maxValues: 1_000_000 };
  const variableValues = { sources: {}, coerced: {} };
  return planDocument({ schema, document, variableValues, limits, cursors: new Cursors() }).knownUpperBound;
}

/** What a payload tells without a further call. */
function payloadSelection(field: Field): readonly string[] {
  const payload = getNullableType(field.type);
  if (!isObjectType(payload)) return [];
  const calls = (selected: readonly string[]) =>
    certainCalls(parse(documentText(field, selected), { noLocation: true }));
  const least = calls([]);
  const isFree = (selection: string) => calls([selection]) <= least;
  return Object.values(payload.getFields())
    .filter(({ name }) => name !== 'errors')
    .flatMap(({ name, type }) => {
      const named = getNamedType(type);
      if (isLeafType(named)) return isFree(name) ? [name] : [];
      const leaves = selectable(named, 1)
        .filter((leaf) => isFree(`${name} { ${leaf} }`))
        .slice(0, payloadFields);
      return leaves.length === 0 ? [] : [`${name} { ${leaves.join(' ')} }`];
    });
}

/** The mutation that makes a write, or the one that comes nearest to it; undefined where none makes such a call. */
export async function findWrite(target: Target): Promise<FoundWrite | undefined> {
  const root = schema.getMutationType();
  const stage = new Stage();
  let best: { readonly field: Field; readonly attempt: Attempt; readonly madeUp: readonly string[] } | undefined;
  for (const { field } of root ? fieldsCalling(target.operation.id, root) : []) {
    const type = field.args[0] && getNullableType(field.args[0].type);
    if (type !== undefined && !isInputObjectType(type)) continue;
    if (type === undefined) {
      best ??= { field, attempt: judge(target, {}, { reads: [], writes: [], refusals: [] }), madeUp: [] };
      continue;
    }
    const search = new InputSearch(target, stage, field, type);
    const attempt = await search.find();
    if (attempt === undefined || attempt.distance >= (best?.attempt.distance ?? Number.POSITIVE_INFINITY)) continue;
    best = { field, attempt, madeUp: search.madeUp(attempt) };
    if (attempt.distance === 0) break;
  }
  if (best === undefined) return undefined;
  const { field, attempt, madeUp } = best;
  const isFound = attempt.rehearsed.writes.length > 0;
  return {
    field: `Mutation.${field.name}`,
    document: parse(documentText(field, payloadSelection(field)), { noLocation: true }),
    variables: field.args.length === 0 ? {} : { input: attempt.input },
    others: attempt.rehearsed.reads.map(({ operation }) => operation),
    missing: isFound ? attempt.missing : Object.keys({ ...target.query, ...target.body }),
    extra: attempt.extra,
    madeUp,
    refusals: attempt.rehearsed.refusals,
  };
}
