/** The page of groups and their projects. */
import { ProjectsDocument } from './operations.gen.ts';
import type { Query } from './query.ts';

const escapeHtml = (text: string): string => text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);

/** Renders the page as HTML. */
export async function renderPage(query: Query): Promise<string> {
  const { groups } = await query(ProjectsDocument, {});
  const sections = (groups?.nodes ?? []).map(
    ({ fullName, projects }) => `<h2>${escapeHtml(fullName ?? '')}</h2>
<ul>
${(projects?.nodes ?? []).map(({ name, webUrl }) => `<li><a href="${escapeHtml(webUrl ?? '')}">${escapeHtml(name ?? '')}</a></li>`).join('\n')}
</ul>`,
  );
  return `<!doctype html>\n<title>Projects</title>\n<h1>Projects</h1>\n${sections.join('\n')}\n`;
}
