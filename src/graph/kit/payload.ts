/** Payloads of mutations: the changed object and whatever else a write answers. */
import type { FieldRef } from '@pothos/core';
import type { SchemaName } from '../../contract/index.ts';
import type { Answer, Request } from '../../rest/request.ts';
import type { Types } from './builder.ts';
import { declare } from './declaration.ts';
import type { Entity } from './entity.ts';
import { type Address, type Attributes, type Held, objectOf } from './held.ts';
import type { MutationError } from './mutation-errors.ts';
import { coordinate } from './names.ts';
import { Selection } from './selection.ts';
import { outputShape } from './types.ts';

/** What came of a write: its call and answer, or what stopped it. */
export interface Outcome {
  readonly request: Request | undefined;
  readonly answer: Answer | undefined;
  readonly errors: readonly MutationError[];
}

/** Fields of a payload. All are null when the write was refused. */
export class PayloadFields {
  readonly t: PothosSchemaTypes.RootFieldBuilder<Types, Outcome, 'Object'>;
  readonly #form: SchemaName | undefined;

  constructor(t: PothosSchemaTypes.RootFieldBuilder<Types, Outcome, 'Object'>, form: SchemaName | undefined) {
    this.t = t;
    this.#form = form;
  }

  /**
   * The object that the write changed: from the answer, or by the address of the call when the answer holds none.
   * @param options.parent what the object's address is made from beside the answer, where that is not the path of the call
   */
  object(
    entity: Entity,
    description: string,
    options: { fromAnswer?: boolean; parent?: (request: Request) => Address } = {},
  ): FieldRef<Types, unknown> {
    const form = this.#form;
    const fromAnswer = options.fromAnswer ?? form !== undefined;
    if (fromAnswer) entity.occursIn(form);
    else entity.occursByAddress();
    return this.t.field({
      type: entity.ref,
      nullable: true,
      description,
      resolve: ({ request, answer }, _, __, info): Held | null => {
        if (request === undefined || answer === undefined) return null;
        const path: Address = options.parent?.(request) ?? request.path ?? {};
        const selected = () => Selection.of(info);
        const item = fromAnswer ? answered(answer) : null;
        if (item !== null) return entity.fromItem(item, path, form, selected);
        // An empty answer to a write that creates something leaves its address unknown.
        if (entity.keys.some((key) => path[key] === undefined)) return null;
        return entity.atAddress(Object.fromEntries(entity.keys.map((key) => [key, path[key] ?? ''])), selected);
      },
    });
  }

  /** The object at an address that the call tells, read after the write when attributes of its own are selected. */
  lookup(entity: Entity, description: string, address: (request: Request) => Address): FieldRef<Types, unknown> {
    return this.t.field({
      type: entity.ref,
      nullable: true,
      description,
      ...declare({ kind: 'dependent', operations: entity.detailOperations }),
      resolve: ({ request, answer }, _, context, info) =>
        request === undefined || answer === undefined
          ? null
          : entity.find(address(request), context, info, coordinate(info)),
    });
  }

  /** The answer itself, an embedded object. */
  answer(description: string): FieldRef<Types, unknown> {
    if (this.#form === undefined) throw new Error('The operation answers with nothing');
    const { type } = outputShape({ $ref: `#/components/schemas/${this.#form}` });
    return this.t.field({ type, nullable: true, description, resolve: ({ answer }) => answer && answered(answer) });
  }

  /** The global id of what the write deleted. */
  deletedId(entity: Entity, description: string): FieldRef<Types, unknown> {
    return this.t.field({
      type: 'ID',
      nullable: true,
      description,
      resolve: ({ request, answer }, _, context) =>
        request === undefined || answer === undefined
          ? null
          : entity.globalId(entity.atAddress(request.path ?? {}), context),
    });
  }

  /** Whether the write changed anything; a documented 304 did not. */
  changed(description: string): FieldRef<Types, unknown> {
    return this.t.field({
      type: 'Boolean',
      nullable: true,
      description,
      resolve: ({ answer }) => (answer === undefined ? null : answer.status !== 304),
    });
  }

  /** Something made of the answer's object. */
  of<T>(
    type: 'String' | 'Boolean' | 'SafeInt',
    description: string,
    read: (body: Attributes) => T,
  ): FieldRef<Types, unknown> {
    return this.t.field({
      type,
      nullable: true,
      description,
      resolve: ({ answer }) => (answer === undefined ? null : read(answered(answer) ?? {})),
    });
  }
}

/** The object that answers a write; null where the answer is empty. Fails with `UPSTREAM_INVALID_ANSWER` for anything else. */
function answered(answer: Answer): Attributes | null {
  return answer.body === undefined || answer.body === null ? null : objectOf(answer);
}
