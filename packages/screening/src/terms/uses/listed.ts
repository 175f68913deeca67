/** Splits a text at commas and line ends outside of groups. */
export function listed(text: string): string[] {
  return text
    .split(/[,\n](?![^()]*\))/)
    .map((phrase) => phrase.trim())
    .filter((phrase) => phrase !== "");
}
