import { earlierName } from "@agent-treasury/provider/helpers";
import type { Allocation, Window } from "@agent-treasury/rules";
import { parseRules } from "@agent-treasury/rules/yaml";
import type { Attack, AttackedStanding, LeakedCredential } from "./attack.ts";
import { edge, type HandWrittenAttack } from "./greedy-attack.fixture.ts";
import { attackOn, now, usd, wideLimits } from "./random-attacks.fixture.ts";

const hourMs = 3_600_000;
const day: Window = { kind: "calendar", period: "day" };
const week: Window = { kind: "calendar", period: "week" };
const month: Window = { kind: "calendar", period: "month" };

const at = (text: string): number => Date.parse(text);
/** The last instant of a Sunday. */
const sunday = at("2027-01-03T23:59:59.999Z");

function under(rules: string, given: Partial<Attack> = {}): Attack {
  const ruleSet = parseRules(`version: 1\nrules: [${rules}]`);
  return attackOn(ruleSet, { limits: wideLimits, ...given });
}

function allocation(id: string, parent: string | null, amount: number, window: Window | null) {
  const limit = { amount: usd(amount), window };
  return { id, name: id, parent, limit, endsAt: null, isArchived: false } satisfies Allocation;
}

function leaked(given: Partial<LeakedCredential>): Partial<Attack> {
  const credential = { allocationId: null, expiresAt: null, payees: null, ...given };
  return { agentId: "buyer", credential };
}

const cloud = { agentId: "agent", vendor: "aws", maximum: usd(20), count: null };
const weekly: AttackedStanding = { ...cloud, limit: { maximum: usd(50), window: week } };
const nested = [
  allocation("company", null, 300, month),
  allocation("team", "company", 120, week),
  allocation("ads", "team", 45, day),
];

