import type { AdministrativeAction, Freeze } from "@agent-treasury/sdk-client";
import { expect, it } from "vitest";
import { freezeOf, frozenText, unfreezingOf } from "./freeze-text.ts";

function freeze(scope: Freeze["scope"], id: string | null): Freeze {
  const at = "2026-11-23T09:00:00.000Z";
  return { scope, id, reason: null, frozenBy: null, frozenAt: at, payments: [] };
}

it("names what is frozen", () => {
  expect(frozenText(freeze("deployment", null))).toBe("all workspaces");
  expect(frozenText(freeze("workspace", null))).toBe("this workspace");
  expect(frozenText(freeze("vendor", "Hetzner"))).toBe("vendor Hetzner");
});

it("finds the freeze of an agent, and not that of an allocation with its id", () => {
  const agent = freeze("agent", "ads");
  const freezes = [freeze("workspace", null), freeze("allocation", "ads"), agent];
  expect(freezeOf(freezes, "agent", "ads")).toBe(agent);
  expect(freezeOf(freezes, "agent", "other")).toBeUndefined();
});

it("finds the pending change that ends a freeze, and not that of another freeze", () => {
  const pending = [
    unfreezing({ scope: "agent", id: "ads" }),
    unfreezing({ scope: "workspace", id: null }),
  ];
  expect(unfreezingOf(pending, freeze("agent", "ads"))).toBe(pending[0]);
  expect(unfreezingOf(pending, freeze("workspace", null))).toBe(pending[1]);
  expect(unfreezingOf(pending, freeze("agent", "other"))).toBeUndefined();
  expect(unfreezingOf(pending, freeze("allocation", "ads"))).toBeUndefined();
  const reset: AdministrativeAction = {
    ...unfreezing({ scope: "agent", id: "ads" }),
    type: "reset",
  };
  expect(unfreezingOf([reset], freeze("agent", "ads"))).toBeUndefined();
});

function unfreezing(details: AdministrativeAction["details"]): AdministrativeAction {
  return {
    id: "action_1",
    workspaceId: "acme",
    type: "unfreeze",
    status: "pending",
    details,
    startedBy: "Ada",
    startedAt: "2026-11-23T10:00:00.000Z",
    closedAt: null,
    approvals: { given: 1, needed: 2, missing: ["1 more approval"], by: [] },
    result: null,
  };
}
