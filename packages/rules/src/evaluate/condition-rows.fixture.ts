import type { WrittenAction } from "../rule-set/written-rule-set.ts";
import { dayMs, dollars, now } from "./evaluation.fixture.ts";
import { local, type RuleRow } from "./rule-row.fixture.ts";

const deny: WrittenAction = { deny: true };
const two: WrittenAction = { requireApprovals: { count: 2 } };

export const conditionRows: Readonly<Record<string, RuleRow>> = {
  deny: {
    when: { vendors: { in: ["aws"] } },
    then: deny,
    within: [{ vendor: "gcp" }],
    beyond: [{}],
    verdict: "denied",
  },
  "vendor not in a list": {
    when: { vendors: { notIn: ["aws"] } },
    then: deny,
    within: [{}],
    beyond: [{ vendor: "gcp" }],
    verdict: "denied",
  },
  "in a list of vendors": {
    when: { vendors: { in: ["aws", "https://api.example.com"] } },
    then: two,
    within: [{ vendor: "gcp" }],
    beyond: [{}, { vendor: "x", payee: { id: "https://api.example.com", isSelfReported: false } }],
    verdict: "needs 2",
  },
  "first payment": {
    when: { vendors: { firstPayment: true } },
    then: two,
    memory: { knownSince: (payee) => (payee === "name:aws" ? now - 180 * dayMs : null) },
    within: [{ at: now - 1 }, { at: now - 400 * dayMs }],
    beyond: [{}, { vendor: "gcp", at: now - 1 }],
    verdict: "needs 2",
  },
  agent: {
    when: { agents: ["buyer"] },
    then: two,
    within: [{}],
    beyond: [{ agentId: "buyer" }],
    verdict: "needs 2",
  },
  category: {
    when: { categories: ["travel"] },
    then: two,
    within: [{}, { category: null }],
    beyond: [{ category: "travel" }],
    verdict: "needs 2",
  },
  "category not in a list": {
    when: { categories: { notIn: ["travel"] } },
    then: two,
    within: [{ category: "travel" }],
    beyond: [{}, { category: null }, { category: "trave1" }],
    verdict: "needs 2",
  },
  "no category": {
    when: { categories: { none: true } },
    then: two,
    within: [{}],
    beyond: [{ category: null }],
    verdict: "needs 2",
  },
  "other agents": {
    when: { agents: { notIn: ["buyer"] } },
    then: two,
    within: [{ agentId: "buyer" }],
    beyond: [{}],
    verdict: "needs 2",
  },
  "part of the balance": {
    when: { balancePercent: { from: 5, below: 10 } },
    then: two,
    within: [{ usd: 49.99 }, { usd: 100 }],
    beyond: [{ usd: 50 }, { usd: 99.99 }],
    verdict: "needs 2",
  },
  "hours of another time zone": {
    when: { hours: "09:00-10:00", timeZone: "America/New_York" },
    then: deny,
    within: [{ at: local("2026-11-23T14:59") }, { at: local("2026-11-23T16:00") }],
    beyond: [{ at: local("2026-11-23T15:00") }],
    verdict: "denied",
  },
  validity: {
    validFrom: "2026-11-23T15:00:00+01:00",
    validUntil: "2026-11-23T16:00:00+01:00",
    then: deny,
    within: [{ at: local("2026-11-23T14:59") }, { at: local("2026-11-23T16:00") }],
    beyond: [{ at: local("2026-11-23T15:00") }],
    verdict: "denied",
  },
  allocation: {
    when: { allocations: ["marketing"] },
    then: two,
    within: [{}, { allocations: ["sales"] }],
    beyond: [{ allocations: ["marketing"] }, { allocations: ["ads", "marketing"] }],
    verdict: "needs 2",
  },
  rail: {
    when: { rails: ["stripe-issuing"] },
    then: deny,
    within: [{}],
    beyond: [{ rail: "stripe-issuing" }],
    verdict: "denied",
  },
  "tier by amount": {
    when: { amountUsd: { from: 100, below: 500 } },
    then: two,
    within: [{ usd: 99.99 }, { usd: 500 }],
    beyond: [{ usd: 100 }, { usd: 499.99 }],
    verdict: "needs 2",
  },
  days: {
    when: { days: ["sat", "sun"] },
    then: deny,
    within: [{ at: local("2026-11-20T23:59") }, { at: local("2026-11-23T00:00") }],
    beyond: [{ at: local("2026-11-21T00:00") }, { at: local("2026-11-22T23:59") }],
    verdict: "denied",
  },
  "hours over midnight": {
    when: { hours: "22:00-06:00" },
    then: deny,
    within: [{ at: local("2026-11-23T21:59") }, { at: local("2026-11-24T06:00") }],
    beyond: [{ at: local("2026-11-23T22:00") }, { at: local("2026-11-24T05:59") }],
    verdict: "denied",
  },
  reserve: {
    then: { keepAvailableUsd: 950 },
    within: [{ usd: 49.99 }, { usd: 50 }],
    beyond: [{ usd: 50.01 }],
    verdict: "review",
  },
  duplicate: {
    then: { duplicate: { hours: 24 } },
    memory: {
      lastProposed: (payee, amount) =>
        payee === "name:aws" && amount === dollars(24) ? now - dayMs : null,
    },
    within: [{ at: now + 1 }, { usd: 23.99 }, { vendor: "gcp" }],
    beyond: [{}, { at: now - dayMs }, { at: now - 2 * dayMs }],
    verdict: "duplicate",
  },
  "automatic approval": {
    when: { amountUsd: { below: 20 } },
    then: { autoApprove: true },
    within: [{ usd: 20 }],
    beyond: [{ usd: 19.99 }],
    verdict: "approved",
  },
};
