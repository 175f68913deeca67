import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Storage } from "@agent-treasury/provider";
import { forwardedStorage } from "@agent-treasury/provider/helpers";
import { memoryStorage } from "@agent-treasury/treasury-core/memory";
import { verifyChain } from "@agent-treasury/treasury-core/verify";
import { afterEach, beforeEach, expect, it } from "vitest";
import { filledLedger, filledWorkspace, removeKeptLedgers } from "./filled-ledgers.ts";

const entries = 1_200;
let directory = "";

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), "treasury-bench-"));
});
afterEach(async () => {
  removeKeptLedgers();
  await rm(directory, { recursive: true });
});

async function lastHash(storage: Storage): Promise<string | undefined> {
  const [snapshot] = await storage.load([{ workspaceId: filledWorkspace, keys: [] }]);
  return snapshot?.head?.lastHash;
}

it("fills two storages with one ledger, and copies its file for later benches", async () => {
  const beside = memoryStorage();
  const reported: string[] = [];
  const progress = (text: string): void => void reported.push(text);
  const first = await filledLedger(join(directory, "1.db"), entries, progress, beside);
  const second = await filledLedger(join(directory, "2.db"), entries, progress);
  expect(reported).toEqual(["copied 1,200 entries"]);
  for (const storage of [first, beside, second]) {
    const verified = await verifyChain(storage, filledWorkspace);
    expect(verified).toMatchObject({ entriesChecked: entries, problem: null });
    expect(await lastHash(storage)).toBe(await lastHash(first));
  }
  await first.close();
  await second.close();
});

it.each([1, 3])("fails if the other storage refuses commit %s", async (refused) => {
  const memory = memoryStorage();
  let commits = 0;
  const beside: Storage = {
    ...forwardedStorage(memory),
    commit: async (sent) => {
      commits += 1;
      return commits === refused
        ? [{ kind: "rejected", cause: new Error("full") }]
        : await memory.commit(sent);
    },
  };
  const filling = filledLedger(join(directory, "1.db"), entries + refused, () => {}, beside);
  await expect(filling).rejects.toThrow(/did not confirm|was rejected/);
});
