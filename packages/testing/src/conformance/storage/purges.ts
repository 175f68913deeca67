import { claimOf, commitOf, docOf, headOf, idsOf, land, loadOne, send, viewOne } from "./build.ts";
import type { StorageSuite } from "./storage-suite.ts";

export function purges({ test, expect }: StorageSuite): void {
  test("removes expired closed documents, and no open or other ones", async (storage) => {
    const put = [
      docOf("past", { expiresAt: 999, dueAt: 1, ordinal: 5n }),
      docOf("just", { expiresAt: 1_000, ordinal: 4n }),
      docOf("open", { expiresAt: 1, open: true, ordinal: 3n }),
      docOf("later", { expiresAt: 2_000, ordinal: 2n }),
      docOf("kept", { ordinal: 1n }),
    ];
    await land(storage, commitOf("acme", 0n, { put }));
    expect(await storage.purge(1_000, 100)).toBe(1);
    expect(idsOf((await viewOne(storage, "acme")).docs)).toEqual(["just", "open", "later", "kept"]);
    expect((await loadOne(storage, "acme", [{ kind: "proposal", id: "past" }])).found).toEqual([]);
    expect(await storage.due(1_000, null, 10, ["proposal"])).toEqual([]);
    expect(await storage.purge(1_001, 100)).toBe(1);
    await land(storage, commitOf("acme", 1n, { put: [docOf("open", { expiresAt: 1 })] }));
    expect(await storage.purge(1_001, 100)).toBe(1);
    expect(idsOf((await viewOne(storage, "acme")).docs)).toEqual(["later", "kept"]);
  });

  test("removes expired claims, and none without expiry", async (storage) => {
    const { storageNow } = await loadOne(storage, "acme");
    const hour = storageNow + 3_600_000;
    const claim = [claimOf("past", storageNow - 5), claimOf("held", hour), claimOf("permanent")];
    await land(storage, commitOf("acme", 0n, { claim }));
    expect(await storage.purge(storageNow - 5, 100)).toBe(0);
    expect(await storage.purge(storageNow, 100)).toBe(1);
    expect(await storage.purge(storageNow, 100)).toBe(0);
    const keys = claim.map(({ key }) => key);
    expect(idsOf((await loadOne(storage, "acme", keys)).claimed)).toEqual(["held", "permanent"]);
    expect(await storage.purge(hour + 1, 100)).toBe(1);
    expect(idsOf((await loadOne(storage, "acme", keys)).claimed)).toEqual(["permanent"]);
    expect(
      (await send(storage, commitOf("acme", 1n, { claim: [claimOf("permanent")] }))).kind,
    ).toBe("exists");
  });

  test("removes at most the limit, and returns the number", async (storage) => {
    const { storageNow } = await loadOne(storage, "acme");
    for (const [index, workspaceId] of ["a", "b", "c"].entries()) {
      await land(
        storage,
        commitOf(workspaceId, 0n, {
          put: Array.from({ length: 4 }, (_, one) => docOf(`p${one}`, { expiresAt: index })),
          claim: Array.from({ length: 3 }, (_, one) => claimOf(`s${one}`, storageNow - 1)),
        }),
      );
    }
    const twoDays = storageNow + 2 * 86_400_000;
    expect(await storage.purge(twoDays, 0)).toBe(0);
    const removed: number[] = [];
    for (let call = 0; call < 4; call += 1) removed.push(await storage.purge(twoDays, 10));
    // Twelve documents, nine claims, and the ids of three commits.
    expect(removed).toEqual([10, 10, 4, 0]);
  });

  test("removes created documents that expire days later, unless they were replaced", async (storage) => {
    const { storageNow } = await loadOne(storage, "acme");
    const week = storageNow + 7 * 86_400_000;
    const ids = ["created", "second", "replaced", "opened"];
    for (const [index, id] of ids.entries()) {
      const create = [docOf(id, { expiresAt: week })];
      if (id === "created") create.push(docOf("beside", { expiresAt: week }));
      await land(storage, commitOf("acme", BigInt(index), { create }));
    }
    const put = [docOf("replaced", { expiresAt: week + 5 }), docOf("opened", { open: true })];
    await land(storage, commitOf("acme", 4n, { put }));
    const remaining = async (now: number): Promise<readonly string[]> => {
      while ((await storage.purge(now, 3)) === 3);
      const keys = [...ids, "beside"].map((id) => ({ kind: "proposal", id }));
      return idsOf((await loadOne(storage, "acme", keys)).found).toSorted();
    };
    expect(await remaining(week)).toEqual(["beside", "created", "opened", "replaced", "second"]);
    expect(await remaining(week + 1)).toEqual(["opened", "replaced"]);
    expect(await remaining(week + 6)).toEqual(["opened"]);
    expect(await storage.purge(week + 6, 100)).toBe(0);
  });

  test("does not change heads, versions and entries", async (storage) => {
    await land(storage, commitOf("acme", 0n, { put: [docOf("p1", { expiresAt: 1 })] }));
    const { storageNow } = await loadOne(storage, "acme");
    await storage.purge(storageNow + 400 * 86_400_000, 1_000);
    expect((await loadOne(storage, "acme")).head).toEqual(headOf("acme", 1n));
    expect(await storage.workspaces(null, 10)).toEqual(["acme"]);
    expect((await send(storage, commitOf("acme", 0n))).kind).toBe("conflict");
    await land(storage, commitOf("acme", 1n));
  });
}
