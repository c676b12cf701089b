/** The objects of the graph: an address, and what an answer already said about what stands there. */
import { attributesOf, type SchemaName } from '../../contract/index.ts';
import { RestError } from '../../rest/errors.ts';
import type { Answer } from '../../rest/request.ts';
import type { GraphContext } from '../context.ts';
import type { Entity } from './entity.ts';
import { Selection } from './selection.ts';

/** REST path parameters of an object, by name. */
export type Address<Key extends string = string> = Readonly<Record<Key, string | number>>;

/** One object of an answer. */
export type Attributes = Readonly<Record<string, unknown>>;

/** In place of a value that only the detail of an object has. */
export const unsettled = Symbol('unsettled');

export class Held {
  readonly entity: Entity;
  #address: Address | (() => Address);
  /** Attributes of the answer that the object came from; absent when only the address is known. */
  readonly attributes: Attributes | undefined;
  /** Schema of that answer: an attribute it lists but does not send is null, any other is asked for. */
  readonly form: SchemaName | undefined;
  readonly #selected: (() => Selection) | undefined;
  #detail: Promise<Attributes> | undefined;

  /**
   * @param address itself, or what computes it once something needs it
   * @param selected tells what the client selected on this object
   */
  constructor(
    entity: Entity,
    address: Address | (() => Address),
    attributes: Attributes | undefined,
    form: SchemaName | undefined,
    selected?: () => Selection,
  ) {
    this.entity = entity;
    this.#address = address;
    this.attributes = attributes;
    this.form = form;
    this.#selected = selected;
  }

  get address(): Address {
    if (typeof this.#address === 'function') this.#address = this.#address();
    return this.#address;
  }

  /** What the client selected on this object. */
  get selection(): Selection {
    return this.#selected?.() ?? Selection.empty;
  }

  /** Whether the answer at hand settles this attribute, with a value or by leaving it out. */
  settles(name: string): boolean {
    return this.form !== undefined && attributesOf(this.form).has(name);
  }

  /** The detail of the object, asked for once; undefined when no call gives it. */
  detail(context: GraphContext, field: string): Promise<Attributes> | undefined {
    this.#detail ??= this.entity.detailOf(this, context, field);
    return this.#detail;
  }
}

function isAttributes(value: unknown): value is Attributes {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The object of an answer. Fails with `UPSTREAM_INVALID_ANSWER` when the answer is anything else. */
export function objectOf(answer: Answer): Attributes {
  if (isAttributes(answer.body)) return answer.body;
  // 202 says that it is there and not ready, which may be all that the answer says.
  if (answer.status === 202) return {};
  throw new RestError('UPSTREAM_INVALID_ANSWER', 'The upstream answers with something other than an object', {
    status: answer.status,
  });
}

/** The items of an answer; an item that is no object is null. Fails with `UPSTREAM_INVALID_ANSWER` when it is no list. */
export function itemsOf(answer: Answer): readonly (Attributes | null)[] {
  if (!Array.isArray(answer.body))
    throw new RestError('UPSTREAM_INVALID_ANSWER', 'The upstream answers with something other than a list', {
      status: answer.status,
    });
  return answer.body.map((item) => (isAttributes(item) ? item : null));
}

/** An embedded object of an answer; null when it is missing or of another kind. */
export function embedded(value: unknown): Attributes | null {
  return isAttributes(value) ? value : null;
}
