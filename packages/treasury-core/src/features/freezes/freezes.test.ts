import type { Proposal } from "@agent-treasury/contract";
import { describe, expect, it } from "vitest";
import { outcomeOf } from "../../create/test-treasury.fixture.ts";
import { type Treasury, createTreasury } from "../../index.ts";
import { memoryStorage } from "../../memory.ts";
import { onlyPending, underTwo } from "../administration/under-two.fixture.ts";

function open(storage = memoryStorage()): Treasury {
  return createTreasury({
    autoApprovePayees: "any",
    baseUrl: "http://localhost:3000",
    storage,
    budget: { startingCapitalUsd: 1_000, dailySpendCapUsd: 500, autoApproveDailyUsd: 500 },
    authenticate: () => null,
    recoverySeconds: false,
  });
}

let purchases = 0;

/** A spend that policy approves unless it is frozen. */
async function spend(treasury: Treasury, more: object = {}): Promise<Proposal> {
  purchases += 1;
  const purpose = `lamp ${purchases}`;
  const request = { agentId: "buyer", amountUsd: 5, vendor: "Acme", purpose, ...more };
  return (await treasury.propose(request)).proposal;
}

async function statusOf(treasury: Treasury, more: object = {}): Promise<string> {
  return (await spend(treasury, more)).status;
}

function approve(treasury: Treasury, { id }: Proposal): Promise<string | Proposal> {
  return outcomeOf(treasury.decide({ proposalId: id, decision: "approve", operator: "Ada" }));
}

describe("a spend of a frozen workspace", () => {
  it("waits with the reason, is not approved by a person, and may be denied", async () => {
    const treasury = open();
    const { freeze } = await treasury.freezes.freeze({
      scope: "workspace",
      reason: "A key leaked.",
      operator: "Ada",
    });
    expect(freeze).toMatchObject({ scope: "workspace", id: null, frozenBy: "Ada", payments: [] });
    const proposal = await spend(treasury);
    expect(proposal).toMatchObject({ status: "pending", reason: "The workspace is frozen." });
    expect(await approve(treasury, proposal)).toBe("frozen");
    const { explanation } = await treasury.proposal({ proposalId: proposal.id });
    expect(explanation[0]).toMatchObject({ rule: "freeze", effect: "review" });
    const denial = { proposalId: proposal.id, decision: "deny" } as const;
    expect((await treasury.decide(denial)).status).toBe("denied");
    expect((await treasury.state()).spentTodayUsd).toBe(0);
  });

  it("can be approved after the freeze, and the chain verifies", async () => {
    const treasury = open();
    await treasury.freezes.freeze({ scope: "workspace" });
    const proposal = await spend(treasury);
    const { action } = await treasury.freezes.unfreeze({ scope: "workspace", operator: "Ada" });
    expect(action).toMatchObject({ type: "unfreeze", status: "done" });
    expect(await approve(treasury, proposal)).toMatchObject({ status: "executed" });
    expect(await statusOf(treasury)).toBe("executed");
    expect(await treasury.freezes.list()).toEqual({ freezes: [], stopped: [] });
    expect(await treasury.verify()).toMatchObject({ valid: true });
  });

  it("is listed with the freeze that stops it, while it is pending", async () => {
    const treasury = open();
    for (const id of ["ads", "print", "cloud"]) await treasury.allocations.set({ id });
    await treasury.allocations.set({ id: "print", parent: "ads" });
    const large = { amountUsd: 30, agentId: "scout", vendor: "Mill", allocationId: "cloud" };
    const [byAgent, byVendor, byAllocation, free] = [
      await spend(treasury, { ...large, agentId: "buyer" }),
      await spend(treasury, { ...large, vendor: "ACME" }),
      await spend(treasury, { ...large, allocationId: "print" }),
      await spend(treasury, large),
    ];
    await treasury.freezes.freeze({ scope: "agent", id: "buyer" });
    await treasury.freezes.freeze({ scope: "vendor", id: "Acme" });
    await treasury.freezes.freeze({ scope: "allocation", id: "ads" });
    const stopped = async () =>
      new Map(
        (await treasury.freezes.list()).stopped.map(({ proposalId, reason }) => [
          proposalId,
          reason,
        ]),
      );
    expect(await stopped()).toEqual(
      new Map([
        [byAgent.id, 'The agent "buyer" is frozen.'],
        [byVendor.id, 'The vendor "acme" is frozen.'],
        [byAllocation.id, 'The allocation "ads" is frozen.'],
      ]),
    );
    for (const one of [byAgent, byVendor, byAllocation]) {
      expect(await approve(treasury, one)).toBe("frozen");
    }
    expect(await approve(treasury, free)).toMatchObject({ status: "executed" });
    await treasury.decide({ proposalId: byVendor.id, decision: "deny", operator: "Ada" });
    await treasury.freezes.freezeAll({ operator: "Ada" });
    expect(await stopped()).toEqual(
      new Map([byAgent, byAllocation].map(({ id }) => [id, "All workspaces are frozen."])),
    );
  });

  it("stays frozen after a reset", async () => {
    const treasury = open();
    await treasury.freezes.freeze({ scope: "agent", id: "buyer" });
    await treasury.reset({ operator: "Ada" });
    expect(await statusOf(treasury)).toBe("pending");
    expect((await treasury.freezes.list()).freezes).toHaveLength(1);
  });

  it("is previewed as pending", async () => {
    const treasury = open();
    await treasury.freezes.freeze({ scope: "workspace" });
    expect(await statusOf(treasury, { dryRun: true })).toBe("pending");
  });
});

