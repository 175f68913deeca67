import { describe, expect, it } from "vitest";
import { factsFromJson, factsToJson } from "./facts-json.ts";
import type { ProposalFacts } from "./proposal-facts.ts";

const room = ["995000000", "45000000", "0"] as const;
const proposed = { order: [12, 0], room, automatic: "-3" } as const;
const approved = { order: [13, 1], room, at: 1_795_425_678_705 } as const;
const chain = ["ads", "team"];

describe("stored facts of a proposal", () => {
  it.each<ProposalFacts>([
    {},
    { proposed },
    { proposed: { ...proposed, small: true, screened: "safe", obstacle: "held", over: true } },
    { proposed: { ...proposed, obstacle: "silence" } },
    { proposed, approved },
    { proposed: { ...proposed, rail: "stripe-issuing", chain }, approved },
    {
      proposed: { ...proposed, rail: "stripe-issuing", chain },
      approved: { ...approved, rail: "stripe-issuing", chain, allocated: "limit" },
    },
    { proposed, approved: { ...approved, rail: "stripe-issuing", chain } },
    { approved, held: true, refused: true, withdrawn: true, payee: "0a", ownApproval: 0 },
    { proposed, captures: [[14, 0, 5, "24", 1]], released: [15, 2, 6] },
  ])("are read as they were written: %j", (facts) => {
    const json = factsToJson(facts);
    expect(factsFromJson(json && JSON.parse(JSON.stringify(json)))).toEqual(facts);
  });
});
