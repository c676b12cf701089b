/** A type of the graph whose objects have path parameters of their own upstream. */
import type { ImplementableObjectRef } from '@pothos/core';
import {
  attributesOf,
  document,
  type OperationId,
  operation,
  type Schema,
  type SchemaName,
  typesIn,
} from '../../../contract/index.ts';
import type { Selection } from '../../../execution/index.ts';
import { badInput, type Violation } from '../../../rest/errors.ts';
import type { RestRequest } from '../../../rest/request.ts';
import { segmentProblem } from '../../../rest/url.ts';
import { builder, type Types } from '../builder.ts';
import { describe, withArticle } from '../contract/names.ts';
import { assertOwnId, decodeGlobalId, decodePath, isGlobalId } from './global-id.ts';
import { isOddNumber, oddNumber } from './references.ts';
import { type Attributes, type PathParameters, PathSource, Resource } from './resource.ts';

/** The call that gives one object. Methods, so that a type with particular parameters is still a resource type. */
export interface Retrieve<Name extends string> {
  /** One operation, or all that `request` chooses from. */
  readonly operation: OperationId | readonly OperationId[];
  request(path: PathParameters<Name>, selection: Selection): RestRequest;
  /** Status besides 404 by which the call says that there is no such object. */
  readonly absentStatus?: number;
}

/** The list that an object is found in, and by which attribute. */
export interface Search<Name extends string> {
  /** One operation, or all that `request` chooses from. */
  readonly operation: OperationId | readonly OperationId[];
  request(path: PathParameters<Name>): RestRequest;
  /** Whether an item of the list is the object with those path parameters. */
  matches(item: Attributes, path: PathParameters<Name>): boolean;
}

/** The project or group that the first path parameter names. */
export interface Owner {
  readonly type: ResourceType;
  /** Attribute of the object that tells the owner's number. */
  readonly attribute?: string;
  /** The objects that it owns by their path parameters, where others have another owner. */
  readonly owns?: (path: PathParameters) => boolean;
}

export interface ResourceTypeOptions<S extends SchemaName = SchemaName, Name extends string = string> {
  /** Name of the GraphQL type. */
  readonly name: string;
  /** Names of the REST path parameters, in the order in which the global id joins them. */
  readonly parameters: readonly [Name, ...Name[]];
  /** The parameter that the global id begins with, where that is not the first one. */
  readonly idPrefix?: Name;
  /** Schema with every attribute of the object. */
  readonly schema: S;
  /** Schema description unless given. */
  readonly description?: string;
  /** Whether there are such objects of the whole instance too, which lack the first parameter. */
  readonly instanceWide?: boolean;
  /** What the first parameter names; several where that depends on the others. */
  readonly owner?: Owner | readonly Owner[];
  /** The path parameters of an item of an answer; `parent` are those of the object whose field gave it. */
  pathOf(item: Attributes, parent: PathParameters): Readonly<Record<Name, unknown>>;
  /** What the path parameters of an object tell of it by themselves, such as its number. */
  attributesAt(path: PathParameters): Attributes;
  /** The call that gives one object with all its attributes. */
  readonly retrieve?: Retrieve<Name> | undefined;
  /** How one object is found where no call gives just one: the list that holds it. */
  readonly search?: Search<Name> | undefined;
  /** Schema that describes the object at path parameters more precisely than `schema`; `undefined` if there is none. */
  readonly schemaAt?: (path: PathParameters) => SchemaName | undefined;
}

/** Objects that `node` finds again by their global id. */
export const nodeInterface = builder.interfaceRef<Resource>('Node').implement({
  description: 'An object with a global id, by which `node` finds it again.',
  resolveType: ({ typeName }) => typeName,
  fields: (t) => ({
    id: t.field({
      type: 'ID',
      nullable: false,
      description: 'Global id of the object; the same however it was reached.',
    }),
  }),
});

const byName = new Map<string, ResourceType>();

/** Every resource type by name: what is printed of them must not change with the order of imports. */
export function resourceTypes(): readonly ResourceType[] {
  return [...byName.values()].sort((one, other) => (one.name < other.name ? -1 : 1));
}

