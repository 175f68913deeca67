import { TreasuryError } from "@agent-treasury/provider";
import { turnOfEarlierEpoch } from "../../../kernel/proposals/earlier-epoch.ts";
import { LeaseLost } from "../log/turn-log-writer.ts";
import type { LeasedTurn } from "../steps/turn-run.ts";
import { renewTurn } from "./turn-commands.ts";

const renewalsInLease = 3;

/** Calls `stop` when the turn times out, its workspace is reset, or the lease is lost. */
export async function renewLease(
  { deps: { engine, limits }, turn, lease }: LeasedTurn,
  over: AbortSignal,
  stop: (reason: unknown) => void,
): Promise<void> {
  const { clock, committer, report } = engine;
  const timeoutMs = Math.ceil(limits.timeoutSeconds * 1_000);
  const pauseMs = lease.leaseMs / renewalsInLease;
  const startedAt = clock.monotonic();
  let renewedAt = startedAt;
  let isTimedOut = false;
  for (;;) {
    const leftMs = isTimedOut ? pauseMs : startedAt + timeoutMs - clock.monotonic();
    await clock.sleep(Math.max(0, Math.min(pauseMs, leftMs)), over).catch(() => undefined);
    if (over.aborted) return;
    if (!isTimedOut && clock.monotonic() - startedAt >= timeoutMs) {
      isTimedOut = true;
      const message = `The turn took longer than ${timeoutMs / 1_000} seconds.`;
      stop(new TreasuryError("turn_failed", message));
    }
    const askedAt = clock.monotonic();
    if (askedAt - renewedAt < pauseMs) continue;
    const renewal = await committer.run(turn.workspaceId, renewTurn(lease)).catch(report);
    if (renewal === "reset") stop(turnOfEarlierEpoch());
    if (renewal === "renewed" || renewal === "reset") renewedAt = askedAt;
    else if (renewal === "lost") return stop(new LeaseLost("Another process runs the turn."));
    else if (clock.monotonic() - renewedAt > lease.leaseMs) {
      return stop(new LeaseLost("The turn's lease could not be renewed."));
    }
  }
}
