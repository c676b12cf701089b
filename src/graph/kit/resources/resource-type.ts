/** Types of the graph whose objects have path parameters upstream. */
import type { outputShapeKey, parentShapeKey } from '@pothos/core';
import type { GraphQLNamedType } from 'graphql';
import type { Contract, OperationId, SchemaName } from '../../../contract/index.ts';
import type { Selection } from '../../../execution/index.ts';
import type { Violation } from '../../../rest/errors.ts';
import { type GlobalIdOptions, GlobalIdParser } from './global-id-parser.ts';
import type { Retrieve, Search, Verification } from './object-calls.ts';
import { PathParameterTypes } from './path-parameter-types.ts';
import { type Attributes, covers, type PathParameters, PathSource, Resource } from './resource.ts';
import { type ObjectSet, type PlannedParameter, type PlannedPath, ResponseValue } from './response-value.ts';

/** Returns the resource type of an object type; `undefined` if it has none. */
export function getResourceType({ extensions: { resourceType } }: Pick<GraphQLNamedType, 'extensions'>) {
  return resourceType instanceof ResourceType ? resourceType : undefined;
}

/** Project or group that the first path parameter identifies. */
export interface Owner {
  readonly type: ResourceType;
  /** Attribute of the object that contains the number of the owner. */
  readonly attribute?: string;
  /** Whether it owns the object with these path parameters. Defaults to all objects. */
  readonly owns?: (path: PlannedPath) => boolean;
}

export interface ResourceTypeOptions<S extends SchemaName = SchemaName, Name extends string = string>
  extends GlobalIdOptions<Name> {
  /** Contract that has the schema and the operations. */
  readonly contract: Contract;
  /** Schema with all attributes of the object. */
  readonly schema: S;
  /** Defaults to the description of the schema. */
  readonly description?: string;
  /** Object that the first parameter identifies; several if that depends on the other parameters. */
  readonly owner?: Owner | readonly Owner[];
  /**
   * Returns the path parameters of an item of a response.
   * @param parent path parameters of the object whose field returned the item
   */
  getItemPath(item: Attributes, parent: PlannedPath): Readonly<Record<Name, unknown>>;
  /** Message of the error for an object without all of them, if the upstream may hide them. Defaults to an invalid response. */
  readonly hiddenPathMessage?: string;
  /** Call that returns one object with all its attributes. */
  readonly retrieve?: Retrieve<Name> | undefined;
  /** List in which an object is searched, if no call returns a single object. */
  readonly search?: Search<Name> | undefined;
  /** List that verifies an object, if no response contains one. Its path determines all attributes. */
  readonly verification?: Verification<Name> | undefined;
  /**
   * Returns a schema that describes the object at path parameters more precisely than `schema`; `undefined` if none
   * exists.
   */
  readonly getSchemaFor?: (path: PathParameters) => SchemaName | undefined;
}

/** Resource type. Immutable, so that several graphs can share it. Used as the type of fields. */
export class ResourceType<S extends SchemaName = SchemaName, Name extends string = string> {
  declare readonly [outputShapeKey]: Resource;
  declare readonly [parentShapeKey]: Resource;
  readonly kind = 'Object';
  /** Created with the type. Its stack leads to the line of the author. */
  readonly origin = new Error('Declaration');
  /** Contract that has the schema and the operations. */
  readonly contract: Contract;
  readonly name: string;
  readonly schema: S;
  readonly parameters: readonly Name[];
  /** Path parameters in the order of the global id. */
  readonly idParameters: readonly Name[];
  readonly retrieve: Retrieve<Name> | undefined;
  readonly search: Search<Name> | undefined;
  readonly verification: Verification<Name> | undefined;
  readonly #options: ResourceTypeOptions<S, Name>;
  readonly #parameterTypes: PathParameterTypes;
  readonly #globalIds: GlobalIdParser<Name>;

  constructor(options: ResourceTypeOptions<S, Name>) {
    this.#options = options;
    this.contract = options.contract;
    this.name = options.name;
    this.schema = options.schema;
    this.parameters = options.parameters;
    this.retrieve = options.retrieve;
    this.search = options.search;
    this.verification = options.verification;
    this.#parameterTypes = new PathParameterTypes(this.contract, this.schema, this.parameters, this.detailOperations);
    const owners = this.#owners.map(({ type }) => type.name);
    this.#globalIds = new GlobalIdParser(options, this.#parameterTypes, owners);
    this.idParameters = this.#globalIds.parameters;
  }

  /** Name in error messages of the builder. */
  toString(): string {
    return this.name;
  }

  /** `undefined` for the description of the schema. */
  get description(): string | undefined {
    return this.#options.description;
  }

  /** Message of the error for an object whose path parameters the upstream hides; `undefined` if it hides none. */
  get hiddenPathMessage(): string | undefined {
    return this.#options.hiddenPathMessage;
  }

