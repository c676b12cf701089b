/**
 * Executes one operation over its tree. Loaded values are written synchronously; each pending value completes what depends on it when it
 * settles, and the operation has a single promise. Errors are recorded with their path, and `null` propagates as the types require.
 */
import {
  defaultTypeResolver,
  GraphQLError,
  type GraphQLObjectType,
  type GraphQLResolveInfo,
  locatedError,
  TypeNameMetaFieldDef,
} from 'graphql';
import {
  completeLeaf,
  findPossibleType,
  missingRootType,
  nullInNonNull,
  nullInSemanticNonNull,
  toFieldError,
} from './completion.ts';
import type { Deferrals } from './deferrals.ts';
import type { ExecutorArgs, OperationResult } from './executor-args.ts';
import type { FieldArguments, VariableValues } from './field-arguments.ts';
import { type ItemCompleter, ListCompletion } from './list-completion.ts';
import { type FieldCompleter, type ObjectWriter, setProperty } from './object-writer.ts';
import type { AbstractOutput, ListOutput, ObjectOutput, OutputType } from './output-type.ts';
import { type PendingValue, type PendingValueHandler, PendingValues } from './pending-values.ts';
import { Position, type ResponseKey } from './position.ts';
import { createResolveInfo } from './resolve-info.ts';
import { DependentValue, inspect, isAsyncIterable, isPromiseLike } from './runtime-values.ts';
import type { SelectedField, Selection } from './selection.ts';

/** Field or list item whose value, or the type of whose value, is awaited. */
interface PendingField extends PendingValue {
  readonly output: OutputType<SelectedField>;
  /** Object or list that contains the value. */
  readonly parent: Position;
  readonly key: ResponseKey;
  /** Converts the result of the promise to the value. Defaults to the result itself. */
  readonly convert: DependentValue['convert'] | undefined;
  /** Returns the completed value, given the result of the promise. Defaults to completing the converted result. */
  readonly complete: ((result: unknown) => unknown) | undefined;
  /** Called in addition if the promise is rejected. */
  readonly onFailed: (() => void) | undefined;
}

export class Executor implements FieldCompleter<SelectedField>, ItemCompleter, PendingValueHandler<PendingField> {
  readonly #args: ExecutorArgs;
  readonly #variableValues: VariableValues;
  readonly #context: unknown;
  readonly #deferrals: Deferrals | undefined;
  readonly #lists: ListCompletion;
  readonly #pending = new PendingValues<PendingField>(this);
  readonly #root: Position;
  readonly #errors: GraphQLError[] = [];
  #omittedErrors = 0;
  #data: Record<string, unknown> | null = null;

  /**
   * @param deferrals `undefined` if nothing is deferred
   * @param root position of the part. Defaults to the root of the response.
   */
  constructor(args: ExecutorArgs, deferrals?: Deferrals, root?: Position) {
    this.#args = args;
    this.#variableValues = args.variableValues;
    this.#context = args.contextValue;
    this.#deferrals = deferrals;
    this.#lists = new ListCompletion(this, args.variableValues, deferrals);
    this.#root = root ?? new Position(undefined, undefined, false, args.tree.root?.type);
  }

