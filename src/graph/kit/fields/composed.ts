/**
 * Fields that need several reads, some of which depend on the responses of others. They can make only the calls that
 * they declare.
 */
import type { InputFieldMap, InputShapeFromFields } from '@pothos/core';
import type { OperationId, SchemaName } from '../../../contract/index.ts';
import { type SelectedField, Selection } from '../../../execution/index.ts';
import { memoizeByName } from '../../../helpers/memoize.ts';
import { formatPath, RestError, type Violation } from '../../../rest/errors.ts';
import type { Download, RestRequest, RestRequestOf, RestResponse } from '../../../rest/request.ts';
import type { GraphContext } from '../../context.ts';
import type { ArgumentBuilder } from '../contract/inputs.ts';
import { createLeafCheck } from '../contract/leaves.ts';
import { createField, type FieldType } from '../contract/types.ts';
import { toList } from '../contract/values.ts';
import type { Graph } from '../graph.ts';
import type { Cursors } from '../paging/cursors.ts';
import { withOptInParameters } from '../resources/opt-in-attributes.ts';
import { parseReference } from '../resources/references.ts';
import type { Attributes, PathParameters, Resource } from '../resources/resource.ts';
import type { ResourceType } from '../resources/resource-type.ts';
import { ResourceTypes } from '../resources/resource-types.ts';
import type { PlannedPath, PlannedRequest } from '../resources/response-value.ts';
import { createMissingObjectError, load, loadNumber, type PlannedTimes } from '../resources/retrieval.ts';
import { findItem } from '../resources/search.ts';
import type { Field, FieldBuilder } from './attribute.ts';
import { AttributeReader } from './attribute-reader.ts';
import { type ContainedAttributes, extractContained, findContained } from './contained-attributes.ts';
import {
  type Args,
  DependentKind,
  type FieldCall,
  type FieldPlan,
  type Frequency,
  getOwnOperations,
  type ParentInfo,
  type PlannedFieldCall,
  type PlannedObjects,
  type PreparedField,
  planItems,
  toFieldCalls,
} from './kind.ts';
import { createFinder, planLookup } from './lookup.ts';
import { typedArgs } from './parameters.ts';

/** Read that a field declares. */
export interface Step {
  readonly operation: OperationId;
  /** Returns the request, if the parent determines it. */
  readonly plan?: (parent: ParentInfo) => PlannedRequest | undefined;
  /** Maximum number of REST calls for each parent. Defaults to 1. `list`: one call for each item of a list of unknown length. */
  readonly times?: PlannedTimes;
  /** Whether the number of REST calls depends on the length of a list, such as further pages of a search. Defaults to false. */
  readonly isEstimate?: boolean;
}

/** Read that a mutation declares. */
export interface InputStep extends Omit<Step, 'times'> {
  /** Maximum number of REST calls as in `Step`, or a function that returns it for an input. */
  readonly times?: PlannedTimes | ((input: Args) => number);
}

function toFrequency(times: NonNullable<InputStep['times']>, listFrequency: Frequency): Frequency {
  if (typeof times === 'function') return 'perItem';
  if (typeof times === 'string') return listFrequency;
  return times === 1 ? 'atMostOnce' : times;
}

/**
 * Converts steps to calls of a field. @param listFrequency frequency of steps that depend on a list of unknown length
 */
export function toStepCalls(steps: readonly InputStep[], listFrequency: Frequency): readonly FieldCall[] {
  return steps.map(({ operation, times = 1, isEstimate = false }) => ({
    operations: [operation],
    frequency: isEstimate ? listFrequency : toFrequency(times, listFrequency),
  }));
}

