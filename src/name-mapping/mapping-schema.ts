/** Schema of the file that maps contract names to upstream names. */
import { z } from 'zod';
import type { MappingFile } from './mapping-file.ts';

const name = z.string().min(1).max(200);
const byName = (description: string) => z.record(name, name).describe(description);
const byNameAndValue = (description: string) => z.record(name, z.record(z.string(), z.string())).describe(description);

/** Characters that a header name may contain. */
const headerName = z.string().regex(/^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,100}$/, { error: 'must be a header name' });

const segment = z.string().regex(/^[\w.~@%!$&'()*+,;=:-]{1,200}$/, { error: 'must be one path segment' });

const path = z.string().regex(/^(?:\/(?:\{\w+\}|[\w.~@%!$&'()*+,;=:-]+))+$/, {
  error: 'must be a path such as /projects/{id}/labels, in whole segments',
});

const schemaMapping = z.strictObject({
  attributes: byName('Upstream names of attributes of this schema, by contract name.').optional(),
  values: byNameAndValue(
    'Upstream values of attributes of this schema, by attribute, then by contract value.',
  ).optional(),
});

const operationMapping = z.strictObject({
  path: path.optional().describe('Complete upstream path of the operation, with its contract parameters.'),
  parameters: byName('Upstream names of query and body parameters of this operation, by contract name.').optional(),
  values: byNameAndValue('Upstream values of these parameters, by parameter, then by contract value.').optional(),
});

/** Schema of a mapping file. Omitted names are as in the contract. */
export const mappingFile = z.strictObject({
  $schema: z.string().optional().describe('URL or path of the JSON Schema of this file, for editors.'),
  globalIdPrefix: z
    .string()
    .regex(/^[a-z][a-z0-9+.-]*:\/\/[\w.-]+\/$/i, { error: 'must be a prefix such as gid://example/' })
    .optional()
    .describe('Prefix of global ids in responses of the upstream; `gid://service/` in the contract.'),
  headers: z
    .record(headerName, headerName)
    .optional()
    .describe('Upstream names of request and response headers, by contract name.'),
  segments: z.record(segment, segment).optional().describe('Upstream path segments, in any path, by contract segment.'),
  paths: z
    .record(path, path)
    .optional()
    .describe(
      'Upstream path prefixes in whole segments, by contract prefix such as `/import/host-a`. The longest match applies.',
    ),
  attributes: byName(
    'Upstream names of response attributes and of query and body parameters, in all operations, by contract name.',
  ).optional(),
  enums: z
    .record(name, z.record(z.string(), z.string()))
    .optional()
    .describe('Upstream enum values, by the schema of the enum, then by contract value.'),
  schemas: z.record(name, schemaMapping).optional().describe('Differences of one schema, by its contract name.'),
  operations: z
    .record(name, operationMapping)
    .optional()
    .describe('Differences of one operation, by its operation id.'),
}) satisfies z.ZodType<MappingFile>;
