/** Code and comments use plain words: the checks of CONTRIBUTING.md, with the folders that do not pass them yet. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

interface Check {
  /** Completes "finds no …". */
  readonly finds: string;
  readonly pattern: RegExp;
  readonly files: RegExp;
  /** Folders and files that do not pass yet. Remove an entry when its files pass. */
  readonly exceptions: readonly string[];
}

const code = /^(?:src|sandbox|package|explorer\/src|scripts)\/.*\.tsx?$/;
const codeAndTests = /^(?:src|sandbox|package|explorer\/src|scripts|test)\/.*\.tsx?$/;

const checks: readonly Check[] = [
  {
    finds: 'docstring that starts with a question word or a preposition',
    pattern: /^\s*(?:\/\*\*|\*) (?:What|How|Why|Who|Of|By|Those|The same|One that|Whether or not)\b/,
    files: code,
    exceptions: [],
  },
  {
    finds: 'vague pronoun or verb',
    pattern: /\b(?:whoever|nobody|tells|told|at the (?:most|least)|(?:is|are) none|(?:at|in) hand|for want of)\b/i,
    files: code,
    exceptions: [],
  },
  {
    finds: 'metaphor in a comment of the graph',
    pattern:
      /^\s*(?:\/?\*|\/\/).*\b(?:answer(?:s|ed)?|asks?|asked|refus(?:es|ed|als?)|stands?|at once|beside|unless given)\b/,
    files: /^src\/graph\/.*\.ts$/,
    exceptions: [],
  },
  {
    finds: 'former name of the kit',
    pattern:
      /\b(?:foresee|Foreseen|isTold|untold|toldBy|provenAt|occursIn|orNull|mayAskFor|askingFor|illFormedTexts|meaninglessNulls|unknownWord|oddNumber|isOddNumber|soleOf|toldOnce|toldPath|unusableAnswer|goesByLinks|readUnmarkedSlice|presentPlan)\w*/,
    files: codeAndTests,
    exceptions: [],
  },
  {
    finds: 'former type name',
    pattern:
      /^(?!\s*(?:\/?\*|\/\/)).*\b(?:KnownDocuments|Allowance|Shares|Turns|UnsentResponses|Remembered|CallFate|SingleOutcome|FrontDoor|Tries)\b/,
    files: codeAndTests,
    exceptions: [],
  },
  {
    finds: 'metaphor of a former name',
    pattern: /\bfront door\b|\blean road\b|\(one, other\) =>/i,
    files: codeAndTests,
    exceptions: [],
  },
  {
    finds: 'variable that is named by a participle or a superlative',
    pattern:
      /\b(?:const|let) (?:known|found|given|told|made|begun)\b|\bconst (?:most|longest|largest|shortest|deepest|fewest|usual)[A-Z]/,
    files: codeAndTests,
    exceptions: [],
  },
  {
    finds: 'metaphor in a test name',
    pattern:
      /(?:\b(?:test|it|describe)|[\])])(?:\.each)?\(['"`].*\b(?:whoever|nobody|tells?|told|asks?|asked|answers?|answered|stands?|at once|beside|left alone)\b/,
    files: /^test\/.*\.ts$/,
    exceptions: [],
  },
  {
    finds: 'test name that starts with a pronoun or a preposition',
    pattern: /(?:\b(?:test|it|describe)|[\])])\(['"`](?:of|that is|what|who|whoever|nobody|is|by|tells|told) /,
    files: /^test\/.*\.ts$/,
    exceptions: [],
  },
];

const root = fileURLToPath(new URL('../../', import.meta.url));
const tracked = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' })
  .split('\n')
  .filter((path) => !/\.gen\.ts$|^test\/docs\/wording\.test\.ts$/.test(path));

/** Lines of a file that a pattern matches, as `path:line: text`. */
function findMatches(path: string, pattern: RegExp): readonly string[] {
  const lines = readFileSync(`${root}${path}`, 'utf8').split('\n');
  return lines.flatMap((line, index) => (pattern.test(line) ? [`${path}:${index + 1}: ${line.trim()}`] : []));
}

const isBelow = (path: string, folder: string): boolean => path === folder || path.startsWith(`${folder}/`);

test.each(checks)('finds no $finds', ({ pattern, files, exceptions }) => {
  const matches = tracked.filter((path) => files.test(path)).flatMap((path) => findMatches(path, pattern));
  expect(matches.filter((match) => !exceptions.some((folder) => isBelow(match.split(':')[0] ?? '', folder)))).toEqual(
    [],
  );
  const needed = exceptions.filter((folder) => matches.some((match) => isBelow(match.split(':')[0] ?? '', folder)));
  expect(needed).toEqual(exceptions);
});
