import type { LoadRequest, Snapshot, Storage } from "@agent-treasury/provider";
import { forwardedStorage } from "@agent-treasury/provider/helpers";
import { describe, expect, it } from "vitest";
import { dollars } from "../../../kernel/ledger/test-ledger.fixture.ts";
import { memoryStorage } from "../../../memory.ts";
import { deliveryClock, testConsumer, testProcess } from "./delivery-world.fixture.ts";

interface WatchedCalls {
  readonly calls: string[];
  readonly loaded: { readonly keys: number; readonly open: number; readonly bytes: number }[];
}

/** Records the calls about the workspace of money. */
function watched(storage: Storage): { readonly storage: Storage; readonly seen: WatchedCalls } {
  const seen: WatchedCalls = { calls: [], loaded: [] };
  const note = (request: LoadRequest, snapshot: Snapshot | undefined): void => {
    if (request.workspaceId !== "acme") return;
    seen.calls.push("load");
    const account = JSON.stringify(snapshot?.head?.account ?? null);
    const bytes = account.replaceAll(/\\d/g, "").length;
    const { open = [] } = snapshot ?? {};
    seen.loaded.push({ keys: request.keys.length, open: open.length, bytes });
  };
  return {
    seen,
    storage: {
      ...forwardedStorage(storage),
      load: async (requests) => {
        const snapshots = await storage.load(requests);
        for (const [place, request] of requests.entries()) note(request, snapshots[place]);
        return snapshots;
      },
      commit: (commits) => {
        for (const { workspaceId } of commits)
          if (workspaceId === "acme") seen.calls.push("commit");
        return storage.commit(commits);
      },
    },
  };
}

/** Spends on a cold start and later, beside a process whose consumer never answers. */
async function spendBeside(isStuck: boolean): Promise<WatchedCalls & { readonly open: unknown }> {
  const clock = deliveryClock();
  const shared = memoryStorage({ now: clock.now });
  const stuck = testConsumer();
  stuck.answer = () => new Promise(() => {});
  const delivering = testProcess(stuck, { storage: shared, clock, isKilled: !isStuck });
  await delivering.treasury.credit(dollars(200));
  for (let credit = 0; credit < 300; credit += 1) {
    await delivering.treasury.credit(dollars(1));
    if (isStuck && credit % 3 === 0) clock.advance(10_000);
    else clock.advance(1);
  }
  const { storage, seen } = watched(shared);
  // Delivery happens elsewhere, so that only the calls of spends are counted.
  const spending = testProcess(testConsumer(), { storage, clock, isKilled: true });
  for (let spend = 0; spend < 5; spend += 1) {
    expect((await spending.treasury.propose({ amount: dollars(5) })).status).toBe("executed");
  }
  const { id } = await spending.treasury.propose();
  expect((await spending.treasury.approve(id)).status).toBe("executed");
  const [snapshot] = await shared.load([{ workspaceId: "acme", keys: [] }]);
  return { ...seen, open: snapshot?.open };
}

describe("a consumer that is stuck", () => {
  it("changes neither the calls of spends to the storage nor what their loads read", async () => {
    const stuck = await spendBeside(true);
    const idle = await spendBeside(false);
    expect(stuck).toEqual(idle);
    expect(stuck.calls).toEqual([
      "load",
      "commit",
      "commit",
      "commit",
      "commit",
      "commit",
      "commit",
      "commit",
    ]);
    expect(stuck.loaded).toMatchObject([{ open: 0 }]);
    expect(stuck.open).toEqual([]);
  });

  it("does not fail spends of its own process", async () => {
    const consumer = testConsumer();
    consumer.answer = () => new Promise(() => {});
    const process = testProcess(consumer);
    await process.treasury.credit(dollars(200));
    for (let spend = 0; spend < 5; spend += 1) {
      expect((await process.treasury.propose({ amount: dollars(5) })).status).toBe("executed");
    }
    expect(process.reported).toEqual([]);
  });
});
