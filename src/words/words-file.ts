/** The file that maps the contract's words to those of an upstream: its form. */
import { z } from 'zod';

const word = z.string().min(1).max(200);
const byName = (description: string) => z.record(word, word).describe(description);
const byNameAndWord = (description: string) => z.record(word, z.record(z.string(), z.string())).describe(description);

/** Texts that may stand in a header's name. */
const headerName = z.string().regex(/^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,100}$/, { error: 'must be the name of a header' });

const segment = z.string().regex(/^[\w.~@%!$&'()*+,;=:-]{1,200}$/, { error: 'must be one segment of a path' });

const path = z.string().regex(/^(?:\/(?:\{\w+\}|[\w.~@%!$&'()*+,;=:-]+))+$/, {
  error: 'must be a path such as /projects/{id}/labels, with whole segments',
});

const schemaWords = z.strictObject({
  attributes: byName('Attributes of objects of this schema, by their names in the contract.').optional(),
  values: byNameAndWord(
    'Values of attributes of this schema, by attribute and then by their words in the contract.',
  ).optional(),
});

const operationWords = z.strictObject({
  path: path.optional().describe('The whole path of the operation, with the parameters that it has in the contract.'),
  parameters: byName('Members of the query and the body of this operation, by their names in the contract.').optional(),
  values: byNameAndWord('Values of these members, by member and then by their words in the contract.').optional(),
});

/** The form of a words file. What it leaves out is as in the contract. */
export const wordsFile = z.strictObject({
  $schema: z.string().optional().describe('Where the JSON Schema of this file is, for editors.'),
  globalIdPrefix: z
    .string()
    .regex(/^[a-z][a-z0-9+.-]*:\/\/[\w.-]+\/$/i, { error: 'must be a prefix such as gid://example/' })
    .optional()
    .describe('How global ids begin inside answers of the upstream; `gid://service/` in the contract.'),
  headers: z
    .record(headerName, headerName)
    .optional()
    .describe('Headers of requests and answers, by their names in the contract.'),
  segments: z
    .record(segment, segment)
    .optional()
    .describe('Whole segments of paths, wherever they stand, by their words in the contract.'),
  paths: z
    .record(path, path)
    .optional()
    .describe(
      'Beginnings of paths, in whole segments, by those in the contract: `/import/host-a`. The longest one counts.',
    ),
  attributes: byName(
    'Attributes of answers, and members of queries and bodies, everywhere, by their names in the contract.',
  ).optional(),
  enums: z
    .record(word, z.record(z.string(), z.string()))
    .optional()
    .describe('Words of closed sets, by the schema of the set and then by the word in the contract.'),
  schemas: z.record(word, schemaWords).optional().describe('What is different in one schema of the contract.'),
  operations: z
    .record(word, operationWords)
    .optional()
    .describe('What is different in one operation, by its operation id.'),
});

export type WordsFile = z.infer<typeof wordsFile>;