/** The type of a global id; undefined when there is none of that name. */
export function resourceTypeNamed(name: string): ResourceType | undefined {
  return byName.get(name);
}

function toParameter(value: unknown): string | number {
  // No object has such a number, as what follows takes one for missing.
  if (typeof value === 'number') return Number.isSafeInteger(value) && value >= 0 ? value : '';
  if (typeof value !== 'string') return '';
  const number = Number(value);
  // `007` is a name, not the number 7.
  return Number.isSafeInteger(number) && number >= 0 && String(number) === value ? number : value;
}

/** A parameter that is a text, even where it consists of digits. */
const toText = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';

export class ResourceType<S extends SchemaName = SchemaName, Name extends string = string> {
  readonly name: string;
  readonly schema: S;
  readonly parameters: readonly Name[];
  /** The path parameters in the order of the global id. */
  readonly idParameters: readonly Name[];
  readonly ref: ImplementableObjectRef<Types, Resource>;
  readonly retrieve: Retrieve<Name> | undefined;
  readonly search: Search<Name> | undefined;
  readonly #options: ResourceTypeOptions<S, Name>;
  /** Schemas of the answers in which the object occurs. */
  readonly #representations = new Set<SchemaName>();
  /** Attributes that hold other resources. */
  readonly #held = new Set<string>();
  readonly #shown = new Map<string, Schema>();
  #occursByPath = false;
  #knownTexts: ReadonlySet<string> | undefined;

  constructor(options: ResourceTypeOptions<S, Name>) {
    this.#options = options;
    this.name = options.name;
    this.schema = options.schema;
    const { parameters, idPrefix } = options;
    this.parameters = parameters;
    this.idParameters =
      idPrefix === undefined ? parameters : [idPrefix, ...parameters.filter((name) => name !== idPrefix)];
    this.retrieve = options.retrieve;
    this.search = options.search;
    this.ref = builder.objectRef<Resource>(options.name);
    const schema = document.components.schemas[options.schema] ?? {};
    this.ref.implement({
      description: describe(options.description ?? schema.description),
      interfaces: this.isNode ? [nodeInterface] : [],
    });
    byName.set(options.name, this);
  }

  /** Whether a call or a list can prove that an object exists. */
  get isNode(): boolean {
    return this.#options.retrieve !== undefined || this.#options.search !== undefined;
  }