  /** Call or list that returns or verifies an object. */
  get #reading() {
    return this.retrieve ?? this.search ?? this.verification;
  }

  /** Whether a call or a list can verify that an object exists. */
  get isNode(): boolean {
    return this.#reading !== undefined;
  }

  /** First path parameter. It identifies the owner, if there is one. */
  get firstParameter(): string {
    return this.parameters[0] ?? 'id';
  }

  get #owners(): readonly Owner[] {
    return [this.#options.owner ?? []].flat();
  }

  /** Returns the owner of the object with these path parameters; `undefined` if it has none. */
  getOwner(path: PlannedPath | undefined): Owner | undefined {
    return this.#owners.find(({ owns }) => owns === undefined || (path !== undefined && owns(path)));
  }

  /** Whether these path parameters are those of an object of the whole instance. */
  belongsToInstance(path: PlannedPath): boolean {
    return this.#options.instanceWide === true && !path[this.firstParameter];
  }

  /** Whether the path parameters suffice to read an object. */
  isComplete(path: PlannedPath): boolean {
    const isOptional = (name: string) => name === this.firstParameter && this.belongsToInstance(path);
    return this.parameters.every((name) => (path[name] !== undefined && path[name] !== '') || isOptional(name));
  }

  /** Operations that read the detail of an object, or verify that it exists. */
  get detailOperations(): readonly OperationId[] {
    const call = this.#reading;
    return call === undefined ? [] : [call.operation].flat();
  }

  /** Operations that read attributes of an object in place of its detail, for anonymous callers. */
  get anonymousOperations(): readonly OperationId[] {
    const operation = this.retrieve?.anonymous?.operation;
    return operation === undefined ? [] : [operation];
  }

  /** Whether the list for anonymous callers contains an attribute. */
  isInAnonymousList(attribute: string): boolean {
    return this.anonymousOperations.some((id) =>
      this.contract.operation(id).responseSchemas.some((schema) => covers(this.contract, schema, attribute)),
    );
  }

  /**
   * Whether the first path parameter may be a string, such as a full path, although the global id contains the number
   * of the object.
   */
  get hasStringId(): boolean {
    return this.#parameterTypes.hasStringId;
  }

  /** Operations that the global id may need. */
  get idOperations(): readonly OperationId[] {
    if (this.#owners.length > 0) return this.ownerOperations;
    return this.hasStringId ? this.detailOperations : [];
  }

  /** Operations whose response contains the number of the owner. */
  get ownerOperations(): readonly OperationId[] {
    return this.#owners.flatMap(({ type }) => type.detailOperations);
  }

  /**
   * Returns a schema that describes the object at path parameters more precisely than `schema`; `undefined` if none
   * exists.
   */
  getSchemaFor(path: PathParameters): SchemaName | undefined {
    return this.#options.getSchemaFor?.(path);
  }

  /** Creates an object with the attributes of a response. */
  create(
    path: PathParameters | PathSource,
    attributes: Attributes | undefined,
    representation: SchemaName | undefined,
    selection?: Selection,
    isWritten = false,
  ): Resource {
    return new Resource(this.name, path, attributes, representation, selection, isWritten);
  }

  /**
   * Creates the source of the path parameters of items.
   * @param parent path parameters of the object that contains the items, or the object itself
   */
  createPathSource(parent: PathParameters | Resource): PathSource {
    return new PathSource((attributes) =>
      this.getItemPath(attributes, parent instanceof Resource ? parent.path : parent),
    );
  }

  /**
   * Creates an object from an item of a response; `null` if the item is `null`.
   * @param parent path parameters of the object that contains the item, or the source of those of all items of a list
   */
  fromItem(
    item: Attributes | null,
    parent: PathParameters | PathSource,
    representation: SchemaName | undefined,
    selection?: Selection,
  ): Resource | null {
    if (item === null) return null;
    const paths = parent instanceof PathSource ? parent : this.createPathSource(parent);
    return this.create(paths, item, representation, selection);
  }

  /**
   * Creates an object from the response to a write. An attribute that the response omits is read once if it is
   * selected.
   * @param parent path parameters, for those that the response omits
   */
  fromWrite(
    item: Attributes,
    parent: PathParameters,
    representation: SchemaName | undefined,
    selection?: Selection,
  ): Resource {
    const getPath = (attributes: Attributes) => this.#completePath(this.getItemPath(attributes, parent), parent);
    return this.create(new PathSource(getPath), item, representation, selection, true);
  }

  /** Creates an object of which only the path parameters are available. */
  createReference(path: PathParameters, selection?: Selection): Resource {
    // The path determines all attributes of such an object.
    if (this.verification !== undefined) return this.create(path, this.getAttributesFor(path), this.schema, selection);
    return this.create(path, undefined, undefined, selection);
  }

  /**
   * Creates an object that a response without a body proves to exist. Only attributes derived from its path are set.
   */
  createVerified(path: PathParameters, selection?: Selection): Resource {
    const derived = this.getAttributesFor(path);
    return this.create(path, Object.keys(derived).length > 0 ? derived : undefined, undefined, selection, true);
  }

  /** Returns the attributes that path parameters determine. */
  getAttributesFor(path: PathParameters): Attributes {
    return this.#options.getAttributesFor(path);
  }

  /** Whether path parameters determine an attribute. */
  isInPath(attribute: string): boolean {
    return this.parameters.some((name) =>
      [1, 'a'].some((value) => Object.hasOwn(this.getAttributesFor({ [name]: value }), attribute)),
    );
  }

  /**
   * Creates an object whose path parameters a response contains. Only the attributes that they determine, and others that
   * the response contains, are set.
   */
  createIdentified(path: PathParameters, selection?: Selection, contained?: Attributes): Resource {
    return this.create(path, { ...contained, ...this.getAttributesFor(path) }, undefined, selection);
  }

  /** Returns the path parameters of an item of a response. */
  getItemPath(item: Attributes, parent: PathParameters): PathParameters {
    const values = this.#options.getItemPath(item, parent);
    const path: Record<string, string | number> = {};
    for (const name in values) path[name] = this.#parameterTypes.convert(name, values[name]);
    return path;
  }

  /**
   * Returns the path parameters of items of a response in a plan.
   * @param item attributes of the items
   */
  planItemPath(item: Attributes, parent: PlannedPath, objects: ObjectSet): PlannedPath {
    const values = this.#options.getItemPath(item, parent);
    const path: Record<string, PlannedParameter> = {};
    for (const name in values) {
      const value = values[name];
      const parameter = value instanceof ResponseValue ? value : this.#parameterTypes.convert(name, value);
      const isOfInstance = name === this.firstParameter && this.belongsToInstance(parent) && parent[name] === '';
      // If the item lacks the attribute, only the response determines the parameter.
      path[name] = parameter === '' && !isOfInstance ? objects.valueOf(`path.${name}`, false) : parameter;
    }
    return path;
  }

  /**
   * Whether path parameters do not determine the operation that reads an object: the response with the first one may state that the object
   * belongs to the whole instance.
   */
  mayBelongToInstance(path: PlannedPath): boolean {
    return this.#options.instanceWide === true && path[this.firstParameter] instanceof ResponseValue;
  }

  /**
   * Returns the path parameters as the attributes of the object contain them. The object may have been found by a name
   * or below another object.
   */
  getCanonicalPath({ path, attributes }: Resource): PathParameters {
    return attributes === undefined ? path : this.#completePath(this.getItemPath(attributes, path), path);
  }

  #completePath(parsed: PathParameters, path: PathParameters): PathParameters {
    // Parameters that the response omits are those of the request. An empty group means that the object belongs to the
    // instance.
    const isGroup = (name: string) => this.#options.instanceWide === true && name === this.firstParameter;
    return Object.fromEntries(
      this.parameters.map((name) => [name, parsed[name] || (isGroup(name) ? '' : (path[name] ?? ''))]),
    );
  }

  /** Converts strings for all path parameters, such as those in the URL of a file. */
  parsePath(strings: Readonly<Record<string, string>>): PathParameters<Name> {
    // The path has exactly the parameters of the type, which the compiler cannot infer.
    return Object.fromEntries(
      this.parameters.map((name) => [name, this.#parameterTypes.convert(name, strings[name])]),
    ) as PathParameters<Name>;
  }

  /** Decodes the path parameters at the end of a global id; `undefined` if they cannot be those of this type. */
  decode(encoded: string): PathParameters<Name> | undefined {
    return this.#globalIds.decode(encoded);
  }

  /**
   * Returns the path parameters of a global id in an input.
   * @throws RestError BAD_USER_INPUT if it is not the global id of an object of this type
   */
  parseGlobalId(globalId: string, inputPath: Violation['path'] = ['input', 'id']): PathParameters<Name> {
    return this.#globalIds.parse(globalId, inputPath);
  }

  /**
   * Returns the last path parameter of an object below others, which an argument identifies by that parameter or by the
   * global id.
   * @param above the preceding path parameters
   * @throws RestError BAD_USER_INPUT if it is the global id of an object elsewhere
   */
  parseParameterBelow(above: PlannedPath, text: string, inputPath: Violation['path'] = ['id']): string | number {
    return this.#globalIds.parseParameterBelow(above, text, inputPath);
  }

  /** Like `parseParameterBelow`, for parameters that are numbers. */
  parseNumberBelow(above: PlannedPath, text: string, inputPath: Violation['path'] = ['id']): number {
    return this.#globalIds.parseNumberBelow(above, text, inputPath);
  }
}
