/** The pages of the documentation, and the snippets in them. */
import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** Text of a file, by its path in the repository. */
export const read = (path: string): string => readFileSync(`${root}${path}`, 'utf8');

/** The pages that people write, by their paths. */
export const pages: readonly string[] = globSync('{*.md,docs/*.md}', { cwd: root })
  .filter((path) => path !== 'docs/rest-to-graph.md')
  .toSorted();

/** A fenced block. */
export interface Fence {
  readonly language: string;
  readonly text: string;
}

const fence = /^```(\w*)\n(.*?)^```$/gms;

export const fencesOf = (page: string): readonly Fence[] =>
  [...page.matchAll(fence)].map(([, language = '', text = '']) => ({ language, text }));

/** An operation with what it takes to execute it. */
export interface ShownOperation {
  readonly document: string;
  /** Variables in the block of JSON that follows. */
  readonly variables: Readonly<Record<string, unknown>>;
  /** In a comment of the document: `# token: sandbox-developer-token`. */
  readonly token: string | undefined;
  /** The code of the error that it shows, in a comment: `# error: NOT_FOUND`. */
  readonly error: string | undefined;
}

/** The blocks of GraphQL in a page. */
export function operationsOf(page: string): readonly ShownOperation[] {
  const fences = fencesOf(page);
  return fences.flatMap(({ language, text: document }, index) => {
    if (language !== 'graphql') return [];
    const next = fences[index + 1];
    return {
      document,
      variables: next?.language === 'json' ? JSON.parse(next.text) : {},
      token: /^# token: (\S+)$/m.exec(document)?.[1],
      error: /^# error: (\S+)$/m.exec(document)?.[1],
    };
  });
}

const isBalanced = (text: string): boolean => (text.match(/'/g) ?? []).length % 2 === 0;

/** An indented block, at the top level or in an item of a numbered list. */
const indented = /^( {4}| {7})\S.*\n(?:^\1.*\n)*/gm;

/** The indented blocks of a page, each as its commands; one that has a line break within quotes is a single command. */
export function commandsOf(page: string): readonly string[] {
  return [...page.replace(fence, '').matchAll(indented)].flatMap(([block, indent]) => {
    const commands: string[] = [];
    let open = '';
    for (const line of block
      .replaceAll(new RegExp(`^${indent}`, 'gm'), '')
      .trimEnd()
      .split('\n')) {
      open = open === '' ? line : `${open}\n${line}`;
      if (!isBalanced(open)) continue;
      commands.push(open);
      open = '';
    }
    return open === '' ? commands : [...commands, open];
  });
}

/** The words of a command, of which quotes hold some together. */
export const wordsOf = (command: string): readonly string[] =>
  [...command.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '');

/** A link within the repository. */
export interface Link {
  /** Relative path of a file; empty for the page itself. */
  readonly target: string;
  readonly heading: string | undefined;
}

export const linksOf = (page: string): readonly Link[] =>
  [...page.replace(fence, '').matchAll(/\]\((?!https?:)([^)#]*)(?:#([^)]*))?\)/g)].map(
    ([, target = '', heading]): Link => ({ target, heading }),
  );

/** Returns the anchors of the headings of a page. */
export const anchorsOf = (page: string): readonly string[] =>
  [...page.replace(fence, '').matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replace(/[^\w\s-]/g, '')
      .replaceAll(' ', '-'),
  );
