/** The pages of the documentation, and the snippets in them. */
import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** Reads a file by its path in the repository. */
export const read = (path: string): string => readFileSync(`${root}${path}`, 'utf8');

/** Paths of the pages that are not generated. */
export const pages: readonly string[] = globSync('{*.md,docs/*.md,sandbox/README.md}', { cwd: root })
  .filter((path) => path !== 'docs/rest-to-graph.md')
  .toSorted();

/** Fenced code block. */
export interface Fence {
  readonly language: string;
  readonly text: string;
}

const fence = /^```(\w*)\n(.*?)^```$/gms;

/** Returns the fenced code blocks of a page. */
export const parseFences = (page: string): readonly Fence[] =>
  [...page.matchAll(fence)].map(([, language = '', text = '']) => ({ language, text }));

/** Operation of a page with its variables, credential and expected error. */
export interface DocumentedOperation {
  readonly document: string;
  /** Variables in the JSON block after the document. */
  readonly variables: Readonly<Record<string, unknown>>;
  /** Token in a comment of the document, such as `# token: sandbox-developer-token`. */
  readonly token: string | undefined;
  /** Expected error code in a comment of the document, such as `# error: NOT_FOUND`. */
  readonly error: string | undefined;
}

/** Returns the operations in GraphQL blocks of a page. */
export function parseOperations(page: string): readonly DocumentedOperation[] {
  const fences = parseFences(page);
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

/** Indented block, at the top level or in an item of a numbered list. */
const indented = /^( {4}| {7})\S.*\n(?:^\1.*\n)*/gm;

/** Returns the commands in indented blocks of a page. Lines within quotes belong to one command. */
export function parseCommands(page: string): readonly string[] {
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

/** Splits a command into its arguments. Quotes enclose an argument with spaces. */
export const splitCommand = (command: string): readonly string[] =>
  [...command.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '');

/** Link within the repository. */
export interface Link {
  /** Relative path of a file; empty for the page itself. */
  readonly target: string;
  readonly heading: string | undefined;
}

/** Returns the links of a page within the repository. */
export const parseLinks = (page: string): readonly Link[] =>
  [...page.replace(fence, '').matchAll(/\]\((?!https?:)([^)#]*)(?:#([^)]*))?\)/g)].map(
    ([, target = '', heading]): Link => ({ target, heading }),
  );

/** Returns the anchors of the headings of a page. */
export const parseAnchors = (page: string): readonly string[] =>
  [...page.replace(fence, '').matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replace(/[^\w\s-]/g, '')
      .replaceAll(' ', '-'),
  );
