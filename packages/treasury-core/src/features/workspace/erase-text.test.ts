import { readRuleSet } from "@agent-treasury/rules";
import { describe, expect, it } from "vitest";
import {
  type TestTreasury,
  ada,
  outcomeOf,
  testTreasury,
} from "../../create/test-treasury.fixture.ts";
import { scriptedStorage } from "../../kernel/ledger/commit/scripted-storage.fixture.ts";
import { contentsOf } from "../../kernel/ledger/edited-storage.fixture.ts";
import { dollars } from "../../kernel/ledger/test-ledger.fixture.ts";
import { memoryStorage } from "../../memory.ts";
import { decideAndShow } from "../inbox/decisions-module.ts";
import { eraseText } from "./erase-text.ts";

const hour = 3_600_000;

/** Creates a credit, and an executed, a denied and a pending spend, all about Mallory. */
async function setUp(treasury: TestTreasury = testTreasury()): Promise<TestTreasury> {
  await treasury.credit(dollars(100), { description: "From Mallory" });
  const about = {
    vendor: "Mallory & Co",
    purpose: "a gift for Mallory",
    category: "Mallory's",
    label: "Mallory's helper",
    behind: { id: "Mallory", name: "Mallory" },
  };
  const grace = { name: "Mallory Junior", verified: true, id: "mallory", groups: [] };
  await treasury.approve((await treasury.propose(about)).id, grace);
  await treasury.deny((await treasury.propose(about)).id, grace);
  await treasury.propose(about);
  return treasury;
}

async function textOf({ engine }: TestTreasury): Promise<string> {
  const contents = await contentsOf(engine.storage, "acme");
  return JSON.stringify(contents, (_key, value: unknown) =>
    typeof value === "bigint" ? String(value) : value,
  );
}

