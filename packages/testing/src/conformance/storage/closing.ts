import type { Storage } from "@agent-treasury/provider";
import { rejectionCodeOf } from "../rejection.ts";
import { claimOf, commitOf, contentsOf, docOf, entryOf, land, send, viewOne } from "./build.ts";
import type { StorageSuite } from "./storage-suite.ts";

export function closing({ test, expect, subject }: StorageSuite): void {
  test("has a name and a version", async (storage) => {
    expect(storage.specificationVersion).toBe("2");
    expect(typeof storage.name).toBe("string");
  });

  test("can be closed twice, used or not", async (storage) => {
    const unused = await subject.open();
    await unused.close();
    await unused.close();
    await land(storage, commitOf("acme", 0n));
    await Promise.all([storage.close(), storage.close()]);
    await storage.close();
  });

  test("rejects all calls with a storage error afterwards", async (storage) => {
    await land(storage, commitOf("acme", 0n));
    await storage.close();
    const asked = [
      storage.load([{ workspaceId: "acme", keys: [] }]),
      storage.commit([commitOf("acme", 1n)]),
      viewOne(storage, "acme"),
      storage.due(0, null, 1, ["proposal"]),
      storage.workspaces(null, 1),
      storage.purge(0, 1),
      storage.copy("acme")[Symbol.asyncIterator]().next(),
      storage.rewriteEntries("acme", []),
    ];
    const codes = await Promise.all(asked.map(rejectionCodeOf));
    expect(codes).toEqual(asked.map(() => "storage_error"));
  });

  test("completes running commits when it is closed", async (storage) => {
    const commits = ["a", "b", "c"].map((id) => send(storage, commitOf(id, 0n)));
    const [outcomes] = await Promise.all([Promise.all(commits), storage.close()]);
    expect(outcomes.map(({ kind }) => kind)).toEqual(["committed", "committed", "committed"]);
  });

  test("is closed while a copy is open, which then fails", async (storage) => {
    const put = Array.from({ length: 20 }, (_, index) => docOf(`p${index}`));
    await land(storage, commitOf("acme", 0n, { put }));
    const parts = storage.copy("acme")[Symbol.asyncIterator]();
    expect((await parts.next()).value?.kind).toBe("head");
    await storage.close();
    const drained = async (): Promise<void> => {
      while ((await parts.next()).done !== true);
    };
    expect(await rejectionCodeOf(drained())).toBe("storage_error");
  });

  if (subject.reopen === undefined) return;
  test("persists everything until it is opened again", async (storage) => {
    const asked = [claimOf("s1").key, { kind: "proposal", id: "p1" }];
    await land(
      storage,
      commitOf("acme", 0n, {
        entries: [entryOf(1n), entryOf(2n)],
        put: [docOf("p1", { open: true, dueAt: 5 }), docOf("p2", { ordinal: 2n })],
        claim: [claimOf("s1")],
      }),
      commitOf("acme", 1n),
    );
    const before = await contentsOf(storage, "acme", asked);
    await storage.close();
    const reopened = (await subject.reopen?.(storage)) as Storage;
    try {
      expect(await contentsOf(reopened, "acme", asked)).toEqual(before);
      expect((await send(reopened, commitOf("acme", 1n))).kind).toBe("conflict");
      await land(reopened, commitOf("acme", 2n));
    } finally {
      await reopened.close();
    }
  });
}
