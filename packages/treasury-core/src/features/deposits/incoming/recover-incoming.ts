import type { DueDoc, IncomingRail } from "@agent-treasury/provider";
import type { Engine } from "../../../kernel/engine.ts";
import { dueDocs } from "../../../kernel/ledger/due-docs.ts";
import { findIncoming } from "./find-incoming.ts";
import { incomingFromDoc, incomingKind } from "./incoming-record.ts";
import { recordFinding } from "./record-finding.ts";

/** Requests to rails at a time. */
const concurrency = 10;
const retryMs = 300_000;

/** Looks for due movements until the signal aborts. Several processes may do so concurrently. */
export async function recoverIncoming(
  engine: Engine,
  railOf: (provider: string) => IncomingRail,
  signal: AbortSignal,
): Promise<void> {
  let batch: DueDoc[] = [];
  const flush = async (): Promise<void> => {
    await Promise.all(batch.map((due) => recover(engine, railOf, due).catch(engine.report)));
    batch = [];
  };
  for await (const due of dueDocs(engine, [incomingKind], signal)) {
    batch.push(due);
    if (batch.length === concurrency) await flush();
  }
  if (!signal.aborted) await flush();
}

async function recover(
  engine: Engine,
  railOf: (provider: string) => IncomingRail,
  { workspaceId, doc }: DueDoc,
): Promise<void> {
  const record = incomingFromDoc(doc);
  try {
    await findIncoming(engine, railOf(record.provider), { workspaceId, id: record.movement.id });
  } catch (error) {
    engine.report(error);
    const postponed = { kind: "pending", afterMs: retryMs } as const;
    const command = recordFinding(record, postponed, engine.identifiers.random());
    await engine.committer.run(workspaceId, command);
  }
}
