import type { AdministrativeAction } from "@agent-treasury/contract";
import { expect, it } from "vitest";
import { describeAction } from "./action-text.ts";
import { personTime } from "./table.ts";

const approvals = { given: 1, needed: 2, missing: ["1 more approval"], by: [] };

function anAction(fields: Partial<AdministrativeAction>): AdministrativeAction {
  return {
    id: "action_1",
    workspaceId: "acme",
    type: "reset",
    status: "pending",
    details: {},
    startedBy: "Ada",
    startedAt: "2026-11-21T10:00:00.000Z",
    closedAt: null,
    approvals,
    result: null,
    ...fields,
  };
}

const startedAt = personTime("2026-11-21T10:00:00.000Z");
const started = `started by Ada at ${startedAt}`;

it("names the person who started an action, and what it needs", () => {
  expect(describeAction(anAction({}))).toBe(
    `action_1  reset  pending  ${started}  1 of 2 approved, needs 1 more approval`,
  );
  expect(describeAction(anAction({ status: "denied", startedBy: null }))).toBe(
    `action_1  reset  denied  started by unknown at ${startedAt}`,
  );
});

const rule = (id: string) => ({ id, then: { deny: true } });
const allocation = {
  id: "ads",
  name: "ads",
  parent: null,
  limitUsd: null,
  per: null,
  endsAt: null,
};
const credential = { agentId: "buyer", name: "Buyer", owner: null, allocationId: null };
const terms = { agentId: "buyer", vendor: "Namecheap", maximumUsd: 24, windowMaximumUsd: 90 };
const endpoint = { plugin: "webhooks", action: "createEndpoint", url: "https://a.example/" };
const endsAt = "2099-01-31T00:00:00.000Z";
const ends = personTime(endsAt);

it.each<[AdministrativeAction["type"], object, string]>([
  ["publish_rules", { rules: { rules: [] } }, "0 rules"],
  ["publish_rules", { rules: { rules: ["one", "two"].map(rule) } }, "2 rules: one, two"],
  [
    "publish_rules",
    { rules: { rules: ["a", "b", "c", "d", "e", "f", "g"].map(rule) } },
    "7 rules: a, b, c, d, e and 2 more",
  ],
  ["set_budget", { limits: {} }, "the default limits"],
  [
    "set_budget",
    { limits: { dailySpendCapUsd: 200, minReserveUsd: 0.5 } },
    "daily cap $200.00, reserve $0.50, otherwise the default limits",
  ],
  ["set_allocation", { allocation }, "ads, no limit"],
  [
    "set_allocation",
    { allocation: { ...allocation, name: "Ads", parent: "team", limitUsd: 50, endsAt } },
    `ads, Ads, below team, $50.00 in total, ends ${ends}`,
  ],
  [
    "set_allocation",
    { allocation: { ...allocation, limitUsd: 50, per: { rollingHours: 24 } } },
    "ads, $50.00 per 24 hours",
  ],
  ["archive_allocation", { allocationId: "ads" }, "ads"],
  ["unfreeze", { scope: "agent", id: "buyer" }, "agent buyer"],
  ["unfreeze", { scope: "workspace", id: null }, "workspace"],
  ["issue_credential", { credential: { ...credential, expiresAt: null } }, "buyer, Buyer"],
  [
    "issue_credential",
    { credential: { ...credential, owner: "Cy", allocationId: "ads", expiresAt: endsAt } },
    `buyer, Buyer, owner Cy, allocation ads, expires ${ends}`,
  ],
  [
    "create_standing_approval",
    { standingApproval: { ...terms, per: "month", count: 5, endsAt } },
    `buyer to Namecheap, at most $24.00 each, $90.00 per month, at most 5 spends, ends ${ends}`,
  ],
  [
    "create_standing_approval",
    { standingApproval: { ...terms, windowMaximumUsd: null, per: null, count: 1, endsAt } },
    `buyer to Namecheap, at most $24.00 each, at most 1 spend, ends ${ends}`,
  ],
  [
    "add_payee",
    { payee: { vendor: "Acme", rail: "ledger", amountUsd: 5 } },
    "Acme on ledger, approved up to $5.00",
  ],
  ["invite_passkey", { personId: "ada" }, "ada"],
  ["remove_passkey", { passkey: { id: "pk", personId: "ada", name: "Key" } }, "Key of ada"],
  ["plugin_action", endpoint, 'webhooks createEndpoint, url "https://a.example/"'],
])("describes what %s %j changes", (type, details, text) => {
  expect(describeAction(anAction({ type, details: { ...details } }))).toContain(
    `action_1  ${type}  pending  ${text}  started by`,
  );
});

it.each([
  ["publish_rules", { rules: { rules: [] } }, "publication"],
  ["issue_credential", { credential }, "credential"],
  ["create_standing_approval", { standingApproval: terms }, "standing approval"],
  ["add_payee", { payee: { vendor: "Acme", rail: "ledger", amountUsd: 5 } }, "payee"],
  ["remove_passkey", { passkey: { name: "Key" } }, "passkey"],
] as const)("names what the result of %s is the id of", (type, details, noun) => {
  const action = anAction({ type, details: { ...details }, status: "done", result: "0a1b" });
  expect(describeAction(action)).toMatch(new RegExp(`  ${noun} 0a1b$`));
});