describe("a freeze of a part", () => {
  it("stops one agent only", async () => {
    const treasury = open();
    await treasury.freezes.freeze({ scope: "agent", id: "buyer" });
    expect(await statusOf(treasury)).toBe("pending");
    expect(await statusOf(treasury, { agentId: "seller" })).toBe("executed");
  });

  it("stops one vendor, in every spelling of its name", async () => {
    const treasury = open();
    await treasury.freezes.freeze({ scope: "vendor", id: "ACME  " });
    expect(await statusOf(treasury, { vendor: "acme" })).toBe("pending");
    expect(await statusOf(treasury, { vendor: "Other" })).toBe("executed");
    await treasury.freezes.unfreeze({ scope: "vendor", id: "Acme" });
    expect(await statusOf(treasury, { vendor: "acme" })).toBe("executed");
  });

  it.each([
    ["Acme", "Асmе"],
    ["Acme", "ᎪᏟᎷᎬ"],
    ["Acme", "ꓮꓚꓟꓰ"],
    ["Acme", "ΑCΜΕ"],
    ["Acme", "ᴀᴄᴍᴇ"],
    ["Acme", "Ａｃｍｅ"],
    ["Acme", "A\u2800cme"],
    ["Acme", "Acm\ufff9e"],
    ["Acme", "Ac\u{e0061}me"],
    ["Acme", "A\u3164cme"],
    ["Acme", "Ac\u200ame"],
    ["Acme", "Acrne"],
    ["PayPal", "PayPaI"],
    ["Google", "G00gle"],
    ["NVIDIA", "ΝVIDIA"],
    ["Großhandel", "GROSSHANDEL"],
    ["İstanbul Oil", "istanbul oil"],
    ["ΑΣ", "ας"],
    ["Café", "Cafe"],
  ])("stops a vendor under a look-alike name: %j and %j", async (frozen, name) => {
    const treasury = open();
    await treasury.freezes.freeze({ scope: "vendor", id: frozen });
    expect(await statusOf(treasury, { vendor: name })).toBe("pending");
    expect(await statusOf(treasury, { vendor: "Other" })).toBe("executed");
  });

  it("ends by every spelling of the vendor, not by a look-alike", async () => {
    const { freezes } = open();
    await freezes.freeze({ scope: "vendor", id: "Großhandel" });
    expect(await outcomeOf(freezes.unfreeze({ scope: "vendor", id: "Grоßhandel" }))).toBe(
      "freeze_not_found",
    );
    await freezes.unfreeze({ scope: "vendor", id: "GROSSHANDEL" });
    expect((await freezes.list()).freezes).toEqual([]);
  });

  it("stops an allocation with those below it", async () => {
    const treasury = open();
    await treasury.allocations.set({ id: "company" });
    await treasury.allocations.set({ id: "team", parent: "company" });
    await treasury.allocations.set({ id: "other" });
    await treasury.freezes.freeze({ scope: "allocation", id: "company" });
    expect(await spend(treasury, { allocationId: "team" })).toMatchObject({
      status: "pending",
      reason: 'The allocation "company" is frozen.',
    });
    expect(await statusOf(treasury, { allocationId: "other" })).toBe("executed");
    expect(await statusOf(treasury)).toBe("executed");
  });

  it("is refused for an unknown allocation and for a scope without an id", async () => {
    const { freezes } = open();
    const unknown = freezes.freeze({ scope: "allocation", id: "team" });
    expect(await outcomeOf(unknown)).toBe("allocation_not_found");
    expect(await outcomeOf(freezes.freeze({ scope: "vendor" }))).toBe("invalid_request");
    const named = freezes.freeze({ scope: "workspace", id: "acme" });
    expect(await outcomeOf(named)).toBe("invalid_request");
  });

  it("is refused beyond 200, but the workspace can still be frozen", async () => {
    const { freezes } = open();
    for (let count = 0; count < 200; count += 1) {
      await freezes.freeze({ scope: "vendor", id: `vendor ${count}` });
    }
    const more = freezes.freeze({ scope: "vendor", id: "one more" });
    expect(await outcomeOf(more)).toBe("freeze_limit_reached");
    await freezes.freeze({ scope: "workspace" });
    expect((await freezes.list()).freezes).toHaveLength(201);
  });

  it("is the first one if it is repeated", async () => {
    const { freezes } = open();
    const first = await freezes.freeze({ scope: "workspace", reason: "first", operator: "Ada" });
    const second = await freezes.freeze({ scope: "workspace", reason: "second" });
    expect(second).toEqual(first);
  });
});

