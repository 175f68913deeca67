import { TreasuryError } from "@agent-treasury/provider";
import { throwFirst } from "@agent-treasury/provider/helpers";
import { deploymentWorkspaceId } from "../../../kernel/deployment/deployment-workspace.ts";
import type { Engine } from "../../../kernel/engine.ts";
import { recordRailBalance } from "./rail-balance.ts";
import type { Rail } from "./rail.ts";
import { isLowBalance, readBalances } from "./read-rails.ts";

const everyMs = 60_000;

/**
 * Returns maintenance that records when an account falls below its threshold. Null if no executor has
 * one. It rejects if a balance cannot be read, after it looked at the others.
 */
export function balanceWatch(
  { committer, clock, report }: Pick<Engine, "committer" | "clock" | "report">,
  rails: readonly Rail[],
): (() => Promise<void>) | null {
  const watched = rails.filter(
    ({ executor, lowBalance }) => lowBalance !== null && executor.balances !== undefined,
  );
  if (watched.length === 0) return null;
  /** What this process recorded, so that only a change needs the storage. */
  const known = new Map<string, boolean>();
  let lookedAt: number | null = null;
  const look = async (rail: Rail): Promise<string | null> => {
    const { provider } = rail.executor;
    const { balances, problem } = await readBalances(rail, clock, report);
    const isLow = isLowBalance(rail, balances);
    if (isLow === null || known.get(provider) === isLow) return problem;
    await committer.run(deploymentWorkspaceId, recordRailBalance(provider, isLow));
    known.set(provider, isLow);
    return null;
  };
  return async () => {
    const now = clock.monotonic();
    if (lookedAt !== null && now - lookedAt < everyMs) return;
    lookedAt = now;
    const looks = await Promise.allSettled(watched.map(look));
    const failures = looks.flatMap((one) => (one.status === "rejected" ? [one.reason] : []));
    throwFirst(failures, report);
    const problems = looks.map((one) => (one.status === "fulfilled" ? one.value : null));
    for (const [index, problem] of problems.entries()) {
      if (problem === null) continue;
      const provider = watched[index]?.executor.provider;
      const message = `The balance of ${provider} could not be read: ${problem}`;
      throw new TreasuryError("spend_executor_error", message);
    }
  };
}
