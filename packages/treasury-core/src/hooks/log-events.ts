import type { Proposal } from "@agent-treasury/contract";
import type { Logger } from "@agent-treasury/provider";
import { writeLog } from "../logging/write-log.ts";
import type { TreasuryEvent } from "./treasury-event.ts";

/** Writes what was committed to a logger: ids and states, no texts and no amounts. */
export function eventLog(logger: Logger): (event: TreasuryEvent) => void {
  return (event) => writeLog(logger, "info", detailsOf(event), event.kind);
}

function detailsOf(event: TreasuryEvent): object {
  const { kind, workspaceId, at } = event;
  const happened = { kind, workspaceId, at };
  switch (event.kind) {
    case "proposalDecided": {
      const { proposal, decision, by } = event;
      return { ...happened, ...idsOf(proposal), decision, by };
    }
    case "proposalCreated":
    case "proposalExecuted":
    case "proposalFailed":
    case "attentionNeeded":
      return { ...happened, ...idsOf(event.proposal) };
    case "credited":
    case "reversed": {
      const { id: entryId, type, reversalOf } = event.entry;
      return { ...happened, entryId, type, reversalOf };
    }
    case "workspaceReset":
      return { ...happened, epoch: event.epoch };
    case "turnWaiting":
    case "turnEnded":
      return { ...happened, turnId: event.turnId };
  }
}

function idsOf({ id, turnId, status, verdict }: Proposal): object {
  return { proposalId: id, turnId, status, verdict };
}
