/** Reads a words file. */
import { readFileSync } from 'node:fs';
import { isScalar, parseDocument, visit } from 'yaml';
import { Words } from './index.ts';
import { problemsOf } from './problems.ts';
import { wordsFile } from './words-file.ts';

/** Characters of a words file at the most: some ten times one that renames everything. */
const longestFile = 2_000_000;

/** Aliases in a words file that are followed at the most. */
const maxAliasCount = 100;

function parse(text: string): unknown {
  const document = parseDocument(text);
  const [error] = document.errors;
  if (error !== undefined) throw new Error(error.message.split('\n')[0]);
  visit(document, {
    Pair(_, { key }) {
      // The check of the file would pass it over, as if it were not there.
      if (isScalar(key) && key.value === '__proto__') throw new Error('__proto__ is no name of the contract');
    },
  });
  return document.toJS({ maxAliasCount }) ?? {};
}

/** The words in a file of YAML or JSON, or what is wrong with it: a line each, all at once. */
export function loadWords(path: string): Words | { readonly problems: readonly string[] } {
  let content: unknown;
  try {
    const text = readFileSync(path, 'utf8');
    if (text.length > longestFile) return { problems: [`must be a file of at most ${longestFile} characters`] };
    content = parse(text);
  } catch (error) {
    return { problems: [`must be a file of words: ${error instanceof Error ? error.message : 'it cannot be read'}`] };
  }
  const { data, error } = wordsFile.safeParse(content);
  if (error)
    return {
      problems: error.issues.map(({ path, message }) =>
        [path.join('.'), message].filter((text) => text !== '').join(': '),
      ),
    };
  const problems = problemsOf(data);
  return problems.length > 0 ? { problems } : new Words(data);
}
