import { onOneLine } from "./output.ts";

const isRight = /^-?\$[\d.,]+$|^\d+$/;

/** Aligns columns below their heads. Amounts and numbers are at the right, but never ids. */
export function tableLines(
  heads: readonly string[],
  rows: readonly (readonly string[])[],
): readonly string[] {
  // Runs of spaces could look like further columns. An indented tree has them at the start only.
  const shown = rows.map((row) =>
    row.map((cell) => onOneLine(cell).replace(/(?<=\S)\s{2,}/g, " ")),
  );
  const columns = heads.map((head, column) => {
    const cells = shown.map((row) => row[column] ?? "");
    const width = Math.max(head.length, ...cells.map((cell) => cell.length));
    const right =
      head !== "ID" && cells.length > 0 && cells.every((cell) => cell === "" || isRight.test(cell));
    return (cell: string) => (right ? cell.padStart(width) : cell.padEnd(width));
  });
  return [heads, ...shown].map((row) =>
    columns
      .map((pad, column) => pad(row[column] ?? ""))
      .join("  ")
      .trimEnd(),
  );
}

/** The time on this machine's clock, to the minute: `2026-01-31 18:00`. */
export function personTime(iso: string): string {
  const date = new Date(iso);
  const day = [date.getFullYear(), twoDigits(date.getMonth() + 1), twoDigits(date.getDate())].join(
    "-",
  );
  return `${day} ${twoDigits(date.getHours())}:${twoDigits(date.getMinutes())}`;
}

function twoDigits(value: number): string {
  return String(value).padStart(2, "0");
}
