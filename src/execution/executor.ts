/**
 * Executes one operation over its tree. Loaded values are written synchronously; each pending value completes what depends on it when it
 * settles, and the operation has a single promise. Errors are recorded with their path, and `null` propagates as the types require.
 */
import {
  defaultTypeResolver,
  type ExecutionResult,
  type FieldNode,
  GraphQLError,
  type GraphQLIsTypeOfFn,
  type GraphQLObjectType,
  type GraphQLResolveInfo,
  type GraphQLTypeResolver,
  isObjectType,
  locatedError,
  TypeNameMetaFieldDef,
} from 'graphql';
import { type FieldCompleter, setProperty } from './object-writer.ts';
import type { FieldArguments, OperationTree, SelectedField, VariableValues } from './operation-tree.ts';
import type { AbstractOutput, LeafOutput, ListOutput, ObjectOutput, OutputType } from './output-type.ts';
import { type PendingValue, type PendingValueHandler, PendingValues } from './pending-values.ts';
import { Position, type ResponseKey } from './position.ts';
import { createResolveInfo } from './resolve-info.ts';
import {
  DependentValue,
  ignoreRejections,
  inspect,
  isAsyncIterable,
  isIterable,
  isPromiseLike,
} from './runtime-values.ts';

/** Source of the moment at which an execution ends, finished or not. */
export interface Cancellation {
  /** Error of every field that is not complete; `undefined` before the execution is cancelled. */
  readonly reason: Error | undefined;
  listen(listener: (reason: Error) => void): void;
  unlisten(listener: (reason: Error) => void): void;
}

export interface ExecutorArgs {
  readonly tree: OperationTree;
  readonly variableValues: VariableValues;
  readonly rootValue?: unknown;
  readonly contextValue?: unknown;
  /** Resolver of fields without one. Defaults to the property of the parent with the name of the field. */
  readonly fieldResolver?: Resolver | undefined;
  /** Resolver of abstract types without one. Defaults to `__typename` and `isTypeOf`. */
  readonly typeResolver?: TypeResolver | undefined;
  /** Ends the execution: pending fields become errors with its reason, and no further root mutation starts. */
  readonly cancellation?: Cancellation | undefined;
  /** Converts the reason of the cancellation to the error of a root mutation that did not start. Defaults to the reason. */
  readonly toNotStartedError?: ((reason: Error) => Error) | undefined;
  /** Maximum number of errors in the result; further ones are only counted. Defaults to no maximum. */
  readonly maxErrors?: number | undefined;
}

type Resolver = (parent: unknown, args: never, context: unknown, info: GraphQLResolveInfo) => unknown;
type TypeResolver = GraphQLTypeResolver<unknown, unknown>;

/** Result of an execution. */
export interface OperationResult extends ExecutionResult {
  /** Number of errors beyond `maxErrors`. */
  readonly omittedErrors?: number;
}

/** Field or list item whose value, or the type of whose value, is awaited. */
interface PendingField extends PendingValue {
  readonly field: SelectedField;
  /** Object or list that contains the value. */
  readonly parent: Position;
  readonly key: ResponseKey;
  /** Returns the completed value, given the result of the promise. Defaults to completing the result as the value. */
  readonly complete: ((result: unknown) => unknown) | undefined;
  /** Called in addition if the promise is rejected. */
  readonly onFailed: (() => void) | undefined;
}

export class Executor implements FieldCompleter<SelectedField>, PendingValueHandler<PendingField> {
  readonly #args: ExecutorArgs;
  readonly #variableValues: VariableValues;
  readonly #context: unknown;
  readonly #pending = new PendingValues<PendingField>(this);
  readonly #root: Position;
  readonly #errors: GraphQLError[] = [];
  #omittedErrors = 0;
  #data: Record<string, unknown> | null = null;

  constructor(args: ExecutorArgs) {
    this.#args = args;
    this.#variableValues = args.variableValues;
    this.#context = args.contextValue;
    this.#root = new Position(undefined, undefined, false, args.tree.root?.type);
  }

