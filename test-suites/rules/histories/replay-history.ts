import type { Storage } from "@agent-treasury/provider";
import type { LocalClock } from "@agent-treasury/rules";
import { replay } from "@agent-treasury/rules/replay";
import { readHistory, readPublished } from "../../../packages/treasury-core/src/domain.ts";
import { zoneOf } from "../treasury-process.ts";
import type { RuleHistory } from "./rule-history.ts";

export interface ReplayCounts {
  readonly replayed: number;
  /** Spends whose outcome cannot be known. */
  readonly unknown: number;
}

/**
 * Replays the rules that were in effect.
 *
 * @throws Error with the first spend whose outcome would have been another one.
 */
export async function replayHistory(
  storage: Storage,
  workspaceId: string,
  { timeZone }: Pick<RuleHistory, "timeZone">,
): Promise<ReplayCounts> {
  const { clock }: { readonly clock: LocalClock } = zoneOf(timeZone);
  const publications = await readPublished(storage, workspaceId);
  const everything = { from: null, to: null };
  const reading = readHistory(storage, workspaceId, everything, { rules: [] });
  let read = await reading.next();
  while (read.done !== true) read = await reading.next();
  const { spends } = read.value;
  const terms = { ruleSet: { rules: [] }, publications, clock, waiting: "waits" } as const;
  const steps = replay(spends, terms);
  let step = steps.next();
  while (step.done !== true) step = steps.next();
  const changed = step.value.findIndex(({ before, after }) => before !== after);
  if (changed >= 0) {
    const { before, after, finding } = step.value[changed] ?? {};
    throw new Error(
      `The replay of ${spends[changed]?.id} is ${after} by ${finding?.rule}, and it was ${before}.`,
    );
  }
  const unknown = step.value.filter(({ reason }) => reason !== null).length;
  return { replayed: spends.length, unknown };
}
