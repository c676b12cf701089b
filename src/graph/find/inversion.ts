/**
 * Inverts the calls of a field: runs the field once with markers in its inputs, reads off the request which parameter comes from which
 * input, and fills the inputs with the values of a call.
 */
import {
  type GraphQLInputType,
  getNamedType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isListType,
  isRequiredInputField,
} from 'graphql';
import { attributesOf, type Operation, type Schema } from '../../contract/index.ts';
import { asRecord, isRecord } from '../../helpers/is-record.ts';
import { memoize } from '../../helpers/memoize.ts';
import { toMemberName } from '../kit/contract/members.ts';
import { camelCase } from '../kit/contract/names.ts';
import { encodeGlobalId, encodePath, isGlobalId } from '../kit/resources/global-id.ts';
import type { ResourceType } from '../kit/resources/resource-type.ts';
import { createSample } from './samples.ts';
import type { Target } from './target.ts';
import {
  type Bindings,
  bind,
  createMarkers,
  fill,
  isEqual,
  markerFile,
  markersIn,
  merge,
  type Parameters,
  toParameters,
  type Values,
} from './templates.ts';
import { toVariable } from './values.ts';

/** Argument or input field. */
export interface Input {
  readonly name: string;
  readonly type: GraphQLInputType;
  readonly isRequired: boolean;
  /** Resource types whose global ids the input may accept. */
  readonly ids: readonly ResourceType[];
  /** Whether the input may contain query parameters or members of the body. */
  readonly hasParameters: boolean;
}

/** Result of running a field with arguments. */
export interface Run {
  /** Parameters of the call; `undefined` if the field does not send it. */
  readonly parameters: Parameters | undefined;
  /** Paths of the inputs that are rejected, joined by dots. */
  readonly rejected: readonly string[];
}

/** Field whose arguments determine a call. */
export interface CallingField<R extends Run> {
  readonly inputs: readonly Input[];
  /** Whether required inputs without a value in the call have samples, which are replaced later. */
  readonly acceptsSamples: boolean;
  /** Runs the field after a turn of the event loop, because an inversion may run it several hundred times. */
  run(args: Values): Promise<R>;
}

/** Arguments, and the parameters of the call that the field sends with them. */
interface Template {
  readonly args: Values;
  readonly parameters: Parameters;
  /** Arguments with which the field sends the call: `args`, and others that the call requires. */
  readonly completed: Values;
}

/** Inputs of a field, and its call that differs least from a call. */
export interface Inverse<R extends Run> {
  readonly args: Values;
  /** Sample arguments with which the field sends a call of the operation. */
  readonly sample: Values;
  readonly run: R;
  /** 0 if the calls are equal. */
  readonly distance: number;
  /** Required inputs with samples, because the call has no values for them. */
  readonly open: readonly string[];
  /** Parameters that no input sets, if the field sends no call. */
  readonly unused: readonly string[];
}

/** Input that is named after a parameter. */
interface NamedInput {
  /** Names from the argument inwards. */
  readonly path: readonly string[];
  readonly type: GraphQLInputType;
}

/** Schemas of the members of the body and of query parameters, by their names in the graph. */
function getMemberSchemas({
  body,
  multipart,
  queryParameters,
}: Operation): ReadonlyMap<string, readonly [name: string, Schema]> {
  const members = [body, multipart].flatMap((form) => (form === undefined ? [] : [...attributesOf(form)]));
  return new Map([
    ...members.map(([name, schema]) => [toMemberName(name, schema), [name, schema]] as const),
    ...queryParameters.map(({ name, wireName, schema }) => [camelCase(name), [wireName, schema]] as const),
  ]);
}

const maxProductSize = 4000;

/** Combinations of one value per name. */
const product = (choices: readonly (readonly [string, readonly unknown[]])[]): readonly Values[] =>
  choices.reduce<readonly Values[]>(
    (before, [name, values]) =>
      before.flatMap((each) => values.map((value) => ({ ...each, [name]: value }))).slice(0, maxProductSize),
    [{}],
  );

const scalarSamples: Readonly<Record<string, readonly unknown[]>> = {
  Boolean: [true, false],
  Date: ['2030-01-01'],
  DateTime: ['2030-01-01T00:00:00Z'],
  JSON: [{}],
  File: [markerFile],
};

