import type { JsonObject, Doc, Storage } from "@agent-treasury/provider";
import { expect, it } from "vitest";
import {
  type TurnDocument,
  turnFromDoc,
  turnToDoc,
} from "../features/agent/lease/turn-document.ts";
import {
  type MachineRecord,
  machineFromDoc,
  machineToDoc,
} from "../features/machines/machine-record.ts";
import { dollars } from "../kernel/ledger/test-ledger.fixture.ts";
import { proposalKey } from "../kernel/proposals/proposal.ts";
import { memoryStorage } from "../memory.ts";
import { testTreasury } from "./test-treasury.fixture.ts";

const unknown = { laterField: { frozen: true } };

function withUnknown(doc: Doc): Doc {
  return { ...doc, body: { ...(doc.body as JsonObject), ...unknown } };
}

/** Adds fields of a later version to the account and a proposal. */
async function addUnknownFields(storage: Storage, proposalId: string): Promise<void> {
  const [snapshot] = await storage.load([{ workspaceId: "acme", keys: [proposalKey(proposalId)] }]);
  const { head, found } = snapshot!;
  const account = { ...(head!.account as JsonObject), ...unknown };
  const [outcome] = await storage.commit([
    {
      id: "0".repeat(32),
      workspaceId: "acme",
      expectedVersion: head!.version,
      next: { ...head!, version: head!.version + 1n, account },
      entries: [],
      put: found.map(withUnknown),
      create: [],
      claim: [],
    },
  ]);
  expect(outcome).toEqual({ kind: "committed" });
}

it("preserves unknown fields of an account and a proposal over decisions, credits, limits and a reset", async () => {
  const storage = memoryStorage();
  const treasury = testTreasury({ storage });
  await treasury.credit(dollars(100));
  const decided = await treasury.propose();
  await addUnknownFields(storage, decided.id);
  await treasury.approve(decided.id);
  await treasury.credit(dollars(1));
  await treasury.setLimits({ minReserve: dollars(1) });
  await treasury.reset();
  await treasury.credit(dollars(1));
  const [snapshot] = await storage.load([{ workspaceId: "acme", keys: [proposalKey(decided.id)] }]);
  expect(snapshot?.head).toMatchObject({ epoch: 2, account: { format: 2, ...unknown } });
  expect(snapshot?.found[0]?.body).toMatchObject({ status: "executed", ...unknown });
  expect(await treasury.verify()).toMatchObject({ valid: true });
});

it("writes back unknown fields of a turn's document and of a machine's record", () => {
  const ledger = { head: { epoch: 1 } } as Parameters<typeof machineToDoc>[1];
  const turn: TurnDocument = {
    turnId: "t1",
    epoch: 1,
    status: "running",
    writer: "w",
    leaseEndsAt: 5,
    waitsFor: [],
    keyRecordId: null,
    startedBy: { id: "ada", name: "Ada" },
    begunAt: 3,
    activeAt: 4,
    expiresAt: 9,
  };
  const turnDoc = withUnknown(turnToDoc(turn));
  expect(turnToDoc(turnFromDoc(turnDoc))).toEqual(turnDoc);
  const machine: MachineRecord = {
    name: "body-1",
    workspaceId: "acme",
    machineId: "m1",
    holders: [{ id: "h", until: 4 }],
    suspending: false,
    dueAt: 4,
  };
  const machineDoc = withUnknown(machineToDoc(machine, ledger));
  expect(machineToDoc(machineFromDoc(machineDoc), ledger)).toEqual(machineDoc);
});
