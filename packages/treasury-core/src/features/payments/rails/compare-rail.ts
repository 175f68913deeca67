import type { RailFinding, ReconciledRail } from "@agent-treasury/contract";
import { Micros, type RailMovement } from "@agent-treasury/provider";
import { timestamp } from "../../../kernel/ledger/timestamp.ts";
import { modeOf } from "../payouts/spending-deps.ts";
import type { HeldSpends } from "./held-spends.ts";
import type { Rail } from "./rail.ts";
import type { RecordedCapture } from "./recorded-captures.ts";

const maximumFindings = 200;

export interface Compared extends Pick<HeldSpends, "held"> {
  readonly from: number;
  /** What is newer is no finding. */
  readonly until: number;
}

/** Compares one account, without a request. */
export function compareRail(
  rail: Rail,
  movements: readonly RailMovement[],
  captures: readonly RecordedCapture[],
  { held, from, until }: Compared,
): ReconciledRail {
  const { provider } = rail.executor;
  const recorded = new Map(captures.map((capture) => [capture.id, capture]));
  const moved = new Map(movements.map((movement) => [movement.id, movement]));
  const inFlight = new Map(held.map((one) => [one.spend.reference ?? "", one]));
  const findings: RailFinding[] = [];
  const inPeriod = movements.filter(({ at }) => at >= from);
  for (const movement of inPeriod) {
    const { id, amount, at, description } = movement;
    const capture = recorded.get(id);
    if (capture === undefined ? at > until : capture.amount === amount) continue;
    const waiting = inFlight.get(id);
    findings.push({
      kind: capture === undefined ? "not_recorded" : "amount_differs",
      id,
      movedUsd: Micros.toUsd(amount),
      capturedUsd: capture === undefined ? null : Micros.toUsd(capture.amount),
      at: timestamp(at),
      description,
      workspaceId: capture?.workspaceId ?? waiting?.workspaceId ?? null,
      proposalId: capture?.proposalId ?? waiting?.spend.id ?? null,
    });
  }
  const own = captures.filter((capture) => capture.rail === provider && capture.at >= from);
  for (const { id, amount, at, workspaceId, proposalId, decidedAt, isReversed } of own) {
    // The payment may have left before the period if it was decided before.
    if (moved.has(id) || isReversed || at > until || decidedAt < from) continue;
    const [movedUsd, capturedUsd] = [null, Micros.toUsd(amount)];
    const place = { workspaceId, proposalId };
    const missing = { kind: "not_moved", id, movedUsd, capturedUsd, at: timestamp(at) } as const;
    findings.push({ ...missing, description: null, ...place });
  }
  return {
    ...uncomparedRail(rail),
    movements: sumOf(inPeriod),
    captures: sumOf(own),
    findings: findings
      .toSorted((left, right) => (left.at > right.at ? -1 : 1))
      .slice(0, maximumFindings),
    findingCount: findings.length,
  };
}

function sumOf(amounts: readonly { readonly amount: Micros }[]) {
  const sum = amounts.reduce((total, { amount }) => Micros.add(total, amount), Micros.zero);
  return { count: amounts.length, amountUsd: Micros.toUsd(sum) };
}

/** A rail without movements and captures. */
export function uncomparedRail({ executor }: Rail): ReconciledRail {
  return {
    rail: executor.provider,
    mode: modeOf(executor),
    problem: null,
    movements: sumOf([]),
    captures: sumOf([]),
    findings: [],
    findingCount: 0,
  };
}
