import { beforeAll, describe, expect, it } from "vitest";
import { entryFromBody } from "../../kernel/ledger/chain.ts";
import {
  type Contents,
  edited,
  leavesOf,
  pathText,
  storageHolding,
  verifyContents,
  withEntry,
} from "../../kernel/ledger/edited-storage.fixture.ts";
import {
  append,
  dollars,
  openEpoch,
  testCommitter,
} from "../../kernel/ledger/test-ledger.fixture.ts";
import { erasable, twoEpochs } from "../../kernel/ledger/two-epochs.fixture.ts";
import { memoryStorage } from "../../memory.ts";
import { verifyChain } from "./chain-walk.ts";

let whole: Contents;

beforeAll(async () => {
  whole = await twoEpochs();
});

describe("an unmodified chain", () => {
  it("is valid across epochs up to its head", async () => {
    expect(await verifyContents(whole)).toEqual({
      entriesChecked: 8,
      firstInvalidSequence: null,
      problem: null,
      headHash: whole.head?.lastHash,
      headSequence: 8n,
    });
  });

  it("is valid without entries, with or without an epoch", async () => {
    const storage = memoryStorage();
    expect(await verifyChain(storage, "acme")).toEqual({
      entriesChecked: 0,
      firstInvalidSequence: null,
      problem: null,
      headHash: null,
      headSequence: 0n,
    });
    const { committer } = testCommitter(storage);
    await committer.run("acme", openEpoch());
    await committer.run("acme", openEpoch(dollars(1)));
    expect(await verifyChain(storage, "acme")).toMatchObject({ problem: null, headSequence: 0n });
  });

  it("is valid over several pages of entries and epochs", async () => {
    const storage = memoryStorage();
    const { committer } = testCommitter(storage);
    const runs: Promise<unknown>[] = [];
    for (let count = 0; count < 1_100; count += 1) {
      if (count % 2 === 0) runs.push(committer.run("acme", openEpoch()));
      runs.push(committer.run("acme", append()));
    }
    await Promise.all(runs);
    expect(await verifyChain(storage, "acme")).toMatchObject({
      entriesChecked: 1_100,
      problem: null,
    });
  });

  it("is valid after an entry's texts are erased, with or without the salt", async () => {
    for (const [index, entry] of whole.entries.entries()) {
      let erased = entry;
      for (const path of leavesOf(entry)) {
        if (erasable.includes(pathText(path))) erased = edited(erased, path, null);
      }
      expect(entryFromBody(erased.body).description.text).toBeNull();
      expect((await verifyContents(withEntry(whole, index, erased))).problem).toBeNull();
      erased = edited(erased, ["body", "salt"], null);
      expect((await verifyContents(withEntry(whole, index, erased))).problem).toBeNull();
    }
  });
});

/** Heads after each entry, and the genesis of each epoch. */
function heads(): { sequence: bigint; hash: string }[] {
  return [
    ...whole.entries.map(({ sequence, hash }) => ({ sequence, hash })),
    { sequence: 0n, hash: whole.entries[0]!.previousHash },
    { sequence: 3n, hash: whole.entries[3]!.previousHash },
  ];
}

describe("heads that were saved elsewhere", () => {
  it("match while entries are only added, whenever they were saved", async () => {
    const report = await verifyChain(storageHolding(whole), "acme", heads());
    expect(report.problem).toBeNull();
    const empty = { head: null, docs: [], entries: [] };
    expect((await verifyChain(storageHolding(empty), "acme", [])).problem).toBeNull();
  });

  it("detect a chain that was rewritten with valid hashes", async () => {
    const rewritten = await twoEpochs({ description: "Something else" });
    expect((await verifyContents(rewritten)).problem).toBeNull();
    for (const kept of heads().filter(({ sequence }) => sequence > 0n)) {
      const report = await verifyChain(storageHolding(rewritten), "acme", [kept]);
      expect(report.problem).toContain("The chain was rewritten");
      expect(report.firstInvalidSequence).toBe(kept.sequence);
    }
  });

  it("detect missing newest entries, and a missing workspace", async () => {
    const newest = { sequence: 12n, hash: "a".repeat(64) };
    expect(await verifyChain(storageHolding(whole), "acme", [...heads(), newest])).toMatchObject({
      firstInvalidSequence: 9n,
      problem: expect.stringContaining("ends at entry 8, but a head of entry 12 was saved"),
    });
    const empty = { head: null, docs: [], entries: [] };
    const gone = await verifyChain(storageHolding(empty), "acme", [newest]);
    expect(gone).toMatchObject({ firstInvalidSequence: 1n });
  });
});
