/** Fields of the payload of a mutation. All are null when the write was refused. */
import type { FieldMap, FieldRef } from '@pothos/core';
import { attributesOf, type OperationId, operation, type SchemaName } from '../../../contract/index.ts';
import type { SelectedField, Selection } from '../../../execution/index.ts';
import { RestError } from '../../../rest/errors.ts';
import type { RestRequest, RestResponse } from '../../../rest/request.ts';
import type { GraphContext } from '../../context.ts';
import type { Types } from '../builder.ts';
import { camelCase, describe, toGraphNames, words } from '../contract/names.ts';
import {
  deprecation,
  descriptionOf,
  fieldName,
  outputField,
  outputShape,
  resolvedField,
  valueType,
} from '../contract/types.ts';
import { type Attributes, embedded, objectOf, type PathParameters, type Resource } from '../resources/resource.ts';
import { globalIdOf, planGlobalId } from '../resources/resource-id.ts';
import type { ResourceType } from '../resources/resource-type.ts';
import { completeWrite } from '../resources/retrieval.ts';
import { emptyFieldPlan, type FieldKind, hasOwnField, kindsIn, oneOf, type PreparedField } from './kind.ts';
import { createFinder, planLookup } from './lookup.ts';
import type { MutationError } from './mutation-errors.ts';
import { pathBelow } from './parameters.ts';

/** What came of a write: its call and answer, or what stopped it. */
export interface Outcome {
  readonly request: RestRequest | undefined;
  readonly answer: RestResponse | undefined;
  readonly errors: readonly MutationError[];
}

/** A write that was made. */
type Written = { readonly request: RestRequest; readonly answer: RestResponse };

const writtenBy = ({ request, answer }: Outcome): Written | undefined =>
  request === undefined || answer === undefined ? undefined : { request, answer };

/** Kind of a resource that the response of the write contains or identifies. */
class WrittenResourceKind implements FieldKind {
  readonly attributes = [];
  readonly needsObject = false;
  readonly #type: ResourceType;
  readonly #representation: SchemaName | undefined;
  readonly #create: (written: Written, selection: Selection) => Resource | null;

  /** @param representation schema of the response of the write */
  constructor(
    type: ResourceType,
    representation: SchemaName | undefined,
    create: (written: Written, selection: Selection) => Resource | null,
  ) {
    this.#type = type;
    this.#representation = representation;
    this.#create = create;
  }

  calls() {
    return [];
  }

  prepare({ selection }: SelectedField): PreparedField {
    const type = this.#type;
    const representation = this.#representation;
    const objects = [{ type, path: undefined, first: undefined, representation, mayBeEmpty: true, selection }];
    const typed = selection.onTypeNamed(type.name);
    return {
      plan: () => ({ reads: [], objects }),
      value: (outcome: Outcome) => {
        const written = writtenBy(outcome);
        return written === undefined ? null : this.#create(written, typed);
      },
    };
  }
}

/** Kind of a resource that is read after the write. */
class ReadResourceKind implements FieldKind {
  readonly attributes = [];
  readonly needsObject = false;
  readonly #type: ResourceType;
  readonly #toPath: (request: RestRequest) => PathParameters;

  constructor(type: ResourceType, toPath: (request: RestRequest) => PathParameters) {
    this.#type = type;
    this.#toPath = toPath;
  }