/** Forms of a global id with markers in place of path parameters. */
function createIdSamples(type: ResourceType, { path }: Operation, markers: readonly number[]): readonly string[] {
  const kinds = (path.match(/(?<=\/)\w+/g) ?? []).map((part) => part.replace(/s$/, ''));
  const names: readonly string[] = type.idParameters;
  // Objects of the whole instance lack the first parameter.
  return [names, names.slice(1)].flatMap((parameters) =>
    (parameters[0] === 'kind' ? kinds : ['']).flatMap((kind) => {
      const id = encodePath(parameters.map((name, index) => (name === 'kind' ? kind : (markers[index] ?? ''))));
      return type.decode(id) === undefined ? [] : [encodeGlobalId(type.name, id)];
    }),
  );
}

/** Whether a value is a sample of an id. */
const isIdSample = (value: unknown): boolean =>
  typeof value === 'string' && (isGlobalId(value) || /^(?:marker)?\d\d$/.test(value));

/** Values in arguments with their paths, joined by dots. */
export const leavesOf = (value: unknown, path = ''): readonly (readonly [path: string, value: unknown])[] =>
  typeof value !== 'object' || value === null || value instanceof File
    ? [[path, value]]
    : Object.entries(value).flatMap(([name, member]) => leavesOf(member, path === '' ? name : `${path}.${name}`));

/** Calls of one operation that one field sends, as templates. */
export class CallTemplates<R extends Run> {
  readonly field: CallingField<R>;
  readonly #operation: Operation;
  readonly #members: ReturnType<typeof getMemberSchemas>;
  readonly #markers = createMarkers();
  #required: Promise<readonly Template[]> | undefined;
  readonly #getOptional = memoize((base: Template) => this.#createOptional(base));

  constructor(field: CallingField<R>, operation: Operation) {
    this.field = field;
    this.#operation = operation;
    this.#members = getMemberSchemas(operation);
  }

