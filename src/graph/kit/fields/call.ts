/** Fields that return the object or value of one call. */
import type { InputFieldMap, InputShapeFromFields } from '@pothos/core';
import type { Contract, OperationId, SchemaName } from '../../../contract/index.ts';
import type { SelectedField, Selection } from '../../../execution/index.ts';
import { suggestName } from '../../../helpers/nearest-name.ts';
import { isRestError } from '../../../rest/errors.ts';
import type { RestRequest } from '../../../rest/request.ts';
import type { GraphContext } from '../../context.ts';
import { assertValid, getContractValidator } from '../contract/check.ts';
import { findIllFormedStrings } from '../contract/input-checks.ts';
import { createArguments, getFilterParameters, toQuery } from '../contract/inputs.ts';
import {
  createField,
  getOutputShape,
  type OutputShape,
  semanticNonNullLevels,
  toOperationOptions,
  ValueTypes,
} from '../contract/types.ts';
import type { Graph } from '../graph.ts';
import {
  type Attributes,
  type OperationBelow,
  type PathName,
  type PathParameters,
  parseNullableObject,
} from '../resources/resource.ts';
import type { ResourceType } from '../resources/resource-type.ts';
import { ResourceTypes } from '../resources/resource-types.ts';
import { getKnownQuery, type PlannedParameter } from '../resources/response-value.ts';
import type { Field, FieldBuilder } from './attribute.ts';
import { type Args, createKind, emptyFieldPlan, type FieldKind, planItemsBelow, toFieldCalls } from './kind.ts';
import {
  createRequestBuilder,
  getParentPath,
  type ReadOptions,
  selectPathParameters,
  typedArgs,
} from './parameters.ts';

export interface CallFieldOptions<Name extends string, O extends OperationId, A extends InputFieldMap>
  extends ReadOptions<Name, O, A> {
  /** Whether the object of a response is the requested one; otherwise the field is null. */
  readonly isRequested?: (
    attributes: Attributes,
    args: InputShapeFromFields<A>,
    path: PathParameters<PathName<O>>,
  ) => boolean;
  /** Whether a 404 means that there is no object, instead of an error. */
  readonly isNullIfNotFound?: boolean;
  /** Read below the same parent. If it succeeds, a 403 means that there is no object. */
  readonly nullOn403IfReadable?: {
    readonly operation: OperationBelow<Name>;
    readonly query: Readonly<Record<string, unknown>>;
  };
}

interface FieldCallDefinition {
  readonly operation: OperationId;
  /** Read that succeeds if a 403 means that there is no object. */
  readonly fallback: Pick<RestRequest, 'operation' | 'query'> | undefined;
  readonly isNullIfNotFound: boolean;
  isRequested(attributes: Attributes, args: Args, request: RestRequest): boolean;
  readonly type: ResourceType | undefined;
  /** Schema of the returned object; `undefined` if the field returns an attribute of the response. */
  readonly representation: SchemaName | undefined;
  /** Converts the response of a field without a type. */
  readonly convert: (body: Attributes | null) => unknown;
  request<Parameter extends PlannedParameter>(
    parent: PathParameters<string, Parameter>,
    args: Args,
    selection: Selection,
  ): RestRequest<Parameter | string | number>;
}