export interface Composition {
  /** Type of the objects that the field belongs to; `undefined` if they are not resources. */
  readonly type?: ResourceType;
  /** Attributes of the parent that the field reads. */
  readonly attributes?: readonly string[];
  /**
   * Reads of the field. They may depend on the selection, and on the schema of the response with the parent, which is
   * `undefined` before it is read. Defaults to none.
   */
  readonly steps?: readonly Step[] | ((selection: Selection, parent: SchemaName | undefined) => readonly Step[]);
  /** Operations that read returned objects, and those of all steps if `steps` is a function. */
  readonly operations?: readonly OperationId[];
  /** Resources that the field returns; several if the parent determines their type. */
  readonly returns?: ReturnedResource | readonly ReturnedResource[];
}

interface ReturnedResource {
  readonly type: ResourceType;
  /** `undefined` if only path parameters may be available. */
  readonly representation?: SchemaName;
  readonly list?: boolean;
  /**
   * Returns the path parameters of the object, `undefined` if they cannot be described before a response, and `null` if the parent has no
   * object of this type. Without `representation`, the object is loaded for selected fields. By default, responses to the steps contain it.
   */
  readonly plan?: ((parent: ParentInfo) => PlannedPath | undefined | null) | undefined;
}

type LoadAttribute = (parent: Resource, name: string, context: GraphContext) => unknown;

/** @param field coordinate of the field, for traces */
function createAttributeLoader(type: ResourceType, field: string): LoadAttribute {
  const getReader = memoizeByName((name) => new AttributeReader(type, name, field));
  return (parent, name, context) => getReader(name).load(parent, context);
}

/** Computes the value of a composed field. */
type Compose = (parent: unknown, args: Args, calls: Calls) => unknown;

/** Kind of fields whose reads depend on responses. */
export class ComposedKind extends DependentKind {
  readonly #composition: Composition;
  readonly #compose: Compose;
  #declared: ReadonlySet<OperationId> | undefined;

  constructor(graph: Graph, composition: Composition, compose: Compose) {
    super(graph, composition.type, composition.attributes);
    this.#composition = composition;
    this.#compose = compose;
  }

  override calls() {
    const { steps = [], operations = [], returns } = this.#composition;
    const returnsList = [returns ?? []].flat().some(({ list }) => list);
    return [
      ...super.calls(),
      ...(typeof steps === 'function' ? [] : toStepCalls(steps, 'perItem')),
      ...toFieldCalls(operations, returnsList ? 'perItem' : 'atMostOnce'),
    ];
  }

  prepare(field: SelectedField): PreparedField {
    const { selection, definition, coordinate } = field;
    const { type } = this.#composition;
    const loadAttribute = type && createAttributeLoader(type, coordinate);
    const check = createLeafCheck(definition.type) ?? ((value: unknown) => value);
    return {
      plan: (parent) => this.#plan(parent, selection),
      value: (parent, args, context) => {
        this.#declared ??= new Set(getOwnOperations(this));
        const calls = new Calls(loadAttribute, this.#declared, context, field);
        const value = this.#compose(parent, args, calls);
        return value instanceof Promise ? value.then(check) : check(value);
      },
    };
  }

  #plan(parent: ParentInfo, selection: Selection): FieldPlan {
    const { steps = [], returns } = this.#composition;
    const planned = typeof steps === 'function' ? steps(selection, parent.representation) : steps;
    const calls: PlannedFieldCall[] = planned.map(({ plan, ...step }) => ({ ...step, request: plan?.(parent) }));
    const objects: PlannedObjects[] = [];
    for (const { type, representation, list, plan } of [returns ?? []].flat()) {
      const path = plan?.(parent);
      if (path === null) continue;
      const typedSelection = selection.onTypeNamed(type.name);
      if (plan === undefined) {
        const items = { ...planItems(type, parent.path), representation, selection: typedSelection };
        objects.push({ ...items, times: list ? 'list' : 1 });
      } else if (representation === undefined) {
        const lookup = planLookup(type, path, selection);
        calls.push(...(lookup.calls ?? []));
        objects.push(...(lookup.objects ?? []));
      } else objects.push({ type, path, representation, selection: typedSelection });
    }
    return { calls, objects, isOneOfObjects: true };
  }
}

/**
 * REST calls available to a composed field.
 * @throws Error for an operation that the field does not declare
 */
