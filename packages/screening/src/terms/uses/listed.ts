/** The phrases of a text: between them stand commas and ends of lines, which within a group say nothing. */
export function listed(text: string): string[] {
  return text
    .split(/[,\n](?![^()]*\))/)
    .map((phrase) => phrase.trim())
    .filter((phrase) => phrase !== "");
}