function createCallKind(contract: Contract, call: FieldCallDefinition): FieldKind {
  const { operation, fallback, type, representation, isNullIfNotFound } = call;
  const checks = getContractValidator(contract);
  const checkQuery = ({ query = {} }: Pick<RestRequest, 'query'>) => checks.checkQuery(operation, query);
  const read = async (
    path: PathParameters,
    args: Args,
    { rest, part }: GraphContext,
    { selection, coordinate }: SelectedField,
  ): Promise<unknown> => {
    const request = call.request(path, args, selection);
    assertValid([...findIllFormedStrings(args, []), ...checkQuery(request)]);
    try {
      const body = parseNullableObject(contract, await rest.read(request, coordinate, part), request);
      if (body !== null && !call.isRequested(body, args, request)) return null;
      return type ? type.fromItem(body, path, representation, selection.onTypeNamed(type.name)) : call.convert(body);
    } catch (error) {
      if (isNullIfNotFound && isRestError(error, 'NOT_FOUND')) return null;
      if (fallback === undefined || !isRestError(error, 'FORBIDDEN')) throw error;
      const fallbackPath = selectPathParameters(contract, fallback.operation, path);
      const fallbackRequest = { ...fallback, path: fallbackPath, acceptsAnyPage: true };
      return rest.read(fallbackRequest, coordinate, part).then(
        () => null,
        () => Promise.reject(error),
      );
    }
  };
  return createKind({
    calls: () => [
      ...toFieldCalls([operation], 'once'),
      ...toFieldCalls(fallback === undefined ? [] : [fallback.operation], 'atMostOnce'),
    ],
    prepare: (field) => {
      const { selection, output } = field;
      const times = output.kind === 'list' ? 'list' : 1;
      const fallbackReads = fallback === undefined ? [] : [{ operation: fallback.operation, after: 0 }];
      return {
        plan: (parent, args) => {
          const { path } = parent;
          const request = path && call.request(path, args, selection);
          if (request && checkQuery({ query: getKnownQuery(request) }).length > 0) return emptyFieldPlan;
          return {
            calls: [{ operation, request }, ...fallbackReads],
            objects: [{ ...planItemsBelow(type, path), representation, selection, times, after: 0 }],
          };
        },
        value: (parent, args, context) => read(getParentPath(parent), args, context, field),
      };
    },
  });
}

/** Value of a field without a resource type. */
interface CallValue extends Pick<FieldCallDefinition, 'representation' | 'convert'> {
  readonly shape: Pick<OutputShape, 'list' | 'type'>;
  readonly semanticNonNull: readonly number[];
}

/** Returns the value of an attribute of a response. @throws Error if the schema has no such attribute */
function getAttributeValue(graph: Graph, representation: SchemaName, name: string): CallValue {
  const attributes = graph.contract.attributesOf(representation);
  const schema = attributes.get(name);
  if (schema === undefined)
    throw new Error(`the schema ${representation} has no attribute ${name}${suggestName(name, attributes.keys())}`);
  const shape = getOutputShape(graph, schema);
  return {
    shape,
    semanticNonNull: graph.contract.lacks(representation, name) ? [] : semanticNonNullLevels(schema, shape),
    representation: undefined,
    convert: (body) => {
      const { [name]: value = schema.default } = body ?? {};
      return shape.convert ? shape.convert(value) : value;
    },
  };
}

/**
 * Creates a field that returns the response of one call.
 * @param returns type of the resource, or name of the only attribute that is returned. Defaults to an embedded object
 */
export function createCallField<Parent, Name extends string, O extends OperationId, A extends InputFieldMap>(
  graph: Graph,
  t: FieldBuilder<Parent>,
  id: O,
  options: CallFieldOptions<Name, O, A>,
  returns?: ResourceType | string,
): Field {
  const { contract } = graph;
  const type = typeof returns === 'string' ? undefined : returns;
  const { responseSchemas, list, mayBeNull, bodiless } = contract.read(id);
  const [representation] = responseSchemas;
  if (representation === undefined || list) throw new Error(`${id} does not return an object`);
  if (type !== undefined) graph.singleton(ResourceTypes).getOccurrences(type).add(representation);
  const isOptional =
    options.isNullIfNotFound || options.isRequested || options.nullOn403IfReadable || mayBeNull || bodiless.size > 0;
  const parameters = getFilterParameters(contract, id, options.selectionParameters);
  const request = createRequestBuilder(contract, id, options, (args) => toQuery<O>(parameters, args));
  const { shape, semanticNonNull, ...value }: CallValue =
    typeof returns === 'string'
      ? getAttributeValue(graph, representation, returns)
      : {
          shape: { list: false, type: type ?? graph.singleton(ValueTypes).getForResponse(representation, id) },
          semanticNonNull: [0],
          representation,
          convert: (body) => body,
        };
  const kind = createCallKind(contract, {
    operation: id,
    fallback: options.nullOn403IfReadable,
    isNullIfNotFound: options.isNullIfNotFound ?? false,
    // The request has the path parameters of the operation.
    isRequested: (attributes, args, { path }) =>
      options.isRequested?.(attributes, typedArgs<A>(args), path as PathParameters<PathName<O>>) ?? true,
    request,
    type,
    ...value,
  });
  return createField(t, shape, kind, {
    ...toOperationOptions(contract, id, options),
    semanticNonNull: isOptional ? semanticNonNull.filter((level) => level > 0) : semanticNonNull,
    args: { ...options.args?.(t.arg), ...createArguments(graph, t.arg, parameters) },
  });
}
