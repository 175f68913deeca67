import type { Commit, CommitOutcome, Snapshot, Storage } from "@agent-treasury/provider";
import { claimOf, commitOf, docOf, entryOf, headOf, land, loadOne, send } from "./build.ts";
import type { StorageSuite } from "./storage-suite.ts";

type Decide = (snapshot: Snapshot) => Commit | null;

/** Adds one to the head's version and to everything that goes along with it. */
const addOne: Decide = ({ head }) => {
  const version = (head?.version ?? 0n) + 1n;
  return commitOf("acme", version - 1n, {
    next: headOf("acme", version, { sequence: version }),
    entries: [entryOf(version)],
    put: [docOf("newest", { body: version.toString() })],
    create: [docOf(`p${version}`, { ordinal: version })],
    claim: [claimOf(version.toString())],
  });
};

/** Deciding while everybody else waits; a storage that cannot has nothing to show. */
export function exclusives({ test, expect }: StorageSuite): void {
  test("refuses nobody who decides alone, beside those who compare", async (storage) => {
    if (storage.exclusive === undefined) return;
    await land(storage, commitOf("acme", 0n));
    let compared = 0;
    const compare = async (): Promise<void> => {
      for (let attempt = 0; attempt < 20; attempt += 1) {
        const commit = addOne(await loadOne(storage, "acme"));
        if (commit !== null && (await send(storage, commit)).kind === "committed") compared += 1;
      }
    };
    const alone = Promise.all(
      Array.from({ length: 100 }, () => exclusively(storage, addOne, ["newest"])),
    );
    const [outcomes] = await Promise.all([alone, compare(), compare()]);
    expect(outcomes.map((outcome) => outcome?.kind)).toEqual(outcomes.map(() => "committed"));
    const { head } = await loadOne(storage, "acme");
    expect(head?.version).toBe(BigInt(101 + compared));
  });

  test("decides on the newest of everything", async (storage) => {
    if (storage.exclusive === undefined) return;
    await land(storage, commitOf("acme", 0n, { put: [docOf("newest", { body: "1" })] }));
    // What was looked at in an attempt that was undone does not count.
    const lookAndAdd = async (): Promise<readonly unknown[]> => {
      let seen: readonly unknown[] = [];
      await exclusively(
        storage,
        (snapshot) => {
          seen = [Number(snapshot.head?.version), snapshot.found[0]?.body];
          return addOne(snapshot);
        },
        ["newest"],
      );
      return seen;
    };
    const seen = await Promise.all(Array.from({ length: 20 }, lookAndAdd));
    expect(seen.toSorted(([left], [right]) => Number(left) - Number(right))).toEqual(
      Array.from({ length: 20 }, (_, index) => [index + 1, `${index + 1}`]),
    );
  });

  test("writes nothing when nothing is decided, or the decision fails", async (storage) => {
    if (storage.exclusive === undefined) return;
    await land(storage, commitOf("acme", 0n));
    expect(await exclusively(storage, () => null)).toBe(null);
    const fault = new Error("Cannot decide.");
    const failed = await exclusively(storage, () => {
      throw fault;
    }).catch((error: unknown) => error);
    expect(failed).toBe(fault);
    expect((await loadOne(storage, "acme")).head?.version).toBe(1n);
    expect(await exclusively(storage, addOne)).toEqual({ kind: "committed" });
  });

  test("tests what is decided as any other commit", async (storage) => {
    if (storage.exclusive === undefined) return;
    const claim = [claimOf("s1")];
    await land(storage, commitOf("acme", 0n, { put: [docOf("p1")], claim }));
    const create = [docOf("p1")];
    expect(await exclusively(storage, () => commitOf("acme", 1n, { create, claim }))).toEqual({
      kind: "exists",
      keys: [claimOf("s1").key, { kind: "proposal", id: "p1" }],
    });
    expect(await exclusively(storage, () => commitOf("acme", 0n))).toEqual({ kind: "conflict" });
    const flawed = commitOf("acme", 1n, { next: headOf("acme", 5n) });
    expect((await exclusively(storage, () => flawed))?.kind).toBe("rejected");
    const comparison = commitOf("acme", 1n, { next: null });
    expect(await exclusively(storage, () => comparison)).toEqual({ kind: "committed" });
    expect((await loadOne(storage, "acme")).head?.version).toBe(1n);
  });

  test("opens a workspace that has no head", async (storage) => {
    if (storage.exclusive === undefined) return;
    expect(await exclusively(storage, addOne)).toEqual({ kind: "committed" });
    expect((await loadOne(storage, "acme")).head?.version).toBe(1n);
  });

  test("recognises what was committed alone when it is sent again", async (storage) => {
    if (storage.exclusive === undefined) return;
    const decided: Commit[] = [];
    const outcome = await exclusively(storage, (snapshot) => {
      const commit = addOne(snapshot);
      if (commit !== null) decided.push(commit);
      return commit;
    });
    expect(outcome).toEqual({ kind: "committed" });
    expect(await storage.commit(decided.slice(-1))).toEqual([{ kind: "committed" }]);
    expect((await loadOne(storage, "acme")).head?.version).toBe(1n);
  });
}

async function exclusively(
  storage: Storage,
  decide: Decide,
  ids: readonly string[] = [],
): Promise<CommitOutcome | null> {
  const keys = ids.map((id) => ({ kind: "proposal", id }));
  return (await storage.exclusive?.({ workspaceId: "acme", keys }, decide)) ?? null;
}
