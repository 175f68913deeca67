import { describe, expect, it } from "vitest";
import { createTreasury } from "../../../create/create-treasury.ts";
import { memoryStorage } from "../../../memory.ts";

const workspaceId = "acme";

describe("suggestions from history", () => {
  it("come from approvals of persons alone, and end when the approval is given", async () => {
    const treasury = createTreasury({
      baseUrl: "http://localhost:3000",
      storage: memoryStorage(),
      access: "guests",
      budget: { startingCapitalUsd: 200 },
    });
    const propose = (vendor: string, amountUsd: number) =>
      treasury.propose({ workspaceId, agentId: "buyer", vendor, amountUsd, purpose: "servers" });
    const seen = async () => (await treasury.rules.suggestions({ workspaceId })).suggestions;
    const proposed: string[] = [];
    for (const amountUsd of [11, 12, 13]) {
      proposed.push((await propose("Hetzner", amountUsd)).proposal.id);
    }
    // An agent that only proposes earns nothing.
    expect(await seen()).toEqual([]);
    for (const proposalId of proposed) {
      await treasury.decide({ workspaceId, proposalId, decision: "approve", operator: "Ada" });
    }
    const [suggestion, ...others] = await seen();
    expect(others).toEqual([]);
    expect(suggestion).toMatchObject({
      kind: "standing_approval",
      agentId: "buyer",
      vendor: "Hetzner",
      maximumUsd: 13,
      count: 3,
      atMostUsd: 39,
      spendCount: 3,
    });
    expect(suggestion?.spends.map(({ proposalId }) => proposalId)).toEqual(proposed.toReversed());

    const { agentId = "", maximumUsd = 0, count, endsAt } = suggestion ?? {};
    await treasury.standingApprovals.create({
      workspaceId,
      agentId,
      vendor: "Hetzner",
      maximumUsd,
      count: count ?? 1,
      endsAt: endsAt ?? "",
      operator: "Ada",
    });
    expect(await seen()).toEqual([]);
    // The spends that it approves are no evidence for another one.
    const { proposal } = await propose("Hetzner", 13);
    expect(proposal.status).toBe("executed");
    const [standing] = (await treasury.standingApprovals.list({ workspaceId })).standingApprovals;
    await treasury.standingApprovals.revoke({
      workspaceId,
      standingApprovalId: standing?.id ?? "",
      operator: "Ada",
    });
    expect((await seen())[0]?.spendCount).toBe(3);
  });
});
