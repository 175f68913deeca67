import type { AdministrativeAction } from "@agent-treasury/sdk-client";
import { describe, expect, it } from "vitest";
import { actionFacts, actionResult, actionTitle, windowText } from "./action-text.ts";

function anAction(fields: Partial<AdministrativeAction>): AdministrativeAction {
  return {
    id: "action_1",
    workspaceId: "acme",
    type: "publish_rules",
    status: "pending",
    details: { rules: { version: 1, rules: [{ id: "one", then: { deny: true } }] } },
    startedBy: "Ada",
    startedAt: "2026-11-21T10:00:00.000Z",
    closedAt: null,
    approvals: { given: 1, needed: 2, missing: ["1 more approval"], by: [] },
    result: null,
    ...fields,
  };
}

describe("the texts of an administrative action", () => {
  it("names what changes and what is missing", () => {
    expect(actionResult(anAction({}))).toBe(
      "Publish 1 rule: 1 of 2 approved. Needs 1 more approval.",
    );
    const done = anAction({ status: "done", result: "0a" });
    expect(actionResult(done)).toBe("Published 1 rule.");
    const same = { ...done, details: { ...done.details, basedOn: "0a" } };
    expect(actionResult(same)).toBe("The same rules are published already.");
    expect(actionResult(anAction({ status: "denied" }))).toContain("Nothing changed.");
    expect(actionTitle(anAction({ type: "reset", details: {} }))).toBe("Reset the workspace");
  });

  it("lists the new values of an allocation and of limits", () => {
    const allocation = { id: "ads", name: "Ads", parent: null, limitUsd: 50, per: "month" };
    const raised = anAction({ type: "set_allocation", details: { allocation } });
    expect(actionTitle(raised)).toBe("Change allocation Ads");
    expect(actionFacts(raised)).toEqual([
      ["Id", "ads"],
      ["Limit", "$50.00 per month"],
      ["Below", "The workspace"],
      ["Ends", "Never"],
    ]);
    const limits = { dailySpendCapUsd: 200 };
    expect(actionFacts(anAction({ type: "set_budget", details: { limits } }))).toEqual([
      ["Maximum per spend", "The deployment’s default"],
      ["Auto-approval below", "The deployment’s default"],
      ["Daily cap", "$200.00"],
      ["Reserve", "The deployment’s default"],
    ]);
  });

  it("lists the rail and the amount of a payee", () => {
    const payee = { vendor: "Acme", rail: "bank", amountUsd: 500 };
    expect(actionFacts(anAction({ type: "add_payee", details: { payee } }))).toEqual([
      ["Paid by", "bank"],
      ["Counts as approved", "Up to $500.00"],
    ]);
  });

  it("lists the terms of a credential", () => {
    const credential = { agentId: "buyer", name: "Buyer", owner: "Ada", expiresAt: null };
    const issued = anAction({ type: "issue_credential", details: { credential } });
    expect(actionTitle(issued)).toBe("Issue a credential to Buyer");
    expect(actionFacts(issued)).toEqual([
      ["Agent", "buyer"],
      ["May", "Propose spends"],
      ["Owner", "Ada"],
      ["Allocation", "None"],
      ["Expires", "Never"],
    ]);
    const meter = anAction({
      type: "issue_credential",
      details: { credential: { ...credential, role: "meter" } },
    });
    expect(actionFacts(meter)).toContainEqual(["May", "Report the costs of tabs"]);
  });

  it("lists the terms of a standing approval", () => {
    const terms = { agentId: "agent", vendor: "Namecheap", maximumUsd: 24, count: 5 };
    const standingApproval = { ...terms, windowMaximumUsd: null, per: null, endsAt: null };
    const action = anAction({ type: "create_standing_approval", details: { standingApproval } });
    expect(actionTitle(action)).toBe("Create a standing approval for Namecheap");
    expect(actionResult({ ...action, status: "done" })).toBe(
      "Created a standing approval for Namecheap.",
    );
    expect(actionFacts(action)).toEqual([
      ["Agent", "Built-in agent"],
      ["Payee", "Namecheap"],
      ["Each spend", "Up to $24.00"],
      ["Limit", "None"],
      ["Spends", "At most 5 spends"],
      ["Ends", "Never"],
    ]);
  });

  it("describes windows", () => {
    expect([null, "day", { rollingHours: 1 }, { rollingHours: 24 }].map(windowText)).toEqual([
      "in total",
      "per day",
      "in any hour",
      "in any 24 hours",
    ]);
  });

  it("names the action of a plugin, with its other details", () => {
    const details = { plugin: "notes", action: "addNote", url: "https://a.example" };
    const action = anAction({ type: "plugin_action", status: "done", details });
    expect(actionResult(action)).toBe("Ran addNote of plugin notes.");
    expect(actionFacts(action)).toEqual([["url", "https://a.example"]]);
  });

  it("names a webhook endpoint with its address and events", () => {
    const about = { plugin: "webhooks", action: "createEndpoint", url: "https://a.example/" };
    const details = { ...about, kinds: ["credited"], description: null };
    const action = anAction({ type: "plugin_action", details });
    expect(actionTitle(action)).toBe("Add a webhook endpoint");
    expect(actionResult({ ...action, status: "done" })).toBe("Added a webhook endpoint.");
    expect(actionFacts(action)).toEqual([
      ["Address", "https://a.example/"],
      ["Events", "credited"],
      ["Description", ""],
    ]);
    const all = anAction({ type: "plugin_action", details: { ...about, kinds: null } });
    expect(actionFacts(all)).toContainEqual(["Events", "All"]);
    const enabled = { ...about, action: "enableEndpoint", endpointId: "we_1" };
    const enabling = anAction({ type: "plugin_action", details: enabled, status: "done" });
    expect(actionResult(enabling)).toBe("Enabled a webhook endpoint.");
    expect(actionFacts(enabling)).toEqual([["Address", "https://a.example/"]]);
    const titles = ["rotateSecret", "removeEndpoint"].map((name) =>
      actionTitle(anAction({ type: "plugin_action", details: { ...enabled, action: name } })),
    );
    expect(titles).toEqual([
      "Rotate the secret of a webhook endpoint",
      "Remove a webhook endpoint",
    ]);
  });
});
