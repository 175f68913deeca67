import type { Clock } from "@agent-treasury/provider";
import { linkSignals } from "../../../kernel/abort-signals.ts";
import { leaseMs, renewEveryMs } from "./delivery-times.ts";

/** A lease that is renewed until `release`. */
export interface HeldLease {
  /** Aborts when the lease is lost, or the process closes. */
  readonly signal: AbortSignal;
  /** Compared with the clock, because timers of a process that was suspended run late. */
  readonly isLost: boolean;
  release(): void;
}

export interface HeldLeaseOptions {
  readonly clock: Clock;
  readonly closing: AbortSignal;
  /** Monotonic time before the lease was requested, so that it ends here before it ends elsewhere. */
  readonly requestedAt: number;
  /** Resolves to false if another process has the lease. */
  readonly renew: () => Promise<boolean>;
}

export function heldLease({ clock, closing, requestedAt, renew }: HeldLeaseOptions): HeldLease {
  const released = new AbortController();
  const lost = new AbortController();
  const { signal, unlink } = linkSignals(closing, lost.signal);
  let until = requestedAt + leaseMs;
  const isOver = (): boolean => clock.monotonic() >= until;
  const lose = (): void => lost.abort(new Error("The lease of the cursor is over."));

  const renewals = async (): Promise<void> => {
    while (!signal.aborted && !released.signal.aborted) {
      await clock.sleep(renewEveryMs, released.signal);
      const sentAt = clock.monotonic();
      // After a failure the next renewal may be in time.
      const isRenewed = await renew().catch(() => null);
      if (isRenewed === false) lose();
      if (isRenewed === true && !isOver()) until = sentAt + leaseMs;
    }
  };
  const watch = async (): Promise<void> => {
    while (!isOver() && !released.signal.aborted) {
      await clock.sleep(until - clock.monotonic(), released.signal);
    }
    lose();
  };
  // Both reject when the lease is released.
  renewals().catch(() => undefined);
  watch().catch(() => undefined);
  return {
    signal,
    get isLost() {
      return lost.signal.aborted || isOver();
    },
    release: () => {
      released.abort();
      unlink();
    },
  };
}
