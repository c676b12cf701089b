/** Attributes of objects as fields read them: from the response that contained the object, or from its detail. */
import { DependentValue, type Selection } from '../../../execution/index.ts';
import { memoize } from '../../../helpers/memoize.ts';
import type { GraphContext } from '../../context.ts';
import { getAttribute } from '../contract/values.ts';
import { type Attributes, covers, type Resource } from '../resources/resource.ts';
import type { ResourceType } from '../resources/resource-type.ts';
import { readDetail } from '../resources/retrieval.ts';
import { getKind } from './kind.ts';

/** Attributes that the fields of a selection need without delay: those that `@defer` does not deliver later. */
const getImmediateReads = memoize((selection: Selection) =>
  selection.fields.flatMap((field) => {
    const [usage] = selection.isIncremental ? selection.getDeferUsages(field) : [];
    const attributes = getKind(field.definition)?.attributes ?? [];
    return usage === undefined && attributes.length > 0 ? [{ attributes, coordinate: field.coordinate }] : [];
  }),
);

/** Reads the detail if another selected field needs it anyway; `undefined` if none does. */
export function readRequestedDetail(
  type: ResourceType,
  resource: Resource,
  context: GraphContext,
): Promise<Attributes> | undefined {
  const isMissing = (attribute: string) =>
    resource.attributes?.[attribute] === undefined && !resource.covers(context.rest.contract, attribute);
  for (const { attributes, coordinate } of getImmediateReads(resource.selection.onTypeNamed(type.name))) {
    const missing = attributes.find(isMissing);
    if (missing !== undefined) return readDetail(type, resource, context, coordinate, missing);
  }
  return undefined;
}

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
   * Reads the attribute, or its fallback, from the loaded representation, or from the path parameters if these determine it. If
   * that omits it, it is read from the detail, unless the representation covers it and no other field needs the detail.
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
    // A representation that has only the deprecated attribute, with its older values, is no substitute for the detail.
    const { attributes, representation } = resource;
    const fallback =
      attributes && covers(contract, representation, name) ? getAttribute(attributes, name, schema) : undefined;
    if (fallback !== undefined) return convert(fallback);
    // A representation that covers the attribute decides its value unless the detail is read and states another one.
    const detail = resource.covers(contract, name)
      ? readRequestedDetail(type, resource, context)?.catch((): Attributes => ({}))
      : readDetail(type, resource, context, this.field, name);
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
