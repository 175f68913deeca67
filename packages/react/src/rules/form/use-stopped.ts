import type { CurrentRules, ReplayReport } from "@agent-treasury/sdk-client";
import useSWR from "swr";
import { formatUsd, usdTogether } from "../../format/usd.ts";
import { useTreasuryContext } from "../../provider/treasury-context.ts";

interface Stopped {
  readonly spends: number;
  readonly usd: number;
}

/** What each rule decided in 30 days. Undefined while it is read. */
export type StoppedByRule = StoppedSpends | undefined;

interface StoppedSpends {
  readonly rules: ReadonlyMap<string, Stopped>;
  /** False if the replay does not list or read all spends. */
  readonly isComplete: boolean;
}

const rangeMs = 30 * 86_400_000;

/** Replays the last 30 days without rules: what changes was decided by a rule. */
export function useStopped({ publication }: CurrentRules): StoppedByRule {
  const { client, workspaceId } = useTreasuryContext();
  const { data } = useSWR<StoppedByRule, unknown>(
    ["stopped", workspaceId, publication?.digest ?? null],
    async () => {
      const from = new Date(Date.now() - rangeMs).toISOString();
      const rules = { version: 1, rules: [] } as const;
      return stoppedIn(await client.rules.replay({ rules, from }));
    },
    { revalidateOnFocus: false, revalidateIfStale: false, shouldRetryOnError: false },
  );
  return data;
}

/** Sums up a replay without rules. */
export function stoppedIn({
  changes,
  changed,
  isComplete,
}: Pick<ReplayReport, "changes" | "changed" | "isComplete">): StoppedSpends {
  const found = new Map<string, Stopped>();
  for (const { foundBefore, amountUsd } of changes) {
    if (foundBefore === null || foundBefore.effect === "approve") continue;
    const { spends, usd } = found.get(foundBefore.rule) ?? { spends: 0, usd: 0 };
    found.set(foundBefore.rule, { spends: spends + 1, usd: usdTogether(usd, amountUsd) });
  }
  return { rules: found, isComplete: isComplete && changes.length === changed };
}

export function stoppedText(stopped: StoppedByRule, rule: unknown): string | null {
  if (stopped === undefined || typeof rule !== "string") return null;
  const { rules, isComplete } = stopped;
  const { spends, usd } = rules.get(rule) ?? { spends: 0, usd: 0 };
  if (spends === 0) return isComplete ? "Stopped nothing in 30 days." : null;
  return `Stopped or referred ${isComplete ? "" : "at least "}${spends === 1 ? "1 spend" : `${spends} spends`} of ${formatUsd(usd)} in 30 days.`;
}