describe("the end of a freeze", () => {
  it("needs all approvals that the rules require of any spend", async () => {
    const treasury = await underTwo();
    await treasury.freezes.freeze({ scope: "workspace", operator: "Ada" });
    const { action } = await treasury.freezes.unfreeze({ scope: "workspace", operator: "Ada" });
    expect(action).toMatchObject({ status: "pending", details: { scope: "workspace" } });
    expect(await statusOf(treasury)).toBe("pending");
    const { id: actionId } = await onlyPending(treasury);
    await treasury.actions.decide({ actionId, decision: "approve", operator: "Ben" });
    expect(await statusOf(treasury)).toBe("executed");
  });

  it("ends the freeze that was approved, not a later one of the same scope", async () => {
    const treasury = await underTwo();
    const { freezes } = treasury;
    await freezes.freeze({ scope: "workspace" });
    const [first, second] = [
      await freezes.unfreeze({ scope: "workspace", operator: "Ada" }),
      await freezes.unfreeze({ scope: "workspace", operator: "Ada" }),
    ].map(({ action }) => action.id);
    const by = { decision: "approve", operator: "Ben" } as const;
    await treasury.actions.decide({ actionId: first ?? "", ...by });
    await freezes.freeze({ scope: "workspace" });
    const late = treasury.actions.decide({ actionId: second ?? "", ...by });
    expect(await outcomeOf(late)).toBe("freeze_not_found");
    expect((await freezes.list()).freezes).toHaveLength(1);
  });

  it("is refused if nothing is frozen", async () => {
    const unfrozen = open().freezes.unfreeze({ scope: "workspace" });
    expect(await outcomeOf(unfrozen)).toBe("freeze_not_found");
  });
});

describe("the record of a freeze", () => {
  it("keeps its texts while it is in effect, and can be erased afterwards", async () => {
    const storage = memoryStorage();
    const treasury = open(storage);
    const secret = { reason: "Carol leaked it.", operator: "Carol" } as const;
    await treasury.freezes.freeze({ scope: "vendor", id: "Dave & Sons", ...secret });
    const texts = async (): Promise<string> => {
      const parts: string[] = [];
      for await (const part of storage.copy("demo")) {
        if (part.kind === "doc" && part.doc.kind === "freeze") {
          parts.push(JSON.stringify(part.doc.body));
        }
      }
      return parts.join("");
    };
    const before = new Date(Date.now() + 60_000);
    const erasure = { workspaceId: "demo", before, operator: "Ada" };
    expect(await treasury.eraseText(erasure)).toMatchObject({ kept: 1 });
    expect(await texts()).toContain("Carol leaked it.");
    await treasury.freezes.unfreeze({ scope: "vendor", id: "Dave & Sons", operator: "Erin" });
    await treasury.eraseText(erasure);
    expect(await texts()).not.toMatch(/Carol|Dave|Erin/i);
  });
});
