import type { Freeze } from "@agent-treasury/sdk-client";
import { expect, it } from "vitest";
import { freezeOf, frozenText } from "./freeze-text.ts";

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