  /** Executes a query, or one event of a subscription. */
  executeConcurrently(): OperationResult | Promise<OperationResult> {
    return this.#run(() => {
      const { root, operation } = this.#args.tree;
      if (root === undefined) throw missingRootType(operation);
      this.#data = this.#write(root, this.#args.rootValue, this.#root);
      this.#root.container = this.#data;
    });
  }

  /** Executes some fields of the object at the root. */
  executeFields(writer: ObjectWriter<SelectedField>, source: unknown): OperationResult | Promise<OperationResult> {
    return this.#run(() => {
      this.#data = writer.write(this, source, this.#root);
      this.#root.container = this.#data;
    });
  }

  /** Executes one item of the list at the root. The data contain it under its index. */
  executeItem(
    output: OutputType<SelectedField>,
    item: unknown,
    index: number,
  ): OperationResult | Promise<OperationResult> {
    return this.#run(() => {
      const items: Record<number, unknown> = {};
      this.#data = items;
      this.#root.container = items;
      items[index] = this.completeItem(output, item, this.#root, index);
    });
  }

  /** Stops the execution, which has no result. */
  abort(): void {
    this.#root.isNull = true;
    this.#pending.close();
  }

  /** Executes a mutation: each root field starts when the one before is complete. */
  executeSerially(): OperationResult | Promise<OperationResult> {
    return this.#run(() => {
      const { root, operation } = this.#args.tree;
      if (root === undefined) throw missingRootType(operation);
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
          : this.#fail(toNotStartedError(reason), field.output, this.#root, field.key);
      object[field.key] = value;
      const proceed = () => this.#executeRootFields(fields.slice(index + 1), object);
      if (!this.#pending.isEmpty) {
        this.#pending.onEmpty(() => this.#waitForDeferred(index + 1 < fields.length, proceed) || proceed());
        return;
      }
      if (this.#waitForDeferred(index + 1 < fields.length, proceed)) return;
    }
  }

  /**
   * Waits for the deferred fields below a root field, which may read before the next root field writes.
   * @returns `false` if there is nothing to wait for
   */
  #waitForDeferred(hasNext: boolean, proceed: () => void): boolean {
    if (!hasNext || this.#deferrals === undefined) return false;
    let release: (() => void) | undefined;
    const isWaiting = this.#deferrals.wait(() => {
      this.#pending.onEmpty(proceed);
      release?.();
    });
    if (isWaiting) release = this.#pending.hold();
    return isWaiting;
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
    // A value that was cancelled together with the execution has a more specific error.
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
      return this.#completeOrWait(field.output, value, position, field.key);
    } catch (error) {
      return this.#fail(error, field.output, position, field.key);
    }
  }

  #resolve(field: SelectedField, source: unknown, args: FieldArguments, position: Position): unknown {
    const { definition, name } = field;
    const resolve = definition.resolve ?? this.#args.fieldResolver;
    if (resolve !== undefined)
      return resolve(source, toOwnArguments(field, args), this.#context, this.#infoFor(field, position));
    if ((typeof source !== 'object' && typeof source !== 'function') || source === null) return undefined;
    const value: unknown = Reflect.get(source, name);
    return typeof value === 'function'
      ? value.call(source, toOwnArguments(field, args), this.#context, this.#infoFor(field, position))
      : value;
  }

  /** `info` of a field of the object at this position, or around it if it is a list. */
  #infoFor(field: SelectedField, position: Position): GraphQLResolveInfo {
    let object = position;
    while (object.type === undefined && object.outer !== undefined) object = object.outer;
    return createResolveInfo(this.#args.tree, field, object, this.#args.rootValue, this.#variableValues);
  }

  /** Completes a value that may be pending. */
  #completeOrWait(output: OutputType<SelectedField>, value: unknown, parent: Position, key: ResponseKey): unknown {
    if (isPromiseLike(value)) return this.#wait(value, output, parent, key);
    if (value instanceof DependentValue) return this.#waitForDependent(value, output, parent, key);
    return this.#complete(output, value, parent, key);
  }

  /** Completes a value that is not pending. */
  #complete(output: OutputType<SelectedField>, value: unknown, parent: Position, key: ResponseKey): unknown {
    if (value === null || value === undefined) {
      if (output.isNonNull) throw nullInNonNull(output.field);
      if (output.isSemanticNonNull) this.#reportSemanticNull(output.field);
      return null;
    }
    if (value instanceof Error) throw value;
    switch (output.kind) {
      case 'leaf':
        return completeLeaf(output, value);
      case 'object':
        return this.#completeTyped(output, output.type, value, parent, key);
      case 'list':
        return this.#completeList(output, value, parent, key);
      case 'abstract':
        return this.#completeAbstract(output, value, parent, key);
    }
  }

  /** @throws Error unless the caller of the execution accepts the `null` */
  #reportSemanticNull({ coordinate }: SelectedField): void {
    const { onSemanticNull = nullInSemanticNonNull } = this.#args;
    const error = onSemanticNull(coordinate);
    if (error !== undefined) throw error;
  }

  #completeList(output: ListOutput<SelectedField>, value: unknown, parent: Position, key: ResponseKey): unknown {
    if (!isAsyncIterable(value)) return this.#lists.complete(output, value, parent, key);
    const { promise, ...pending } = this.#lists.read(output, value, parent, key);
    this.#pending.add(promise, { output, parent, key, convert: undefined, ...pending });
    return null;
  }

  completeItem(output: OutputType<SelectedField>, item: unknown, position: Position, index: number): unknown {
    try {
      return this.#completeOrWait(output, item, position, index);
    } catch (error) {
      return this.#fail(error, output, position, index);
    }
  }

  #completeAbstract(
    output: AbstractOutput<SelectedField>,
    value: unknown,
    parent: Position,
    key: ResponseKey,
  ): unknown {
    const { schema } = this.#args.tree;
    const resolveType = output.type.resolveType ?? this.#args.typeResolver ?? defaultTypeResolver;
    const typeName: unknown = resolveType(value, this.#context, this.#infoFor(output.field, parent), output.type);
    const complete = (name: unknown) =>
      this.#completeTyped(output, findPossibleType(schema, output, value, name), value, parent, key);
    return isPromiseLike(typeName) ? this.#wait(typeName, output, parent, key, complete) : complete(typeName);
  }

  #completeTyped(
    output: ObjectOutput<SelectedField> | AbstractOutput<SelectedField>,
    type: GraphQLObjectType,
    value: unknown,
    parent: Position,
    key: ResponseKey,
  ): unknown {
    if (!type.isTypeOf) return this.#completeObject(output, type, value, parent, key);
    const complete = (isOfType: unknown) => {
      if (!isOfType)
        throw new GraphQLError(`Expected value of type "${type}" but got: ${inspect(value)}.`, {
          nodes: output.field.nodes,
        });
      return this.#completeObject(output, type, value, parent, key);
    };
    const isOfType = type.isTypeOf(value, this.#context, this.#infoFor(output.field, parent));
    return isPromiseLike(isOfType) ? this.#wait(isOfType, output, parent, key, complete) : complete(isOfType);
  }

  #completeObject(
    { field, isNonNull }: OutputType<SelectedField>,
    type: GraphQLObjectType,
    value: unknown,
    parent: Position,
    key: ResponseKey,
  ): unknown {
    const position = new Position(parent, key, isNonNull, type);
    const object = this.#write(field.selection.on(type), value, position);
    if (position.isNull) return null;
    position.container = object;
    return object;
  }

  /** Writes the fields of an object that belong to this part, and registers the others. */
  #write(selection: Selection, source: unknown, position: Position): Record<string, unknown> {
    const deferral = this.#deferrals === undefined ? undefined : selection.deferral;
    if (deferral === undefined) return selection.writer.write(this, source, position);
    this.#deferrals?.enter(deferral.newUsages, position);
    const object = selection.writer.write(this, source, position);
    for (const group of deferral.groups) {
      if (position.isNull || this.#deferrals?.defer(group, selection, source, position)) continue;
      for (const field of group.fields) setProperty(object, field.key, this.completeField(field, source, position));
    }
    return object;
  }

  /** Completes a value when the promise settles. Returns `null`, which takes the place of the value until then. */
  #wait(
    promise: PromiseLike<unknown>,
    output: OutputType<SelectedField>,
    parent: Position,
    key: ResponseKey,
    complete?: PendingField['complete'],
  ): null {
    this.#pending.add(promise, {
      output,
      position: parent,
      parent,
      key,
      convert: undefined,
      complete,
      onFailed: undefined,
    });
    return null;
  }

  /** Completes a value like `#wait`, converted from the result of its promise. */
  #waitForDependent(
    { promise, convert }: DependentValue,
    output: OutputType<SelectedField>,
    parent: Position,
    key: ResponseKey,
  ): null {
    this.#pending.add(promise, {
      output,
      position: parent,
      parent,
      key,
      convert,
      complete: undefined,
      onFailed: undefined,
    });
    return null;
  }

  completePending(pending: PendingField, result: unknown): void {
    const { output, parent, key, convert, complete } = pending;
    try {
      if (complete !== undefined) parent.set(key, complete(result));
      else if (convert !== undefined) parent.set(key, this.#completeOrWait(output, convert(result), parent, key));
      else parent.set(key, this.#complete(output, result, parent, key));
    } catch (error) {
      this.failPending(pending, error);
    }
  }

  failPending({ output, position, parent, key, onFailed }: PendingField, error: unknown): void {
    // While the next item of an asynchronous list was awaited, an earlier item may have failed and replaced the list by `null`.
    if (position.isRemoved) this.#args.onError?.(error);
    else parent.set(key, this.#fail(error, output, parent, key));
    onFailed?.();
  }

  /** Records the error of a value. Returns `null`, which takes its place. */
  #fail(error: unknown, output: OutputType<SelectedField>, position: Position, key: ResponseKey): null {
    this.#args.onError?.(error);
    if (!position.isRemoved) {
      if (this.#errors.length < (this.#args.maxErrors ?? Number.POSITIVE_INFINITY))
        this.#errors.push(toFieldError(error, output.field.nodes, [...position.keys, key]));
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
