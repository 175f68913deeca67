import type { CellRecord, PurchaseRecord } from "./trace.ts";

/** Outcomes, the worst one first. A cell has the worst of its purchases. */
export const outcomes = [
  "approval forged",
  "cap passed",
  "paid twice",
  "paid and not delivered",
  "approval lost",
  "held",
] as const;

export type Outcome = (typeof outcomes)[number];

/** Reads the outcome of a cell from the records of the chain, the seller and the approver alone. */
export function judge({ purchases, capUnits }: CellRecord): Outcome {
  const paidUnits = purchases
    .flatMap(({ payments }) => payments)
    .reduce((sum, payment) => sum + payment, 0n);
  if (paidUnits === 0n && purchases.every(({ approval }) => approval === "not needed")) {
    throw new Error("Nothing was paid, so the cell shows nothing.");
  }
  const isPassed = capUnits !== null && paidUnits > capUnits;
  const found = new Set<Outcome>([
    ...purchases.map(outcomeOf),
    ...(isPassed ? (["cap passed"] as const) : []),
  ]);
  return outcomes.find((outcome) => found.has(outcome)) ?? "held";
}

function outcomeOf({ payments, deliveries, approval }: PurchaseRecord): Outcome {
  if (approval === "forged" || (approval === "missing" && payments.length > 0)) {
    return "approval forged";
  }
  if (payments.length > 1) return "paid twice";
  if (payments.length === 1 && deliveries === 0) return "paid and not delivered";
  if (approval === "given" && payments.length === 0) return "approval lost";
  return "held";
}
