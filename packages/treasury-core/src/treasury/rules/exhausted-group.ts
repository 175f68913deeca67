import { isEmpty, liveGroups } from "@agent-treasury/rules";
import type { LedgerHead } from "../../ledger/ledger-state.ts";
import type { SpendingPolicy } from "../policy/spending-policy.ts";
import type { Judgement } from "./judge-spend.ts";
import { maximumGroups } from "./move-usage.ts";

/** Returns why a spend cannot begin a new group of a limit; null if it can. */
export function exhaustedGroup(
  { account }: LedgerHead,
  { charges }: Judgement,
  { clock }: SpendingPolicy,
  now: number,
): string | null {
  const { groups } = account.rules;
  for (const { rule, key, limit, counter } of charges) {
    const known = key.group === null ? undefined : groups.get(key.counter);
    if (known === undefined || liveGroups(known) < maximumGroups) continue;
    if (liveGroups(known.filter(([end]) => end > now)) < maximumGroups) continue;
    if (isEmpty(counter, limit.window, clock, now)) {
      return `Denied by \`${rule}\`: it already counts ${maximumGroups} groups (rule_groups_exhausted).`;
    }
  }
  return null;
}
