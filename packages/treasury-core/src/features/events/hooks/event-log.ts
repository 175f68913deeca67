import type { Doc, Logger } from "@agent-treasury/provider";
import { fromStored } from "@agent-treasury/provider/helpers";
import { entryFromBody } from "../../../kernel/ledger/chain.ts";
import type {
  CommitListener,
  CommittedChange,
} from "../../../kernel/ledger/commit/committed-change.ts";
import type { RecordedEvent } from "../../../kernel/ledger/recorded-event.ts";
import { timestamp } from "../../../kernel/ledger/timestamp.ts";
import { writeLog } from "../../../kernel/logging.ts";
import { proposalFromDoc } from "../../../kernel/proposals/proposal-record.ts";
import { proposalKind } from "../../../kernel/proposals/proposal.ts";

/** Logs the events of this process's commits, with ids and statuses, but no texts and amounts. */
export function eventLog(logger: Logger): CommitListener {
  return (change) => {
    if (change.events.length === 0) return;
    const proposals = new Map(
      change.docs.flatMap(({ after }) => (after.kind === proposalKind ? [[after.id, after]] : [])),
    );
    for (const event of fromStored<readonly RecordedEvent[]>(change.events)) {
      writeLog(logger, "info", detailsOf(change, proposals, event), event.kind);
    }
  };
}

function detailsOf(
  { workspaceId, at, entries }: CommittedChange,
  proposals: ReadonlyMap<string, Doc>,
  { kind, ...fields }: RecordedEvent,
): object {
  const happened = { kind, workspaceId, at: timestamp(at), ...fields };
  if ("proposalId" in fields) {
    const doc = proposals.get(fields.proposalId);
    if (doc === undefined) return happened;
    const { turnId, status, verdict } = proposalFromDoc(doc);
    return { ...happened, turnId, status, verdict };
  }
  if ("sequence" in fields) {
    const entry = entries.find(({ sequence }) => sequence.toString() === fields.sequence);
    if (entry === undefined) return happened;
    const { id: entryId, type, reversalOf } = entryFromBody(entry.body);
    return { ...happened, entryId, type, reversalOf };
  }
  return happened;
}
