import type { Commit, Storage } from "@agent-treasury/provider";
import { describe, expect, it } from "vitest";
import { testTreasury } from "../../create/test-treasury.fixture.ts";
import { type TestClock, dollars, testClock } from "../../kernel/ledger/test-ledger.fixture.ts";
import { type MemoryStorage, memoryStorage } from "../../memory.ts";

/** A database that is restored while processes are running. */
interface RestorableStorage {
  readonly storage: Storage;
  backUp(): void;
  restore(): Promise<void>;
}

function restorableStorage(clock: TestClock): RestorableStorage {
  let live: MemoryStorage = memoryStorage({ now: clock.now });
  let landed: Commit[] = [];
  let backedUp: readonly Commit[] = [];
  const storage: Storage = {
    specificationVersion: "2",
    name: "restorable",
    load: (requests) => live.load(requests),
    commit: async (commits) => {
      const outcomes = await live.commit(commits);
      landed.push(...commits.filter((_, index) => outcomes[index]?.kind === "committed"));
      return outcomes;
    },
    view: (...asked) => live.view(...asked),
    due: (...asked) => live.due(...asked),
    workspaces: (...asked) => live.workspaces(...asked),
    purge: (...asked) => live.purge(...asked),
    copy: (workspaceId) => live.copy(workspaceId),
    rewriteEntries: (...asked) => live.rewriteEntries(...asked),
    close: () => live.close(),
  };
  return {
    storage,
    backUp: () => {
      backedUp = [...landed];
    },
    restore: async () => {
      live = memoryStorage({ now: clock.now });
      landed = [...backedUp];
      for (const commit of landed) await live.commit([commit]);
    },
  };
}

describe("a running process while an older backup is restored", () => {
  it("stops instead of spending money that it has confirmed as spent", async () => {
    const clock = testClock();
    const { storage, backUp, restore } = restorableStorage(clock);
    const running = testTreasury({ storage, clock });
    await running.credit(dollars(60));
    backUp();
    await running.credit(dollars(500));
    await restore();
    // With the cached balance of 560, the reserve would allow this.
    await expect(running.propose({ amount: dollars(45) })).rejects.toMatchObject({
      code: "storage_went_back",
    });
    await expect(running.credit(dollars(1))).rejects.toMatchObject({ code: "storage_went_back" });
  });

  it("decides on the restored state after it was started again", async () => {
    const clock = testClock();
    const { storage, backUp, restore } = restorableStorage(clock);
    const running = testTreasury({ storage, clock });
    await running.credit(dollars(60));
    backUp();
    await running.credit(dollars(500));
    await restore();
    const restarted = testTreasury({ storage, clock });
    const proposal = await restarted.propose({ amount: dollars(45) });
    expect(await restarted.approve(proposal.id)).toMatchObject({ status: "failed" });
    expect((await restarted.state()).balanceUsd).toBe(60);
    expect(await restarted.verify()).toMatchObject({ valid: true, entriesChecked: 1 });
  });

  it("may commit on its cached state once others have reached that version again, and verification names the entry", async () => {
    const clock = testClock();
    const { storage, backUp, restore } = restorableStorage(clock);
    const running = testTreasury({ storage, clock });
    await running.credit(dollars(60));
    backUp();
    await running.credit(dollars(500));
    await restore();
    await testTreasury({ storage, clock }).credit(dollars(1));
    await running.credit(dollars(2));
    const verified = await running.verify();
    expect(verified).toMatchObject({ valid: false, firstInvalidSequence: 3 });
  });
});
