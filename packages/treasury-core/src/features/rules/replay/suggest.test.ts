import { type Clock, type Storage, systemClock } from "@agent-treasury/provider";
import { forwardedStorage } from "@agent-treasury/provider/helpers";
import { describe, expect, it } from "vitest";
import { createTreasury } from "../../../create/create-treasury.ts";
import { proposalKind } from "../../../kernel/proposals/proposal.ts";
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

  it("read at most the newest 10,000 spends, let others run, and leave replays their place", async () => {
    const inner = memoryStorage();
    const begun = Promise.withResolvers<void>();
    const held = Promise.withResolvers<void>();
    let isHolding = false;
    let isLong = true;
    let pages = 0;
    // Each page of proposals is full, without an end.
    const storage: Storage = {
      ...forwardedStorage(inner),
      name: "endless",
      view: async (place, page, entries) => {
        const found = await inner.view(place, page, entries);
        if (page.kind !== proposalKind || page.limit !== 500) return found;
        if (isHolding) {
          begun.resolve();
          await held.promise;
        }
        if (!isLong) return found;
        pages += 1;
        const all = await inner.view(place, { ...page, before: null }, entries);
        const docs = Array.from({ length: 500 }, () => all.docs[0] ?? []).flat();
        return { ...all, docs: pages <= 30 ? docs : [] };
      },
    };
    let monotonic = 0;
    let pauses = 0;
    const clock: Clock = {
      ...systemClock,
      // Each step seems to be long.
      monotonic: () => (monotonic += 20),
      sleep: (milliseconds, signal) => {
        if (milliseconds === 0) pauses += 1;
        return systemClock.sleep(milliseconds, signal);
      },
    };
    const treasury = createTreasury({
      baseUrl: "http://localhost:3000",
      storage,
      clock,
      access: "guests",
      recoverySeconds: false,
    });
    await treasury.propose({ workspaceId, vendor: "Hetzner", amountUsd: 1, purpose: "servers" });
    const cut = await treasury.rules.suggestions({ workspaceId });
    expect(cut.isComplete).toBe(false);
    expect(pages).toBe(20);
    expect(pauses).toBe(20);

    isLong = false;
    isHolding = true;
    const suggesting = [1, 2].map(() => treasury.rules.suggestions({ workspaceId }));
    await begun.promise;
    isHolding = false;
    const replay = await treasury.rules.replay({ workspaceId });
    expect(replay.isComplete).toBe(true);
    held.resolve();
    for (const one of await Promise.all(suggesting)) expect(one.isComplete).toBe(true);
  });
});
