import type { Commit, Doc } from "@agent-treasury/provider";
import {
  claimOf,
  commitOf,
  contentsOf,
  docOf,
  entryOf,
  headOf,
  idsOf,
  land,
  loadOne,
  send,
  viewOne,
} from "./build.ts";
import type { StorageSuite } from "./storage-suite.ts";

const asked = ["p1", "p2", "s1", "s2"].flatMap((id) => [
  { kind: "proposal", id },
  { kind: "deposit", id },
]);

/** Creates a commit with every kind of change, on top of `first`. */
function full(expectedVersion: bigint, sequence: bigint, parts: Partial<Commit> = {}): Commit {
  return commitOf("acme", expectedVersion, {
    next: headOf("acme", expectedVersion + 1n, { sequence, account: "changed" }),
    entries: [entryOf(sequence), entryOf(sequence + 1n)],
    put: [docOf("p1", { open: true, dueAt: 5, body: "changed" }), docOf("p2", { ordinal: 2n })],
    claim: [claimOf("s2")],
    ...parts,
  });
}

const first = (): Commit =>
  commitOf("acme", 0n, {
    next: headOf("acme", 1n, { sequence: 1n }),
    entries: [entryOf(1n)],
    put: [docOf("p1")],
    claim: [claimOf("s1")],
  });

export function atomicity({ test, expect }: StorageSuite): void {
  test("writes head, entries, documents and claims of a commit together", async (storage) => {
    const commit = full(0n, 1n);
    await land(storage, commit);
    const snapshot = await loadOne(storage, "acme", asked);
    expect(snapshot.head).toEqual(commit.next);
    expect(snapshot.open).toEqual([commit.put[0]]);
    expect(snapshot.found).toEqual(commit.put);
    expect(snapshot.claimed).toEqual([{ kind: "deposit", id: "s2" }]);
    const view = await viewOne(storage, "acme", {}, { order: "oldest" });
    expect(view.head).toEqual(commit.next);
    expect(view.open).toEqual([commit.put[0]]);
    expect(idsOf(view.docs)).toEqual(["p2", "p1"]);
    expect(view.entries).toEqual(commit.entries);
  });

  test("writes nothing of a commit that conflicts", async (storage) => {
    await land(storage, first());
    const before = await contentsOf(storage, "acme", asked);
    expect((await send(storage, full(0n, 2n))).kind).toBe("conflict");
    expect((await send(storage, full(2n, 2n))).kind).toBe("conflict");
    expect(await contentsOf(storage, "acme", asked)).toEqual(before);
  });

  test("writes nothing of a commit whose claim exists", async (storage) => {
    await land(storage, first());
    const before = await contentsOf(storage, "acme", asked);
    const commit = full(1n, 2n, { claim: [claimOf("s2"), claimOf("s1")] });
    expect((await send(storage, commit)).kind).toBe("exists");
    expect(await contentsOf(storage, "acme", asked)).toEqual(before);
  });

  test("writes nothing of a commit with an entry that would replace one", async (storage) => {
    await land(storage, first());
    const before = await contentsOf(storage, "acme", asked);
    const entries = [entryOf(2n), entryOf(1n, { body: "replaced" })];
    expect((await send(storage, full(1n, 2n, { entries }))).kind).toBe("rejected");
    expect(await contentsOf(storage, "acme", asked)).toEqual(before);
    await land(storage, full(1n, 2n));
  });

  test("rejects a time that is not a whole number, and writes nothing", async (storage) => {
    await land(storage, first());
    const before = await contentsOf(storage, "acme", asked);
    for (const time of [0.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53]) {
      for (const parts of [
        { put: [docOf("p1", { dueAt: time })] },
        { put: [docOf("p1", { expiresAt: time })] },
        { create: [docOf("p3", { expiresAt: time })] },
        { claim: [claimOf("s3", time)] },
      ]) {
        expect((await send(storage, full(1n, 2n, parts))).kind).toBe("rejected");
      }
    }
    expect(await contentsOf(storage, "acme", asked)).toEqual(before);
    await land(storage, full(1n, 2n));
  });

  test("shows a commit to concurrent readers completely or not at all", async (storage) => {
    const rounds = 40;
    const progress = { writing: true };
    const write = async (): Promise<void> => {
      for (let round = 1n; round <= BigInt(rounds); round += 1n) {
        const body = round.toString();
        await land(
          storage,
          commitOf("acme", round - 1n, {
            next: headOf("acme", round, { sequence: round * 2n }),
            entries: [entryOf(round * 2n - 1n), entryOf(round * 2n)],
            put: [docOf("p1", { open: true, body }), docOf("p2", { open: true, body })],
            claim: [claimOf(body)],
          }),
        );
      }
    };
    const read = async (): Promise<void> => {
      while (progress.writing) {
        const view = await viewOne(storage, "acme");
        expect(view.entries[0]?.sequence ?? 0n).toBe(view.head?.sequence ?? 0n);
        expect(BigInt(view.entries.length)).toBe(view.head?.sequence ?? 0n);
        expect(view.open.map(bodyOf)).toEqual(view.head ? twice(view.head.version) : []);
        const keys = Array.from({ length: rounds }, (_, index) => claimOf(`${index + 1}`).key);
        const snapshot = await loadOne(storage, "acme", keys);
        expect(BigInt(snapshot.claimed.length)).toBe(snapshot.head?.version ?? 0n);
        expect(snapshot.open.map(bodyOf)).toEqual(
          snapshot.head ? twice(snapshot.head.version) : [],
        );
      }
    };
    const stop = (): void => {
      progress.writing = false;
    };
    await Promise.all([write().finally(stop), read(), read(), read()]);
    expect((await loadOne(storage, "acme")).head?.version).toBe(BigInt(rounds));
  });
}

function bodyOf(doc: Doc): unknown {
  return doc.body;
}

function twice(version: bigint): string[] {
  return [version.toString(), version.toString()];
}