describe("erasing text", () => {
  it("leaves only digests, and the hash chain still verifies", async () => {
    const treasury = await setUp();
    const before = await treasury.verify();
    await treasury.deny((await treasury.state()).proposals[0]!.id);
    const erasure = await eraseText(treasury.engine, "acme", ada, null);
    expect(erasure).toMatchObject({ entries: 2, documents: 6, kept: 0 });
    expect(await textOf(treasury)).not.toContain("Mallory");
    const after = await treasury.verify();
    expect(after).toMatchObject({ valid: true, headHash: before.headHash, entriesChecked: 2 });
    const { ledger, proposals, balanceUsd } = await treasury.state();
    expect(balanceUsd).toBe(88);
    expect(ledger.map(({ description }) => description)).toEqual(["[erased]", "[erased]"]);
    expect(proposals.map(({ vendor, purpose }) => [vendor, purpose])).toEqual(
      proposals.map(() => ["[erased]", "[erased]"]),
    );
    expect(proposals.map(({ status, amountUsd }) => [status, amountUsd])).toEqual([
      ["denied", 12],
      ["denied", 12],
      ["executed", 12],
    ]);
  });

  it("includes the cached state of later decisions", async () => {
    const treasury = await setUp();
    const decide = async (proposalId: string): Promise<string> => {
      const decision = { proposalId, decision: "deny", operator: ada, comment: null } as const;
      return JSON.stringify((await decideAndShow(treasury.engine, "acme", decision, null)).state);
    };
    expect(await decide((await treasury.state()).proposals[0]!.id)).toContain("Mallory");
    await eraseText(treasury.engine, "acme", ada, null);
    const { id } = await treasury.propose({ vendor: "Trent", purpose: "a lamp" });
    expect(await decide(id)).not.toContain("Mallory");
  });

  it("includes the findings in a proposal that its own command closed", async () => {
    const blocked = { id: "blocked", message: "Mallory & Co is blocked", then: { deny: true } };
    const rules = readRuleSet({ version: 1, rules: [blocked] });
    const treasury = testTreasury({ rules });
    const { ruling } = await treasury.propose();
    expect(ruling.judgement?.findings[0]?.text).toContain("Mallory");
    const { docs } = await contentsOf(treasury.engine.storage, "acme");
    expect(docs.map(({ kind }) => kind)).not.toContain("judgement");
    expect(await textOf(treasury)).toContain("Mallory");
    await eraseText(treasury.engine, "acme", ada, null);
    expect(await textOf(treasury)).not.toContain("Mallory");
  });

  it("includes records written under a clock ahead of the storage", async () => {
    const treasury = await setUp();
    treasury.clock.advance(-2_000);
    expect(await eraseText(treasury.engine, "acme", ada, null)).toMatchObject({ entries: 2 });
    await treasury.deny((await treasury.state()).proposals[0]!.id);
    await eraseText(treasury.engine, "acme", ada, null);
    expect(await textOf(treasury)).not.toContain("Mallory");
  });

  it("reaches all entries of every epoch, over several pages", async () => {
    const treasury = await setUp();
    const credits = Array.from({ length: 500 }, () =>
      treasury.credit(dollars(1), { description: "From Mallory" }),
    );
    await Promise.all(credits);
    await treasury.reset();
    await treasury.credit(dollars(1), { description: "From Mallory" });
    expect(await eraseText(treasury.engine, "acme", ada, null)).toMatchObject({ entries: 503 });
    expect(await textOf(treasury)).not.toContain("Mallory");
    expect(await treasury.verify()).toMatchObject({ valid: true });
  });

  it("keeps texts of pending proposals, and counts them", async () => {
    const treasury = await setUp();
    const erasure = await eraseText(treasury.engine, "acme", ada, null);
    expect(erasure).toMatchObject({ documents: 5, kept: 1 });
    const [waiting] = (await treasury.state()).proposals;
    expect(waiting).toMatchObject({ status: "pending", vendor: "Mallory & Co" });
    expect((await treasury.approve(waiting!.id)).status).toBe("executed");
    expect(await eraseText(treasury.engine, "acme", ada, null)).toMatchObject({
      entries: 1,
      // The proposal, and what its approval made known.
      documents: 2,
    });
    expect(await textOf(treasury)).not.toContain("Mallory");
  });

  it("records the operator, the time, the cutoff and the counts", async () => {
    const treasury = await setUp();
    const { auditId, before } = await eraseText(treasury.engine, "acme", ada, null);
    const { docs } = await contentsOf(treasury.engine.storage, "acme");
    const records = docs.filter(({ kind }) => kind === "text_erasure");
    expect(records).toMatchObject([
      {
        id: auditId,
        body: { operator: "Ada", operatorVerified: true, before, entries: 2, finished: true },
      },
    ]);
  });

  it("erases only records older than the given time", async () => {
    const treasury = await setUp();
    treasury.clock.advance(hour);
    const moment = treasury.clock.now();
    await treasury.credit(dollars(5), { description: "From Trent" });
    await eraseText(treasury.engine, "acme", ada, moment);
    const { ledger } = await treasury.state();
    expect(ledger.map(({ description }) => description)).toEqual([
      "From Trent",
      "[erased]",
      "[erased]",
    ]);
  });

  it("deletes turns, except those that continued later", async () => {
    const treasury = await setUp();
    const { turnLog } = treasury.engine.storage;
    const append = { workspaceId: "acme", writer: "w", bodies: ["pay Mallory"] };
    const [old, young] = ["old", "young"].map((turnId) => ({ workspaceId: "acme", turnId }));
    const expiresAt = treasury.clock.now() + 10 * hour;
    await turnLog?.append({ ...append, ...old!, after: 0, expiresAt });
    await turnLog?.append({ ...append, ...young!, after: 0, expiresAt });
    treasury.clock.advance(hour);
    const moment = treasury.clock.now();
    await turnLog?.append({ ...append, ...young!, after: 1, expiresAt });
    expect(await eraseText(treasury.engine, "acme", ada, moment)).toMatchObject({ turnRecords: 1 });
    expect(await turnLog?.read(old!, 0, 10)).toEqual([]);
    expect(await turnLog?.read(young!, 0, 10)).toHaveLength(2);
    expect(await eraseText(treasury.engine, "acme", ada, null)).toMatchObject({ turnRecords: 2 });
    expect(await turnLog?.read(young!, 0, 10)).toEqual([]);
  });

  it("can be repeated, even after an interruption", async () => {
    const storage = memoryStorage();
    const treasury = await setUp(testTreasury({ storage }));
    const breaking = scriptedStorage(storage);
    breaking.rewriteEntries = () => Promise.reject(new Error("The disk is full."));
    const engine = { ...treasury.engine, storage: breaking };
    await expect(eraseText(engine, "acme", ada, null)).rejects.toThrow("The disk is full.");
    expect((await treasury.verify()).valid).toBe(true);
    expect(await eraseText(treasury.engine, "acme", ada, null)).toMatchObject({ entries: 2 });
    expect(await eraseText(treasury.engine, "acme", ada, null)).toMatchObject({
      entries: 0,
      documents: 0,
    });
    const { docs } = await contentsOf(storage, "acme");
    const finished = docs.flatMap(({ kind, body }) =>
      kind === "text_erasure" ? [(body as { finished: boolean }).finished] : [],
    );
    expect(finished.filter((one) => !one)).toHaveLength(1);
    expect(finished).toHaveLength(3);
  });

  it("stops at an entry with an invalid hash, so that it hides no edit", async () => {
    const treasury = await setUp();
    const { entries } = await contentsOf(treasury.engine.storage, "acme");
    const { sequence, hash, body } = entries[1]!;
    const edited = { ...(body as object), reference: "changed" };
    await treasury.engine.storage.rewriteEntries("acme", [{ sequence, hash, body: edited }]);
    expect(await outcomeOf(eraseText(treasury.engine, "acme", ada, null))).toBe("storage_error");
    expect((await treasury.verify()).firstInvalidSequence).toBe(2);
  });

  it("rejects a missing workspace", async () => {
    const { engine } = testTreasury();
    expect(await outcomeOf(eraseText(engine, "acme", ada, null))).toBe("invalid_request");
  });
});
