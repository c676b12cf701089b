/** Gaps of the REST service: operations and attributes of the contract that it lacks. */
import type { Contract, ContractGaps, OperationId, SchemaName } from '../../contract/index.ts';
import { findUnknownNames, GraphSettingsError } from './settings-error.ts';

/** Parts of the contract that the REST service lacks, by name. */
export interface UpstreamProfile {
  readonly absentOperations: readonly string[];
  /** Names of attributes by the schema of the object. */
  readonly absentAttributes: Readonly<Record<string, readonly string[]>>;
}

/**
 * Converts a profile to gaps of a contract.
 * @throws GraphSettingsError if the contract does not have one of the names
 */
export function toContractGaps(contract: Contract, profile: UpstreamProfile): ContractGaps {
  const problems: string[] = [];
  const check = (names: readonly string[], existing: Iterable<string>, noun: string) => {
    problems.push(...findUnknownNames('UPSTREAM_PROFILE', names, [...existing], `${noun} of the contract`));
  };
  const { absentOperations, absentAttributes } = profile;
  check(absentOperations, contract.operations.keys(), 'operation');
  const schemas = Object.keys(contract.document.components.schemas);
  check(Object.keys(absentAttributes), schemas, 'schema');
  const attributes = new Map<SchemaName, ReadonlySet<string>>();
  for (const [name, names] of Object.entries(absentAttributes)) {
    if (!schemas.includes(name)) continue;
    // The contract has a schema of this name.
    const schema = name as SchemaName;
    check(names, contract.attributesOf(schema).keys(), `attribute of ${name}`);
    attributes.set(schema, new Set(names));
  }
  if (problems.length > 0) throw new GraphSettingsError(problems.join('\n'));
  // The contract has operations of these names.
  return { operations: new Map(absentOperations.map((id) => [id as OperationId, 'absent'])), attributes };
}
