import type { Proposal, TreasuryState } from "@agent-treasury/sdk-client";
import { describe, expect, it } from "vitest";
import {
  moment,
  moneyKind,
  outcome,
  rules,
  screening,
  signedUsd,
  tellDecision,
  tellEvent,
  usd,
} from "./words.js";

const at = "2026-03-04T10:20:30.000Z";

const proposal: Proposal = {
  id: "prop_1",
  workspaceId: "acme",
  status: "pending",
  amountUsd: 12,
  vendor: "Namecheap",
  purpose: "a domain",
  category: null,
  verdict: "safe",
  reason: "No rule speaks against it.",
  autoApproved: false,
  operator: null,
  operatorVerified: false,
  comment: null,
  createdAt: at,
  decidedAt: null,
  executedAt: null,
  expiresAt: null,
  failure: null,
  capturedUsd: 0,
  attention: null,
  turnId: null,
  proposedBy: null,
  reference: null,
};

function money(paymentMode: TreasuryState["paymentMode"], paymentProvider: string | null) {
  return moneyKind({ paymentMode, paymentProvider } as TreasuryState);
}

describe("the page's words", () => {
  it("write amounts to the last micro-dollar", () => {
    expect(usd(24)).toBe("$24.00");
    expect(usd(0.0015)).toBe("$0.0015");
    expect(usd(1234567.891234)).toBe("$1,234,567.891234");
    expect(usd("24")).toBe("an unknown amount");
    expect(signedUsd(-24)).toBe("-$24.00");
    expect(signedUsd(60)).toBe("+$60.00");
  });

  it("name the date of a moment unless it is today", () => {
    const today = new Date(at);
    expect(moment(at, today)).not.toContain("2026");
    expect(moment(at, new Date("2026-03-06T10:00:00.000Z"))).toContain("2026");
  });

  it("tell play money from a processor's test mode and from real money", () => {
    expect(money("test", "sandbox")).toMatchObject({ kind: "sandbox" });
    expect(money("test", "stripe")).toMatchObject({ kind: "test" });
    expect(money("live", "stripe")).toMatchObject({ kind: "live" });
    expect(money("live", "stripe").words).toContain("real money");
    expect(money("none", null)).toMatchObject({ kind: "none" });
  });

  it("say where no spend goes through by itself", () => {
    const budget = {
      startingCapitalUsd: 0,
      maxSpendPerActionUsd: 50,
      autoApproveUnderUsd: 10,
      dailySpendCapUsd: 100,
      minReserveUsd: 20,
    };
    expect(rules(budget)).toContain("Safe spends under $10.00 go through by policy.");
    expect(rules({ ...budget, autoApproveUnderUsd: 0 })).toContain("waits for a person");
  });

  it("tell who decided, and whether that is known", () => {
    const decided = { ...proposal, decidedAt: at };
    const by = (change: Partial<Proposal>) => outcome({ ...decided, ...change });
    expect(by({ status: "executed", autoApproved: true })).toContain("By policy");
    expect(by({ status: "denied", operator: "Ada" })).toContain("By Ada (not signed in)");
    expect(by({ status: "denied", operator: "Ada", operatorVerified: true })).toMatch(/^By Ada,/);
    expect(by({ status: "denied" })).toContain("gave no name");
    const failure = "75.00 USD is more than one spend may be.";
    expect(by({ status: "denied", verdict: "blocked", failure })).toMatch(
      /^By the treasury's rules.*75\.00 USD is more/,
    );
  });

  it("tell every step of a turn", () => {
    expect(tellEvent({ kind: "thought", at, text: "Compare prices." })).toBe(
      "Thought: Compare prices.",
    );
    expect(tellEvent({ kind: "thought", at, text: "" })).toBeNull();
    const spend = { amountUsd: 12, vendor: "Namecheap", purpose: "a domain" };
    expect(
      tellEvent({ kind: "tool_call", at, callId: "1", tool: "propose_spend", arguments: spend }),
    ).toBe("Asked to spend $12.00 at Namecheap, for a domain.");
    expect(
      tellEvent({
        kind: "tool_call",
        at,
        callId: "1",
        tool: "weather",
        arguments: { city: "Ulm" },
      }),
    ).toBe('Called weather with {"city":"Ulm"}.');
    const result = { balanceUsd: 60, availableUsd: 40 };
    expect(
      tellEvent({ kind: "tool_result", at, callId: "1", tool: "check_treasury", ok: true, result }),
    ).toBe("Read a balance of $60.00, $40.00 of it to spend.");
    expect(
      tellEvent({
        kind: "tool_result",
        at,
        callId: "1",
        tool: "propose_spend",
        ok: false,
        result: { error: "`amountUsd` must be above zero." },
      }),
    ).toBe("propose_spend refused: `amountUsd` must be above zero.");
    expect(tellEvent({ kind: "proposal", at, proposalId: "prop_1", proposal })).toBe(
      `${proposal.reason} A person decides.`,
    );
    expect(tellEvent({ kind: "awaiting_approval", at, proposalId: "prop_1" })).toContain("Waiting");
    expect(tellEvent({ kind: "error", at, message: "The model failed." })).toContain(
      "The model failed.",
    );
  });

  it("tell in a turn that went on what a person decided, and not that a rule did", () => {
    const tell = (change: Partial<Proposal>) =>
      tellEvent({
        kind: "proposal",
        at,
        proposalId: "prop_1",
        proposal: { ...proposal, decidedAt: at, operator: "Ada", ...change },
      });
    expect(tell({ status: "executed" })).toBe("Approved, and paid: $12.00 to Namecheap.");
    expect(tell({ status: "denied" })).toBe("Denied: $12.00 to Namecheap. No money moved.");
    expect(tell({ status: "denied", operator: null })).toContain("Denied: $12.00");
    const failure = "75.00 USD is more than one spend may be.";
    const byRule = { status: "denied", verdict: "blocked", operator: null, failure } as const;
    expect(tell(byRule)).toBe(`The treasury refused it: ${failure}`);
    const byPolicy = { status: "executed", autoApproved: true, operator: null } as const;
    expect(tell(byPolicy)).toBe(`Paid $12.00 to Namecheap by policy: ${proposal.reason}`);
  });

  it("do not stumble over what a model wrote in place of arguments", () => {
    const given = { vendor: { name: "x" } };
    expect(
      tellEvent({ kind: "tool_call", at, callId: "1", tool: "propose_spend", arguments: given }),
    ).toBe('Asked to spend an unknown amount at {"name":"x"}, for nothing named.');
  });

  it("say after a decision whether money moved", () => {
    expect(tellDecision({ ...proposal, status: "executed" })).toBe(
      "Approved, and paid: $12.00 to Namecheap.",
    );
    expect(tellDecision({ ...proposal, status: "denied" })).toContain("No money moved");
    const failure = "It would leave less than the reserve.";
    expect(tellDecision({ ...proposal, status: "failed", failure })).toBe(
      `Approved, but it failed and no money moved: ${failure}`,
    );
  });
});

it.each([
  ["active", "a model that judges spends."],
  ["paused", "is paused for 30 s"],
  ["none", "No model judges spends."],
] as const)("shows whether a model judges spends: %s", (judge, text) => {
  expect(screening({ judge })).toContain(text);
});
