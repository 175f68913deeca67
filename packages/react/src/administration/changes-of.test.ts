import type { AdministrativeAction } from "@agent-treasury/sdk-client";
import { describe, expect, it } from "vitest";
import {
  allocationChange,
  endpointChange,
  isSameAllocation,
  passkeyRemoval,
  payeeAddition,
  standingCreation,
} from "./changes-of.ts";

const change = (
  type: AdministrativeAction["type"],
  details: AdministrativeAction["details"],
): AdministrativeAction => ({
  id: "action_1",
  workspaceId: "acme",
  type,
  status: "pending",
  details,
  startedBy: "Ada",
  startedAt: "2026-11-23T10:00:00.000Z",
  closedAt: null,
  approvals: { given: 1, needed: 2, missing: ["1 more approval"], by: [] },
  result: null,
});

describe("the pending change of an object", () => {
  const ads = { id: "ads", name: "Ads", parent: null, limitUsd: 80, per: "day", endsAt: null };
  const raised = change("set_allocation", { allocation: ads });

  it("is found by the object's id and kind", () => {
    const removal = change("remove_passkey", { passkey: { id: "ads" } });
    const endpoint = { plugin: "webhooks", action: "rotateSecret", endpointId: "ads" };
    const rotation = change("plugin_action", endpoint);
    const pending = [removal, rotation, raised];
    expect(allocationChange(pending, "ads")).toBe(raised);
    expect(passkeyRemoval(pending, "ads")).toBe(removal);
    expect(endpointChange(pending, "ads")).toBe(rotation);
    const addition = change("add_payee", { payee: { vendor: "Acme", rail: "ledger" } });
    expect(payeeAddition([...pending, addition], "Acme", "ledger")).toBe(addition);
    expect(payeeAddition([addition], "Acme", "bank")).toBeUndefined();
    expect(allocationChange(pending, "print")).toBeUndefined();
    const other = change("plugin_action", { ...endpoint, plugin: "other" });
    expect(endpointChange([other], "ads")).toBeUndefined();
  });

  it("is the same only with the same values", () => {
    expect(isSameAllocation(raised, { id: "ads", limitUsd: 80 })).toBe(true);
    expect(isSameAllocation(raised, { id: "ads", limitUsd: 80, per: "week" })).toBe(false);
    expect(isSameAllocation(raised, { id: "ads", limitUsd: 20 })).toBe(false);
  });

  it("is a standing approval only of the same agent for the same vendor", () => {
    const standingApproval = { agentId: "buyer", vendor: "Fly" };
    const pending = [change("create_standing_approval", { standingApproval })];
    expect(standingCreation(pending, "buyer", "Fly")).toBe(pending[0]);
    expect(standingCreation(pending, "buyer", "Render")).toBeUndefined();
    expect(standingCreation(pending, "scout", "Fly")).toBeUndefined();
  });
});
