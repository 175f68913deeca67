import { Micros, TreasuryError } from "@agent-treasury/provider";
import { describe, expect, it } from "vitest";
import { composeTreasury } from "../../create/compose-features.ts";
import type { LedgerHead } from "../ledger/ledger-state.ts";
import type { SpendProposal } from "../proposals/proposal.ts";
import { type GuardJudgement, Judgement } from "./judgement.ts";
import { spendFacts } from "./spend-facts.ts";
import type { GuardVerdict, SpendGrants } from "./spend-guard.ts";

const spend = {
  amount: Micros.fromCents(100),
  vendor: "Acme",
  purpose: "seats",
  category: null,
  agentId: "agent",
  allocationId: null,
  quote: null,
};
const facts = spendFacts(spend, [], "ledger", 0);
const proposal = {} as SpendProposal;

function judged(
  ...verdicts: readonly (GuardVerdict & { readonly isReplayed?: true })[]
): Judgement {
  const given = verdicts.map(({ isReplayed = false, ...verdict }, index): GuardJudgement => {
    return { guard: { id: `${index}`, isReplayed, plan: () => null }, verdict };
  });
  return new Judgement(facts, given);
}

function finding(rule: string): GuardVerdict {
  return { findings: () => [{ rule, effect: "review", text: rule }] };
}

describe("the judgement of several guards", () => {
  it("never becomes milder, whatever a later guard returns", () => {
    const denied: GuardVerdict = { tighten: () => ({ verdict: "blocked", reason: "no" }) };
    const lenient: GuardVerdict = { tighten: () => ({ verdict: "safe", reason: "fine" }) };
    expect(judged(denied, lenient).screening().verdict).toBe("blocked");
  });

  it("grants what any guard grants", () => {
    const judgement = judged({ grants: { isSmall: true } }, { grants: { isSmall: false } });
    expect(judgement.granted).toEqual({ isSmall: true });
  });

  it("needs a person now if any guard asks for one, and otherwise if one requires approvals", () => {
    const requirement = { count: 2, from: null } as never;
    expect(judged({ person: "any" }, { person: "now" }).person).toBe("now");
    expect(judged({ requirements: [requirement] }, {}).person).toBe("any");
    expect(judged({}, {}).person).toBeNull();
  });

  it("asks a guard for a person with what all guards grant", () => {
    const guard = { person: ({ isOffered }: SpendGrants) => (isOffered ? "any" : null) } as const;
    expect(judged(guard, { grants: { isOffered: true } }).person).toBe("any");
    expect(judged(guard, {}).person).toBeNull();
  });

  it("fails for the reason of the first guard that has one", () => {
    const first = { failure: () => null };
    const [second, third] = [{ failure: () => "a limit" }, { failure: () => "a rule" }];
    expect(judged(first, second, third).failure()).toBe("a limit");
  });

  it("is safe without a reason if no guard tightens it", () => {
    expect(judged({}).screening()).toEqual({ verdict: "safe", reason: "" });
  });

  it("refuses and denies for the reason of the first guard that has one", () => {
    const first = new TreasuryError("frozen", "frozen");
    const second = new TreasuryError("frozen", "paused");
    const judgement = judged({}, { refusal: first, denial: "no" }, { refusal: second });
    expect([judgement.refusal(), judgement.denial()]).toEqual([first, "no"]);
    expect([judged({}).refusal(), judged({}).denial()]).toEqual([null, null]);
  });

  it("has the digest of what a guard judged by", () => {
    expect(judged({}, { policyDigest: "digest" }).policyDigest).toBe("digest");
    expect(judged({}).policyDigest).toBeNull();
  });

  it("counts by the offers that approved the spend", () => {
    const offer = { id: "offer", authors: [] };
    const step = { head: {} as LedgerHead, put: [] };
    const judgement = judged({ charge: (used) => (used.length === 0 ? null : () => step) });
    expect(judgement.using([])).toBe(judgement);
    expect([judgement.charges().length, judgement.using([offer]).charges().length]).toEqual([0, 1]);
  });

  it("records the screening without the guards that a replay evaluates again", () => {
    const review: GuardVerdict = { tighten: () => ({ verdict: "review", reason: "x" }) };
    const limit = { ...review, isReplayed: true } as const;
    const other: GuardVerdict = { tighten: () => ({ verdict: "review", reason: "y" }) };
    expect(judged(limit).recordedScreening().verdict).toBe("safe");
    expect(judged(other, limit).recordedScreening().reason).toBe("y");
    expect(judged(limit).screening().verdict).toBe("review");
  });

  it("records a field of the first guard that has it", () => {
    const [one, other] = ["judge", "content"] as const;
    const judgement = judged(
      { proposed: () => ({ obstacle: one }) },
      { proposed: () => ({ obstacle: other }) },
    );
    expect(judgement.proposed()).toEqual({ obstacle: "judge" });
  });

  it("records for a replay what the first guard evaluated", () => {
    const verdicts = [{}, { allocated: "limit" }, { allocated: "denied" }] as const;
    const judgement = judged(...verdicts.map((evaluated) => ({ evaluated })));
    expect(judgement.evaluated()).toEqual({ allocated: "limit" });
  });

  it("lists the findings of the last guard first", () => {
    const found = judged(finding("limit"), finding("freeze")).findings(proposal);
    expect(found.map(({ rule }) => rule)).toEqual(["freeze", "limit"]);
  });
});

describe("the guards of a treasury", () => {
  it("are listed in the order of judging, each with what a replay does with it", () => {
    const { guards } = composeTreasury({} as Parameters<typeof composeTreasury>[0], {}).policy;
    const listed = guards.map(({ id, isReplayed }) => `${id}${isReplayed ? ", replayed" : ""}`);
    expect(listed).toEqual([
      "texts",
      "limits, replayed",
      "judge",
      "rules, replayed",
      "content, replayed",
      "payees, replayed",
      "permit, replayed",
      "standing-approvals",
      "silence",
      "freezes",
      "preflight",
      "deliveries",
    ]);
  });
});
