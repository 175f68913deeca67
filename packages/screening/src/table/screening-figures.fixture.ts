import type { ScreeningRules } from "../screening-rules.ts";
import type { MeasuredPurchase } from "./purchase-table.fixture.ts";

/** Counted apart, because screening by words cannot detect them. */
export const codeWords = "code words";

/** Screening figures of one kind of purchase. */
export interface ScreeningFigures {
  readonly kind: string;
  readonly blocked: number;
  readonly review: number;
  /** Prohibited purchases found safe. */
  readonly missed: number;
  readonly ordinary: number;
  /** Ordinary purchases not found safe. */
  readonly alarms: number;
}

/** Whether screening judges a row wrongly. */
export function isWrong(gate: ScreeningRules, { prohibited, spend }: MeasuredPurchase): boolean {
  return (gate.screen(spend).verdict === "safe") === prohibited;
}

/** The figures by kind, in the rows' order. */
export function figuresByKind(
  gate: ScreeningRules,
  rows: readonly MeasuredPurchase[],
): ScreeningFigures[] {
  const kinds = [...new Set(rows.map(({ kind }) => kind))];
  return kinds.map((kind) =>
    figuresOf(
      gate,
      kind,
      rows.filter((row) => row.kind === kind),
    ),
  );
}

export function figuresOf(
  gate: ScreeningRules,
  kind: string,
  rows: readonly MeasuredPurchase[],
): ScreeningFigures {
  const judged = rows.map(({ prohibited, spend }) => ({
    prohibited,
    verdict: gate.screen(spend).verdict,
  }));
  const count = (prohibited: boolean, ...verdicts: readonly string[]): number =>
    judged.filter((row) => row.prohibited === prohibited && verdicts.includes(row.verdict)).length;
  return {
    kind,
    blocked: count(true, "blocked"),
    review: count(true, "review"),
    missed: count(true, "safe"),
    ordinary: count(false, "safe", "review", "blocked"),
    alarms: count(false, "review", "blocked"),
  };
}

/** The share of prohibited purchases not found safe, from 0 to 1. */
export function caughtShare({ blocked, review, missed }: ScreeningFigures): number {
  return (blocked + review) / (blocked + review + missed);
}

/** The share of ordinary purchases not found safe, from 0 to 1. */
export function alarmShare({ ordinary, alarms }: ScreeningFigures): number {
  return alarms / ordinary;
}
