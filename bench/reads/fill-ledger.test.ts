import { memoryStorage } from "@agent-treasury/treasury-core/memory";
import { verifyChain } from "@agent-treasury/treasury-core/verify";
import { expect, it } from "vitest";
import { committerOn } from "../ledger/treasury-engine.ts";
import { fillLedger } from "./fill-ledger.ts";

it("fills a ledger that verifies from its first entry to its head", async () => {
  const storage = memoryStorage();
  await fillLedger(committerOn(storage), "acme", 1_234, () => {});
  expect(await verifyChain(storage, "acme")).toMatchObject({
    entriesChecked: 1_234,
    problem: null,
  });
});

it("adds a closed proposal for every entry, and no open ones", async () => {
  const storage = memoryStorage();
  await fillLedger(committerOn(storage), "acme", 700, () => {});
  const page = { kind: "proposal", before: null, limit: 1_000 };
  const { docs, open } = await storage.view("acme", page, {
    order: "newest",
    beyond: null,
    limit: 0,
  });
  expect(docs).toHaveLength(700);
  expect(docs[0]?.body).toMatchObject({ status: "executed", reference: "entry_1_700" });
  expect(open).toEqual([]);
});
