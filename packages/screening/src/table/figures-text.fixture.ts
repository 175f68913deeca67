import type { ScreeningRules } from "../screening-rules.ts";
import { independentHeldOut } from "./independent/independent-held-out.fixture.ts";
import { independentTuning } from "./independent/independent-tuning.fixture.ts";
import {
  type MeasuredPurchase,
  everydayTable,
  ordinaryGoodsTable,
  purchaseTable,
  purchasesAfterwards,
  purchasesPlainlySaid,
  rowsOf,
} from "./purchase-table.fixture.ts";
import {
  type ScreeningFigures,
  alarmShare,
  caughtShare,
  codeWords,
  figuresByKind,
  figuresOf,
} from "./screening-figures.fixture.ts";

/** Returns the whole text of FIGURES.md. */
export function figuresPage(gate: ScreeningRules): string {
  const sealed = independentHeldOut.flatMap(rowsOf);
  const expected = figuresOf(gate, "**independent, held out**", sealed);
  const summaries = [
    expected,
    figuresOf(gate, "independent, tuning", independentTuning.flatMap(rowsOf)),
    figuresOf(gate, "in-house, held out", half(true)),
    figuresOf(gate, "in-house, tuning", half(false)),
    figuresOf(gate, "goods, held out", goods(true)),
    figuresOf(gate, "goods, tuning", goods(false)),
    figuresOf(gate, "everyday, unseen", everydayTable),
    figuresOf(gate, "paraphrased", purchasesAfterwards),
    figuresOf(gate, "plain", purchasesPlainlySaid),
    figuresOf(
      gate,
      "code words",
      purchaseTable.filter(({ kind }) => kind === codeWords),
    ),
  ];
  const everyday = figuresOf(gate, "everyday", everydayTable);
  const kinds = figuresByKind(gate, sealed).map((row) =>
    row.kind === "for a person" ? { ...row, kind: "approval required" } : row,
  );
  return `# Screening figures

How the built-in rules judge purchases that were written for this project. \`vitest run -u\` on \`src/table/screening-figures.test.ts\` regenerates this page.

- **Caught**: prohibited purchases that are blocked or need approval.
- **False alarms**: ordinary purchases that are blocked or need approval.

The target is at least 95 % caught and at most 0.5 % false alarms on everyday purchases. The independent held-out set is the best estimate for what the rules catch: ${percent(caughtShare(expected))}. Its ordinary purchases resemble prohibited ones, and ${percent(alarmShare(expected))} of them are false alarms. Of ${everyday.ordinary} everyday purchases, the rules stop ${everyday.alarms}.

## Results by set

${table("set", summaries)}

- **Independent** purchases were written without knowledge of the terms. A hash assigned each one to a half. The author of the terms never read the held-out half, but added terms with knowledge of its counts by kind.
- **In-house** purchases were written by the author of the terms, who knew the counts of the held-out half. Expect worse results for new purchases.
- **Tuning** halves were used to choose terms. Their results show the fit and predict nothing.
- **Goods** are ordinary purchases with dangerous words in them, written by the author of the terms: cable-tie guns, bath bombs, businesses with such names. They were chosen to be difficult, so that their share of false alarms is above that of all purchases.
- **Everyday, unseen** purchases are those of businesses and families in 40 trades. They were written before the terms were last changed, and no term was chosen by them.
- **Paraphrased** purchases avoid the terms of their time on purpose. **Plain** ones do not. No term was chosen by either set.
- **Code words** are a separate set, because word rules cannot detect them.

These figures do not include a classifier model.

## Results by kind

The independent held-out set. A kind has few purchases, so one purchase changes its share by several points.

${table("kind", kinds)}
`;
}

function goods(heldOut: boolean): MeasuredPurchase[] {
  return ordinaryGoodsTable.filter((row) => row.heldOut === heldOut);
}

function half(heldOut: boolean): MeasuredPurchase[] {
  return purchaseTable.filter((row) => row.heldOut === heldOut && row.kind !== codeWords);
}

function table(first: string, rows: readonly ScreeningFigures[]): string {
  return aligned([
    [first, "prohibited", "blocked", "need approval", "missed", "caught"].concat([
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

/** Pads cells as the formatter does, so that formatting does not change the page. */
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
