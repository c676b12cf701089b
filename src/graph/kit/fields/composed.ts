/** A field that takes several reads, some of which depend on what others answer. It can make the calls that it declares, and no others. */
import type { InputFieldMap, InputShapeFromFields } from '@pothos/core';
import type { GraphQLResolveInfo } from 'graphql';
import type { OperationId, SchemaName } from '../../../contract/index.ts';
import type { Download } from '../../../rest/calls.ts';
import type { Violation } from '../../../rest/errors.ts';
import type { RestRequest, RestRequestOf, RestResponse } from '../../../rest/request.ts';
import type { GraphContext } from '../../context.ts';
import type { ArgumentBuilder } from '../contract/inputs.ts';
import { coordinate } from '../contract/names.ts';
import type { FieldType } from '../contract/types.ts';
import { toList } from '../contract/values.ts';
import type { Cursors } from '../paging/cursors.ts';
import type { PathParameters, Resource } from '../resources/resource.ts';
import type { ResourceType } from '../resources/resource-type.ts';
import { type ForeseenRead, load, numberOf } from '../resources/retrieval.ts';
import { Selection } from '../resources/selection.ts';
import { attributeOf, type Field, type FieldBuilder } from './attribute.ts';
import {
  type Args,
  type FieldCall,
  type FieldKind,
  type Foreseen,
  type Frequency,
  needsDetail,
  ofKind,
  oneOf,
  ownOperations,
  type Place,
} from './kind.ts';
import { findObject } from './lookup.ts';
import { typedArgs } from './parameters.ts';
import { settled } from './settled.ts';

/** A read that a field declares. */
export interface Step {
  readonly operation: OperationId;
  /** At worst how often for each parent; 1 unless given, `list` for each item of a list of unstated length. */
  readonly times?: number | 'list';
}

/** What steps read for each parent. */
export function stepReads(steps: readonly Step[], listLength: number): readonly ForeseenRead[] {
  return steps.map(({ operation, times = 1 }) => ({
    operation,
    request: undefined,
    times: times === 'list' ? listLength : times,
    assumed: times === 'list',
  }));
}

/** Steps as calls of a field. @param ofList how often those are made that depend on a length that nobody states */
export function stepCalls(steps: readonly Step[], ofList: Frequency): readonly FieldCall[] {
  return steps.map(({ operation, times = 1 }) => ({
    operations: [operation],
    frequency: times === 'list' ? ofList : times === 1 ? 'atMostOnce' : times,
  }));
}

export interface Composition {
  /** Whose object the field belongs to; absent where it is none of the graph. */
  readonly type?: ResourceType;
  /** Attributes of its own object that the field begins with. */
  readonly attributes?: readonly string[];
  readonly steps: readonly Step[] | ((selection: Selection) => readonly Step[]);
  /** Operations of all steps, where these depend on the selection. */
  readonly operations?: readonly OperationId[];
  /** Whether the field reads a file, which no other read shares. */
  readonly readsFile?: boolean;
  /** Resources that the field gives; several where the object decides of which type it is. */
  readonly gives?: Given | readonly Given[];
}

interface Given {
  readonly type: ResourceType;
  /** Absent where only their path parameters may be known. */
  readonly representation?: SchemaName;
  readonly list?: boolean;
}

export class ComposedKind implements FieldKind {
  readonly attributes: readonly string[];
  readonly isOwn: boolean;
  readonly onlyOnce: boolean;
  readonly #composition: Composition;
  #declared: ReadonlySet<OperationId> | undefined;

  constructor(composition: Composition) {
    this.#composition = composition;
    this.attributes = composition.attributes ?? [];
    this.isOwn = this.attributes.length > 0;
    this.onlyOnce = composition.readsFile ?? false;
  }

  calls() {
    const { type, steps, operations = [], gives } = this.#composition;
    const mayAsk = this.attributes.some((name) => type?.mayAskFor(name));
    const givesList = [gives ?? []].flat().some(({ list }) => list);
    return [
      ...oneOf((mayAsk && type?.detailOperations) || [], 'forAllFields'),
      ...(typeof steps === 'function'
        ? oneOf(operations, givesList ? 'perItem' : 'atMostOnce')
        : stepCalls(steps, 'perItem')),
    ];
  }

  costsCall(listed: readonly SchemaName[]) {
    const { steps, operations = [] } = this.#composition;
    const own = typeof steps === 'function' ? operations.length : steps.length;
    return own > 0 || listed.some((schema) => needsDetail(this, schema));
  }

  foresee({ listLength }: Place, _: Args, selection: Selection): Foreseen {
    const { steps, gives } = this.#composition;
    const reads = stepReads(typeof steps === 'function' ? steps(selection) : steps, listLength);
    const objects = [gives ?? []].flat().map(({ type, representation, list = false }) => ({
      type,
      path: undefined,
      first: undefined,
      representation,
      selection: selection.onResource(type.name),
      ...(list ? { times: listLength, assumed: true } : {}),
    }));
    return { reads, objects };
  }

