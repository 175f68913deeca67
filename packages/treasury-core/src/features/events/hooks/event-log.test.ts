import { expect, it } from "vitest";
import { testTreasury } from "../../../create/test-treasury.fixture.ts";
import { scriptedStorage } from "../../../kernel/ledger/commit/scripted-storage.fixture.ts";
import { dollars } from "../../../kernel/ledger/test-ledger.fixture.ts";
import { memoryStorage } from "../../../memory.ts";
import { testRecorder } from "../recording/recorded-events.fixture.ts";
import { eventLog } from "./event-log.ts";

/** Returns a treasury with 200 USD, and the messages that it logs. */
async function loggedTreasury() {
  const logged: { readonly message: string; readonly details: object }[] = [];
  const write = (details: object, message: string) => void logged.push({ message, details });
  const storage = scriptedStorage(memoryStorage());
  const treasury = testTreasury({
    storage,
    recorder: testRecorder({ hasConsumers: () => false, reports: true }),
    committed: eventLog({ debug: write, info: write, warn: write, error: write }),
  });
  await treasury.credit(dollars(200));
  logged.length = 0;
  return { treasury, storage, logged };
}

it("logs ids and statuses, but no texts and amounts", async () => {
  const { treasury, logged } = await loggedTreasury();
  const { id } = await treasury.propose({ vendor: "Acme", purpose: "servers" });
  expect(logged).toMatchObject([
    { message: "[agent-treasury] proposalCreated", details: { proposalId: id, status: "pending" } },
  ]);
  expect(JSON.stringify(logged)).not.toMatch(/Acme|servers|mount/);
});

it("logs nothing if the storage rejects the commit, and once if it is retried", async () => {
  const { treasury, storage, logged } = await loggedTreasury();
  storage.faults.push({ kind: "answer", outcome: { kind: "conflict" } });
  await treasury.propose();
  expect(logged.map(({ message }) => message)).toEqual(["[agent-treasury] proposalCreated"]);
  storage.judge = () => ({ kind: "rejected", cause: new Error("no") });
  await treasury.propose().catch(() => undefined);
  expect(logged).toHaveLength(1);
});
