import { Micros } from "@agent-treasury/provider";
import { ada, sandbox } from "../../packages/treasury-core/src/create/test-treasury.fixture.ts";
import type { Opinion } from "../../packages/treasury-core/src/features/screening/tighten-screening.ts";
import type { HoldTerms } from "../../packages/treasury-core/src/kernel/judgement/hold-terms.ts";
import type { Operator } from "../../packages/treasury-core/src/kernel/ledger/operator.ts";
import { dollars } from "../../packages/treasury-core/src/kernel/ledger/test-ledger.fixture.ts";
import type { DecisionInput } from "../../packages/treasury-core/src/kernel/spends/decide-proposal.ts";
import type { SpendRequest } from "../../packages/treasury-core/src/kernel/spends/spend-request.ts";
import type { Choice } from "./choice.fixture.ts";

export const fixedSalt: string = "5a".repeat(16);
const scripted: HoldTerms = {
  executor: "scripted",
  mode: "sandbox",
  lease: "first",
  leaseMs: 60_000,
};

export const persons: readonly Operator[] = [
  ada,
  { name: "Ben", verified: true, id: "ben", groups: ["finance"] },
  { name: "Cyd", verified: true, id: "cyd", groups: [] },
];
const stranger: Operator = { name: "x", verified: false, id: null, groups: [] };

const opinions: readonly Opinion[] = [
  { kind: "not_needed" },
  { kind: "unanswered", isPaused: false, onSilence: "screening" },
  { kind: "unanswered", isPaused: true, onSilence: "review" },
  { kind: "limited", callsPerMinute: 30, onSilence: "review" },
  { kind: "unusable" },
  { kind: "answered", verdict: "review", reason: "Odd." },
  { kind: "answered", verdict: "blocked", reason: "Bad." },
  { kind: "answered", verdict: "safe", reason: "Fine." },
];

/** Some have the second spelling of a name, or one that looks alike. */
const vendors = [
  "Acme",
  "Acme",
  "ACME",
  "Асme",
  "Bad",
  "Namecheap",
  "Namecheap",
  "Straße",
  "STRASSE",
];

export function randomRequest(choice: Choice, id: string, now: number): SpendRequest {
  const { chance, pick } = choice;
  const usd = pick([0.001, 2, 2, 5, 5, 9, 12, 20, 24, 49, 55]);
  const amount = dollars(usd);
  const quote = chance(25) ? randomQuote(choice, amount, now) : undefined;
  return {
    id,
    amount,
    vendor: pick(vendors),
    purpose: chance(90) ? "servers" : pick(["a gift card", "counterfeit watches"]),
    category: pick([null, "ads"]),
    allocationId: chance(2) ? "none" : pick([null, null, "ads", "company"]),
    agentId: pick(["agent", "buyer", "buyer"]),
    salt: fixedSalt,
    payment: chance(3) ? { provider: "stripe", mode: "live" } : sandbox,
    ...(chance(40) && { isPayeeNamed: true }),
    ...(chance(15) && { hasReadOutside: true }),
    ...(chance(8) && { hasReadContent: true }),
    ...(chance(5) && { impossible: "No funds at the executor." }),
    ...(chance(20) && { opinion: pick(opinions) }),
    ...(chance(5) && { askedAt: now - 3_600_000 }),
    ...(quote !== undefined && { quote }),
    ...(chance(50) && quote?.rail !== "request" && { hold: scripted }),
    ...(chance(30) && { behind: { id: pick(["Ada", "ben"]), name: "P" } }),
  };
}

function randomQuote(
  { chance, pick }: Choice,
  maximum: Micros,
  now: number,
): NonNullable<SpendRequest["quote"]> {
  return {
    rail: pick(["scripted", "request", "scripted"]),
    payee: pick(["https://a.example", "https://b.example"]),
    description: pick([null, "a report", "gift card"]),
    maximum,
    isFixed: chance(40),
    expiresAt: now + pick([50_000_000, chance(20) ? -5 : 200_000_000]),
    terms: { url: "https://a.example/report" },
  };
}

export function randomDecision({ chance, pick }: Choice, proposalId: string): DecisionInput {
  const approvedAmount = chance(20) ? dollars(pick([1, 4, 10, 60])) : null;
  const isHeld = chance(50);
  return {
    proposalId,
    decision: chance(85) ? "approve" : "deny",
    operator: pick([...persons, stranger]),
    comment: pick([null, "ok"]),
    payment: sandbox,
    salt: fixedSalt,
    approvedAmount,
    ...(isHeld && { hold: (quote) => (quote?.rail === "request" ? undefined : scripted) }),
  };
}
