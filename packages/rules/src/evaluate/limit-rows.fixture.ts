import type { WrittenLimit } from "../rule-set/written-rule-set.ts";
import { dayMs, hourMs, now } from "./evaluation.fixture.ts";
import { limit, local, type RuleRow } from "./rule-row.fixture.ts";

/** A limit of 50 USD, of which 26 USD are used. `last` and `next` are in neighbouring windows. */
function perWindow(per: WrittenLimit["per"], last: string, next: string): RuleRow {
  return {
    then: limit({ amountUsd: 50, per }),
    past: [{ usd: 26, at: local(last) - 60_000 }],
    within: [
      { usd: 23.99, at: local(last) },
      { usd: 24, at: local(last) },
      { usd: 50, at: local(next) },
    ],
    beyond: [
      { usd: 24.01, at: local(last) },
      { usd: 50.01, at: local(next) },
    ],
    verdict: "review",
  };
}

export const limitRows: Readonly<Record<string, RuleRow>> = {
  "per spend": {
    then: limit({ amountUsd: 50, atProposal: "deny" }),
    within: [{ usd: 49.99 }, { usd: 50 }],
    beyond: [{ usd: 50.01 }],
    verdict: "denied",
  },
  "per spend, for review": {
    then: limit({ amountUsd: 50 }),
    within: [{ usd: 49.99 }, { usd: 50 }],
    beyond: [{ usd: 50.01 }],
    verdict: "review",
  },
  hour: perWindow("hour", "2026-11-23T15:59", "2026-11-23T16:00"),
  day: perWindow("day", "2026-11-23T23:59", "2026-11-24T00:00"),
  week: perWindow("week", "2026-11-22T23:59", "2026-11-23T00:00"),
  month: perWindow("month", "2026-11-30T23:59", "2026-12-01T00:00"),
  quarter: perWindow("quarter", "2026-12-31T23:59", "2027-01-01T00:00"),
  year: perWindow("year", "2026-12-31T23:59", "2027-01-01T00:00"),
  "rolling minutes": perWindow({ rollingMinutes: 30 }, "2026-11-23T15:29", "2026-11-23T16:01"),
  "rolling hours": perWindow({ rollingHours: 24 }, "2026-11-23T15:59", "2026-11-24T17:00"),
  "a window that denies": {
    then: limit({ amountUsd: 50, per: "day", atProposal: "deny" }),
    past: [{ usd: 26 }],
    within: [{ usd: 24 }],
    beyond: [{ usd: 24.01 }],
    verdict: "denied",
  },
  "automatic only": {
    then: limit({ amountUsd: 50, per: "day", counts: "automatic" }),
    past: [{ usd: 26 }],
    within: [{ usd: 24 }],
    beyond: [{ usd: 24.01 }],
    verdict: "not automatic",
  },
  "number of spends": {
    then: limit({ count: 2, per: "hour" }),
    past: [{ at: now - hourMs }, {}],
    within: [{}],
    beyond: [],
    verdict: "review",
  },
  "number of spends, passed": {
    then: limit({ count: 2, per: "hour" }),
    past: [{}, {}],
    within: [{ at: now + hourMs }],
    beyond: [{ usd: 0.01 }],
    verdict: "review",
  },
  "distinct new payees": {
    then: limit({ newPayees: 2, per: "day" }),
    past: [{ vendor: "a" }, { vendor: "b" }, { vendor: "a" }],
    memory: { knownSince: (payee) => (payee === "name:known" ? now - dayMs : null) },
    within: [
      { vendor: "a" },
      { vendor: "b" },
      { vendor: "known" },
      { vendor: "c", at: now + dayMs },
    ],
    beyond: [{ vendor: "c" }],
    verdict: "review",
  },
  "one new payee less": {
    then: limit({ newPayees: 2, per: "day" }),
    past: [{ vendor: "a" }, { vendor: "a" }],
    within: [{ vendor: "c" }],
    beyond: [],
    verdict: "review",
  },
  "per agent": {
    then: limit({ amountUsd: 50, per: "day", by: "agent" }),
    past: [{ usd: 26, agentId: "one" }],
    within: [
      { usd: 24, agentId: "one" },
      { usd: 50, agentId: "two" },
    ],
    beyond: [{ usd: 24.01, agentId: "one" }],
    verdict: "review",
  },
  "per vendor": {
    then: limit({ amountUsd: 50, per: "day", by: "vendor" }),
    past: [{ usd: 26 }],
    within: [{ usd: 24 }, { usd: 50, vendor: "gcp" }],
    beyond: [{ usd: 24.01 }],
    verdict: "review",
  },
  "per category": {
    then: limit({ amountUsd: 50, per: "day", by: "category" }),
    past: [{ usd: 26 }, { usd: 40, category: null }],
    within: [{ usd: 24 }, { usd: 50, category: "travel" }, { usd: 10, category: null }],
    beyond: [{ usd: 24.01 }, { usd: 10.01, category: null }],
    verdict: "review",
  },
  "per allocation": {
    then: limit({ amountUsd: 50, per: "day", by: "allocation" }),
    past: [{ usd: 26, allocations: ["ads", "marketing"] }],
    within: [
      { usd: 24, allocations: ["ads", "marketing"] },
      { usd: 50, allocations: ["marketing"] },
      { usd: 500 },
    ],
    beyond: [{ usd: 24.01, allocations: ["ads", "marketing"] }],
    verdict: "review",
  },
};
