/** Content of a file that maps contract names to upstream names. Its schema is in mapping-schema.ts. */

type Names = Readonly<Record<string, string>>;
/** Values by attribute or parameter, then by contract value. */
type Values = Readonly<Record<string, Names>>;

interface SchemaMapping {
  readonly attributes?: Names | undefined;
  readonly values?: Values | undefined;
}

interface MappingOfOperation {
  readonly path?: string | undefined;
  readonly parameters?: Names | undefined;
  readonly values?: Values | undefined;
}

/** Mapping file. Omitted names are as in the contract. */
export interface MappingFile {
  readonly $schema?: string | undefined;
  readonly globalIdPrefix?: string | undefined;
  readonly headers?: Names | undefined;
  readonly segments?: Names | undefined;
  readonly paths?: Names | undefined;
  readonly attributes?: Names | undefined;
  readonly enums?: Values | undefined;
  readonly schemas?: Readonly<Record<string, SchemaMapping>> | undefined;
  readonly operations?: Readonly<Record<string, MappingOfOperation>> | undefined;
}
