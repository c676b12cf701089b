/** The parts of OpenAPI 3.1 and JSON Schema that the contract uses, with its extensions (schema/rest/README.md). */
import type { OperationId } from './types.ts';

/** Deprecated attribute of the same object with the same meaning as another one. */
interface Fallback {
  readonly attribute: string;
  /** Whether its values are the opposite. Defaults to false. */
  readonly negated?: boolean;
}

export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly format?: string;
  /** Column header of a CSV file. */
  readonly title?: string;
  readonly enum?: readonly (string | number | null)[];
  readonly description?: string;
  readonly default?: unknown;
  readonly deprecated?: boolean;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: boolean | Schema;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly allOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly pattern?: string;
  readonly formatExclusiveMinimum?: string;
  readonly const?: boolean | number | string;
  readonly contentMediaType?: string;
  /** Schema of the content of a string with that media type. */
  readonly contentSchema?: Schema;
  readonly 'x-pattern-description'?: string;
  /** Name in the graph of an attribute of an embedded object or a member of a body. Defaults to its REST name in camel case. */
  readonly 'x-graph-name'?: string;
  /** Whether the graph omits the attribute, because another field has its value. */
  readonly 'x-never-shown'?: boolean;
  /** Whether the graph omits the member of a body, because another member has the same effect. */
  readonly 'x-never-sent'?: boolean;
  /** Type of the object that an integer is the id of: inputs also accept its global id. */
  readonly 'x-graph-type'?: string;
  readonly 'x-enum-names'?: Readonly<Record<string, string>>;
  readonly 'x-enum-descriptions'?: Readonly<Record<string, string>>;
  readonly 'x-deprecation'?: string;
  /** Whether responses contain the values of an enum, although none of their schemas refers to it. */
  readonly 'x-in-response'?: boolean;
  readonly 'x-enum-assumed'?: readonly string[];
  readonly 'x-enum-deprecations'?: Readonly<Record<string, string>>;
  readonly 'x-comma-separated'?: boolean;
  /** Whether a string of a body contains several values joined by commas; the graph has a list of them. */
  readonly 'x-comma-list'?: boolean;
  /** Boolean member of a body that waives the required members if it is true. */
  readonly 'x-required-unless'?: string;
  readonly 'x-assumed'?: boolean;
  readonly 'x-secret'?: boolean;
  readonly 'x-masked'?: boolean;
  /**
   * Query parameter that includes the attribute in responses; operations with this parameter omit the attribute without
   * it.
   */
  readonly 'x-on-request'?: string;
  /** Whether every response of this form contains the attribute, with a value other than null. */
  readonly 'x-never-null'?: boolean;
  /** Attribute whose value counts if a response omits this one, as a service of an earlier version does. */
  readonly 'x-fallback'?: Fallback;
  readonly 'x-extra'?: boolean;
  /** Operation that returns the attribute to the user whom it describes, if other responses omit it for that caller. */
  readonly 'x-of-caller'?: OperationId;
  /** Effect of null in a member of an update that accepts it, as a verb phrase. */
  readonly 'x-null'?: string;
  /** Whether services may return an object or a list instead of the string. */
  readonly 'x-json-text'?: boolean;
  readonly 'x-source'?: string;
  readonly 'x-exclusive'?: readonly (readonly string[])[];
  readonly 'x-at-least-one'?: readonly (readonly string[])[];
  readonly 'x-requires'?: Readonly<Record<string, readonly string[]>>;
}

export interface ParameterObject {
  readonly $ref?: string;
  readonly name?: string;
  readonly in?: string;
  readonly required?: boolean;
  readonly description?: string;
  readonly deprecated?: boolean;
  readonly style?: string;
  readonly explode?: boolean;
  readonly schema?: Schema;
  readonly 'x-deprecation'?: string;
  readonly 'x-encode-underscore'?: boolean;
  readonly 'x-never-sent'?: boolean;
  readonly 'x-secret'?: boolean;
  readonly 'x-source'?: string;
  readonly 'x-assumed'?: boolean;
}

type Content = Readonly<Record<string, { readonly schema?: Schema }>>;

/** Filter of the graph that sets parameters of a list, with exactly one of `values`, `members`, `parameter` and `entries`. */
export interface FilterObject {
  readonly description: string;
  readonly schema: Schema;
  /** Parameters that each enum value sets. */
  readonly values?: Readonly<Record<string, Readonly<Record<string, boolean>>>>;
  /** Parameter that each member of an object sets. */
  readonly members?: Readonly<Record<string, string>>;
  /** Parameter that the filter sets, if only its name differs. */
  readonly parameter?: string;
  /** Parameter of an object that a list of objects with `key` and `value` sets. */
  readonly entries?: string;
}

export interface OperationObject {
  readonly operationId: string;
  readonly tags?: readonly string[];
  readonly summary?: string;
  readonly description?: string;
  readonly deprecated?: boolean;
  readonly parameters?: readonly ParameterObject[];
  readonly requestBody?: { readonly required?: boolean; readonly content: Content };
  readonly responses: Readonly<
    Record<
      string,
      {
        readonly $ref?: string;
        readonly description?: string;
        readonly content?: Content;
        /** Attributes of the object that a response with this status implies if it has no body. */
        readonly 'x-implied'?: Readonly<Record<string, unknown>>;
      }
    >
  >;
  readonly 'x-aliases'?: readonly string[];
  readonly 'x-assumed'?: boolean;
  readonly 'x-deprecation'?: string;
  readonly 'x-item-of'?: string;
  readonly 'x-item-of-query'?: Readonly<Record<string, unknown>>;
  /** Filters of the graph that set several parameters of a list, by their names. */
  readonly 'x-filters'?: Readonly<Record<string, FilterObject>>;
  /** Type of the filter, shared by lists with the same filters. */
  readonly 'x-filter-type'?: string;
  readonly 'x-forms'?: Readonly<Record<string, Readonly<Record<string, Schema>>>>;
  readonly 'x-source'?: string;
  readonly 'x-exclusive'?: readonly (readonly string[])[];
  readonly 'x-at-least-one'?: readonly (readonly string[])[];
  readonly 'x-requires'?: Readonly<Record<string, readonly string[]>>;
}

export interface OpenApiDocument {
  readonly openapi: string;
  readonly info: { readonly title: string; readonly version: string };
  readonly paths: Readonly<Record<string, Readonly<Record<string, OperationObject>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly parameters?: Readonly<Record<string, ParameterObject>>;
    readonly responses?: Readonly<Record<string, unknown>>;
    readonly securitySchemes?: Readonly<Record<string, unknown>>;
  };
}