  /** Samples of a type. Inputs that are members of the call have a sample of the contract. */
  #createSamples(type: GraphQLInputType, ids: readonly ResourceType[]): readonly unknown[] {
    const nullable = getNullableType(type);
    if (isListType(nullable)) return this.#createSamples(nullable.ofType, ids).map((item) => [item]);
    if (isEnumType(nullable)) return nullable.getValues().map(({ name }) => name);
    const marker = this.#markers.next().value;
    if (!isInputObjectType(nullable)) {
      if (nullable.name === 'ID') {
        const parts = [marker, ...[1, 2, 3].map(() => this.#markers.next().value)];
        return [`marker${marker}`, String(marker), ...ids.flatMap((id) => createIdSamples(id, this.#operation, parts))];
      }
      if (/^(?:Int|SafeInt|Float)$/.test(nullable.name)) return [marker];
      if (nullable.name === 'EmailAddress') return [`marker${marker}@example.com`];
      return scalarSamples[nullable.name] ?? [`${nullable.name === 'URL' ? 'https://' : ''}marker${marker}`];
    }
    const fields = Object.values(nullable.getFields());
    const toChoice = (field: (typeof fields)[number]) => [field.name, this.#getSamples(field, ids)] as const;
    if (nullable.isOneOf) return this.#findAlternatives(fields).flatMap((field) => product([toChoice(field)]));
    const required = product(fields.filter(isRequiredInputField).map(toChoice));
    const optional = fields
      .filter((field) => !isRequiredInputField(field) && !this.#isMember(field))
      .flatMap((field) => product([toChoice(field)]));
    return required
      .flatMap((values) => [values, ...optional.map((value) => ({ ...values, ...value }))])
      .filter((values) => Object.keys(values).length > 0);
  }

  #getSamples(field: Pick<Input, 'name' | 'type'>, ids: readonly ResourceType[]): readonly unknown[] {
    const [, schema = {}] = this.#findMember(field.name) ?? [];
    return this.#isMember(field)
      ? [toVariable(createSample(schema), field.type)]
      : this.#createSamples(field.type, ids);
  }

  /** Parameter that an input is named after. */
  #findMember(name: string) {
    return this.#members.get(name.replace(/^\d+\./, ''));
  }

  /** Whether a field is named after a parameter and has its value. */
  #isMember({ name, type }: Pick<Input, 'name' | 'type'>): boolean {
    const named = getNamedType(type);
    return this.#findMember(name) !== undefined && !isInputObjectType(named) && named.name !== 'File';
  }

  /** Runs the field. If the call needs further parameters, adds samples that satisfy a requirement until the field sends the call. */
  async #runCompleted(args: Values): Promise<readonly [args: Values, run: R]> {
    let completed = args;
    let run = await this.field.run(args);
    const samples = leavesOf(args).flatMap(([path, value]) => (isIdSample(value) ? [path] : []));
    for (const input of this.field.inputs.filter(({ isRequired }) => !isRequired)) {
      if (run.rejected.length === 0 || run.rejected.some((path) => samples.includes(path))) break;
      const longer = { ...completed, [input.name]: this.#getSamples(input, [])[0] };
      const next = await this.field.run(longer);
      if (next.rejected.length < run.rejected.length) [completed, run] = [longer, next];
    }
    return [completed, run];
  }

  /**
   * Templates of the required inputs that lead to the call, such as one for each alternative of a `@oneOf` input. The first accepted form of an
   * id represents the others.
   */
  #getRequired(): Promise<readonly Template[]> {
    this.#required ??= this.#findRequired();
    return this.#required;
  }

  async #findRequired(): Promise<readonly Template[]> {
    const required = this.field.inputs.filter(({ isRequired }) => isRequired);
    const templates: Template[] = [];
    const rejected = new Set<string>();
    const accepted = new Map<string, unknown>();
    for (const args of product(required.map((input) => [input.name, this.#getSamples(input, input.ids)]))) {
      const ids = leavesOf(args).filter(([, value]) => isIdSample(value));
      if (ids.some(([path, id]) => rejected.has(`${path} ${id}`) || (accepted.get(path) ?? id) !== id)) continue;
      const [completed, run] = await this.#runCompleted(args);
      for (const [path, id] of ids) if (run.rejected.includes(path)) rejected.add(`${path} ${id}`);
      if (run.parameters === undefined) continue;
      for (const [path, id] of ids) accepted.set(path, id);
      const isOwn = ([name, value]: readonly [string, unknown]) =>
        name.startsWith(':') || this.#findInput(args, name, value) === undefined;
      templates.push({ args, parameters: new Map([...run.parameters].filter(isOwn)), completed });
    }
    return templates;
  }

  /** Templates of one optional input each, in addition to those of the required ones. */
  async #createOptional({ completed }: Template): Promise<readonly Template[]> {
    const before = await this.field.run(completed);
    const options = this.field.inputs
      .filter((input) => input.hasParameters && !input.isRequired && !this.#isMember(input))
      .flatMap((input) => this.#getSamples(input, []).map((value) => ({ [input.name]: value })));
    const templates: Template[] = [];
    for (const args of options) {
      const { parameters = new Map() } = await this.field.run({ ...completed, ...args });
      const changed = [...parameters].filter(([name, value]) => !isEqual(value, before.parameters?.get(name)));
      templates.push({ args, parameters: new Map(changed), completed });
    }
    return templates;
  }

  /** Members of a `@oneOf` input: the one that the operation is named after if there is one, otherwise all. */
  #findAlternatives<T extends { readonly name: string }>(fields: readonly T[]): readonly T[] {
    const id = this.#operation.id.toLowerCase();
    const named = fields.filter(({ name }) => name.length > 2 && id.includes(name.toLowerCase()));
    const longest = named.toSorted((a, b) => b.name.length - a.name.length).slice(0, 1);
    return longest.length > 0 ? longest : fields;
  }

  /** Input that is named after a parameter and accepts the form of its value. */
  #findInput(args: Values, parameter: string, value: unknown): NamedInput | undefined {
    const find = (inputs: readonly Pick<Input, 'name' | 'type'>[], present: Values): NamedInput | undefined => {
      const named = inputs.find(({ name }) => this.#findMember(name)?.[0] === parameter);
      if (named !== undefined && isForm(value, getNamedType(named.type)))
        return { path: [named.name], type: named.type };
      for (const { name, type } of inputs) {
        const nullable = getNullableType(type);
        if (!isInputObjectType(nullable) || this.#findMember(name) !== undefined) continue;
        const values = asRecord(present[name]);
        const nested = find(
          Object.values(nullable.getFields()).filter((field) => !nullable.isOneOf || field.name in values),
          values,
        );
        if (nested !== undefined) return { path: [name, ...nested.path], type: nested.type };
      }
      return undefined;
    };
    return find(
      this.field.inputs.filter(({ hasParameters }) => hasParameters),
      args,
    );
  }

  /**
   * Fills the inputs, so that the field sends a call.
   * @param getDistance returns the distance of a run from the call
   * @returns the inputs whose call differs least; `undefined` if the field sends no call with this path
   */
  async invert(
    target: Pick<Target, 'path' | 'query' | 'body'>,
    getDistance: (run: R, args: Values) => number,
  ): Promise<Inverse<R> | undefined> {
    const wanted = toParameters(target);
    const values = { ...target.query, ...target.body };
    const rated = (await this.#getRequired()).flatMap((each) => {
      const filled: Bindings = new Map();
      const score = rate(each, wanted, filled);
      const isComplete = markersIn(each.args).every((marker) => filled.has(marker));
      return score === undefined || !(isComplete || this.field.acceptsSamples) ? [] : [{ each, score, filled }];
    });
    const [best] = rated.toSorted((a, b) => b.score - a.score);
    if (best === undefined) return undefined;
    const { each: template, filled: bindings } = best;
    const attempt = async (args: Values) => {
      const run = await this.field.run(args);
      return { args, run, distance: getDistance(run, args) };
    };
    const start = asRecord(fill(template.args, bindings));
    const named = Object.entries(values).flatMap(([name, value]) => {
      const { path, type } = this.#findInput(start, name, value) ?? {};
      if (path === undefined || type === undefined) return [];
      return [path.reduceRight<unknown>((inner, key) => ({ [key]: inner }), toVariable(value, type))];
    });
    const add = (args: Values, addition: unknown, join = false): Values => asRecord(merge(args, addition, join));
    let nearest = await attempt(named.reduce<Values>((args, addition) => add(args, addition), start));
    const improve = async (args: Values) => {
      const next = await attempt(args);
      const isNearer = next.distance < nearest.distance;
      if (isNearer) nearest = next;
      return isNearer;
    };
    if (nearest.distance === Number.POSITIVE_INFINITY) {
      nearest = await attempt(start);
      for (const addition of named) await improve(add(nearest.args, addition));
    }
    const unused: string[] = [];
    for (const [name, value] of wanted) {
      const { parameters } = nearest.run;
      const isSet =
        parameters === undefined
          ? this.#findInput(start, name, value) !== undefined
          : isEqual(parameters.get(name), value);
      if (isSet || name.startsWith(':')) continue;
      const makers = (await this.#getOptional(template)).filter((each) => each.parameters.has(name));
      if (parameters === undefined && makers.length === 0 && !template.parameters.has(name)) unused.push(name);
      const options = makers.flatMap((each) => {
        const filled: Bindings = new Map();
        const isMatch = [...each.parameters].every(
          ([other, form]) => !wanted.has(other) || bind(form, wanted.get(other), filled),
        );
        return isMatch ? [fill(each.args, filled)] : [];
      });
      for (const args of options) if (await improve(add(nearest.args, args, true))) break;
    }
    const { parameters } = nearest.run;
    const isOpen = ({ name, isRequired }: Input) => {
      const [member] = this.#findMember(name) ?? [];
      if (!isRequired || member !== undefined) return isRequired && !(String(member) in values);
      const markers = markersIn(template.args[name]);
      if (markers.length > 0) return markers.some((marker) => !bindings.has(marker));
      // A sample without markers may only select the operation.
      return [...template.parameters.keys()].some((each) => !wanted.has(each) && (parameters?.has(each) ?? true));
    };
    const open = nearest.distance === 0 ? [] : this.field.inputs.filter(isOpen).map(({ name }) => name);
    return { ...nearest, sample: template.completed, open, unused };
  }
}

/** Whether a value may be that of a type: objects are values of input objects, but each alternative of a `@oneOf` input is a different value. */
const isForm = (value: unknown, type: GraphQLInputType): boolean =>
  !isInputObjectType(type) || (!type.isOneOf && [value].flat().every(isRecord));

/** Score of a template for a call; `undefined` if its call has another path. Adds the values of the markers to the bindings. */
function rate(template: Template, wanted: Parameters, bindings: Bindings): number | undefined {
  let score = 0;
  for (const [name, value] of template.parameters) {
    const isBound = wanted.has(name) && bind(value, wanted.get(name), bindings);
    if (name.startsWith(':') && !isBound) return undefined;
    score += isBound ? 1 : wanted.has(name) ? -2 : -1;
    // An input that accepts numbers only.
    if (typeof value === 'number' && !/^\d+$/.test(String(wanted.get(name)))) score -= 5;
  }
  return score;
}
