function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** Returns the HTML of a description. */
export function renderMarkup(markup: string): string {
  return escapeHtml(markup).replace(/\*\*(.+?)\*\*/g, '<strong>$1</strong>');
}
