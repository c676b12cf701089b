/** Loads a mapping file. */
import { readdirSync } from 'node:fs';
// A named import fails in older versions of Node before they are rejected.
import module from 'node:module';
import { join } from 'node:path';
import { isScalar, visit } from 'yaml';
import { readTextFile } from '../helpers/text-file.ts';
import { quote } from '../helpers/truncate.ts';
import { parseYaml } from '../helpers/yaml-document.ts';
import { NameMapping } from './index.ts';
import { mappingFile } from './mapping-schema.ts';
import { findMappingProblems } from './validate.ts';

/** More than twice a file that renames everything. */
const maxFileBytes = 500_000;

/** Upper bound on YAML aliases in a file. */
const maxAliasCount = 100;

function parse(source: string): unknown {
  const { document } = parseYaml(source);
  visit(document, {
    Pair(_, { key }) {
      // The schema check of the file would ignore this key.
      if (isScalar(key) && key.value === '__proto__') throw new Error('the contract has no name "__proto__"');
    },
  });
  return document.toJS({ maxAliasCount }) ?? {};
}

/** Folder of the mapping files of well-known services, which the package contains. */
const shippedFolder = join(module.findPackageJSON(import.meta.url) ?? '', '..', 'words');

/** Names of the mapping files of well-known services. */
export const getShippedNames = (): readonly string[] =>
  readdirSync(shippedFolder)
    .map((file) => file.replace(/\.json$/, ''))
    .toSorted();

/**
 * Loads the name mapping from a YAML or JSON file, or returns all problems of the file, one per line.
 *
 * @param source path of the file; without slash and dot, the name of a shipped file
 */
export function loadNameMapping(source: string): NameMapping | { readonly problems: readonly string[] } {
  const isShipped = /^[^./\\]+$/.test(source);
  if (isShipped && !getShippedNames().includes(source))
    return {
      problems: [
        `must be the path of a file, with a slash or dot, or the name of a shipped file (${getShippedNames().join(', ')}), not ${quote(source)}`,
      ],
    };
  const path = isShipped ? join(shippedFolder, `${source}.json`) : source;
  let content: unknown;
  try {
    content = parse(readTextFile(path, maxFileBytes));
  } catch (error) {
    return {
      problems: [
        `must be a readable YAML or JSON file with a name mapping: ${error instanceof Error ? error.message : 'it cannot be read'}`,
      ],
    };
  }
  const { data, error } = mappingFile.safeParse(content);
  if (error)
    return {
      problems: error.issues.map(({ path, message }) =>
        [path.join('.'), message].filter((text) => text !== '').join(': '),
      ),
    };
  const problems = findMappingProblems(data);
  return problems.length > 0 ? { problems } : new NameMapping(data);
}