export class Calls<O extends OperationId = OperationId> {
  readonly #loadAttribute: LoadAttribute | undefined;
  readonly #declared: ReadonlySet<OperationId>;
  readonly #context: GraphContext;
  readonly #selectedField: SelectedField;

  constructor(
    loadAttribute: LoadAttribute | undefined,
    declared: ReadonlySet<OperationId>,
    context: GraphContext,
    field: SelectedField,
  ) {
    this.#loadAttribute = loadAttribute;
    this.#declared = declared;
    this.#context = context;
    this.#selectedField = field;
  }

  get cursors(): Cursors {
    return this.#context.cursors;
  }

  get isAnonymous(): boolean {
    return this.#context.rest.credential.isAnonymous;
  }

  /** Selection on the value of the field. */
  get selection(): Selection {
    return this.#selectedField.selection;
  }

  read<R extends O>(request: RestRequestOf<R>): Promise<RestResponse> {
    const { rest, part } = this.#context;
    return rest.read(this.#assertDeclared(request), this.#field, part);
  }

  /**
   * Finds an item of a list of objects of a type, page by page, with the attributes that the selection needs; `null` if
   * none exists.
   */
  findItem<R extends O>(
    type: ResourceType,
    list: RestRequestOf<R>,
    matches: (item: Attributes) => boolean,
  ): Promise<Attributes | null> {
    const request = withOptInParameters(this.#context.rest.contract, this.#assertDeclared(list), this.selection);
    return findItem(type, request, matches, this.#context, this.#field);
  }

  /** Discards all responses that the operation has received, then reads. */
  readAgain<R extends O>(request: RestRequestOf<R>): Promise<RestResponse> {
    this.#context.rest.invalidate();
    return this.read(request);
  }

  /** Waits. @throws RestError if the operation ends meanwhile */
  pause(durationMs: number): Promise<void> {
    return this.#context.rest.cancellation.pause(durationMs);
  }

  /**
   * Returns the number of an object that an input identifies, for operations that accept nothing else. A read is needed
   * only for a path.
   * @param inputPath path of the input
   * @throws RestError NOT_FOUND if the object does not exist
   */
  loadNumber(type: ResourceType, text: string, inputPath: Violation['path']): Promise<number> {
    this.#assertOperationsDeclared(type.detailOperations);
    return loadNumber(type, text, inputPath, this.#context, this.#field);
  }

  /**
   * Loads a string attribute of an object that an input identifies.
   * @param inputPath path of the input
   * @throws RestError NOT_FOUND if the object does not exist, UPSTREAM_INVALID_RESPONSE if the attribute is blank
   */
  async loadString(type: ResourceType, text: string, attribute: string, inputPath: Violation['path']): Promise<string> {
    const object = await this.load(type, { [type.firstParameter]: parseReference(type.name, text, inputPath) });
    const value = object?.attributes?.[attribute];
    if (typeof value !== 'string') throw createMissingObjectError(type, inputPath);
    if (value.trim() !== '') return value;
    const message = `The upstream returned a ${type.name} with a blank ${attribute} for ${formatPath(inputPath)}`;
    throw new RestError('UPSTREAM_INVALID_RESPONSE', message);
  }

  /** Streams a file. The consumer must read the whole body, or destroy it. */
  download<R extends O>(request: RestRequestOf<R>): Promise<Download> {
    return this.#context.rest.download(this.#assertDeclared(request), this.#field);
  }

  /** Returns an attribute of the parent, or a promise if the detail has to be read. */
  attribute(parent: Resource, name: string): unknown {
    if (this.#loadAttribute === undefined) throw new Error(`${this.#field} belongs to no resource`);
    return this.#loadAttribute(parent, name, this.#context);
  }

  /**
   * Returns the object at path parameters, or a promise if a selected field needs it. The promise is of `null` if it
   * does not exist.
   */
  find(type: ResourceType, path: PathParameters): Resource | Promise<Resource | null> {
    this.#assertOperationsDeclared(type.detailOperations);
    return createFinder(type, this.selection, this.#field)(path, this.#context);
  }

  /**
   * Returns the object whose path parameters a response contains, or a promise as `find`. The response suffices for fields
   * that its path parameters or attributes of the response determine.
   * @param attributes those of the response
   */
  findContained(
    type: ResourceType,
    path: PathParameters,
    attributes: Attributes,
    contained: ContainedAttributes = {},
  ): Resource | Promise<Resource | null> {
    const selection = this.selection.onTypeNamed(type.name);
    const needed = findContained(selection, contained);
    const extracted = needed && extractContained(needed, attributes);
    return extracted === undefined ? this.find(type, path) : type.createIdentified(path, selection, extracted);
  }

  /** Loads the object at path parameters with its detail; `null` if it does not exist. */
  load(type: ResourceType, path: PathParameters): Promise<Resource | null> {
    this.#assertOperationsDeclared(type.detailOperations);
    return load(type, path, Selection.empty, this.#context, this.#field);
  }

  /**
   * Loads the object at path parameters with the attributes that the selection needs, also if no selected field needs
   * it; `null` if it does not exist.
   */
  loadSelected(type: ResourceType, path: PathParameters): Promise<Resource | null> {
    this.#assertOperationsDeclared(type.detailOperations);
    return load(type, path, this.selection.onTypeNamed(type.name), this.#context, this.#field);
  }

  get #field(): string {
    return this.#selectedField.coordinate;
  }

  #assertDeclared<R extends RestRequest>(request: R): R {
    this.#assertOperationsDeclared([request.operation]);
    return request;
  }

  #assertOperationsDeclared(operations: readonly OperationId[]): void {
    const undeclared = operations.find((id) => !this.#declared.has(id));
    if (undeclared !== undefined) throw new Error(`${this.#field} does not declare ${undeclared}`);
  }
}

export interface ComposedOptions<Parent, A extends InputFieldMap> extends Omit<Composition, 'type' | 'attributes'> {
  /** GraphQL type of the value, or of the items of a list. */
  readonly value: FieldType;
  /**
   * Nullability of the items of a list; `undefined` if the value is not a list. `nullWithError`: an item is null only
   * together with an error.
   */
  readonly items?: 'nullable' | 'nullWithError' | 'required';
  readonly description: string;
  /** Whether the value is null only together with an error. Defaults to `false`. */
  readonly isNeverNull?: boolean;
  readonly args?: (t: ArgumentBuilder) => A;
  readonly resolve: (parent: Parent, args: InputShapeFromFields<A>, calls: Calls) => unknown;
}

/** Creates a composed field. @param parent type of the objects that the field belongs to, and the attributes that the field reads */
export function createComposedField<Parent, A extends InputFieldMap>(
  graph: Graph,
  t: FieldBuilder<Parent>,
  { value, items, description, isNeverNull = false, args, resolve, ...options }: ComposedOptions<Parent, A>,
  parent: Pick<Composition, 'type' | 'attributes'> = {},
): Field {
  const composition = { ...options, ...parent };
  const { returns } = composition;
  for (const { type, representation } of [returns ?? []].flat()) {
    const occurrences = graph.singleton(ResourceTypes).getOccurrences(type);
    if (representation === undefined) occurrences.addReference();
    else occurrences.add(representation);
  }
  // The builder of the field declares the types of parent and arguments.
  const compose: Compose = (parent, coercedArgs, calls) => resolve(parent as Parent, typedArgs<A>(coercedArgs), calls);
  const isList = items !== undefined;
  const kind = new ComposedKind(
    graph,
    composition,
    isList ? async (...call) => toList(await compose(...call)) : compose,
  );
  const shape = { list: isList, type: value, ...(isList && { hasNullableItems: items !== 'required' }) };
  return createField(t, shape, kind, {
    description,
    semanticNonNull: [...(isNeverNull ? [0] : []), ...(items === 'nullWithError' ? [1] : [])],
    args: args?.(t.arg) ?? {},
  });
}
