/** A bench's result. Every figure in it comes from the run. */
export interface Report {
  readonly tables: readonly Table[];
  /** Sentences on the tables, with figures from the run. */
  readonly remarks?: readonly string[];
  /** Conditions of the run, for example `server` and `fsync on, …`. */
  readonly settings: Readonly<Record<string, string>>;
}

/** A table. The first column is the row's name. */
export interface Table {
  readonly columns: readonly string[];
  readonly rows: readonly Row[];
}

/** A row of figures, or the reason why it is missing. */
export type Row =
  | { readonly name: string; readonly cells: readonly string[] }
  /** The option or installation that it requires. */
  | { readonly name: string; readonly notRun: string };

/** The machine, the date and the command of a report. */
export interface Circumstances {
  /** `2026-11-21`, UTC. */
  readonly date: string;
  readonly machine: string;
  readonly command: string;
}

/** Writes a report as Markdown. */
export function writeReport(report: Report, circumstances: Circumstances): string {
  const settings = { ...report.settings, machine: circumstances.machine };
  return [
    ...report.tables.map(writeTable),
    ...(report.remarks ?? []),
    Object.entries(settings)
      .map(([name, value]) => `- ${name}: ${value}`)
      .join("\n"),
    `Run on ${circumstances.date} by \`${circumstances.command}\`.`,
  ].join("\n\n");
}

function writeTable({ columns, rows }: Table): string {
  const width = columns.length;
  const lines = rows.map((row) => {
    const cells = "notRun" in row ? [`not run: ${row.notRun}`] : row.cells;
    return [row.name, ...cells, ...Array<string>(width).fill("")].slice(0, width).map(escapeCell);
  });
  const table = [columns.map(escapeCell), ...lines];
  const widths = columns.map((_, column) =>
    Math.max(3, ...table.map((cells) => [...(cells[column] ?? "")].length)),
  );
  const written = table.map((cells) => writeRow(cells, widths));
  const rule = `| ${widths.map(ruleOf).join(" | ")} |`;
  return [written[0], rule, ...written.slice(1)].join("\n");
}

/** Aligns names left and figures right, padded as the formatter pads them. */
function writeRow(cells: readonly string[], widths: readonly number[]): string {
  const padded = cells.map((cell, column) => {
    const missing = " ".repeat((widths[column] ?? 0) - [...cell].length);
    return column === 0 ? cell + missing : missing + cell;
  });
  return `| ${padded.join(" | ")} |`;
}

function ruleOf(width: number, column: number): string {
  return column === 0 ? "-".repeat(width) : `${"-".repeat(width - 1)}:`;
}

function escapeCell(text: string): string {
  return text.replaceAll("|", String.raw`\|`);
}
