import { isEmpty, liveGroups } from "@agent-treasury/rules";
import type { LedgerState } from "../../ledger/ledger-state.ts";
import type { SpendingPolicy } from "../policy/spending-policy.ts";
import { counterDocKey, counterFrom } from "./counter-doc.ts";
import type { Judgement } from "./judge-spend.ts";
import { maximumGroups } from "./move-usage.ts";

/** Returns why a spend cannot begin a new group of a limit; null if it can. */
export function exhaustedGroup(
  ledger: LedgerState,
  { charges }: Judgement,
  { clock }: SpendingPolicy,
  now: number,
): string | null {
  const { groups } = ledger.head.account.rules;
  for (const { rule, key, limit } of charges) {
    if (key.group === null) continue;
    const live = (groups.get(key.counter) ?? []).filter(([end]) => end > now);
    if (liveGroups(live) < maximumGroups) continue;
    const counter = counterFrom(ledger, counterDocKey(key));
    if (isEmpty(counter, limit.window, clock, now)) {
      return `Denied by \`${rule}\`: it already counts ${maximumGroups} groups (rule_groups_exhausted).`;
    }
  }
  return null;
}
