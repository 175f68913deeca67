import { liveGroups, maximumGroups } from "@agent-treasury/rules";
import type { LedgerHead } from "../../kernel/ledger/ledger-state.ts";
import type { RecordedEvent } from "../../kernel/ledger/recorded-event.ts";
import { ruleState } from "./rule-state.ts";

export function eventsOfRules(before: LedgerHead, after: LedgerHead): readonly RecordedEvent[] {
  const { published: digest } = ruleState.of(after.account);
  const isNew = digest !== null && digest !== ruleState.of(before.account).published;
  return [
    ...(isNew ? [{ kind: "rulesPublished", digest } as const] : []),
    ...eventsOfGroups(before, after),
  ];
}

const nearlyFull = (maximumGroups * 4) / 5;

function eventsOfGroups(before: LedgerHead, after: LedgerHead): readonly RecordedEvent[] {
  const [were, are] = [before, after].map(({ account }) => ruleState.of(account).groups);
  if (were === undefined || are === undefined || were === are) return [];
  return [...are].flatMap(([counter, groups]): RecordedEvent[] => {
    const live = liveGroups(groups);
    if (live < nearlyFull || liveGroups(were.get(counter) ?? []) >= nearlyFull) return [];
    const [rule = ""] = counter.split(".");
    return [{ kind: "ruleGroupsNearlyFull", rule, groups: live }];
  });
}