  /** The parameters that are texts: what the operation, or the attribute by which a list is searched, takes is no number. */
  get #texts(): ReadonlySet<string> {
    this.#knownTexts ??= new Set(this.parameters.filter((name) => this.#isText(name)));
    return this.#knownTexts;
  }

  #isText(name: string): boolean {
    const parameters = this.detailOperations.flatMap((id) => operation(id).pathParameters);
    const schema = parameters.find((parameter) => parameter.name === name)?.schema;
    const types = typesIn(schema ?? attributesOf(this.schema).get(name) ?? {});
    return types.has('string') && !types.has('integer');
  }

  #toParameter(name: string, value: unknown): string | number {
    return this.#texts.has(name) ? toText(value) : toParameter(value);
  }

  /** The first path parameter, which names the owner where there is one. */
  get firstParameter(): string {
    return this.parameters[0] ?? 'id';
  }

  get #owners(): readonly Owner[] {
    return [this.#options.owner ?? []].flat();
  }

  /** What the first parameter names. */
  ownerOf(path: PathParameters | undefined): Owner | undefined {
    return this.#owners.find(({ owns }) => owns === undefined || (path !== undefined && owns(path)));
  }

  /** Whether there are objects of the whole instance, and these path parameters are those of one. */
  belongsToInstance(path: PathParameters): boolean {
    return this.#options.instanceWide === true && !path[this.firstParameter];
  }

  /** Whether path parameters are enough to read an object. */
  isComplete(path: PathParameters): boolean {
    const isOptional = (name: string) => name === this.firstParameter && this.belongsToInstance(path);
    return this.parameters.every((name) => (path[name] !== undefined && path[name] !== '') || isOptional(name));
  }

  /** Operations that the detail of an object is read with. */
  get detailOperations(): readonly OperationId[] {
    const call = this.retrieve ?? this.search;
    return call === undefined ? [] : [call.operation].flat();
  }

  /** Operations that the global id may need. */
  get idOperations(): readonly OperationId[] {
    return this.#owners.length === 0 ? this.detailOperations : this.ownerOperations;
  }

  /** Operations that tell the number of what the object belongs to. */
  get ownerOperations(): readonly OperationId[] {
    return this.#owners.flatMap(({ type }) => type.detailOperations);
  }

  /** Notes an answer in which the object occurs, so that it is known which attributes may cost a call. */
  occursIn(representation: SchemaName | undefined): void {
    if (representation !== undefined) this.#representations.add(representation);
  }

  /** Notes that the object occurs by nothing but its path parameters, so that any attribute may cost a call. */
  occursByPath(): void {
    this.#occursByPath = true;
  }

  /** Whether answers hold the object in this schema. */
  isKnownIn(representation: SchemaName): boolean {
    return this.#representations.has(representation);
  }

  /** Notes an attribute that holds other resources. */
  holdsResources(attribute: string): void {
    this.#held.add(attribute);
  }

  /** Whether an attribute holds other resources. */
  isHeld(attribute: string): boolean {
    return this.#held.has(attribute);
  }

  /** Registers an attribute that only some representations have, and that a field of the object shows. */
  registerShown(representation: SchemaName, attribute: string): void {
    this.#shown.set(attribute, attributesOf(representation).get(attribute) ?? {});
  }

  /** Attributes outside of `schema` that fields of the object show. */
  get shown(): ReadonlyMap<string, Schema> {
    return this.#shown;
  }

  /** Schema that describes the object at path parameters more precisely than `schema`; `undefined` if there is none. */
  schemaAt(path: PathParameters): SchemaName | undefined {
    return this.#options.schemaAt?.(path);
  }

  /** Whether some answer with the object leaves this attribute to the detail. */
  mayAskFor(attribute: string): boolean {
    return this.#occursByPath || [...this.#representations].some((schema) => !attributesOf(schema).has(attribute));
  }

  /** An object with what an answer said of it. */
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
   * Source of the path parameters of items.
   * @param parent path parameters of the object that contains the items, or the object itself
   */
  pathsBelow(parent: PathParameters | Resource): PathSource {
    return new PathSource((attributes) => this.pathOf(attributes, parent instanceof Resource ? parent.path : parent));
  }

  /**
   * An object from an item of a response; `null` if the item is `null`.
   * @param parent path parameters of the object that contains the item, or the source of those of all items of a list
   */
  fromItem(
    item: Attributes | null,
    parent: PathParameters | PathSource,
    representation: SchemaName | undefined,
    selection?: Selection,
  ): Resource | null {
    if (item === null) return null;
    const paths = parent instanceof PathSource ? parent : this.pathsBelow(parent);
    return this.create(paths, item, representation, selection);
  }

  /**
   * An object from the response to a write. An attribute that the response omits is read once if it is selected.
   * @param parent path parameters, for those that the response omits
   */
  fromWrite(
    item: Attributes,
    parent: PathParameters,
    representation: SchemaName | undefined,
    selection?: Selection,
  ): Resource {
    const getPath = (attributes: Attributes) => this.#completePath(this.pathOf(attributes, parent), parent);
    return this.create(new PathSource(getPath), item, representation, selection, true);
  }

  /** An object of which only the path parameters are known. */
  atPath(path: PathParameters, selection?: Selection): Resource {
    return this.create(path, undefined, undefined, selection);
  }

  /** An object that a response to a write without an object proves to exist. Only attributes derived from its path are set. */
  provenAt(path: PathParameters, selection?: Selection): Resource {
    const derived = this.attributesAt(path);
    return this.create(path, Object.keys(derived).length > 0 ? derived : undefined, undefined, selection, true);
  }

  /** What path parameters tell of an object by themselves. */
  attributesAt(path: PathParameters): Attributes {
    return this.#options.attributesAt(path);
  }

  /** The path parameters of an item of an answer. */
  pathOf(item: Attributes, parent: PathParameters): PathParameters {
    const values = this.#options.pathOf(item, parent);
    const path: Record<string, string | number> = {};
    for (const name in values) path[name] = this.#toParameter(name, values[name]);
    return path;
  }

  /** The path parameters as the object itself tells them, which may have been found by a name or below something else. */
  toldPath({ path, attributes }: Resource): PathParameters {
    return attributes === undefined ? path : this.#completePath(this.pathOf(attributes, path), path);
  }

  #completePath(told: PathParameters, path: PathParameters): PathParameters {
    // What an answer leaves out is as it was asked for, but for the group that it says there is none of.
    const isGroup = (name: string) => this.#options.instanceWide === true && name === this.firstParameter;
    return Object.fromEntries(
      this.parameters.map((name) => [name, told[name] || (isGroup(name) ? '' : (path[name] ?? ''))]),
    );
  }

  /** Path parameters of the end of a global id; undefined when it cannot be one of this type. */
  decode(encoded: string): PathParameters<Name> | undefined {
    const parts = decodePath(encoded);
    const missing = this.parameters.length - (parts?.length ?? 0);
    if (parts === undefined || (missing !== 0 && !(missing === 1 && this.#options.instanceWide))) return undefined;
    const path: Record<string, string | number> = {};
    let index = 0;
    for (const name of this.idParameters) {
      if (missing !== 0 && name === this.firstParameter) continue;
      const part = parts[index];
      // What names a project, group or user would be taken for a number that it is not.
      if (name === 'id' && isOddNumber(toParameter(part))) return undefined;
      path[name] = this.#toParameter(name, part);
      index += 1;
    }
    // It has exactly the parameters of the type, which the compiler cannot see.
    return path as PathParameters<Name>;
  }

  /** Texts that stand for all path parameters, such as those in the address of a file. */
  toPath(texts: Readonly<Record<string, string>>): PathParameters<Name> {
    // It has exactly the parameters of the type, which the compiler cannot see.
    return Object.fromEntries(
      this.parameters.map((name) => [name, this.#toParameter(name, texts[name])]),
    ) as PathParameters<Name>;
  }

  /** Path parameters that a global id in an input names. Fails with `BAD_USER_INPUT` when it is not of this type. */
  pathFromId(globalId: string, place: Violation['path'] = ['input', 'id']): PathParameters<Name> {
    const { typename, id } = decodeGlobalId(globalId, place);
    const path = typename === this.name ? this.decode(id) : undefined;
    if (path === undefined)
      throw badInput([{ path: place, message: `must be the global id of ${withArticle(this.name)}` }]);
    return path;
  }

  /**
   * The last path parameter of an object below others, which an argument names by that parameter or by the global id.
   * @param above the path parameters before it
   * @throws RestError `BAD_USER_INPUT` for the global id of anything that is elsewhere
   */
  parameterBelow(above: PathParameters, text: string, place: Violation['path'] = ['id']): string | number {
    if (!isGlobalId(text)) {
      assertOwnId(text, place);
      const name = this.parameters.at(-1) ?? 'id';
      const parameter = this.#toParameter(name, text);
      if (!this.#texts.has(name) && isOddNumber(parameter)) throw badInput([{ path: place, message: oddNumber }]);
      const problem = typeof parameter === 'string' ? segmentProblem(name, parameter) : undefined;
      if (problem !== undefined) throw badInput([{ path: place, message: problem }]);
      return parameter;
    }
    const path: PathParameters = this.pathFromId(text, place);
    const differs = ([name, value]: [string, unknown]) => {
      // A project or group that is named by its path may be the one of the id; the upstream will tell.
      const comparable = name !== this.firstParameter || (typeof value === 'number' && typeof path[name] === 'number');
      return comparable && path[name] !== value;
    };
    if (Object.entries(above).some(differs))
      throw badInput([
        {
          path: place,
          message: `must be the global id of ${withArticle(this.name)} of the object that the field belongs to, not of another`,
        },
      ]);
    return path[this.parameters.at(-1) ?? 'id'] ?? '';
  }

  /** As `parameterBelow`, for parameters that are numbers. */
  numberBelow(above: PathParameters, text: string, place: Violation['path'] = ['id']): number {
    const parameter = this.parameterBelow(above, text, place);
    if (typeof parameter === 'number') return parameter;
    throw badInput([{ path: place, message: `must be the global id of ${withArticle(this.name)} or a number` }]);
  }
}
