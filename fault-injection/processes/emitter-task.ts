import type { Clock } from "@agent-treasury/provider";
import type { StoreAddress } from "../stores/store.ts";

/** Between the commit of an event and the record of its delivery. */
export type KillPoint = "committed" | "delivering" | "delivered";

/** A process with hooks that spends until it is killed or stopped. */
export interface EmitterTask {
  readonly store: StoreAddress;
  readonly name: string;
  /** Address to which hooks post events. */
  readonly receiver: string;
  readonly workspaceIds: readonly string[];
  /** 0 to deliver only. */
  readonly callers: number;
  /** Kills or stops itself at this point, which it passes some times before. */
  readonly kill: {
    readonly at: KillPoint;
    readonly after: number;
    readonly signal: "SIGKILL" | "SIGSTOP";
  } | null;
}

/** An event as the receiver notes it. */
export interface ReceivedEvent {
  readonly id: string;
  readonly kind: string;
  readonly workspaceId: string;
  readonly proposalId: string | null;
}

const speed = 60;
/** Longer than a lease. */
export const pastLeaseMs = 1_500;
const start = Date.UTC(2026, 10, 3, 10);

/** Runs fast, so that a lease of a minute ends after a second. The same in every process. */
export const fastClock: Clock = {
  now: () => start + Math.round((Date.now() - start) * speed),
  monotonic: () => performance.now() * speed,
  sleep: (milliseconds, signal) =>
    new Promise((resolve, reject) => {
      const timer = setTimeout(resolve, milliseconds / speed);
      signal?.addEventListener("abort", () => {
        clearTimeout(timer);
        reject(signal.reason);
      });
    }),
};
