import {
  type Clock,
  type Commit,
  type CommitOutcome,
  type Storage,
  systemClock,
} from "@agent-treasury/provider";
import { forwardedStorage } from "@agent-treasury/provider/helpers";
import type { Fault, FaultKind, FaultPlan } from "./fault-plan.ts";

export interface FaultCounts extends Readonly<Record<FaultKind, number>> {
  readonly delayed: number;
  /** Late commits that took effect. */
  readonly landedLate: number;
}

/** A storage that applies the faults of a plan to its commits. */
export interface FaultyStorage extends Storage {
  /** Check in each test that it contains faults. */
  readonly faults: FaultCounts;
  /** Resolves when every late commit has arrived. */
  settled(): Promise<void>;
}

/**
 * Applies a plan of faults to the commits of a storage. Other calls are forwarded unchanged.
 *
 * @example
 * const storage = faultyStorage(memoryStorage(), scriptedFaults(["unclear_landed", "conflict"]));
 */
export function faultyStorage(
  storage: Storage,
  plan: FaultPlan,
  clock: Pick<Clock, "sleep"> = systemClock,
): FaultyStorage {
  const faults = {
    none: 0,
    unclear_landed: 0,
    unclear_lost: 0,
    unclear_late: 0,
    conflict: 0,
    rejected: 0,
    delayed: 0,
    landedLate: 0,
  };
  const late = new Set<Promise<void>>();

  const settled = async (): Promise<void> => {
    while (late.size > 0) await Promise.all(late);
  };

  const arriveLate = (commit: Commit, delayMs: number): void => {
    const arrive = async (): Promise<void> => {
      await clock.sleep(delayMs);
      const [outcome] = await storage.commit([commit]);
      if (outcome?.kind === "committed") faults.landedLate += 1;
    };
    // A late commit that fails counts as lost.
    const arrival = arrive()
      .catch(() => {})
      .finally(() => late.delete(arrival));
    late.add(arrival);
  };

  const commit = async (commits: readonly Commit[]): Promise<readonly CommitOutcome[]> => {
    const met = commits.map((one) => ({ commit: one, fault: plan.next(one) }));
    const delayMs = Math.max(0, ...met.map(({ fault }) => fault.delayMs));
    if (delayMs > 0) await clock.sleep(delayMs);
    for (const { fault } of met) {
      faults[fault.kind] += 1;
      if (fault.delayMs > 0) faults.delayed += 1;
    }
    const arriving = met.filter(({ fault }) => arrives(fault));
    const outcomes = [...(await storage.commit(arriving.map((one) => one.commit)))];
    return met.map((one) => {
      const outcome = arrives(one.fault) ? outcomes.shift() : undefined;
      if (one.fault.kind === "unclear_late") arriveLate(one.commit, one.fault.delayMs);
      return answer(one.fault, outcome);
    });
  };

  return {
    ...forwardedStorage(storage),
    name: `${storage.name} with faults`,
    faults,
    settled,
    commit,
    close: async () => {
      await settled();
      await storage.close();
    },
  };
}

function arrives({ kind }: Fault): boolean {
  return kind === "none" || kind === "unclear_landed";
}

function answer({ kind }: Fault, outcome: CommitOutcome | undefined): CommitOutcome {
  const cause = new Error(`A planned fault: ${kind}.`);
  if (kind === "conflict") return { kind };
  if (kind === "rejected") return { kind, cause };
  return (kind === "none" ? outcome : undefined) ?? { kind: "unclear", cause };
}
