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
  type MeasuredPurchase,
  purchaseTable,
  purchasesAfterwards,
  purchasesPlainlySaid,
  rowsOf,
} from "./purchase-table.fixture.ts";
import { independentSealed } from "./strangers/strangers-sealed.fixture.ts";
import { independentTuning } from "./strangers/strangers-tuning.fixture.ts";

const begin = "<!-- figures: written by a test, from here -->";
const end = "<!-- figures: to here -->";

/** The guide with the current screening figures. */
export function withFigures(guide: string, gate: SafetyGate): string {
  const from = guide.indexOf(begin);
  const to = guide.indexOf(end);
  if (from === -1 || to < from) throw new Error("The guide has no place for the figures.");
  return `${guide.slice(0, from + begin.length)}\n\n${figuresText(gate)}\n\n${guide.slice(to)}`;
}

function half(heldOut: boolean): MeasuredPurchase[] {
  return purchaseTable.filter((row) => row.heldOut === heldOut && row.kind !== codeWords);
}

function figuresText(gate: SafetyGate): string {
  const sealed = independentSealed.flatMap(rowsOf);
  const inCodeWords = purchaseTable.filter(({ kind }) => kind === codeWords);
  const summaries = [
    figuresOf(gate, "**by another hand, sealed**", sealed),
    figuresOf(gate, "by another hand, for tuning", independentTuning.flatMap(rowsOf)),
    figuresOf(gate, "by the words' hand, held out", half(true)),
    figuresOf(gate, "by the words' hand, for tuning", half(false)),
    figuresOf(gate, "around the first words", purchasesAfterwards),
    figuresOf(gate, "told plainly, after the second words", purchasesPlainlySaid),
    figuresOf(gate, "in code words", inCodeWords),
  ];
  return [
    table("purchases", summaries),
    "The sealed ones, by kind:",
    table("kind", figuresByKind(gate, sealed)),
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

/** In the formatter's layout. */
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
