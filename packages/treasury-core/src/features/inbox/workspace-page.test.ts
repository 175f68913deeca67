import { describe, expect, it } from "vitest";
import { createTreasury } from "../../index.ts";
import { memoryStorage } from "../../memory.ts";

describe("the cursor of the inbox", () => {
  it("continues after the last workspace of the page, also if its items are decided", async () => {
    const treasury = createTreasury({
      baseUrl: "http://localhost:3000",
      storage: memoryStorage(),
      recoverySeconds: false,
    });
    const pending: { readonly workspaceId: string; readonly proposalId: string }[] = [];
    for (const [index, workspaceId] of ["a", "b", "c", "d", "e", "f", "g"].entries()) {
      const request = { workspaceId, amountUsd: 1, vendor: "Acme", purpose: "paper" };
      const { id: proposalId } = (await treasury.propose(request)).proposal;
      if (index % 2 === 0) pending.push({ workspaceId, proposalId });
      else await treasury.decide({ workspaceId, proposalId, decision: "deny" });
    }
    const first = await treasury.inbox({ limit: 2 });
    expect(first.proposals.map(({ workspaceId }) => workspaceId)).toEqual(["a", "c"]);
    // The position among all workspaces, of which "b" has nothing pending.
    expect(first.cursor).toBe("3");
    for (const each of pending.slice(0, 2)) await treasury.decide({ ...each, decision: "deny" });
    const second = await treasury.inbox({ limit: 2, cursor: first.cursor ?? "" });
    expect(second.proposals.map(({ workspaceId }) => workspaceId)).toEqual(["e", "g"]);
    expect(await treasury.inbox({ cursor: "1000" })).toMatchObject({ proposals: [], cursor: null });
  });
});
