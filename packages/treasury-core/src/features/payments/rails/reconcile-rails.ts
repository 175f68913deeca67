import type { RailReconciliation, ReconciledRail } from "@agent-treasury/contract";
import { askWithin } from "../../../kernel/ask-within.ts";
import type { Engine } from "../../../kernel/engine.ts";
import { timestamp } from "../../../kernel/ledger/timestamp.ts";
import { compareRail, uncomparedRail } from "./compare-rail.ts";
import { type HeldSpends, heldSpends } from "./held-spends.ts";
import type { Rail } from "./rail.ts";
import { problemOf } from "./read-rails.ts";
import { recordedCaptures } from "./recorded-captures.ts";

/** A record may follow its movement, and the other way round with an endpoint that lags. */
const settlingMs = 900_000;
/** Clocks of the storage and of the rail may differ. */
const clockSlackMs = 3_600_000;

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
      return compareRail(rail, asked.answer, captures, { held, from, until: to - settlingMs });
    }
    const problem =
      asked?.kind === "threw"
        ? problemOf(asked.error, report)
        : "The payment executor did not answer in time.";
    return { ...uncomparedRail(rail), problem };
  });
  return { from: timestamp(from), to: timestamp(to), rails: reconciled };
}
