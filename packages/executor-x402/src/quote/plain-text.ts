/** Returns one line of a seller's text, without control and bidirectional characters. */
export function plainText(text: string | null, maximumLength: number): string | null {
  const line = (text ?? "")
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, " ")
    .trim()
    .slice(0, maximumLength)
    .toWellFormed();
  return line === "" ? null : line;
}
