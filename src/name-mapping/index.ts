/** Name mapping of an upstream: paths, names and values that differ from the contract, compiled for each operation. */
import {
  type Contract,
  type Operation,
  type OperationId,
  resolve,
  type Schema,
  standardContract,
} from '../contract/index.ts';
import { createColumnTranslation } from './columns.ts';
import { headerNames, type RenameHeaders } from './headers.ts';
import type { MappingFile } from './mapping-file.ts';
import { getOwn, getProperties, toUpstreamName } from './names.ts';
import { toUpstreamPath } from './paths.ts';
import { createQueryTranslation, type TranslatePair } from './query.ts';
import { type Direction, type InputMapping, type Translate, Translations } from './translation.ts';

export type { MappingFile } from './mapping-file.ts';
export { findMappingProblems } from './validate.ts';

/** Mapping of one operation. `undefined` translations change nothing. */
export interface OperationMapping {
  /** Path template. */
  readonly path: string;
  /** Query parameter with its wire name, `[]` included. */
  readonly query: Readonly<Record<Direction, TranslatePair | undefined>>;
  readonly body: Readonly<Record<Direction, Translate | undefined>>;
  /** Translation from the upstream changes the value in place. */
  readonly responseBody: Readonly<Record<Direction, Translate | undefined>>;
  /** Header line of a CSV file. */
  readonly columns: Readonly<Record<Direction, ((line: string) => string) | undefined>>;
  /** Contract name of an input by its upstream name; `undefined` if none exists. */
  toContractInputName(upstreamName: string): string | undefined;
  /** Upstream name of an input; the same for any other string. */
  toUpstreamInputName(name: string): string;
}

export class NameMapping {
  readonly #file: MappingFile;
  readonly #contract: Contract;
  readonly #translations: Readonly<Record<Direction, Translations>>;
  readonly #responses: Readonly<Record<Direction, Translations>>;
  readonly #operations = new Map<OperationId, OperationMapping>();
  /** Renaming of request and response headers. */
  readonly headers: Readonly<Record<Direction, RenameHeaders | undefined>>;

  /**
   * @param file mapping file without problems, according to `findMappingProblems`
   * @param contract that has the operations. The file can only name operations and schemas of the standard contract, but its segments,
   * attributes, enums and headers apply to all operations
   */
  constructor(file: MappingFile, contract: Contract = standardContract) {
    this.#file = file;
    this.#contract = contract;
    this.#translations = {
      toUpstream: new Translations(file, 'toUpstream'),
      fromUpstream: new Translations(file, 'fromUpstream'),
    };
    this.#responses = {
      toUpstream: new Translations(file, 'toUpstream', { isOfResponses: true }),
      fromUpstream: new Translations(file, 'fromUpstream', { inPlace: true }),
    };
    this.headers = headerNames(file);
  }

  /** Creates this mapping for the operations of another contract, such as that of a graph with areas of operators and embedders. */
  forContract(contract: Contract): NameMapping {
    return contract === this.#contract ? this : new NameMapping(this.#file, contract);
  }

  /** Upstream name of an attribute of a schema. */
  toUpstreamAttribute(schema: Schema, name: string): string {
    const owners = getProperties(schema).find((property) => property.name === name)?.owners ?? [];
    return toUpstreamName(this.#file, { name, owners });
  }

  /** Mapping of one operation. */
  forOperation(id: OperationId): OperationMapping {
    let mapping = this.#operations.get(id);
    if (mapping === undefined) {
      mapping = this.#compile(this.#contract.operation(id));
      this.#operations.set(id, mapping);
    }
    return mapping;
  }

  #compile(described: Operation): OperationMapping {
    const { parameters, values } = getOwn(this.#file.operations, described.id) ?? {};
    const names = this.#inputNames(described, parameters);
    const contractNames = new Map([...names].map(([name, upstreamName]) => [upstreamName, name]));
    const itemSchema: Schema = { oneOf: described.responseSchemas.map((name) => this.#contract.reference(name)) };
    const responseSchema: Schema = described.list ? { type: 'array', items: itemSchema } : itemSchema;
    const pair = (schema: Schema | undefined, input?: InputMapping) => ({
      toUpstream: schema && this.#translations.toUpstream.forSchema(schema, input),
      fromUpstream: schema && this.#translations.fromUpstream.forSchema(schema, input),
    });
    return {
      path: toUpstreamPath(this.#file, described),
      query: createQueryTranslation(this.#file, described, { parameters, values }),
      body: pair(described.body ?? described.multipart, { parameters, values }),
      responseBody: {
        toUpstream: this.#responses.toUpstream.forSchema(responseSchema),
        fromUpstream: this.#responses.fromUpstream.forSchema(responseSchema),
      },
      columns: createColumnTranslation(this.#file, described.rows && this.#contract.reference(described.rows)),
      toContractInputName: (word) => contractNames.get(word),
      toUpstreamInputName: (name) => names.get(name) ?? name,
    };
  }

  /** Upstream names of all inputs of the operation, properties of nested objects included. */
  #inputNames({ queryParameters, body, multipart }: Operation, parameters: InputMapping['parameters']) {
    const names = new Map<string, string>();
    const seen = new Set<Schema>();
    const add = (schema: Schema, parameters?: InputMapping['parameters']): void => {
      const target = resolve(schema);
      if (seen.has(target)) return;
      seen.add(target);
      for (const member of getProperties(schema)) {
        if (!names.has(member.name)) names.set(member.name, toUpstreamName(this.#file, member, parameters));
        add(member.schema);
      }
      for (const part of [...(target.oneOf ?? []), ...(target.anyOf ?? []), ...(target.items ? [target.items] : [])])
        add(part);
    };
    for (const { name } of queryParameters)
      names.set(name, toUpstreamName(this.#file, { name, owners: [] }, parameters));
    for (const schema of [body, multipart]) if (schema !== undefined) add(schema, parameters);
    return names;
  }
}