  calls() {
    return oneOf(this.#type.detailOperations, 'atMostOnce');
  }

  prepare({ selection, coordinate }: SelectedField): PreparedField {
    const type = this.#type;
    const typed = selection.onTypeNamed(type.name);
    // The write has shown that the object exists.
    const isRead = hasOwnField(typed);
    const find = isRead
      ? createFinder(type, selection, coordinate)
      : (path: PathParameters) => type.atPath(path, typed);
    return {
      plan: (parent) => {
        const plan = planLookup(type, undefined, selection, parent);
        return isRead ? plan : { ...plan, reads: [] };
      },
      value: (outcome: Outcome, _, context: GraphContext) => {
        const written = writtenBy(outcome);
        return written === undefined ? null : find(this.#toPath(written.request), context);
      },
    };
  }
}

/** Kind of the global id of a deleted object: the number of its owner is read if the input identifies it by its path. */
class DeletedIdKind implements FieldKind {
  readonly attributes = [];
  readonly needsObject = false;
  readonly #type: ResourceType;
  readonly #toPath: (request: RestRequest) => PathParameters;

  constructor(type: ResourceType, toPath: (request: RestRequest) => PathParameters) {
    this.#type = type;
    this.#toPath = toPath;
  }

  calls() {
    return oneOf(this.#type.ownerOperations, 'perOwner');
  }

  prepare(): PreparedField {
    const type = this.#type;
    return {
      plan: ({ listLength }) => {
        if (type.ownerOperations.length === 0) return emptyFieldPlan;
        const reads = planGlobalId(type, undefined, undefined, type.schema, listLength);
        return { reads: reads.map((read) => ({ ...read, isEstimate: true })), objects: [] };
      },
      value: (outcome: Outcome, _, context: GraphContext) => {
        const written = writtenBy(outcome);
        return written === undefined ? null : globalIdOf(type, type.atPath(this.#toPath(written.request)), context);
      },
    };
  }
}

/** Kind of the embedded object that a write changed. What the response omits is read below the same path. */
export class WrittenValueKind implements FieldKind {
  readonly attributes = [];
  readonly needsObject = false;
  readonly #read: OperationId;
  /** Schema of the response to the read, which has all fields of the type. */
  readonly schema: SchemaName;
  readonly #written: SchemaName;

  constructor(read: OperationId, written: SchemaName) {
    const [complete] = operation(read).answers;
    if (complete === undefined) throw new Error(`${read} does not answer with one object`);
    this.#read = read;
    this.schema = complete;
    this.#written = written;
  }

  calls() {
    return oneOf([this.#read], 'atMostOnce');
  }

  prepare({ selection, coordinate }: SelectedField): PreparedField {
    const needed = this.#neededAttributes(selection);
    const missingFrom = (object: Attributes) => needed.filter((name) => object[name] === undefined);
    // A response may omit what its schema has.
    const isEstimate = missingFrom(Object.fromEntries(attributesOf(this.#written))).length === 0;
    const reads = [{ operation: this.#read, request: undefined, times: 1, isEstimate }];
    return {
      plan: () => ({ reads, objects: [] }),
      value: (outcome: Outcome, _, context: GraphContext) => {
        const written = writtenBy(outcome);
        if (written === undefined) return null;
        const object = embedded(written.answer.body) ?? {};
        const missing = missingFrom(object);
        return missing.length === 0
          ? object
          : this.#complete(object, missing, written.request.path ?? {}, context, coordinate);
      },
    };
  }

  #neededAttributes(selection: Selection): readonly string[] {
    const attributes = [...attributesOf(this.schema)];
    const byField = new Map(attributes.map(([name, schema]) => [fieldName(name, schema), name]));
    const ofFields = selection.fields.flatMap(({ name }) => byField.get(name) ?? []);
    const ofKinds = kindsIn(selection).flatMap((kind) => kind.attributes);
    return [...new Set([...ofFields, ...ofKinds])];
  }

  /**
   * An object with the attributes that it lacks, from a read of the same path. Where the read fails, these attributes alone fail; without
   * any other attribute, the whole read does.
   */
  async #complete(
    object: Attributes,
    missing: readonly string[],
    path: PathParameters,
    { rest }: GraphContext,
    field: string,
  ): Promise<Attributes> {
    const request = { operation: this.#read, path: pathBelow(this.#read, path) };
    try {
      const read = await completeWrite(async () => objectOf(await rest.read(request, field)));
      return { ...read, ...object };
    } catch (error) {
      if (Object.keys(object).length === 0) throw error;
      return withFailures(object, missing, error);
    }
  }
}

/** An object whose missing attributes fail, each for itself, when a field reads them. */
function withFailures(object: Attributes, missing: readonly string[], error: unknown): Attributes {
  const failing = {
    get(): never {
      throw error;
    },
  };
  return Object.defineProperties({ ...object }, Object.fromEntries(missing.map((name) => [name, failing])));
}

export class PayloadFields {
  readonly t: PothosSchemaTypes.RootFieldBuilder<Types, Outcome, 'Object'>;
  readonly #representation: SchemaName | undefined;

  constructor(t: PothosSchemaTypes.RootFieldBuilder<Types, Outcome, 'Object'>, representation: SchemaName | undefined) {
    this.t = t;
    this.#representation = representation;
  }

  /**
   * The object that the write changed: from the answer, or by the path parameters of the call when the answer holds none. A field that
   * has neither fails.
   * @param options.parent what the object's path parameters are made from beside the answer, where that is not those of the call
   */
  object(
    type: ResourceType,
    description: string,
    options: { fromAnswer?: boolean; parent?: (request: RestRequest) => PathParameters } = {},
  ): FieldRef<Types, unknown> {
    const fromAnswer = options.fromAnswer ?? this.#representation !== undefined;
    const representation = fromAnswer ? this.#representation : undefined;
    return this.resource(type, description, representation, ({ request, answer }, selection) => {
      const path: PathParameters = options.parent?.(request) ?? request.path ?? {};
      const item = fromAnswer ? embedded(answer.body) : null;
      if (item !== null) return type.fromWrite(item, path, representation, selection);
      // An empty answer to a write that creates something leaves its path unknown.
      if (type.parameters.some((name) => path[name] === undefined)) throw unusableAnswer(answer);
      return type.provenAt(Object.fromEntries(type.parameters.map((name) => [name, path[name] ?? ''])), selection);
    });
  }

  /** A resource that the area makes of the call and its answer. */
  resource(
    type: ResourceType,
    description: string,
    representation: SchemaName | undefined,
    make: (written: Written, selection: Selection) => Resource | null,
  ): FieldRef<Types, unknown> {
    type.occursIn(representation);
    // An answer that cannot be used leaves nothing but the path parameters.
    type.occursByPath();
    const kind = new WrittenResourceKind(type, representation, make);
    return outputField(this.t, { list: false, type: type.ref }, kind, { description });
  }

  /** The object at path parameters that the call tells, read after the write when attributes of its own are selected. */
  lookup(
    type: ResourceType,
    description: string,
    path: (request: RestRequest) => PathParameters,
  ): FieldRef<Types, unknown> {
    return outputField(this.t, { list: false, type: type.ref }, new ReadResourceKind(type, path), { description });
  }

  /**
   * What the changed object belongs to, for lists of it that have to be read again; null where the call was below something else. That it
   * exists, the write has shown.
   */
  parent(type: ResourceType): FieldRef<Types, unknown> {
    const description = `The ${words(type.name)} that was written to; lists selected here show the change.`;
    return this.resource(type, description, undefined, ({ request }, selection) => {
      const path = parentPath(type, request);
      return path && type.atPath(path, selection);
    });
  }

  /**
   * The embedded object that the write changed: from the response, and what that omits from a read below the same path.
   * @param read operation that returns the object with all its attributes
   */
  value(read: OperationId, description: string): FieldRef<Types, unknown> {
    const kind = new WrittenValueKind(read, this.#answer);
    return outputField(this.t, { list: false, type: valueType(kind.schema) }, kind, { description });
  }

  /** Attributes of the answer that no later read of the object tells, under their own names. */
  attributes(...names: readonly string[]): FieldMap {
    const attributes = attributesOf(this.#answer);
    return Object.fromEntries(
      names.map((name) => {
        const schema = attributes.get(name);
        if (schema === undefined) throw new Error(`${this.#answer} has no attribute ${name}`);
        const shape = outputShape(schema);
        const options = { description: describe(toGraphNames(descriptionOf(schema))), ...deprecation(schema) };
        const valueIn = (outcome: Outcome) => {
          const value = answered(outcome)?.[name];
          return shape.convert === undefined ? value : shape.convert(value);
        };
        return [camelCase(name), resolvedField(this.t, shape, options, valueIn)];
      }),
    );
  }

  get #answer(): SchemaName {
    if (this.#representation === undefined) throw new Error('The operation answers with nothing');
    return this.#representation;
  }

  /** The global id of what the write deleted. @param path of it, where that is not the path of the call */
  deletedId(
    type: ResourceType,
    description: string,
    path: (request: RestRequest) => PathParameters = (request) => request.path ?? {},
  ): FieldRef<Types, unknown> {
    return outputField(this.t, { list: false, type: 'ID' }, new DeletedIdKind(type, path), { description });
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
    type: 'String' | 'Boolean' | 'SafeInt' | 'DateTime',
    description: string,
    read: (body: Attributes) => T,
  ): FieldRef<Types, unknown> {
    return this.t.field({
      type,
      nullable: true,
      description,
      resolve: (outcome) => (outcome.answer === undefined ? null : read(answered(outcome) ?? {})),
    });
  }
}

/** The path parameters of what a call was made below; null where that is something else. */
function parentPath(type: ResourceType, { operation: id, path = {} }: RestRequest): PathParameters | null {
  // A group and a project have a parameter of the same name.
  const root = type.parameters.length === 1 ? `/${type.name.toLowerCase()}s/{` : '/';
  if (!operation(id).path.startsWith(root) || type.parameters.some((name) => path[name] === undefined)) return null;
  return Object.fromEntries(type.parameters.map((name) => [name, path[name] ?? '']));
}

/** What is said where the answer to a write does not hold what was selected. */
export function unusableAnswer({ status, problem = 'is not the documented object' }: RestResponse): RestError {
  const message = `The upstream accepted the write, but its answer cannot be used: it ${problem}`;
  return new RestError('UPSTREAM_INVALID_ANSWER', message, { status });
}

/**
 * The object that answers a write; null after a refusal, and where the contract has none.
 * @throws RestError UPSTREAM_INVALID_ANSWER for anything else, and for an object without any documented attribute
 */
function answered({ request, answer }: Outcome): Attributes | null {
  if (request === undefined || answer === undefined) return null;
  const object = embedded(answer.body);
  const { answers, bodiless } = operation(request.operation);
  if (object !== null) {
    const names = Object.keys(object);
    if (answers.length > 0 && !answers.some((schema) => names.some((name) => attributesOf(schema).has(name))))
      throw unusableAnswer(answer);
    return object;
  }
  if (answers.length === 0 || (answer.body === undefined && bodiless.has(answer.status))) return null;
  throw unusableAnswer(answer);
}
