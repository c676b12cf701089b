/** Profile of an upstream, for `UPSTREAM_PROFILE`: the operations and attributes of the contract that it lacks. */
import { writeFileSync } from 'node:fs';
import { stringify } from 'yaml';
import type { Contract } from '../../contract/index.ts';
import type { UpstreamProfile } from '../../graph/kit/gaps.ts';
import type { SchemaDifference } from './comparison.ts';
import type { ProbeResult } from './probes.ts';

const absentStatuses = new Set([405, 501]);

/**
 * Whether a 404 is about the operation rather than about an object: of a list, whose parent an earlier response contains, of an object
 * that an earlier response contains, or of an operation without path parameters.
 */
function isAboutOperation(contract: Contract, { operation: id, path }: ProbeResult): boolean {
  const { list, pathParameters } = contract.operation(id);
  return list || pathParameters.length === 0 || path.endsWith('}');
}

function isAbsent(contract: Contract, result: ProbeResult): boolean {
  const { status } = result;
  return status !== undefined && (absentStatuses.has(status) || (status === 404 && isAboutOperation(contract, result)));
}

/**
 * Attributes that no response contains, other than those that a query parameter requests, that may have another name, or whose
 * fallback some response contains.
 */
function getAbsentAttributes(
  contract: Contract,
  { schema, missing, suggestions }: SchemaDifference,
): readonly string[] {
  const attributes = contract.attributesOf(schema);
  return missing.filter((name) => {
    const { 'x-on-request': parameter, 'x-fallback': fallback } = attributes.get(name) ?? {};
    const hasFallback = fallback !== undefined && !missing.includes(fallback.attribute);
    return parameter === undefined && !hasFallback && !(name in suggestions);
  });
}

/** Creates the profile of an upstream from the results of the reads. */
export function createProfile(
  contract: Contract,
  reads: readonly ProbeResult[],
  differences: readonly SchemaDifference[],
): UpstreamProfile {
  const attributes = differences.map(
    (difference) => [difference.schema, [...getAbsentAttributes(contract, difference)]] as const,
  );
  return {
    absentOperations: reads.filter((read) => isAbsent(contract, read)).map(({ operation: id }) => id),
    absentAttributes: Object.fromEntries(attributes.filter(([, names]) => names.length > 0)),
  };
}

/** Writes the profile of an upstream. @returns the profile */
export function writeProfile(
  file: string,
  upstream: string,
  contract: Contract,
  reads: readonly ProbeResult[],
  differences: readonly SchemaDifference[],
): UpstreamProfile {
  const profile = createProfile(contract, reads, differences);
  const head = `# Operations and attributes of the contract that ${upstream} lacks, for UPSTREAM_PROFILE.
# Only reads were sent, with the permissions of one token: remove what other tokens can read, and add missing writes.
`;
  writeFileSync(file, head + stringify(profile));
  return profile;
}