  /** Executes a query, or one event of a subscription. */
  executeConcurrently(): OperationResult | Promise<OperationResult> {
    return this.#run(() => {
      const { root } = this.#args.tree;
      if (root === undefined) throw this.#missingRootType();
      this.#data = root.writer.write(this, this.#args.rootValue, this.#root);
      this.#root.container = this.#data;
    });
  }

  /** Executes a mutation: each root field starts when the one before is complete. */
  executeSerially(): OperationResult | Promise<OperationResult> {
    return this.#run(() => {
      const { root } = this.#args.tree;
      if (root === undefined) throw this.#missingRootType();
      const object: Record<string, unknown> = {};
      this.#data = object;
      this.#root.container = object;
      for (const { key } of root.fields) setProperty(object, key, null);
      this.#executeRootFields(root.fields, object);
    });
  }

  #executeRootFields(fields: readonly SelectedField[], object: Record<string, unknown>): void {
    for (const [index, field] of fields.entries()) {
      const { cancellation, toNotStartedError = (cause: Error) => cause } = this.#args;
      const reason = cancellation?.reason;
      const value =
        reason === undefined || field.definition === TypeNameMetaFieldDef
          ? this.completeField(field, this.#args.rootValue, this.#root)
          : this.#fail(toNotStartedError(reason), field, field.output, this.#root, field.key);
      object[field.key] = value;
      if (this.#pending.isEmpty) continue;
      this.#pending.onEmpty(() => this.#executeRootFields(fields.slice(index + 1), object));
      return;
    }
  }

  #missingRootType(): GraphQLError {
    const { operation } = this.#args.tree;
    return new GraphQLError(`Schema is not configured to execute ${operation.operation} operation.`, {
      nodes: operation,
    });
  }

  #run(start: () => void): OperationResult | Promise<OperationResult> {
    try {
      start();
    } catch (error) {
      // Conditions of the root selection are invalid, or the schema has no such root type.
      this.#errors.push(locatedError(error, undefined));
      this.#root.isNull = true;
      this.#pending.close();
    }
    if (this.#pending.isEmpty) return this.#result;
    const { cancellation } = this.#args;
    const { promise, resolve } = Promise.withResolvers<OperationResult>();
    // What was cancelled together with the execution has an error of its own, which says more.
    const cancel = (reason: Error) => void setImmediate(() => this.#pending.failAll(reason));
    this.#pending.onFinished(() => {
      cancellation?.unlisten(cancel);
      resolve(this.#result);
    });
    if (cancellation?.reason !== undefined) cancel(cancellation.reason);
    else cancellation?.listen(cancel);
    return promise;
  }

  get #result(): OperationResult {
    const data = this.#root.isNull ? null : this.#data;
    if (this.#errors.length === 0) return { data };
    const result = { errors: this.#errors, data };
    return this.#omittedErrors === 0 ? result : { ...result, omittedErrors: this.#omittedErrors };
  }

  completeField(field: SelectedField, source: unknown, position: Position): unknown {
    // A field before this one has failed.
    if (position.isNull) return null;
    try {
      const { prepared } = field;
      const args = field.getArguments(this.#variableValues);
      const value =
        prepared === undefined
          ? this.#resolve(field, source, args, position)
          : prepared.value(source, args, this.#context);
      return this.#completeOrWait(field, field.output, value, position, field.key);
    } catch (error) {
      return this.#fail(error, field, field.output, position, field.key);
    }
  }

  #resolve(
    field: SelectedField,
    source: unknown,
    args: Readonly<Record<string, unknown>>,
    position: Position,
  ): unknown {
    const { definition, name } = field;
    const resolve = definition.resolve ?? this.#args.fieldResolver;
    if (resolve !== undefined)
      return resolve(source, toOwnArguments(field, args) as never, this.#context, this.#infoFor(field, position));
    if ((typeof source !== 'object' && typeof source !== 'function') || source === null) return undefined;
    const value: unknown = Reflect.get(source, name);
    return typeof value === 'function'
      ? value.call(source, toOwnArguments(field, args), this.#context, this.#infoFor(field, position))
      : value;
  }

  /** `info` of a field of the object at this position, or around it if it is a list. */
  #infoFor(field: SelectedField, position: Position): GraphQLResolveInfo {
    let object = position;
    while (object.type === undefined && object.parent !== undefined) object = object.parent;
    return createResolveInfo(this.#args.tree, field, object, this.#args.rootValue, this.#variableValues);
  }

  /** Completes a value that may be pending. */
  #completeOrWait(
    field: SelectedField,
    output: OutputType,
    value: unknown,
    position: Position,
    key: ResponseKey,
  ): unknown {
    if (isPromiseLike(value)) return this.#wait(value, field, output, position, key);
    if (value instanceof DependentValue) return this.#waitForConverted(value, field, output, position, key);
    return this.#complete(field, output, value, position, key);
  }

  #waitForConverted(
    { promise, convert }: DependentValue,
    field: SelectedField,
    output: OutputType,
    position: Position,
    key: ResponseKey,
  ): null {
    return this.#wait(promise, field, output, position, key, (result) =>
      this.#completeOrWait(field, output, convert(result), position, key),
    );
  }

  /** Completes a value that is not pending. */
  #complete(field: SelectedField, output: OutputType, value: unknown, position: Position, key: ResponseKey): unknown {
    if (value === null || value === undefined) {
      if (output.isNonNull) throw nullInNonNull(field);
      return null;
    }
    if (value instanceof Error) throw value;
    switch (output.kind) {
      case 'leaf':
        return completeLeaf(output, value);
      case 'object':
        return this.#completeTyped(field, output, output.type, value, position, key);
      case 'list':
        return this.#completeList(field, output, value, position, key);
      case 'abstract':
        return this.#completeAbstract(field, output, value, position, key);
    }
  }

  #completeList(field: SelectedField, output: ListOutput, value: unknown, parent: Position, key: ResponseKey): unknown {
    if (isAsyncIterable(value)) return this.#completeAsyncList(field, output, value, parent, key);
    if (!isIterable(value))
      throw new GraphQLError(`Expected Iterable, but did not find one for field "${field.coordinate}".`);
    const position = new Position(parent, key, output.isNonNull, undefined);
    const items: unknown[] = [];
    try {
      for (const item of value) {
        if (position.isNull) ignoreRejections(output.item, item);
        else items.push(this.#completeItem(field, output.item, item, position, items.length));
      }
    } catch (error) {
      // The iterator failed: items before it may be pending.
      position.isNull = true;
      throw error;
    }
    if (position.isNull) return null;
    position.container = items;
    return items;
  }

  #completeItem(field: SelectedField, output: OutputType, item: unknown, position: Position, index: number): unknown {
    try {
      return this.#completeOrWait(field, output, item, position, index);
    } catch (error) {
      return this.#fail(error, field, output, position, index);
    }
  }

  /** Waits for all items of an asynchronous list. Pending items do not hold the next ones back. */
  #completeAsyncList(
    field: SelectedField,
    output: ListOutput,
    iterable: AsyncIterable<unknown>,
    parent: Position,
    key: ResponseKey,
  ): null {
    const position = new Position(parent, key, output.isNonNull, undefined);
    const items: unknown[] = [];
    position.container = items;
    const iterator = iterable[Symbol.asyncIterator]();
    const read = async () => {
      for (let index = 0; ; index += 1) {
        const { done, value } = await iterator.next();
        if (done) return;
        if (position.isRemoved) ignoreRejections(output.item, value);
        else items[index] = this.#completeItem(field, output.item, value, position, index);
        if (position.isRemoved) {
          closeIterator(iterator);
          return;
        }
      }
    };
    this.#pending.add(read(), {
      field,
      output,
      position,
      parent,
      key,
      complete: () => items,
      onFailed: () => {
        closeIterator(iterator);
        position.isNull = true;
      },
    });
    return null;
  }

  #completeAbstract(
    field: SelectedField,
    output: AbstractOutput,
    value: unknown,
    parent: Position,
    key: ResponseKey,
  ): unknown {
    const resolveType = output.type.resolveType ?? this.#args.typeResolver ?? defaultTypeResolver;
    const typeName: unknown = resolveType(value, this.#context, this.#infoFor(field, parent), output.type);
    const complete = (name: unknown) =>
      this.#completeTyped(field, output, this.#possibleType(field, output, value, name), value, parent, key);
    return isPromiseLike(typeName) ? this.#wait(typeName, field, output, parent, key, complete) : complete(typeName);
  }

  #completeTyped(
    field: SelectedField,
    output: ObjectOutput | AbstractOutput,
    type: GraphQLObjectType,
    value: unknown,
    parent: Position,
    key: ResponseKey,
  ): unknown {
    return type.isTypeOf
      ? this.#completeChecked(type.isTypeOf, field, output, type, value, parent, key)
      : this.#completeObject(field, output, type, value, parent, key);
  }

  #completeChecked(
    isTypeOf: GraphQLIsTypeOfFn<unknown, unknown>,
    field: SelectedField,
    output: ObjectOutput | AbstractOutput,
    type: GraphQLObjectType,
    value: unknown,
    parent: Position,
    key: ResponseKey,
  ): unknown {
    const complete = (isOfType: unknown) => {
      if (!isOfType)
        throw new GraphQLError(`Expected value of type "${type}" but got: ${inspect(value)}.`, {
          nodes: field.nodes,
        });
      return this.#completeObject(field, output, type, value, parent, key);
    };
    const isOfType = isTypeOf.call(type, value, this.#context, this.#infoFor(field, parent));
    return isPromiseLike(isOfType) ? this.#wait(isOfType, field, output, parent, key, complete) : complete(isOfType);
  }

  #completeObject(
    field: SelectedField,
    output: OutputType,
    type: GraphQLObjectType,
    value: unknown,
    parent: Position,
    key: ResponseKey,
  ): unknown {
    const position = new Position(parent, key, output.isNonNull, type);
    const object = field.selection.on(type).writer.write(this, value, position);
    if (position.isNull) return null;
    position.container = object;
    return object;
  }

  #possibleType(field: SelectedField, { type }: AbstractOutput, value: unknown, name: unknown): GraphQLObjectType {
    const { schema } = this.#args.tree;
    const { nodes, coordinate } = field;
    const failure = `Abstract type "${type}" must resolve to an Object type at runtime for field "${coordinate}"`;
    if (name === null || name === undefined)
      throw new GraphQLError(
        `${failure}. Either the "${type}" type should provide a "resolveType" function or each possible type should provide an "isTypeOf" function.`,
        { nodes },
      );
    if (typeof name !== 'string')
      throw new GraphQLError(
        `${failure} with value ${inspect(value)}, received "${inspect(name)}", which is not a valid Object type name.`,
      );
    const objectType = schema.getType(name);
    if (objectType === undefined)
      throw new GraphQLError(
        `Abstract type "${type}" was resolved to a type "${name}" that does not exist inside the schema.`,
        { nodes },
      );
    if (!isObjectType(objectType))
      throw new GraphQLError(`Abstract type "${type}" was resolved to a non-object type "${name}".`, { nodes });
    if (!schema.isSubType(type, objectType))
      throw new GraphQLError(`Runtime Object type "${name}" is not a possible type for "${type}".`, { nodes });
    return objectType;
  }

  /** Completes a value when the promise settles. Returns `null`, which takes the place of the value until then. */
  #wait(
    promise: PromiseLike<unknown>,
    field: SelectedField,
    output: OutputType,
    position: Position,
    key: ResponseKey,
    complete?: (result: unknown) => unknown,
  ): null {
    this.#pending.add(promise, { field, output, position, parent: position, key, complete, onFailed: undefined });
    return null;
  }

  completePending(pending: PendingField, result: unknown): void {
    const { field, output, parent, key, complete } = pending;
    try {
      const value = complete === undefined ? this.#complete(field, output, result, parent, key) : complete(result);
      parent.set(key, value);
    } catch (error) {
      this.failPending(pending, error);
    }
  }

  failPending({ field, output, parent, key, onFailed }: PendingField, error: unknown): void {
    parent.set(key, this.#fail(error, field, output, parent, key));
    onFailed?.();
  }

  /** Records the error of a value. Returns `null`, which takes its place. */
  #fail(error: unknown, { nodes }: SelectedField, output: OutputType, position: Position, key: ResponseKey): null {
    if (!position.isRemoved) {
      if (this.#errors.length < (this.#args.maxErrors ?? Number.POSITIVE_INFINITY))
        this.#errors.push(toFieldError(error, nodes, [...position.keys, key]));
      else this.#omittedErrors += 1;
    }
    if (output.isNonNull) position.nullify();
    return null;
  }
}

/** Arguments that a resolver may change: fields without arguments share an object. */
function toOwnArguments({ definition }: SelectedField, args: FieldArguments): FieldArguments {
  return definition.args.length === 0 ? Object.create(null) : args;
}

function toFieldError(error: unknown, nodes: readonly FieldNode[], path: readonly ResponseKey[]): GraphQLError {
  try {
    return locatedError(error, nodes, path);
  } catch {
    // A property of the thrown value throws when it is read.
    return new GraphQLError('Unexpected error value', { nodes, path });
  }
}

async function closeIterator(iterator: AsyncIterator<unknown>): Promise<void> {
  try {
    await iterator.return?.();
  } catch {
    // The list is not in the response.
  }
}

function nullInNonNull({ coordinate }: SelectedField): Error {
  return new Error(`Cannot return null for non-nullable field ${coordinate}.`);
}

function completeLeaf({ type, serialize }: LeafOutput, value: unknown): unknown {
  const serialized = serialize(value);
  if (serialized === null || serialized === undefined)
    throw new Error(
      `Expected \`${type}.coerceOutputValue(${inspect(value)})\` to return non-nullable value, returned: ${serialized}`,
    );
  return serialized;
}
