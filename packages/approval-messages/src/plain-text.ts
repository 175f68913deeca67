export function oneLine(text: string): string {
  return text.replace(/\s+/gu, " ").trim();
}

export function shortened(text: string, maximum: number): string {
  if (text.length <= maximum) return text;
  return `${text.slice(0, maximum - 1).toWellFormed()}…`;
}

/** Joins a list for a sentence: "Ada, Bob and Cy". */
export function joined(parts: readonly string[]): string {
  if (parts.length < 2) return parts.join("");
  return `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)}`;
}
