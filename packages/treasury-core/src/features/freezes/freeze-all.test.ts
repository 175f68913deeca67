import { type Storage, TreasuryError } from "@agent-treasury/provider";
import { forwardedStorage } from "@agent-treasury/provider/helpers";
import { describe, expect, it } from "vitest";
import { outcomeOf } from "../../create/test-treasury.fixture.ts";
import { type Treasury, createTreasury } from "../../index.ts";
import { memoryStorage } from "../../memory.ts";
import { publishedBy } from "../rules/published-by.fixture.ts";

function open(storage: Storage): Treasury {
  return createTreasury({
    autoApprovePayees: "any",
    baseUrl: "http://localhost:3000",
    storage,
    budget: { startingCapitalUsd: 1_000 },
    authenticate: () => null,
    recoverySeconds: false,
  });
}

async function statusOf(treasury: Treasury, workspaceId: string): Promise<string> {
  const purpose = `lamp ${crypto.randomUUID()}`;
  const lamp = { agentId: "buyer", amountUsd: 1, vendor: "Acme", purpose };
  return (await treasury.propose({ workspaceId, ...lamp })).proposal.status;
}

/** A connection that cannot reach one workspace. */
function without(storage: Storage, unreachable: string): Storage {
  const check = (calls: readonly { readonly workspaceId: string }[]): void => {
    if (calls.every(({ workspaceId }) => workspaceId !== unreachable)) return;
    throw new TreasuryError("storage_error", "The shard does not respond.");
  };
  return {
    ...forwardedStorage(storage),
    load: async (requests) => {
      check(requests);
      return storage.load(requests);
    },
    commit: async (commits) => {
      check(commits);
      return storage.commit(commits);
    },
  };
}

describe("a freeze of all workspaces", () => {
  it("freezes 1,000 workspaces, and lists the one that cannot be reached", async () => {
    const storage = memoryStorage();
    const other = open(storage);
    const ids = Array.from({ length: 1_000 }, (_, index) => `w-${index}`);
    // A spend has to be judged within a second of a look at the marker, which a thousand at once may miss.
    for (let from = 0; from < ids.length; from += 50) {
      await Promise.all(ids.slice(from, from + 50).map((id) => statusOf(other, id)));
    }
    const treasury = open(without(storage, "w-500"));
    const shown: number[] = [];
    const onProgress = (workspaces: number) => shown.push(workspaces);
    const { done, notDone } = await treasury.freezes.freezeAll({ operator: "Ada", onProgress });
    expect(notDone).toEqual([{ workspaceId: "w-500", problem: expect.stringContaining("shard") }]);
    expect(done.toSorted()).toEqual(ids.filter((id) => id !== "w-500").toSorted());
    expect(shown.length).toBeGreaterThanOrEqual(1_000);
    // The other process reaches it, and has paid there less than a second before the marker.
    for (const id of ["w-0", "w-500", "w-999"]) expect(await statusOf(other, id)).toBe("pending");
  });

  it("freezes a workspace that is created later", async () => {
    const storage = memoryStorage();
    const [first, second] = [open(storage), open(storage)];
    await first.freezes.freezeAll({ reason: "Incident.", operator: "Ada" });
    expect(await statusOf(second, "new")).toBe("pending");
    expect((await second.freezes.list({ workspaceId: "new" })).freezes).toMatchObject([
      { scope: "deployment", reason: "Incident.", frozenBy: "Ada" },
    ]);
  });

  it("is over after one end, while other freezes remain", async () => {
    const treasury = open(memoryStorage());
    for (const id of ["a", "b"]) expect(await statusOf(treasury, id)).toBe("executed");
    await treasury.freezes.freeze({ workspaceId: "b", scope: "workspace" });
    await treasury.freezes.freezeAll();
    const ended = await treasury.freezes.unfreezeAll({ operator: "Ada" });
    expect(ended).toEqual({ done: ["a", "b"], pending: [], notDone: [], missing: [] });
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    expect(await statusOf(treasury, "a")).toBe("executed");
    expect(await statusOf(treasury, "b")).toBe("pending");
    expect(await outcomeOf(treasury.freezes.unfreezeAll())).toBe("freeze_not_found");
  });

  it("ends in a workspace under the rules of that workspace", async () => {
    const treasury = open(memoryStorage());
    const two = { id: "two", then: { requireApprovals: { count: 2 } } } as const;
    const rules = { version: 1, rules: [two] } as const;
    await publishedBy(treasury, { workspaceId: "strict", rules }, ["Ada", "Ben"]);
    await treasury.freezes.freezeAll();
    const [byAda, again, byBen] = [
      await treasury.freezes.unfreezeAll({ operator: "Ada" }),
      await treasury.freezes.unfreezeAll({ operator: "Ada" }),
      await treasury.freezes.unfreezeAll({ operator: "Ben" }),
    ];
    for (const { done, pending } of [byAda, again]) {
      expect(done).toEqual([]);
      expect(pending).toMatchObject([{ workspaceId: "strict" }]);
    }
    expect(byBen).toMatchObject({ done: ["strict"], pending: [] });
  });
});
