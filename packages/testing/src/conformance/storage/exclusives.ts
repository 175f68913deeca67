import type { Commit, CommitOutcome, Snapshot, Storage } from "@agent-treasury/provider";
import { claimOf, commitOf, docOf, entryOf, headOf, land, loadOne, send } from "./build.ts";
import type { StorageSuite } from "./storage-suite.ts";

type Decide = (snapshot: Snapshot) => Commit | null;

/** Increments the head's version and everything derived from it. */
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

export function exclusives({ test, expect }: StorageSuite): void {
  test("has no conflicts with concurrent commits", async (storage) => {
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

  test("decides on the latest state", async (storage) => {
    if (storage.exclusive === undefined) return;
    await land(storage, commitOf("acme", 0n, { put: [docOf("newest", { body: "1" })] }));
    // Calls in a transaction that was rolled back do not count.
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

  test("writes nothing if the decision is null or throws", async (storage) => {
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

  test("checks its result like any other commit", async (storage) => {
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

  test("creates a workspace without a head", async (storage) => {
    if (storage.exclusive === undefined) return;
    expect(await exclusively(storage, addOne)).toEqual({ kind: "committed" });
    expect((await loadOne(storage, "acme")).head?.version).toBe(1n);
  });

  test("recognises an exclusive commit that is sent again", async (storage) => {
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
