import type { RailFinding, RailReconciliation, ReconciledRail } from "@agent-treasury/contract";
import { Micros, type RailMovement } from "@agent-treasury/provider";
import { timestamp } from "../../ledger/timestamp.ts";
import { askWithin } from "../ask-within.ts";
import type { Engine } from "../engine.ts";
import { modeOf } from "../payouts/spending-deps.ts";
import { type HeldSpends, heldSpends } from "./held-spends.ts";
import type { Rail } from "./rail.ts";
import { problemOf } from "./read-rails.ts";
import { type RecordedCapture, recordedCaptures } from "./recorded-captures.ts";

/** A record may follow its movement, and the other way round with an endpoint that lags. */
const settlingMs = 900_000;
/** Clocks of the storage and of the rail may differ. */
const clockSlackMs = 3_600_000;
const maximumFindings = 200;

export interface RailPeriod {
  /** Milliseconds since 1970. */
  readonly from: number;
  /** Of reading one executor's movements. */
  readonly timeoutMs: number;
}

/**
 * Compares what left the executors' accounts with the captures in the ledger. Read-only.
 *
 * @throws TreasuryError `invalid_request` if the period has too many captures.
 */
export async function reconcileRails(
  engine: Pick<Engine, "storage" | "clock" | "report">,
  rails: readonly Rail[],
  { from, timeoutMs }: RailPeriod,
): Promise<RailReconciliation> {
  const { storage, clock, report } = engine;
  const to = clock.now();
  const readable = rails.filter(({ executor }) => executor.movements !== undefined);
  const moved = await Promise.all(
    readable.map(({ executor }) =>
      askWithin(clock, timeoutMs, async () => executor.movements?.(from - clockSlackMs) ?? []),
    ),
  );
  // Read afterwards, so that a payment in between is recorded rather than missing.
  const captures =
    readable.length === 0 ? [] : await recordedCaptures(storage, from - clockSlackMs);
  const { held }: Pick<HeldSpends, "held"> =
    readable.length === 0 ? { held: [] } : await heldSpends(storage);
  const reconciled = readable.map((rail, index): ReconciledRail => {
    const asked = moved[index];
    if (asked?.kind === "answered") {
      return compare(rail, asked.answer, captures, { held, from, until: to - settlingMs });
    }
    if (asked?.kind === "timed_out") asked.late.catch(() => undefined);
    const problem =
      asked?.kind === "threw"
        ? problemOf(asked.error, report)
        : "The payment executor did not answer in time.";
    return { ...emptyRail(rail), problem };
  });
  return { from: timestamp(from), to: timestamp(to), rails: reconciled };
}

interface Compared extends Pick<HeldSpends, "held"> {
  readonly from: number;
  /** What is newer is no finding. */
  readonly until: number;
}

function compare(
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
    ...emptyRail(rail),
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

function emptyRail({ executor }: Rail): ReconciledRail {
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
