import type { LedgerHead } from "../../kernel/ledger/ledger-state.ts";
import type { RecordedEvent } from "../../kernel/ledger/recorded-event.ts";
import { type Freeze, freezeState } from "./freeze.ts";

export function eventsOfFreezes(before: LedgerHead, after: LedgerHead): readonly RecordedEvent[] {
  const [was, are] = [freezeState.of(before.account), freezeState.of(after.account)];
  if (was === are) return [];
  return [
    ...are.filter((one) => !isIn(was, one)).map((one) => freezeEvent("frozen", one)),
    ...was.filter((one) => !isIn(are, one)).map((one) => freezeEvent("unfrozen", one)),
  ];
}

function isIn(freezes: readonly Freeze[], { record }: Freeze): boolean {
  return freezes.some((one) => one.record === record);
}

function freezeEvent(kind: "frozen" | "unfrozen", { scope, record }: Freeze): RecordedEvent {
  return { kind, scope, freezeId: record };
}
