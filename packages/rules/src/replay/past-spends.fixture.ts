import { Micros } from "@agent-treasury/provider";
import { microsOf } from "../rule-set/written-usd.ts";
import { outcomeThen } from "./outcome.ts";
import type { Observed, PastDecision, PastEvaluation, PastSpend } from "./past-spend.ts";
import type { WorkedRow } from "./thirty-spends.fixture.ts";

const usd = microsOf;
const limits = { spend: usd(500), day: usd(200), reserve: usd(100), small: usd(20) };
const automaticDaily = usd(60);
const capital = usd(1_000);

/** The ledger's totals in fact. */
interface Totals {
  day: string;
  spent: Micros;
  today: Micros;
  automatic: Micros;
}

/** Returns past spends with the numbers that the five limits compared in fact. */
export function pastSpendsOf(rows: readonly WorkedRow[]): readonly PastSpend[] {
  const moments = rows.flatMap((row, index) => [
    { row, index, kind: "proposed", at: timeOf(row.at) } as const,
    ...(row.by === undefined
      ? []
      : [{ row, index, kind: "approved", at: approvedAt(row) } as const]),
  ]);
  const totals: Totals = {
    day: "",
    spent: Micros.zero,
    today: Micros.zero,
    automatic: Micros.zero,
  };
  const proposed = new Map<number, Pick<PastSpend, "proposed">["proposed"]>();
  const approved = new Map<number, PastEvaluation>();
  const inOrder = moments.toSorted((left, right) => left.at - right.at);
  for (const [position, { row, index, kind, at }] of inOrder.entries()) {
    const day = new Date(at).toISOString().slice(0, 10);
    if (day > totals.day)
      Object.assign(totals, { day, today: Micros.zero, automatic: Micros.zero });
    const evaluation: PastEvaluation = {
      at,
      order: [position, 0],
      rail: "ledger",
      allocations: [],
      allocated: "pass",
      observed: observedBy(totals, usd(row.usd)),
    };
    if (kind === "approved") approved.set(index, evaluation);
    else {
      proposed.set(index, {
        ...evaluation,
        screened: row.screened ?? "safe",
        isSmall: usd(row.usd) < limits.small,
        automaticLeft: Micros.subtract(automaticDaily, totals.automatic),
        obstacle: null,
        isUnknownPayee: false,
      });
    }
    const isPaid = row.before === (kind === "proposed" ? "automatic" : "approved");
    if (isPaid) pay(totals, row);
  }
  return rows.map((row, index) => {
    const proposal = proposed.get(index);
    if (proposal === undefined) throw new Error("A row was not proposed.");
    return spendOf(row, index, proposal, approved.get(index) ?? null);
  });
}

function spendOf(
  row: WorkedRow,
  index: number,
  proposed: PastSpend["proposed"],
  approved: PastEvaluation | null,
): PastSpend {
  const spend: PastSpend = {
    id: `spend-${index + 1}`,
    ordinal: index + 1,
    epoch: 1,
    amount: usd(row.usd),
    approvedAmount: usd(row.usd),
    payee: `name:${row.vendor}`,
    vendor: row.vendor,
    name: row.vendor,
    hasNames: true,
    category: null,
    agentId: row.agent ?? "agent",
    proposer: null,
    proposed,
    approved,
    decision: decisionOf(row),
    approvals: (row.by ?? []).map((person) => ({ person, groups: [] })),
    movements: [],
  };
  if (outcomeThen(spend) !== row.before) throw new Error(`${spend.id} was not ${row.before}.`);
  return spend;
}

function decisionOf({ before }: WorkedRow): PastDecision {
  if (before === "waits") return { kind: "none" };
  if (before === "denied" || before === "declined") return { kind: before };
  const isAutomatic = before === "automatic";
  return { kind: "approved", isAutomatic, isRefused: before === "failed", isHeld: false };
}

function observedBy({ spent, today }: Totals, amount: Micros): Observed {
  return {
    available: Micros.subtract(capital, spent),
    dayLeft: Micros.subtract(limits.day, today),
    reserve: limits.reserve,
    isOverMaximum: amount > limits.spend,
  };
}

function pay(totals: Totals, row: WorkedRow): void {
  const amount = usd(row.usd);
  totals.spent = Micros.add(totals.spent, amount);
  totals.today = Micros.add(totals.today, amount);
  if (row.before === "automatic") totals.automatic = Micros.add(totals.automatic, amount);
}

function timeOf([day, time]: WorkedRow["at"]): number {
  return Date.parse(`2026-11-0${day}T${time}:00Z`);
}

function approvedAt(row: WorkedRow): number {
  return row.approvedAt === undefined ? timeOf(row.at) + 300_000 : timeOf(row.approvedAt);
}