  /** The calls that a resolver of this kind may make. */
  callsFor(context: GraphContext, info: GraphQLResolveInfo): Calls {
    this.#declared ??= new Set(ownOperations(this));
    return new Calls(this.#composition.type, this.#declared, context, info);
  }
}

/** The calls of a composed field. One that is not declared is a mistake in the area, and fails. */
export class Calls<O extends OperationId = OperationId> {
  readonly #type: ResourceType | undefined;
  readonly #declared: ReadonlySet<OperationId>;
  readonly #context: GraphContext;
  readonly #info: GraphQLResolveInfo;

  constructor(
    type: ResourceType | undefined,
    declared: ReadonlySet<OperationId>,
    context: GraphContext,
    info: GraphQLResolveInfo,
  ) {
    this.#type = type;
    this.#declared = declared;
    this.#context = context;
    this.#info = info;
  }

  /** Writes and reads the cursors of lists. */
  get cursors(): Cursors {
    return this.#context.cursors;
  }

  /** Whether the caller has no credential. */
  get isAnonymous(): boolean {
    return this.#context.rest.credential.isAnonymous;
  }

  /** What the client selected on the value of the field. */
  get selection(): Selection {
    return Selection.of(this.#info);
  }

  read<R extends O>(request: RestRequestOf<R>): Promise<RestResponse> {
    return this.#context.rest.read(this.#allowed(request), this.#field);
  }

  /** Reads what may have changed since it was read last. */
  readAgain<R extends O>(request: RestRequestOf<R>): Promise<RestResponse> {
    this.#context.rest.forget();
    return this.read(request);
  }

  /** An item of a list that fails by itself. */
  settled<T>(item: Promise<T>): Promise<T> {
    return settled(item, this.#context);
  }

  /** Lets milliseconds pass. Fails when the operation ends meanwhile. */
  pause(milliseconds: number): Promise<void> {
    return this.#context.rest.cancellation.pause(milliseconds);
  }

  /**
   * The number of what an input names, for operations that take nothing else; only a path costs a read.
   * @param place of the input
   * @throws RestError `NOT_FOUND` when there is none
   */
  numberOf(type: ResourceType, text: string, place: Violation['path']): Promise<number> {
    this.#allow(type.detailOperations);
    return numberOf(type, text, place, this.#context, this.#field);
  }

  /** Reads a file in pieces. The caller takes the whole body, or destroys it. */
  download<R extends O>(request: RestRequestOf<R>): Promise<Download> {
    return this.#context.rest.download(this.#allowed(request), this.#field);
  }

  /** An attribute of the parent: at hand, or from its detail. */
  attribute(parent: Resource, name: string): unknown {
    if (this.#type === undefined) throw new Error(`${this.#field} belongs to no resource`);
    return attributeOf(this.#type, parent, name, this.#context, this.#info);
  }

  /** The object at path parameters, verified to exist when it has to answer something itself. */
  find(type: ResourceType, path: PathParameters): Resource | Promise<Resource | null> {
    this.#allow(type.detailOperations);
    return findObject(type, path, this.#context, this.#info, this.#field);
  }

  /** The object at path parameters with its detail; null when it does not exist. */
  load(type: ResourceType, path: PathParameters): Promise<Resource | null> {
    this.#allow(type.detailOperations);
    return load(type, path, Selection.empty, this.#context, this.#field);
  }

  get #field(): string {
    return coordinate(this.#info);
  }

  #allowed<R extends RestRequest>(request: R): R {
    this.#allow([request.operation]);
    return request;
  }

  #allow(operations: readonly OperationId[]): void {
    const undeclared = operations.find((id) => !this.#declared.has(id));
    if (undeclared !== undefined) throw new Error(`${this.#field} does not declare ${undeclared}`);
  }
}

export interface ComposedOptions<Parent, A extends InputFieldMap> extends Composition {
  /** GraphQL type of the value, or of the items where it is a list. */
  readonly value: FieldType;
  /** Of a list, whether its items may be null; absent where the value is no list. */
  readonly items?: 'nullable' | 'required';
  readonly description: string;
  readonly args?: (t: ArgumentBuilder) => A;
  readonly resolve: (parent: Parent, args: InputShapeFromFields<A>, calls: Calls) => unknown;
}

/** The field of a composed kind. */
export function composedField<Parent, A extends InputFieldMap>(
  t: FieldBuilder<Parent>,
  { value, items, description, args, resolve, ...composition }: ComposedOptions<Parent, A>,
): Field {
  const kind = new ComposedKind(composition);
  const { gives } = composition;
  for (const { type, representation } of [gives ?? []].flat()) {
    if (representation === undefined) type.occursByPath();
    else type.occursIn(representation);
  }
  const resolveWith = (parent: Parent, given: Args, context: GraphContext, info: GraphQLResolveInfo) =>
    resolve(parent, typedArgs<A>(given), kind.callsFor(context, info));
  const options = { description, ...ofKind(kind), args: args?.(t.arg) ?? {} };
  const resolveList = async (parent: Parent, given: Args, context: GraphContext, info: GraphQLResolveInfo) =>
    toList(await resolveWith(parent, given, context, info));
  if (items === undefined) return t.field({ ...options, type: value, nullable: true, resolve: resolveWith });
  return items === 'nullable'
    ? t.field({ ...options, type: [value], nullable: { list: true, items: true }, resolve: resolveList })
    : t.field({ ...options, type: [value], nullable: { list: true, items: false }, resolve: resolveList });
}
