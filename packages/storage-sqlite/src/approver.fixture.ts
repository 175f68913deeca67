import { createTreasury } from "@agent-treasury/treasury-core";
import { sqliteStorage } from "./sqlite-storage.ts";

// Approves proposals, all at once from a given moment on, and prints what became of each.
const [path = "", startAt = "", ...proposalIds] = process.argv.slice(2);
const treasury = createTreasury({
  baseUrl: "http://localhost:3000",
  storage: sqliteStorage({ path }),
  budget: { startingCapitalUsd: 10_000 },
});
await treasury.state("race");
await new Promise((resolve) => setTimeout(resolve, Number(startAt) - Date.now()));
const decided = await Promise.all(
  proposalIds.map((proposalId) =>
    treasury.decide({ workspaceId: "race", proposalId, decision: "approve" }),
  ),
);
console.log(decided.map(({ status }) => status).join("\n"));
await treasury.close();
