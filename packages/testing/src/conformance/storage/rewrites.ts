import { commitOf, docOf, entryOf, headOf, land, loadOne, send, viewOne } from "./build.ts";
import type { StorageSuite } from "./storage-suite.ts";

const body = { text: "erased – é€😀" };

export function rewrites({ test, expect, subject }: StorageSuite): void {
  test("changes only the body of the given entry", async (storage) => {
    const entries = [1n, 2n, 3n].map((sequence) => entryOf(sequence, { hash: `hash ${sequence}` }));
    for (const workspaceId of ["acme", "other"]) {
      const next = headOf(workspaceId, 1n, { sequence: 3n });
      await land(storage, commitOf(workspaceId, 0n, { next, entries, put: [docOf("p1")] }));
    }
    const before = await loadOne(storage, "acme");
    const asked = [3n, 1n].map((sequence) => ({ sequence, hash: `hash ${sequence}`, body }));
    expect(await storage.rewriteEntries("acme", asked)).toBe(2);
    const rewritten = [{ ...entries[2]!, body }, entries[1], { ...entries[0]!, body }];
    expect((await viewOne(storage, "acme")).entries).toEqual(rewritten);
    expect((await viewOne(storage, "other")).entries).toEqual(entries.toReversed());
    const after = await loadOne(storage, "acme");
    expect({ ...after, storageNow: 0 }).toEqual({ ...before, storageNow: 0 });
    // A commit on the current version succeeds, and the rewrite can be repeated.
    await land(storage, commitOf("acme", 1n));
    expect(await storage.rewriteEntries("acme", asked)).toBe(2);
    expect((await viewOne(storage, "acme")).entries).toEqual(rewritten);
  });

  test("skips an entry with another hash, and creates none", async (storage) => {
    await land(storage, commitOf("acme", 0n, { entries: [entryOf(1n, { hash: "right" })] }));
    const wrong = [
      { sequence: 1n, hash: "wrong", body },
      { sequence: 2n, hash: "right", body },
    ];
    expect(await storage.rewriteEntries("acme", wrong)).toBe(0);
    expect(await storage.rewriteEntries("nobody", wrong)).toBe(0);
    expect(await storage.rewriteEntries("acme", [])).toBe(0);
    expect((await viewOne(storage, "acme")).entries).toEqual([entryOf(1n, { hash: "right" })]);
    expect((await loadOne(storage, "nobody")).head).toBe(null);
    const right = [{ sequence: 1n, hash: "right", body }, ...wrong];
    expect(await storage.rewriteEntries("acme", right)).toBe(1);
  });

  test("runs concurrently with commits, without rejections", async (storage) => {
    await land(storage, commitOf("acme", 0n, { entries: [entryOf(1n, { hash: "first" })] }));
    const asked = [{ sequence: 1n, hash: "first", body }];
    for (let version = 1n; version <= 20n; version += 1n) {
      const commit = commitOf("acme", version, { entries: [entryOf(version + 1n)] });
      const [outcome, replaced] = await Promise.all([
        send(storage, commit),
        storage.rewriteEntries("acme", asked),
      ]);
      expect([outcome.kind, replaced]).toEqual(["committed", 1]);
    }
    expect((await viewOne(storage, "acme")).entries.length).toBe(21);
  });

  if (subject.reopen === undefined) return;
  test("is durable once it resolves", async (storage) => {
    await land(storage, commitOf("acme", 0n, { entries: [entryOf(1n, { hash: "first" })] }));
    await storage.rewriteEntries("acme", [{ sequence: 1n, hash: "first", body }]);
    await storage.close();
    const reopened = await subject.reopen!(storage);
    try {
      const { entries } = await viewOne(reopened, "acme");
      expect(entries).toEqual([entryOf(1n, { hash: "first", body })]);
    } finally {
      await reopened.close();
    }
  });
}
