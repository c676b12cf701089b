/** Attributes of objects as fields read them: from the response that contained the object, or from its detail. */
import { DependentValue } from '../../../execution/index.ts';
import type { GraphContext } from '../../context.ts';
import { getAttribute } from '../contract/values.ts';
import type { Resource } from '../resources/resource.ts';
import type { ResourceType } from '../resources/resource-type.ts';
import { readDetail } from '../resources/retrieval.ts';

/** Reads an attribute of objects of a type for one field. */
export class AttributeReader {
  readonly type: ResourceType;
  /** Name of the attribute. */
  readonly name: string;
  /** Coordinate of the field, for traces. */
  readonly field: string;
  readonly #isInPath: boolean;

  constructor(type: ResourceType, name: string, field: string) {
    this.type = type;
    this.name = name;
    this.field = field;
    this.#isInPath = type.isInPath(name);
  }

  /**
   * Reads the attribute, or its fallback, from the loaded representation, from the path parameters if these determine it,
   * or from the detail if that representation does not cover it.
   * @param convert converts the attribute, which is `null` if the upstream omits it
   * @returns the converted attribute, or the value that depends on the detail
   */
  read(resource: Resource, context: GraphContext, convert: (attribute: unknown) => unknown): unknown {
    const { type, name } = this;
    const value = resource.attributes?.[name];
    if (value !== undefined) return convert(value);
    const { contract } = context.rest;
    if (contract.lacks(type.schema, name)) return convert(null);
    const fromPath = this.#isInPath ? type.getAttributesFor(resource.path)[name] : undefined;
    if (fromPath !== undefined) return convert(fromPath);
    const schema = type.contract.attributesOf(type.schema).get(name);
    const fallback = resource.attributes && getAttribute(resource.attributes, name, schema);
    if (fallback !== undefined) return convert(fallback);
    if (resource.covers(contract, name)) return convert(null);
    const detail = readDetail(type, resource, context, this.field);
    return detail === undefined
      ? convert(null)
      : new DependentValue(detail, (attributes) => convert(getAttribute(attributes, name, schema) ?? null));
  }

  /** Loads the attribute. Returns a promise if it has to be read. */
  load(resource: Resource, context: GraphContext): unknown {
    const attribute = this.read(resource, context, (value) => value);
    return attribute instanceof DependentValue ? attribute.toPromise() : attribute;
  }
}
