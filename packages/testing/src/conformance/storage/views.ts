import type { Doc, EntryPage, Storage } from "@agent-treasury/provider";
import { allPages, commitOf, docOf, entryOf, headOf, idsOf, land, viewOne } from "./build.ts";
import type { StorageSuite } from "./storage-suite.ts";

/** Adds three epochs whose ordinals restart, with consecutive entries. */
async function fill(storage: Storage): Promise<void> {
  for (const epoch of [1, 2, 3]) {
    const first = BigInt((epoch - 1) * 5 + 1);
    const ordinals = [2n, 1n, 11n, 3n];
    await land(
      storage,
      commitOf("acme", BigInt(epoch - 1), {
        next: headOf("acme", BigInt(epoch), { epoch, sequence: first + 4n }),
        entries: [2n, 0n, 4n, 1n, 3n].map((step) => entryOf(first + step, { epoch })),
        put: [
          ...ordinals.map((ordinal) =>
            docOf(`${epoch}-${ordinal}`, { epoch, ordinal, open: ordinal === 3n }),
          ),
          docOf(`${epoch}-unlisted`, { epoch, ordinal: null }),
          docOf(`${epoch}-other`, { epoch, ordinal: 7n, kind: "turn" }),
        ],
      }),
    );
  }
}

export function views({ test, expect }: StorageSuite): void {
  const newestDocs = [3, 2, 1].flatMap((epoch) =>
    [11, 3, 2, 1].map((ordinal) => `${epoch}-${ordinal}`),
  );

  test("lists the documents of one kind, open and closed, newest first", async (storage) => {
    await fill(storage);
    const view = await viewOne(storage, "acme");
    expect(idsOf(view.docs)).toEqual(newestDocs);
    expect(idsOf(view.open)).toEqual(["1-3", "2-3", "3-3"]);
    expect(view.head?.epoch).toBe(3);
    expect(idsOf((await viewOne(storage, "acme", { kind: "turn", limit: 2 })).docs)).toEqual([
      "3-other",
      "2-other",
    ]);
    expect((await viewOne(storage, "acme", { kind: "none" })).docs).toEqual([]);
  });

  test("pages through documents without gaps or repetitions", async (storage) => {
    await fill(storage);
    for (const limit of [1, 2, 3, 5, 12, 13]) {
      const seen = await allPages<Doc>(async (last) => {
        const before = last ? { epoch: last.epoch, ordinal: last.ordinal ?? 0n } : null;
        const { docs } = await viewOne(storage, "acme", { before, limit });
        expect(docs.length <= limit).toBe(true);
        return docs;
      });
      expect(idsOf(seen)).toEqual(newestDocs);
    }
  });

  test("starts a page of documents at any position, existing or not", async (storage) => {
    await fill(storage);
    const after = async (epoch: number, ordinal: bigint): Promise<string | undefined> =>
      (await viewOne(storage, "acme", { before: { epoch, ordinal }, limit: 1 })).docs[0]?.id;
    expect(await after(2, 11n)).toBe("2-3");
    expect(await after(2, 5n)).toBe("2-3");
    expect(await after(2, 1n)).toBe("1-11");
    expect(await after(2, 2n ** 53n + 1n)).toBe("2-11");
    expect(await after(9, 0n)).toBe("3-11");
    expect(await after(1, 1n)).toBe(undefined);
  });

  test("lists entries from the newest down and from the oldest up", async (storage) => {
    await fill(storage);
    const walk = (order: EntryPage["order"], limit: number): Promise<bigint[]> =>
      allPages<bigint>(async (last) => {
        const page = { order, beyond: last ?? null, limit };
        const { entries } = await viewOne(storage, "acme", {}, page);
        expect(entries.length <= limit).toBe(true);
        return entries.map(({ sequence }) => sequence);
      });
    const upwards = Array.from({ length: 15 }, (_, index) => BigInt(index + 1));
    for (const limit of [1, 4, 5, 15, 16]) {
      expect(await walk("oldest", limit)).toEqual(upwards);
      expect(await walk("newest", limit)).toEqual(upwards.toReversed());
    }
  });

  test("starts a page of entries at any sequence, existing or not", async (storage) => {
    await fill(storage);
    const first = async (order: EntryPage["order"], beyond: bigint): Promise<bigint | undefined> =>
      (await viewOne(storage, "acme", {}, { order, beyond, limit: 1 })).entries[0]?.sequence;
    expect(await first("newest", 2n ** 60n)).toBe(15n);
    expect(await first("newest", 6n)).toBe(5n);
    expect(await first("newest", 1n)).toBe(undefined);
    expect(await first("oldest", 0n)).toBe(1n);
    expect(await first("oldest", 5n)).toBe(6n);
    expect(await first("oldest", 15n)).toBe(undefined);
  });

  test("returns empty pages for a limit of 0, with the head and the open documents", async (storage) => {
    await fill(storage);
    for (const order of ["newest", "oldest"] as const) {
      const view = await viewOne(storage, "acme", { limit: 0 }, { order, limit: 0 });
      expect([view.docs, view.entries]).toEqual([[], []]);
      expect([view.head?.version, view.open.length]).toEqual([3n, 3]);
    }
  });
}
