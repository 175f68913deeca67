import { TreasuryError } from "@agent-treasury/provider";
import { forwardedStorage } from "@agent-treasury/provider/helpers";
import { expect, it } from "vitest";
import { createTreasury } from "../../create/create-treasury.ts";
import { memoryStorage } from "../../memory.ts";
import { checkpointKey } from "./checkpoint-record.ts";

it("sign the entries of other workspaces if those of one cannot be signed", async () => {
  const storage = memoryStorage();
  const moved = new TreasuryError("storage_moved", "The workspace was moved.");
  let isMoved = false;
  const reports: unknown[] = [];
  const treasury = createTreasury({
    baseUrl: "http://localhost:3000",
    storage: {
      ...forwardedStorage(storage),
      commit: async (commits) => {
        if (!isMoved || commits[0]?.workspaceId !== "acme") return storage.commit(commits);
        return [{ kind: "rejected", cause: moved }];
      },
    },
    budget: { startingCapitalUsd: 100, minReserveUsd: 0 },
    autoApprovePayees: "any",
    receipts: { key: "ab".repeat(32) },
    recoverySeconds: false,
    onFailure: ({ error }) => void reports.push(error),
  });
  for (const workspaceId of ["acme", "beta"]) {
    const paper = { workspaceId, agentId: "buyer", vendor: "Acme", purpose: "paper" };
    await treasury.propose({ ...paper, amountUsd: 1 });
  }
  isMoved = true;
  await treasury.recover();
  expect(reports).toEqual([moved]);
  const snapshots = await storage.load(
    ["acme", "beta"].map((workspaceId) => ({ workspaceId, keys: [checkpointKey] })),
  );
  expect(snapshots.map(({ found }) => found.length)).toEqual([0, 1]);
});
