import {
  type IncomingMovement,
  type IncomingRail,
  type MovementFinding,
  type MovementName,
  type MovementStatus,
  TreasuryError,
  isTreasuryError,
} from "@agent-treasury/provider";
import { askWithin } from "../../../kernel/ask-within.ts";
import type { Engine } from "../../../kernel/engine.ts";
import { type IncomingRecord, incomingFromDoc, incomingKey } from "./incoming-record.ts";
import { notAnnounced, recordFinding } from "./record-finding.ts";

const timeoutMs = 30_000;

/** Looks for an announced movement on its rail, and records what the rail reports. */
export async function findIncoming(
  engine: Engine,
  rail: IncomingRail,
  { workspaceId, id }: MovementName,
): Promise<MovementStatus> {
  const keys = [incomingKey(rail.provider, id)];
  const [snapshot] = await engine.storage.load([{ workspaceId, keys }]);
  const [doc] = snapshot?.found ?? [];
  if (doc === undefined) throw notAnnounced();
  const record = incomingFromDoc(doc);
  if (record.dueAt === null) return record.status;
  const finding = await ask(engine, rail, record, workspaceId);
  const { committer, identifiers } = engine;
  return committer.run(workspaceId, recordFinding(record, finding, identifiers.random()));
}

async function ask(
  { clock }: Engine,
  rail: IncomingRail,
  { mode, movement }: IncomingRecord,
  workspaceId: string,
): Promise<MovementFinding> {
  if (rail.mode() !== mode) {
    throw failed(`It was announced in mode ${mode}, but ${rail.provider} has ${rail.mode()} now.`);
  }
  const wanted: IncomingMovement = { ...movement, workspaceId };
  const asked = await askWithin(clock, timeoutMs, () => rail.find(wanted));
  if (asked.kind === "answered") return readFinding(asked.answer);
  if (asked.kind === "threw") {
    if (isTreasuryError(asked.error)) throw asked.error;
    throw new TreasuryError("payment_processor_error", `The rail ${rail.provider} failed.`, {
      cause: asked.error,
    });
  }
  throw failed(`The rail ${rail.provider} did not answer in time.`);
}

/** Code of an app may return anything. */
function readFinding(finding: MovementFinding): MovementFinding {
  switch (finding.kind) {
    case "pending":
      if (Number.isFinite(finding.afterMs)) return finding;
      break;
    case "counted":
      if (finding.reviewAfterMs === null || Number.isFinite(finding.reviewAfterMs)) return finding;
      break;
    case "gone":
      return { kind: "gone", reason: finding.reason.slice(0, 300) };
  }
  throw failed("The rail returned an invalid finding.");
}

function failed(message: string): TreasuryError {
  return new TreasuryError("payment_processor_error", message);
}
