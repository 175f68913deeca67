/**
 * Replaces the text between a document's markers `<!-- bench name -->` and `<!-- end name -->`.
 *
 * @throws Error when the document has no such markers.
 */
export function replaceSection(document: string, name: string, text: string): string {
  const start = `<!-- bench ${name} -->`;
  const end = `<!-- end ${name} -->`;
  const from = document.indexOf(start);
  const to = document.indexOf(end, from);
  if (from === -1 || to === -1) {
    throw new Error(`The document has no section "${name}": it needs ${start} and ${end}.`);
  }
  return `${document.slice(0, from + start.length)}\n\n${text}\n\n${document.slice(to)}`;
}
