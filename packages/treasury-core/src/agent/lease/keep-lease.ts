import { TreasuryError } from "@agent-treasury/provider";
import type { Engine } from "../../treasury/engine.ts";
import { turnOfEarlierEpoch } from "../../treasury/proposals/earlier-epoch.ts";
import { TurnLost } from "../journal/turn-lost.ts";
import { type Renewal, type TurnLease, renewTurn } from "./turn-commands.ts";

const renewalsInLease = 3;

/** What keeping a turn needs beside its lease. */
export interface LeaseKeeping {
  readonly engine: Engine;
  readonly workspaceId: string;
  /** How long the turn may take. */
  readonly timeoutMs: number;
  /** Aborts when the turn rests. */
  readonly over: AbortSignal;
  /** Stops the turn. */
  readonly stop: (reason: unknown) => void;
}

/** Renews a turn's lease until the turn rests; stops the turn when its time is over or it is lost. */
export async function keepLease(lease: TurnLease, keeping: LeaseKeeping): Promise<void> {
  const { engine, timeoutMs, over, stop } = keeping;
  const { clock } = engine;
  const begunAt = clock.monotonic();
  let renewedAt = begunAt;
  let isTimedOut = false;
  for (;;) {
    const leftMs = isTimedOut ? Number.POSITIVE_INFINITY : begunAt + timeoutMs - clock.monotonic();
    const pauseMs = Math.max(0, Math.min(lease.leaseMs / renewalsInLease, leftMs));
    await clock.sleep(pauseMs, over).catch(() => undefined);
    if (over.aborted) return;
    if (!isTimedOut && clock.monotonic() - begunAt >= timeoutMs) {
      isTimedOut = true;
      const message = `The turn took longer than ${timeoutMs / 1_000} seconds.`;
      stop(new TreasuryError("turn_failed", message));
    }
    if (clock.monotonic() - renewedAt < lease.leaseMs / renewalsInLease) continue;
    const askedAt = clock.monotonic();
    const kept = await renew(lease, keeping);
    if (kept === "reset") stop(turnOfEarlierEpoch());
    if (kept === "renewed" || kept === "reset") renewedAt = askedAt;
    else if (kept === "lost") return stop(new TurnLost("Somebody else runs the turn."));
    else if (clock.monotonic() - renewedAt > lease.leaseMs) {
      return stop(new TurnLost("The turn's lease could not be renewed."));
    }
  }
}

/** Null when the storage did not answer. */
async function renew(
  lease: TurnLease,
  { engine, workspaceId }: LeaseKeeping,
): Promise<Renewal | null> {
  try {
    return await engine.committer.run(workspaceId, renewTurn(lease));
  } catch (error) {
    engine.report(error);
    return null;
  }
}
