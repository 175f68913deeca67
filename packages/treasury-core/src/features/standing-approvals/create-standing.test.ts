import type { StandingApprovalRequest } from "@agent-treasury/contract";
import { describe, expect, it } from "vitest";
import { outcomeOf } from "../../create/test-treasury.fixture.ts";
import { standingWorld, terms } from "./standing-world.fixture.ts";

describe("creating a standing approval", () => {
  it.each<[string, Partial<StandingApprovalRequest>]>([
    ["neither a number nor a maximum per window", { count: undefined }],
    ["a window without a maximum", { per: "week" }],
    ["a maximum per window without a window", { windowMaximumUsd: 50 }],
    ["a maximum per window below that of a spend", { windowMaximumUsd: 29, per: "week" }],
    ["an end in the past", { endsAt: "2026-11-02T00:00:00Z" }],
    ["an end after a year", { endsAt: "2027-11-10T00:00:00Z" }],
    ["no amount", { maximumUsd: 0 }],
    ["a person instead of an agent", { agentId: "person" }],
  ])("is rejected with %s", async (_, changed) => {
    const { treasury } = standingWorld();
    const request = { ...terms, ...changed, operator: "Ada" };
    expect(await outcomeOf(treasury.standingApprovals.create(request))).toBe("invalid_request");
  });

  it("is rejected above ten in effect for an agent and a payee, and not after a revocation", async () => {
    const { stand, treasury } = standingWorld();
    const created = [];
    for (let index = 0; index < 10; index += 1) created.push(await stand({ count: 1 }));
    const more = () => treasury.standingApprovals.create({ ...terms, operator: "Ada" });
    expect(await outcomeOf(more())).toBe("standing_approval_limit_reached");
    expect((await stand({ vendor: "Porkbun" })).status).toBe("active");
    await treasury.standingApprovals.revoke({ standingApprovalId: created[3]!.id });
    expect((await more()).action.status).toBe("done");
    const { standingApprovals } = await treasury.standingApprovals.list();
    expect(standingApprovals.map(({ status }) => status)).toEqual([
      ...Array.from({ length: 8 }, () => "active"),
      "revoked",
      ...Array.from({ length: 3 }, () => "active"),
    ]);
  });

  it("is rejected above 200 in effect in the workspace", async () => {
    const { treasury, stand } = standingWorld();
    for (let index = 0; index < 200; index += 1) {
      const request = { ...terms, vendor: `Vendor ${index % 20}`, operator: "Ada" };
      expect((await treasury.standingApprovals.create(request)).action.status).toBe("done");
    }
    expect(await outcomeOf(stand({ vendor: "Vendor 99" }))).toBe("standing_approval_limit_reached");
    const { standingApprovals } = await treasury.standingApprovals.list();
    expect(standingApprovals).toHaveLength(200);
  });
});
