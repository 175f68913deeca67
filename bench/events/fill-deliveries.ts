import {
  type Doc,
  type Head,
  type JsonObject,
  type Storage,
  randomIdentifiers,
} from "@agent-treasury/provider";
import { eventsToDoc } from "../../packages/treasury-core/src/domain.ts";
import { spendingWorkspace } from "./recorded-ledger.ts";

const documentsInCommit = 5_000;
const cursorWorkspace = "~delivery/hooks";

/** Adds event records after the first one, up to and including the ordinal `newest`. */
export async function addUndelivered(storage: Storage, newest: number): Promise<void> {
  const at = Date.now();
  await addDocs(storage, spendingWorkspace, newest - 1, (index) => {
    const id = randomIdentifiers.random();
    const proposalId = `prop_${id}`;
    const events = [
      { kind: "proposalCreated", proposalId },
      { kind: "proposalDecided", proposalId, decision: "approve", by: "policy" },
      { kind: "proposalExecuted", proposalId },
    ];
    return eventsToDoc({ ordinal: index + 2, id, at, events }, 1);
  });
}

/** Adds due cursors of other workspaces. */
export async function addCursors(storage: Storage, count: number): Promise<void> {
  const body = { target: null, ordinal: 0, index: 0, lease: null, parked: [] };
  await addDocs(storage, cursorWorkspace, count, (index) =>
    closedDoc("cursor", `workspace-${index}`, 1, body),
  );
}

/** Adds due documents of the kind of payments. */
export async function addDuePayments(storage: Storage, count: number): Promise<void> {
  await addDocs(storage, "payments", count, (index) =>
    closedDoc("proposal", `prop_${index}`, 2 + index, { purpose: "An hour of a small machine" }),
  );
}

function closedDoc(kind: string, id: string, dueAt: number, body: JsonObject): Doc {
  return { kind, id, epoch: 1, ordinal: null, open: false, dueAt, expiresAt: null, body };
}

/** Commits documents in groups. The account of a workspace with events names the newest record. */
async function addDocs(
  storage: Storage,
  workspaceId: string,
  count: number,
  docAt: (index: number) => Doc,
): Promise<void> {
  const [snapshot] = await storage.load([{ workspaceId, keys: [] }]);
  let head: Head = snapshot?.head ?? {
    workspaceId,
    version: 0n,
    epoch: 1,
    sequence: 0n,
    lastHash: "0".repeat(64),
    account: {},
  };
  for (let done = 0; done < count; done += documentsInCommit) {
    const length = Math.min(documentsInCommit, count - done);
    const create = Array.from({ length }, (_, index) => docAt(done + index));
    const account = head.account as JsonObject;
    const next: Head = {
      ...head,
      version: head.version + 1n,
      account:
        workspaceId === spendingWorkspace
          ? { ...account, events: { newest: done + length + 1 } }
          : account,
    };
    const [outcome] = await storage.commit([
      {
        id: randomIdentifiers.random(),
        workspaceId,
        expectedVersion: head.version,
        next,
        entries: [],
        put: [],
        create,
        claim: [],
      },
    ]);
    if (outcome?.kind !== "committed") throw new Error(`The fill was ${outcome?.kind}.`);
    head = next;
  }
}
