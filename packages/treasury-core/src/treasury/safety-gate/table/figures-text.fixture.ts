import type { SafetyGate } from "../safety-gate.ts";
import {
  type GateFigures,
  alarmShare,
  caughtShare,
  codeWords,
  figuresByKind,
  figuresOf,
} from "./gate-figures.fixture.ts";
import {
  purchaseTable,
  purchasesAfterwards,
  purchasesPlainlySaid,
} from "./purchase-table.fixture.ts";

const begin = "<!-- figures: written by a test, from here -->";
const end = "<!-- figures: to here -->";

/** The guide with the gate's figures in it as they are now. */
export function withFigures(guide: string, gate: SafetyGate): string {
  const from = guide.indexOf(begin);
  const to = guide.indexOf(end);
  if (from === -1 || to < from) throw new Error("The guide has no place for the figures.");
  return `${guide.slice(0, from + begin.length)}\n\n${figuresText(gate)}\n\n${guide.slice(to)}`;
}

function half(heldOut: boolean, isCounted: (kind: string) => boolean) {
  return purchaseTable.filter((row) => row.heldOut === heldOut && isCounted(row.kind));
}

function isPlain(kind: string): boolean {
  return kind !== codeWords;
}

function figuresText(gate: SafetyGate): string {
  const summaries = [
    figuresOf(gate, "tuning half", half(false, isPlain)),
    figuresOf(gate, "**held-out half**", half(true, isPlain)),
    figuresOf(
      gate,
      "held-out half with code words",
      half(true, () => true),
    ),
    figuresOf(gate, "written after the first choice, around the words", purchasesAfterwards),
    figuresOf(gate, "written after the second choice, plainly said", purchasesPlainlySaid),
  ];
  return [
    table("purchases", summaries),
    "The held-out half, by kind:",
    table(
      "kind",
      figuresByKind(
        gate,
        half(true, () => true),
      ),
    ),
  ].join("\n\n");
}

function table(first: string, rows: readonly GateFigures[]): string {
  return aligned([
    [first, "prohibited", "blocked", "put before a person", "missed", "caught"].concat([
      "ordinary",
      "false alarms",
    ]),
    ...rows.map((row) => [
      row.kind,
      `${row.blocked + row.review + row.missed}`,
      `${row.blocked}`,
      `${row.review}`,
      `${row.missed}`,
      percent(caughtShare(row)),
      `${row.ordinary}`,
      row.ordinary === 0 ? "" : `${row.alarms} (${percent(alarmShare(row))})`,
    ]),
  ]);
}

/** As the formatter would write it, so that neither undoes the other. */
function aligned([header = [], ...rows]: readonly (readonly string[])[]): string {
  const widths = header.map((_, column) =>
    Math.max(3, ...[header, ...rows].map((row) => (row[column] ?? "").length)),
  );
  const line = (cells: readonly string[]): string =>
    `| ${widths.map((width, column) => (cells[column] ?? "").padEnd(width)).join(" | ")} |`;
  return [line(header), line(widths.map((width) => "-".repeat(width))), ...rows.map(line)].join(
    "\n",
  );
}

function percent(share: number): string {
  return Number.isNaN(share) ? "" : `${(share * 100).toFixed(1)} %`;
}
