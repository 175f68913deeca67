import type { CopiedPart, Storage } from "@agent-treasury/provider";
import { commitOf, docOf, entryOf, headOf, land, loadOne } from "./build.ts";
import type { StorageSuite } from "./storage-suite.ts";

async function copyOf(storage: Storage, workspaceId: string): Promise<CopiedPart[]> {
  const parts: CopiedPart[] = [];
  for await (const part of storage.copy(workspaceId)) parts.push(part);
  return parts;
}

function placesOf(parts: readonly CopiedPart[]): string[] {
  return parts.map((part) => {
    if (part.kind === "head") return `head ${part.head.version}`;
    return part.kind === "doc" ? `${part.doc.kind} ${part.doc.id}` : `entry ${part.entry.sequence}`;
  });
}

async function fill(storage: Storage): Promise<void> {
  await land(
    storage,
    commitOf("acme", 0n, {
      next: headOf("acme", 1n, { sequence: 2n }),
      entries: [entryOf(2n), entryOf(1n)],
      put: [docOf("p10"), docOf("p2", { open: true }), docOf("Z", { ordinal: null })],
    }),
    commitOf("acme", 1n, {
      next: headOf("acme", 2n, { epoch: 2, sequence: 3n }),
      entries: [entryOf(3n, { epoch: 2 })],
      put: [docOf("é", { kind: "epoch" }), docOf("p2", { epoch: 2, ordinal: null })],
    }),
  );
  await land(storage, commitOf("acme2", 0n, { entries: [entryOf(1n)], put: [docOf("p1")] }));
}

export function copies({ test, expect }: StorageSuite): void {
  test("returns the head, then every document by kind and id, then every entry", async (storage) => {
    await fill(storage);
    const parts = await copyOf(storage, "acme");
    expect(placesOf(parts)).toEqual([
      "head 2",
      "epoch é",
      "proposal Z",
      "proposal p10",
      "proposal p2",
      "entry 1",
      "entry 2",
      "entry 3",
    ]);
    const { head, found } = await loadOne(storage, "acme", [{ kind: "proposal", id: "p2" }]);
    expect(parts[0]).toEqual({ kind: "head", head });
    expect(parts[4]).toEqual({ kind: "doc", doc: found[0] });
    expect(parts[7]).toEqual({ kind: "entry", entry: entryOf(3n, { epoch: 2 }) });
  });

  test("returns nothing for a workspace without a head", async (storage) => {
    await fill(storage);
    expect(await copyOf(storage, "nobody")).toEqual([]);
  });

  test("is of one moment, regardless of concurrent commits", async (storage) => {
    const many = Array.from({ length: 1_300 }, (_, index) => index + 1);
    await land(
      storage,
      commitOf("acme", 0n, {
        entries: many.map((sequence) => entryOf(BigInt(sequence))),
        put: many.map((ordinal) => docOf(`p${ordinal}`, { ordinal: BigInt(ordinal) })),
      }),
    );
    const parts: CopiedPart[] = [];
    let version = 1n;
    for await (const part of storage.copy("acme")) {
      parts.push(part);
      if (parts.length % 100 !== 1) continue;
      const beyond = 1_300n + version;
      const changed = { ordinal: beyond, body: { changed: true } };
      await land(
        storage,
        commitOf("acme", version, {
          entries: [entryOf(beyond)],
          put: [docOf("p999", changed), docOf(`q${version}`, changed)],
        }),
      );
      version += 1n;
    }
    expect(version > 20n).toBe(true);
    expect(placesOf(parts.slice(0, 1))).toEqual(["head 1"]);
    const docs = parts.flatMap((part) => (part.kind === "doc" ? [part.doc] : []));
    expect(docs.length).toBe(1_300);
    expect(docs.at(-1)).toEqual(docOf("p999", { ordinal: 999n }));
    const entries = parts.flatMap((part) => (part.kind === "entry" ? [part.entry.sequence] : []));
    expect(entries).toEqual(many.map(BigInt));
    // An incomplete iteration must not block others.
    for await (const part of storage.copy("acme")) {
      if (part.kind === "doc") break;
    }
    await land(storage, commitOf("acme", version));
    expect(placesOf(await copyOf(storage, "acme"))[0]).toBe(`head ${version + 1n}`);
  });
}
