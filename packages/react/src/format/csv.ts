/** Writes lines of cells as CSV. */
export function csvText(lines: readonly (readonly (string | number | null)[])[]): string {
  return lines.map((line) => `${line.map(cell).join(",")}\r\n`).join("");
}

function cell(value: string | number | null): string {
  if (value === null) return "";
  if (typeof value === "number") return String(value);
  const visible = value.replace(
    /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
  // Spreadsheets run a cell that begins like this as a formula, some also in full width. Where the
  // comma is the decimal sign, they begin a cell at a semicolon.
  const text = visible.replace(/(?<=^|;)(?=[\s"]*[=+\-@＝＋－＠])/gu, "'");
  return /[",]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
