import { describe, expect, it } from "vitest";
import { scriptedStorage } from "../../ledger/commit/scripted-storage.fixture.ts";
import { contentsOf } from "../../ledger/edited-storage.fixture.ts";
import { dollars } from "../../ledger/test-ledger.fixture.ts";
import { memoryStorage } from "../../memory.ts";
import { type TestTreasury, ada, outcomeOf, testTreasury } from "../test-treasury.fixture.ts";
import { eraseText } from "./erase-text.ts";

const hour = 3_600_000;

/** A credit, an executed spend, a denied one and one that waits; all of them about Mallory. */
async function scene(treasury: TestTreasury = testTreasury()): Promise<TestTreasury> {
  await treasury.credit(dollars(100), { description: "From Mallory" });
  const about = { vendor: "Mallory & Co", purpose: "a gift for Mallory", category: "Mallory's" };
  const grace = { name: "Mallory Junior", verified: true };
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
  it("leaves nothing of it but digests, and the chain holds as before", async () => {
    const treasury = await scene();
    const before = await treasury.verify();
    await treasury.deny((await treasury.state()).proposals[0]!.id);
    const erasure = await eraseText(treasury.engine, "acme", ada, null);
    expect(erasure).toMatchObject({ entries: 2, documents: 3, kept: 0 });
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

  it("takes also what a process wrote whose time was ahead of the storage's", async () => {
    const treasury = await scene();
    treasury.clock.advance(-2_000);
    expect(await eraseText(treasury.engine, "acme", ada, null)).toMatchObject({ entries: 2 });
    await treasury.deny((await treasury.state()).proposals[0]!.id);
    await eraseText(treasury.engine, "acme", ada, null);
    expect(await textOf(treasury)).not.toContain("Mallory");
  });

  it("comes to the last of more entries than are read at a time, of every epoch", async () => {
    const treasury = await scene();
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

  it("leaves what waits, and counts it", async () => {
    const treasury = await scene();
    const erasure = await eraseText(treasury.engine, "acme", ada, null);
    expect(erasure).toMatchObject({ documents: 2, kept: 1 });
    const [waiting] = (await treasury.state()).proposals;
    expect(waiting).toMatchObject({ status: "pending", vendor: "Mallory & Co" });
    expect((await treasury.approve(waiting!.id)).status).toBe("executed");
    expect(await eraseText(treasury.engine, "acme", ada, null)).toMatchObject({
      entries: 1,
      documents: 1,
    });
    expect(await textOf(treasury)).not.toContain("Mallory");
  });

  it("writes down who asked, for what and when, and how much it was", async () => {
    const treasury = await scene();
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

  it("takes only what is older than the moment that is named", async () => {
    const treasury = await scene();
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

  it("takes what turns wrote down, but for those that went on later", async () => {
    const treasury = await scene();
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

  it("may be asked again, also after it broke off in the middle", async () => {
    const storage = memoryStorage();
    const treasury = await scene(testTreasury({ storage }));
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

  it("covers up no edit: an entry that does not recompute stops it", async () => {
    const treasury = await scene();
    const { entries } = await contentsOf(treasury.engine.storage, "acme");
    const { sequence, hash, body } = entries[1]!;
    const edited = { ...(body as object), reference: "somebody else's" };
    await treasury.engine.storage.rewriteEntries("acme", [{ sequence, hash, body: edited }]);
    expect(await outcomeOf(eraseText(treasury.engine, "acme", ada, null))).toBe("storage_error");
    expect((await treasury.verify()).firstInvalidSequence).toBe(2);
  });

  it("refuses a workspace that is not there", async () => {
    const { engine } = testTreasury();
    expect(await outcomeOf(eraseText(engine, "acme", ada, null))).toBe("invalid_request");
  });
});
