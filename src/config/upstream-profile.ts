/** File of `UPSTREAM_PROFILE`: the parts of the contract that a REST service lacks. */
import { z } from 'zod';
import { readTextFile } from '../helpers/text-file.ts';
import { parseYaml } from '../helpers/yaml-document.ts';

const name = z.string().min(1).max(200);

/** Schema of a profile. */
export const profileFile = z.strictObject({
  $schema: z.string().optional().describe('URL or path of the JSON Schema of this file, for editors.'),
  absentOperations: z
    .array(name)
    .default([])
    .describe('Operations that the REST service does not offer. They are never called.'),
  absentAttributes: z
    .record(name, z.array(name))
    .default({})
    .describe('Attributes that the REST service does not send, by the schema of their object.'),
});

export type ProfileFile = z.infer<typeof profileFile>;

/** Far more than every name of the contract. */
const maxFileBytes = 500_000;

/** Reads a profile from a YAML or JSON file, or returns its problems, one per line. */
export function readProfile(path: string): ProfileFile | { readonly problems: readonly string[] } {
  let content: unknown;
  try {
    content = parseYaml(readTextFile(path, maxFileBytes)).document.toJS({ maxAliasCount: 0 }) ?? {};
  } catch (error) {
    const [reason] = error instanceof Error ? error.message.split('\n') : [];
    return { problems: [`must be a readable YAML or JSON file: ${reason ?? 'it cannot be read'}`] };
  }
  const { data, error } = profileFile.safeParse(content);
  if (data !== undefined) return data;
  return { problems: error.issues.map(({ path: at, message }) => [at.join('.'), message].filter(Boolean).join(': ')) };
}
