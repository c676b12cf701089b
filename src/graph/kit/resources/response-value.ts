/** Values that only responses contain, as plans describe them before any response. */
import { type Contract, type SchemaName, schemaNameOf, typesIn } from '../../../contract/index.ts';
import type { RestRequest } from '../../../rest/request.ts';
import { type Attributes, covers } from './resource.ts';

/** Set of the objects in the responses to one planned call, or at one response path below such objects. */
export class ObjectSet {
  /** Number of the set in its plan. Sets of several plans are never compared. */
  readonly id: number;
  /** Maximum number of different objects. */
  readonly count: number;
  /** Whether `count` assumes the length of a list. */
  readonly isEstimate: boolean;

  constructor(id: number, count: number, isEstimate: boolean) {
    this.id = id;
    this.count = count;
    this.isEstimate = isEstimate;
  }

  /**
   * Returns the value of an attribute of each object.
   * @param isNumber whether the value is an integer, such as the numeric id of an object
   */
  valueOf(attribute: string, isNumber: boolean): ResponseValue {
    return new ResponseValue(`${this.id}.${attribute}`, this, isNumber);
  }
}

/** Set of one object, the root of the graph, which exists before any response. */
export const rootObjects = new ObjectSet(0, 1, false);

/** Value that only a response contains. It can be copied and compared, but not read. */
export class ResponseValue {
  /** Equal for equal values: the set and the attribute that contain it. */
  readonly id: string;
  /** Objects that contain the value, at most one value for each object. */
  readonly objects: ObjectSet;
  /** Whether the value is an integer, such as the numeric id of an object. */
  readonly isNumber: boolean;

  constructor(id: string, objects: ObjectSet, isNumber: boolean) {
    this.id = id;
    this.objects = objects;
    this.isNumber = isNumber;
  }

  /** Identifies the value among those of a plan. */
  toJSON(): unknown {
    return { value: this.id };
  }

  /** @throws TypeError always, because only a response contains the value */
  [Symbol.toPrimitive](): never {
    throw new TypeError('A ResponseValue cannot be converted to a string: only a response contains it');
  }
}

/** Path parameter in a plan. */
export type PlannedParameter = string | number | ResponseValue;

/** Path parameters in a plan, by name. */
export type PlannedPath<Name extends string = string> = Readonly<Record<Name, PlannedParameter>>;

/** Request in a plan. Only responses may contain some of its parameters. */
export type PlannedRequest = RestRequest<PlannedParameter>;

/** Whether a parameter is the number of an object. */
export const isNumber = (parameter: PlannedParameter | undefined): boolean =>
  parameter instanceof ResponseValue ? parameter.isNumber : typeof parameter === 'number';

/** Returns the number of the project or group that a parameter identifies. A full path has one number, which responses contain. */
export function toNumber(parameter: PlannedParameter): number | ResponseValue {
  if (typeof parameter === 'number') return parameter;
  if (!(parameter instanceof ResponseValue)) return new ResponseValue(`#${parameter}`, rootObjects, true);
  return parameter.isNumber ? parameter : new ResponseValue(`${parameter.id}#`, parameter.objects, true);
}

function getResponseValues({
  path = {},
  query = {},
}: Pick<PlannedRequest, 'path' | 'query'>): readonly ResponseValue[] {
  const parameters: readonly unknown[] = [...Object.values(path), ...Object.values(query)];
  return parameters.filter((value) => value instanceof ResponseValue);
}

/** Returns the query parameters of a request that document and variables determine. */
export const getKnownQuery = ({ query = {} }: Pick<PlannedRequest, 'query'>): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(query).filter(([, value]) => !(value instanceof ResponseValue)));

/** Whether document and variables alone determine a request. */
export const isDetermined = (request: PlannedRequest): request is RestRequest =>
  getResponseValues(request).length === 0;

/**
 * Returns the object set whose `count` is the upper bound on the number of different requests or paths.
 * @param callers objects for each of which a request is created
 */
export function findDistinctObjects(request: Pick<PlannedRequest, 'path' | 'query'>, callers: ObjectSet): ObjectSet {
  const [first, ...others] = getResponseValues(request).map(({ objects }) => objects);
  if (first === undefined) return rootObjects;
  return others.every(({ id }) => id === first.id) ? first : callers;
}

/**
 * Creates the attributes of objects in responses of a schema.
 * @param equal values of attributes that the plan describes already, by name
 * @param prefix names of the attributes that embed the objects, each followed by a dot
 */
export function createPlannedAttributes(
  contract: Contract,
  schema: SchemaName | undefined,
  objects: ObjectSet,
  equal: PlannedPath = {},
  prefix = '',
): Attributes {
  if (schema === undefined) return {};
  const attributes = contract.attributesOf(schema);
  return new Proxy<Attributes>(
    {},
    {
      get: (_, name) => {
        if (typeof name !== 'string' || !covers(contract, schema, name)) return undefined;
        const attribute = attributes.get(name) ?? {};
        const embedded = schemaNameOf(attribute);
        if (embedded !== undefined && contract.attributesOf(embedded).size > 0)
          return createPlannedAttributes(contract, embedded, objects, {}, `${prefix}${name}.`);
        return equal[name] ?? objects.valueOf(`${prefix}${name}`, typesIn(attribute).has('integer'));
      },
    },
  );
}
