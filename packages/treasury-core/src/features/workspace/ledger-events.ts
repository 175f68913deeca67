import type { Entry } from "@agent-treasury/provider";
import { entryFromBody } from "../../kernel/ledger/chain.ts";
import type { Changes } from "../../kernel/ledger/command.ts";
import type { LedgerState } from "../../kernel/ledger/ledger-state.ts";
import type { RecordedEvent } from "../../kernel/ledger/recorded-event.ts";

export function eventsOfLedger(
  before: LedgerState,
  { head, entries }: Changes,
): readonly RecordedEvent[] {
  const events = entries.flatMap(eventsOfEntry);
  if (head.epoch !== before.head.epoch) events.push({ kind: "workspaceReset", epoch: head.epoch });
  return events;
}

/** `proposalExecuted` reports expenses. */
function eventsOfEntry({ sequence, body }: Entry): RecordedEvent[] {
  const { type, reversalOf } = entryFromBody(body);
  const recorded = { sequence: sequence.toString() };
  if (reversalOf !== null) return [{ kind: "reversed", ...recorded }];
  return type === "expense" ? [] : [{ kind: "credited", ...recorded }];
}
