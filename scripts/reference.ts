/** Renders the reference page of an entry point from its API model, which API Extractor writes from the declarations. */
import {
  ApiDeclaredItem,
  ApiDocumentedItem,
  type ApiItem,
  ApiItemKind,
  ApiModel,
  ExcerptTokenKind,
} from '@microsoft/api-extractor-model';
import { DocExcerpt, DocLinkTag, type DocNode, StandardTags } from '@microsoft/tsdoc';

const sections: readonly (readonly [title: string, kinds: ReadonlySet<ApiItemKind>])[] = [
  ['Functions', new Set([ApiItemKind.Function])],
  ['Classes and interfaces', new Set([ApiItemKind.Class, ApiItemKind.Interface])],
  ['Constants', new Set([ApiItemKind.Variable])],
  ['Types', new Set([ApiItemKind.TypeAlias])],
];

const objectKinds: ReadonlySet<ApiItemKind> = new Set([ApiItemKind.Class, ApiItemKind.Interface]);

/** Declarations through which exported functions of the kit lead to the types of their arguments. */
const kitFiles = /graph\/kit\//;
/** Declarations that authors of areas write or use. */
const describedKitFiles = /graph\/kit\/(?:fields\/|definitions\b|resources\/declaration\b)/;

/** Descriptions that replace the members of an interface. */
const replacedMembers: ReadonlyMap<string, string> = new Map([
  [
    'PorticoSettings',
    'The names are those of the [settings](../settings.md) in camel case: `MAX_REST_CALLS` is `maxRestCalls`.',
  ],
]);

/** Source text of a part of a comment; a link is its target as code. */
function getText(node: DocNode): string {
  if (node instanceof DocLinkTag) return `\`${node.codeDestination?.emitAsTsdoc() ?? node.urlDestination ?? ''}\``;
  return node instanceof DocExcerpt ? node.content.toString() : node.getChildNodes().map(getText).join('');
}

const toLine = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** `label` and the text as a sentence; empty without text. */
function toSentence(label: string, text: string): string {
  const line = toLine(text);
  if (line === '') return '';
  return `${label} ${line}${/[.!]$/.test(line) ? '' : '.'}`;
}

/** Summary, parameters, result and errors of an item, as one paragraph. */
function describeItem(item: ApiItem): string {
  const comment = item instanceof ApiDocumentedItem ? item.tsdocComment : undefined;
  if (comment === undefined) return '';
  const errors = comment.customBlocks.filter(
    ({ blockTag }) => blockTag.tagNameWithUpperCase === StandardTags.throws.tagNameWithUpperCase,
  );
  return [
    toLine(getText(comment.summarySection)),
    ...comment.params.blocks.map((param) => toSentence(`\`${param.parameterName}\`:`, getText(param.content))),
    comment.returnsBlock ? toSentence('Returns', getText(comment.returnsBlock.content)) : '',
    ...errors.map(({ content }) => toSentence('Throws', getText(content))),
  ]
    .filter((part) => part !== '')
    .join(' ');
}

/** Name in the source; API Extractor appends a number if types of several files have one name. */
const getName = (item: ApiItem): string => item.displayName.replace(/_\d+$/, '');

/** Text of a declaration on one line, without modifiers and paths of files. */
const getSignature = (item: ApiDeclaredItem): string =>
  toLine(item.excerpt.text)
    .replace(/import\("[^"]*"\)\./g, '')
    .replace(/^(?:(?:export|declare|readonly|const) )+/, '')
    .replace(/;$/, '');

function formatMember(item: ApiItem): readonly string[] {
  if (!(item instanceof ApiDeclaredItem) || item.kind === ApiItemKind.Constructor || /^\[/.test(item.displayName))
    return [];
  const description = describeItem(item);
  return [`- \`${getSignature(item)}\`${description === '' ? '' : `: ${description}`}`];
}

/** Section of one name: its declarations, descriptions and members. */
function formatItem(name: string, declarations: readonly ApiDeclaredItem[]): string {
  const replacement = replacedMembers.get(name);
  const members = declarations.filter(({ kind }) => objectKinds.has(kind)).flatMap(({ members }) => members);
  return [
    `### ${name}`,
    ...declarations.map(describeItem),
    ['```ts', ...declarations.map(getSignature), '```'].join('\n'),
    replacement ?? members.flatMap(formatMember).join('\n'),
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

const isExported = (item: ApiItem): boolean => 'isExported' in item && item.isExported === true;

/** Finds the classes and interfaces of the kit that the exported functions use, directly or through other types. */
function findUsedTypes(items: readonly ApiDeclaredItem[]): readonly ApiDeclaredItem[] {
  const byReference = new Map(items.map((item) => [item.canonicalReference.toString(), item]));
  const exported = new Set(items.filter(isExported));
  const used = new Set<ApiDeclaredItem>([...exported].filter(({ kind }) => kind === ApiItemKind.Function));
  for (const item of used)
    for (const declaration of [item, ...item.members])
      for (const { kind, canonicalReference } of declaration instanceof ApiDeclaredItem
        ? declaration.excerptTokens
        : []) {
        const type =
          kind === ExcerptTokenKind.Reference ? byReference.get(canonicalReference?.toString() ?? '') : undefined;
        if (type !== undefined && !exported.has(type) && kitFiles.test(type.fileUrlPath ?? '')) used.add(type);
      }
  return [...used].filter(
    (item) => !exported.has(item) && objectKinds.has(item.kind) && describedKitFiles.test(item.fileUrlPath ?? ''),
  );
}

const collator = new Intl.Collator('en');

function formatSection(title: string, items: readonly ApiDeclaredItem[]): readonly string[] {
  if (items.length === 0) return [];
  const byName = Map.groupBy(items, getName);
  const names = [...byName.keys()].toSorted(collator.compare);
  return [`## ${title}`, ...names.map((name) => formatItem(name, byName.get(name) ?? []))];
}

/**
 * Renders the reference page of an entry point.
 * @param title import specifier, such as `portico/kit`
 * @param modelFile API model of the entry point, with the types that it uses without exporting them
 */
export function renderReference(title: string, modelFile: string): string {
  const [entryPoint] = new ApiModel().loadPackage(modelFile).entryPoints;
  const items = (entryPoint?.members ?? []).filter((item) => item instanceof ApiDeclaredItem);
  const exported = items.filter(isExported);
  return [
    '<!-- Generated by `npm run types`. Do not edit. -->',
    `# \`${title}\``,
    ...sections.flatMap(([heading, kinds]) =>
      formatSection(
        heading,
        exported.filter(({ kind }) => kinds.has(kind)),
      ),
    ),
    ...formatSection('Types of arguments', findUsedTypes(items)),
    '',
  ]
    .join('\n\n')
    .replace(/\n+$/, '\n');
}
