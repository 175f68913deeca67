/** Splits a text at commas and line ends outside of groups. */
export function listed(text: string): string[] {
  return (
    text
      // oxlint-disable-next-line treasury/linear-patterns -- Our own lists.
      .split(/[,\n](?![^()]*\))/)
      .map((phrase) => phrase.trim())
      .filter((phrase) => phrase !== "")
  );
}
