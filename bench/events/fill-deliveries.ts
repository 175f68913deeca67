import {
  type Doc,
  type Head,
  type JsonObject,
  type Storage,
  randomIdentifiers,
} from "@agent-treasury/provider";
import { eventsToDoc } from "../../packages/treasury-core/src/domain.ts";
import { spendingWorkspace } from "./recorded-ledger.ts";

const cursorWorkspace = "~delivery/hooks";

/** Runs a statement on the tables of a ledger, whose names begin with this. */
export type RunStatement = (text: (tables: string) => string) => Promise<void>;

/** Adds event records after the first one, up to and including the ordinal `newest`. */
export async function addUndelivered(
  storage: Storage,
  newest: number,
  run: RunStatement,
): Promise<void> {
  const id = randomIdentifiers.random();
  const proposalId = `prop_${id}`;
  const events = [
    { kind: "proposalCreated", proposalId },
    { kind: "proposalDecided", proposalId, decision: "approve", by: "policy" },
    { kind: "proposalExecuted", proposalId },
  ];
  const second = eventsToDoc({ ordinal: 2, id, at: Date.now(), events }, 1);
  await addDocs(storage, spendingWorkspace, [second], { events: { newest } });
  await run(copyTo(spendingWorkspace, second, "", 3, newest));
}

/** Adds due cursors of other workspaces. */
export async function addCursors(
  storage: Storage,
  count: number,
  run: RunStatement,
): Promise<void> {
  const body = { target: null, ordinal: 0, index: 0, lease: null, parked: [] };
  const first = closedDoc("cursor", "workspace-1", 1, body);
  await addDocs(storage, cursorWorkspace, [first]);
  await run(copyTo(cursorWorkspace, first, "workspace-", 2, count));
}

/** Adds due documents of the kind of payments. */
export async function addDuePayments(storage: Storage, count: number): Promise<void> {
  const body = { purpose: "An hour of a small machine" };
  const docs = Array.from({ length: count }, (_, index) =>
    closedDoc("proposal", `prop_${index}`, 2 + index, body),
  );
  await addDocs(storage, "payments", docs);
}

function closedDoc(kind: string, id: string, dueAt: number, body: JsonObject): Doc {
  return { kind, id, epoch: 1, ordinal: null, open: false, dueAt, expiresAt: null, body };
}

/** Commits documents, with an addition to the account of the workspace. */
async function addDocs(
  storage: Storage,
  workspaceId: string,
  create: readonly Doc[],
  addition: JsonObject = {},
): Promise<void> {
  const [snapshot] = await storage.load([{ workspaceId, keys: [] }]);
  const head: Head = snapshot?.head ?? {
    workspaceId,
    version: 0n,
    epoch: 1,
    sequence: 0n,
    lastHash: "0".repeat(64),
    account: {},
  };
  const account = { ...(head.account as JsonObject), ...addition };
  const [outcome] = await storage.commit([
    {
      id: randomIdentifiers.random(),
      workspaceId,
      expectedVersion: head.version,
      next: { ...head, version: head.version + 1n, account },
      entries: [],
      put: [],
      create,
      claim: [],
    },
  ]);
  if (outcome?.kind !== "committed") throw new Error(`The fill was ${outcome?.kind}.`);
}

/**
 * Copies a document to ids with these numbers. A million commits of documents would take longer than
 * the measurement.
 */
function copyTo(
  workspaceId: string,
  { kind, id }: Doc,
  prefix: string,
  first: number,
  last: number,
): (tables: string) => string {
  return (tables) => `INSERT INTO ${tables}documents
    (workspace_id, kind, id, epoch, ordinal, is_open, due_at, expires_at, body)
  WITH RECURSIVE numbers (number) AS (
    SELECT ${first} UNION ALL SELECT number + 1 FROM numbers WHERE number < ${last}
  )
  SELECT workspace_id, kind, '${prefix}' || number, epoch, ordinal, is_open, due_at, expires_at, body
  FROM ${tables}documents, numbers
  WHERE workspace_id = '${workspaceId}' AND kind = '${kind}' AND id = '${id}' AND number <= ${last}`;
}
