import type { Comparison } from "./compare.ts";
import { groups, rowOf, versionOf } from "./summary.ts";

/** Writes the generated section of docs/comparison.md. */
export function writeDocument(comparison: Comparison): string {
  return [
    ...groups.map(({ needs, title }) => groupOf(comparison, needs, title)),
    setUps(comparison),
  ]
    .filter((part) => part !== "")
    .join("\n\n");
}

function groupOf(comparison: Comparison, needs: string, title: string): string {
  const rows = comparison.faults.flatMap((fault, at) => {
    if (fault.needs !== needs) return [];
    const row = rowOf(comparison, at);
    const own = row.find(({ compared }) => compared.contestant.isOwn);
    const others = row.filter(
      ({ compared, cell }) =>
        compared.contestant.isOwn !== true && cell.outcome !== "cannot be expressed",
    );
    const byOutcome = Map.groupBy(others, ({ cell }) => cell.outcome);
    const texts = [...byOutcome].map(
      ([outcome, of]) =>
        `**${outcome}**: ${of.map(({ compared }) => compared.contestant.name).join(", ")}`,
    );
    return [[fault.name, own?.cell.outcome ?? "not run", texts.join("; ")]];
  });
  return `### ${title}\n\n${table(["fault", "Agent Treasury", "others"], rows)}`;
}

function setUps(comparison: Comparison): string {
  const rows = comparison.contestants.map((compared) => {
    const { name, sources, setup, better } = compared.contestant;
    const links = sources.map(({ title, url }) => `[${title}](${linkOf(url)})`).join(", ");
    const missing = compared.cells === null ? " Not run: it is not installed." : "";
    return [name, versionOf(compared), `${links}. ${setup}${missing}`, better];
  });
  return `### Set-ups, and what others do better\n\n${table(
    ["contestant", "version", "set-up", "better than Agent Treasury"],
    rows,
  )}`;
}

function linkOf(url: string): string {
  return url.startsWith("https:") ? url : `../${url}`;
}

/** A table as the formatter writes it. */
function table(columns: readonly string[], rows: readonly (readonly string[])[]): string {
  const all = [columns, ...rows].map((row) => row.map((text) => text.replaceAll("|", "\\|")));
  const widths = columns.map((_, at) =>
    Math.max(3, ...all.map((row) => [...(row[at] ?? "")].length)),
  );
  const lines = all.map(
    (row) => `| ${row.map((text, at) => text.padEnd(widths[at] ?? 0)).join(" | ")} |`,
  );
  const rule = `| ${widths.map((width) => "-".repeat(width)).join(" | ")} |`;
  return [lines[0], rule, ...lines.slice(1)].join("\n");
}
