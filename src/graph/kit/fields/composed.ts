/** A field that takes several reads, some of which depend on what others answer. It can make the calls that it declares, and no others. */
import type { InputFieldMap, InputShapeFromFields } from '@pothos/core';
import type { OperationId, SchemaName } from '../../../contract/index.ts';
import { type SelectedField, Selection } from '../../../execution/index.ts';
import type { Download } from '../../../rest/calls.ts';
import type { Violation } from '../../../rest/errors.ts';
import type { RestRequest, RestRequestOf, RestResponse } from '../../../rest/request.ts';
import type { GraphContext } from '../../context.ts';
import type { ArgumentBuilder } from '../contract/inputs.ts';
import { checkOf } from '../contract/leaves.ts';
import type { FieldType } from '../contract/types.ts';
import { toList } from '../contract/values.ts';
import type { Cursors } from '../paging/cursors.ts';
import type { PathParameters, Resource } from '../resources/resource.ts';
import type { ResourceType } from '../resources/resource-type.ts';
import { load, numberOf, type PlannedRead } from '../resources/retrieval.ts';
import { type Field, type FieldBuilder, loadAttribute } from './attribute.ts';
import {
  type Args,
  type FieldCall,
  type FieldKind,
  type FieldPlan,
  type Frequency,
  ofKind,
  oneOf,
  ownOperations,
  type ParentInfo,
  type PreparedField,
} from './kind.ts';
import { createFinder } from './lookup.ts';
import { typedArgs } from './parameters.ts';

/** A read that a field declares. */
export interface Step {
  readonly operation: OperationId;
  /** At worst how often for each parent; 1 unless given, `list` for each item of a list of unstated length. */
  readonly times?: number | 'list';
}

/** Plans the reads of steps for each parent. */
export function stepReads(steps: readonly Step[], listLength: number): readonly PlannedRead[] {
  return steps.map(({ operation, times = 1 }) => ({
    operation,
    request: undefined,
    times: times === 'list' ? listLength : times,
    isEstimate: times === 'list',
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
  /** Resources that the field gives; several where the object decides of which type it is. */
  readonly gives?: Given | readonly Given[];
}

interface Given {
  readonly type: ResourceType;
  /** Absent where only their path parameters may be known. */
  readonly representation?: SchemaName;
  readonly list?: boolean;
}

/** Computes the value of a composed field. */
type Compose = (parent: unknown, args: Args, calls: Calls) => unknown;

export class ComposedKind implements FieldKind {
  readonly attributes: readonly string[];
  readonly needsObject: boolean;
  readonly #composition: Composition;
  readonly #compose: Compose;
  #declared: ReadonlySet<OperationId> | undefined;

  constructor(composition: Composition, compose: Compose) {
    this.#composition = composition;
    this.#compose = compose;
    this.attributes = composition.attributes ?? [];
    this.needsObject = this.attributes.length > 0;
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

  prepare(field: SelectedField): PreparedField {
    const { selection, definition } = field;
    const check = checkOf(definition.type) ?? ((value: unknown) => value);
    return {
      plan: (parent) => this.#plan(parent, selection),
      value: (parent, args, context) => {
        this.#declared ??= new Set(ownOperations(this));
        const calls = new Calls(this.#composition.type, this.#declared, context, field);
        const value = this.#compose(parent, args, calls);
        return value instanceof Promise ? value.then(check) : check(value);
      },
    };
  }

  #plan({ listLength }: ParentInfo, selection: Selection): FieldPlan {
    const { steps, gives } = this.#composition;
    const reads = stepReads(typeof steps === 'function' ? steps(selection) : steps, listLength);
    const objects = [gives ?? []].flat().map(({ type, representation, list = false }) => ({
      type,
      path: undefined,
      first: undefined,
      representation,
      selection: selection.onTypeNamed(type.name),
      ...(list ? { times: listLength, isEstimate: true } : {}),
    }));
    return { reads, objects };
  }
}

/** The calls of a composed field. One that is not declared is a mistake in the area, and fails. */
export class Calls<O extends OperationId = OperationId> {
  readonly #type: ResourceType | undefined;
  readonly #declared: ReadonlySet<OperationId>;
  readonly #context: GraphContext;
  readonly #selectedField: SelectedField;

  constructor(
    type: ResourceType | undefined,
    declared: ReadonlySet<OperationId>,
    context: GraphContext,
    field: SelectedField,
  ) {
    this.#type = type;
    this.#declared = declared;
    this.#context = context;
    this.#selectedField = field;
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
    return this.#selectedField.selection;
  }

  read<R extends O>(request: RestRequestOf<R>): Promise<RestResponse> {
    return this.#context.rest.read(this.#allowed(request), this.#field);
  }

  /** Reads what may have changed since it was read last. */
  readAgain<R extends O>(request: RestRequestOf<R>): Promise<RestResponse> {
    this.#context.rest.forget();
    return this.read(request);
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
    return loadAttribute(this.#type, parent, name, this.#context, this.#field);
  }

  /** The object at path parameters, verified to exist when it has to answer something itself. */
  find(type: ResourceType, path: PathParameters): Resource | Promise<Resource | null> {
    this.#allow(type.detailOperations);
    return createFinder(type, this.selection, this.#field)(path, this.#context);
  }

  /** The object at path parameters with its detail; null when it does not exist. */
  load(type: ResourceType, path: PathParameters): Promise<Resource | null> {
    this.#allow(type.detailOperations);
    return load(type, path, Selection.empty, this.#context, this.#field);
  }

  get #field(): string {
    return this.#selectedField.coordinate;
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
  const { gives } = composition;
  for (const { type, representation } of [gives ?? []].flat()) {
    if (representation === undefined) type.occursByPath();
    else type.occursIn(representation);
  }
  // The field has the parent and the arguments that its builder declares.
  const compose: Compose = (parent, given, calls) => resolve(parent as Parent, typedArgs<A>(given), calls);
  const isList = items !== undefined;
  const kind = new ComposedKind(composition, isList ? async (...call) => toList(await compose(...call)) : compose);
  const { resolve: resolveField, extensions } = ofKind(kind);
  const options = { description, extensions, args: args?.(t.arg) ?? {} };
  if (!isList) return t.field({ ...options, type: value, nullable: true, resolve: resolveField });
  const resolveList = async (...call: Parameters<typeof resolveField>) => toList(await resolveField(...call));
  return items === 'nullable'
    ? t.field({ ...options, type: [value], nullable: { list: true, items: true }, resolve: resolveList })
    : t.field({ ...options, type: [value], nullable: { list: true, items: false }, resolve: resolveList });
}
