/** Finds the texts in the sources from which messages to clients are made. */
import { globSync, readFileSync } from 'node:fs';
import ts from 'typescript';

/** Text of a source, as a pattern of the messages that contain it. */
export interface Template {
  /** Relative to the root of the repository. */
  readonly file: string;
  /** Text, with `…` in place of each value. */
  readonly text: string;
  readonly pattern: RegExp;
}

const folders = ['src/edge', 'src/execution', 'src/graph/kit', 'src/rest'];
/** Its messages are for operators. */
const exclude = ['src/edge/observe/**'];

/** Parts of a literal around its values; `undefined` for any other node. */
function getParts(node: ts.Node): readonly string[] | undefined {
  if (ts.isStringLiteralLike(node)) return [node.text];
  if (!ts.isTemplateExpression(node)) return undefined;
  return [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)];
}

/** Whether a literal is for readers of the schema, of the log, or of the code. */
function isOther(node: ts.Node): boolean {
  for (let { parent } = node; parent !== undefined; parent = parent.parent) {
    if (ts.isPropertyAssignment(parent) && /^(?:description|deprecationReason)$/.test(parent.name.getText()))
      return true;
    if (ts.isImportDeclaration(parent) || ts.isExportDeclaration(parent) || ts.isLiteralTypeNode(parent)) return true;
    if (ts.isNewExpression(parent) && /^(?:Type|Range)?Error$/.test(parent.expression.getText())) return true;
    if (ts.isCallExpression(parent) && /\blogger\.\w+$/.test(parent.expression.getText())) return true;
  }
  return false;
}

/** Whether a text has two words: names, headers and media types have one. */
const isProse = (parts: readonly string[]): boolean =>
  /[a-z]/i.test(parts.join('')) &&
  /[a-z”"`)},.:] [a-z"“`({]/i.test(parts.join('a')) &&
  !/^[\w-]+\/[\w.+-]+;/.test(parts.join(''));

function findTemplatesOf(file: string): readonly Template[] {
  const templates: Template[] = [];
  const visit = (node: ts.Node): void => {
    const parts = getParts(node);
    if (parts !== undefined && isProse(parts) && !isOther(node))
      templates.push({
        file,
        text: parts.join('…'),
        pattern: new RegExp(parts.map((part) => part.trim().replace(/[$()*+./?[\\\]^{|}-]/g, '\\$&')).join('[^]*?')),
      });
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true));
  return templates;
}

/** Returns all texts of the sources that are not for readers of the schema, of the log, or of the code. */
export const findTemplates = (): readonly Template[] =>
  globSync(
    folders.map((folder) => `${folder}/**/*.ts`),
    { exclude },
  )
    .toSorted()
    .flatMap(findTemplatesOf);