/** Each with what its counters, windows or groups could get wrong. */
export const handWrittenAttacks: Readonly<Record<string, HandWrittenAttack>> = {
  "the hour that autumn repeats in Berlin": {
    attack: under(
      `{ id: night, when: { hours: "03:00-02:00" }, then: { deny: true } },
       { id: hour, then: { limit: { amountUsd: 5, per: hour } } }`,
      { timeZone: "Europe/Berlin" },
    ),
    starts: [at("2026-10-25T00:00Z"), at("2026-10-24T00:30Z"), at("2026-10-25T00:30Z")],
    proposals: [{ usd: 5 }],
    spends: 10,
  },
  "the hour that spring skips in Berlin": {
    attack: under(
      `{ id: night, when: { hours: "03:00-02:00" }, then: { deny: true } },
       { id: hour, then: { limit: { amountUsd: 5, per: hour } } }`,
      { timeZone: "Europe/Berlin", horizon: "week" },
    ),
    starts: [at("2027-03-22T01:30Z"), at("2027-03-27T01:30Z"), at("2027-03-28T01:00Z")],
    proposals: [{ usd: 5 }],
    spends: 35,
  },
  "the days of both clock changes in New York": {
    attack: under(
      `{ id: day, then: { limit: { amountUsd: 30, per: day } } },
       { id: hour, then: { limit: { count: 2, per: hour } } }`,
      { timeZone: "America/New_York" },
    ),
    starts: [
      at("2026-11-01T03:59:59.999Z"),
      at("2027-03-14T04:59:59.999Z"),
      at("2026-10-31T16:00Z"),
    ],
    proposals: [{ usd: 7 }],
    spends: 60,
  },
  "half an hour that autumn repeats on Lord Howe Island": {
    attack: under(`{ id: hour, then: { limit: { amountUsd: 2, per: hour } } }`, {
      timeZone: "Australia/Lord_Howe",
    }),
    starts: [at("2027-04-03T01:45Z")],
    proposals: [{ usd: 2 }],
    spends: 52,
  },
  "two hours that autumn repeats at Troll": {
    attack: under(
      `{ id: night, when: { hours: "03:00-01:00" }, then: { deny: true } },
       { id: hour, then: { limit: { amountUsd: 2, per: hour } } }`,
      { timeZone: "Antarctica/Troll" },
    ),
    starts: [at("2026-10-24T23:00Z"), at("2026-10-24T23:30Z")],
    proposals: [{ usd: 2 }],
    spends: 8,
  },
  "the ends of January and of a leap February": {
    attack: under(
      `{ id: month, then: { limit: { amountUsd: 100, per: month } } },
       { id: week, then: { limit: { amountUsd: 90, per: week } } }`,
      { timeZone: "Europe/Berlin", horizon: "month", now: at("2028-01-10T00:00Z") },
    ),
    starts: [
      at("2028-01-31T22:59:59.999Z"),
      at("2028-02-29T12:00Z"),
      at("2028-01-30T22:59:59.999Z"),
    ],
    proposals: [{ usd: 50 }],
    spends: 200,
  },
  "a leap day between two quarters and two years": {
    attack: under(
      `{ id: quarter, then: { limit: { amountUsd: 100, per: quarter } } },
       { id: year, then: { limit: { amountUsd: 350, per: year } } }`,
      { horizon: "year", now: at("2027-06-01T00:00Z") },
    ),
    starts: [at("2028-02-29T12:00Z"), at("2027-12-31T23:59:59.999Z"), at("2027-09-30T12:00Z")],
    proposals: [{ usd: 100 }],
    spends: 500,
  },
  "a rolling day from the last instant of a bucket": {
    attack: under(
      `{ id: rolling, then: { limit: { amountUsd: 10, per: { rollingHours: 24 } } } }`,
      {
        horizon: "week",
      },
    ),
    starts: [edge(24, at("2027-01-04T00:10Z")), at("2027-01-04T00:00Z")],
    proposals: [{ usd: 10 }],
    spends: 70,
  },
  "rolling minutes and hours with edges at the same millisecond": {
    attack: under(
      `{ id: minutes, then: { limit: { count: 1, per: { rollingMinutes: 20 } } } },
       { id: hours, then: { limit: { amountUsd: 40, per: { rollingHours: 2 } } } }`,
      { timeZone: "Europe/Berlin" },
    ),
    starts: [edge(2, at("2027-03-27T12:00Z")), edge(1 / 3, at("2027-03-27T12:00Z"))],
    proposals: [{ usd: 10 }],
    spends: 450,
  },
  "first payments to new payees": {
    attack: under(
      `{ id: new, then: { limit: { newPayees: 2, per: day } } },
       { id: each, then: { limit: { amountUsd: 9, per: week, by: vendor } } }`,
      { horizon: "week" },
    ),
    starts: [sunday],
    proposals: Array.from({ length: 40 }, (_, index) => ({ vendor: `shop ${index}`, usd: 3 })),
    spends: 144,
  },
  "categories that look alike, and none": {
    attack: under(
      `{ id: only, when: { categories: { notIn: [business] } }, then: { deny: true } },
       { id: each, then: { limit: { amountUsd: 6, per: day, by: category } } }`,
    ),
    starts: [sunday],
    proposals: ["business", "busineß", "busİness", "BUSİNEẞ", "busi ness", "вusiness"].map(
      (category) => ({ category: earlierName(category), usd: 6 }),
    ),
    spends: 12,
  },
  "vendors that look alike, below and above one cent": {
    attack: under(
      `{ id: only, when: { vendors: { notIn: [strasse] } }, then: { deny: true } },
       { id: each, then: { limit: { amountUsd: 0.05, per: day, by: vendor } } }`,
    ),
    starts: [sunday],
    proposals: ["Straße", "STRASSE", "ſtraße", "strasse"].flatMap((vendor) => [
      { vendor, usd: 0.009_999 },
      { vendor, usd: 0.05 },
    ]),
    spends: 0.1,
  },
  "allocations that are counted apart": {
    attack: under(`{ id: each, then: { limit: { amountUsd: 20, per: week, by: allocation } } }`, {
      allocations: nested,
    }),
    starts: [sunday],
    proposals: [{ allocation: "ads" }, { allocation: "team" }, { allocation: "company" }].map(
      (one) => ({ ...one, usd: 20 }),
    ),
    spends: 120,
  },
  "a standing approval of two persons, with one approver": {
    attack: under(`{ id: two, then: { requireApprovals: { count: 2 } } }`, {
      attacker: "approver",
      horizon: "week",
      standing: [weekly],
    }),
    starts: [sunday],
    proposals: [{ vendor: "aws", standing: weekly, usd: 20 }],
    spends: 100,
  },
  "a standing approval beside automatic approval": {
    attack: under(
      `{ id: week, then: { limit: { amountUsd: 70, per: week } } },
       { id: automatic, then: { limit: { amountUsd: 15, per: week, counts: automatic } } }`,
      { horizon: "week", standing: [weekly] },
    ),
    starts: [sunday],
    proposals: [{ vendor: "aws", standing: weekly, usd: 20 }, { usd: 15 }],
    spends: 130,
  },
  "allocations three deep from a leaked credential": {
    attack: under(`{ id: size, then: { limit: { amountUsd: 30 } } }`, {
      ...leaked({ allocationId: "ads" }),
      allocations: nested,
      horizon: "month",
    }),
    starts: [at("2027-01-16T12:00Z")],
    proposals: [{ allocation: "ads", usd: 30 }],
    spends: 600,
  },
  "a leaked credential that expires within the day, and its payees in other letters": {
    attack: under(`{ id: each, then: { limit: { amountUsd: 9, per: day, by: vendor } } }`, {
      ...leaked({
        expiresAt: now + 15 * hourMs + 1,
        payees: [{ name: "Straße", rail: "ledger", maximum: usd(4) }],
      }),
    }),
    starts: [now],
    proposals: ["Straße", "STRASSE", "ſtraße", "figma"].map((vendor) => ({ vendor, usd: 4 })),
    spends: 18,
  },
  "an approver who approves less than conditions test": {
    attack: under(
      `{ id: small, when: { amountUsd: { below: 100 } }, then: { deny: true } },
       { id: each, then: { limit: { amountUsd: 50 } } },
       { id: day, then: { limit: { count: 2, per: day } } }`,
      { attacker: "approver" },
    ),
    starts: [sunday],
    proposals: [{ usd: 100, lowered: 50 }],
    spends: 200,
  },
  "a limit that denies at the proposal, and an approver": {
    attack: under(
      `{ id: small, when: { amountUsd: { below: 100 } }, then: { deny: true } },
       { id: each, then: { limit: { amountUsd: 50, atProposal: deny } } }`,
      { attacker: "approver" },
    ),
    starts: [sunday],
    proposals: [{ usd: 100, lowered: 50 }],
    spends: 0,
  },
  "a reserve and a part of the balance": {
    attack: under(
      `{ id: reserve, when: { categories: [travel] }, then: { keepAvailableUsd: 900 } },
       { id: part, when: { balancePercent: { from: 5 } }, then: { deny: true } }`,
      { balance: usd(1_000) },
    ),
    starts: [at("2027-01-03T12:00Z")],
    proposals: [{ category: "travel", usd: 40 }, { usd: 40 }, { usd: 2 }, { usd: 0.1 }],
    spends: 998,
  },
  "a rule of another time zone that ends": {
    attack: under(
      `{ id: day, when: { hours: "09:00-17:00", timeZone: Asia/Tokyo }, then: { limit: { amountUsd: 10, per: day } } },
       { id: until, validUntil: "2027-01-04T06:00:00Z", then: { limit: { amountUsd: 25, per: week } } },
       { id: most, then: { limit: { amountUsd: 40, per: day } } }`,
    ),
    starts: [at("2027-01-03T12:00Z"), at("2027-01-04T05:59:59.999Z")],
    proposals: [{ usd: 10 }],
    spends: 65,
  },
};
