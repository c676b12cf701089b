/** Copies a string. Pages without https have no Clipboard API and copy a selection. */
export async function copyText(text: string): Promise<void> {
  if (navigator.clipboard === undefined) {
    const area = document.createElement('textarea');
    area.value = text;
    document.body.append(area);
    area.select();
    document.execCommand('copy');
    area.remove();
  } else await navigator.clipboard.writeText(text);
}
