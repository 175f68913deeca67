import type { RuleSet } from "@agent-treasury/rules";
import { parseRules } from "@agent-treasury/rules/yaml";

/** Rule sets of the kind that companies publish, each with several rules that interact. */
const written: Readonly<Record<string, string>> = {
  "monthly cloud budget": `
  - { id: cloud, then: { limit: { amountUsd: 500, per: month } } }
  - { id: new, when: { vendors: { firstPayment: true } }, then: { requireApprovals: { count: 1 } } }
  - { id: night, when: { hours: "22:00-06:00" }, then: { requireApprovals: { count: 1 } } }`,
  "two allowed vendors": `
  - { id: only, when: { vendors: { notIn: [aws, google cloud] } }, then: { deny: true } }
  - { id: each, then: { limit: { amountUsd: 40, per: day, by: vendor } } }`,
  "office hours": `
  - { id: weekend, when: { days: [sat, sun] }, then: { deny: true } }
  - { id: evening, when: { hours: "18:00-08:00" }, then: { deny: true } }
  - { id: week, then: { limit: { amountUsd: 90, per: week } } }`,
  "velocity of cards": `
  - { id: hour, then: { limit: { count: 3, per: { rollingHours: 1 }, by: agent, atProposal: deny } } }
  - { id: size, then: { limit: { amountUsd: 8 } } }`,
  "three new payees": `
  - { id: new, then: { limit: { newPayees: 3, per: week } } }
  - { id: each, when: { vendors: { firstPayment: true } }, then: { limit: { amountUsd: 5, per: week, by: vendor } } }
  - { id: known, when: { vendors: { notIn: [aws] }, amountUsd: { from: 5 } }, then: { requireApprovals: { count: 1 } } }`,
  "travel and software": `
  - { id: travel, when: { categories: [travel] }, then: { limit: { amountUsd: 200, per: month } } }
  - { id: software, when: { categories: [software] }, then: { limit: { amountUsd: 100, per: month } } }
  - { id: gifts, when: { categories: [gift cards] }, then: { deny: true } }`,
  "small cards": `
  - { id: cards, when: { rails: [stripe-issuing], amountUsd: { below: 25 } }, then: { autoApprove: true } }
  - { id: cards-day, when: { rails: [stripe-issuing] }, then: { limit: { count: 2, per: day } } }`,
  "tiers of approval": `
  - { id: medium, when: { amountUsd: { from: 5, below: 20 } }, then: { requireApprovals: { count: 1 } } }
  - { id: large, when: { amountUsd: { from: 20 } }, then: { requireApprovals: { count: 2 } } }`,
  "known vendors pay themselves": `
  - { id: hosting, selfReported: true, when: { vendors: { in: [hetzner, fly] }, amountUsd: { below: 30 } }, then: { autoApprove: true } }
  - { id: hosting-month, when: { vendors: { in: [hetzner, fly] } }, then: { limit: { amountUsd: 60, per: month, by: vendor } } }`,
  "reserve and quarter": `
  - { id: reserve, then: { keepAvailableUsd: 200 } }
  - { id: quarter, then: { limit: { amountUsd: 1000, per: quarter } } }
  - { id: automatic, then: { limit: { amountUsd: 300, per: quarter, counts: automatic } } }`,
  "no duplicates": `
  - { id: twice, then: { duplicate: { hours: 24 } } }
  - { id: day, then: { limit: { count: 5, per: day } } }`,
  "team allocations": `
  - { id: ads, when: { allocations: [ads] }, then: { limit: { amountUsd: 50, per: week } } }
  - { id: outside, then: { limit: { amountUsd: 20, per: week, by: allocation } } }
  - { id: cap, then: { limit: { amountUsd: 120, per: week } } }`,
  "one buyer": `
  - { id: others, when: { agents: [agent] }, then: { limit: { amountUsd: 10, per: day } } }
  - { id: buyer, when: { agents: [buyer] }, then: { limit: { amountUsd: 25, per: day } } }`,
  "paid interfaces": `
  - { id: micro, selfReported: true, when: { vendors: { in: ["https://api.example.com"] }, amountUsd: { below: 1 } }, then: { autoApprove: true } }
  - { id: micro-hour, when: { vendors: { in: ["https://api.example.com"] } }, then: { limit: { count: 20, per: hour } } }`,
  "rolling month": `
  - { id: rolling, then: { limit: { amountUsd: 300, per: { rollingHours: 720 } } } }
  - { id: day, then: { limit: { amountUsd: 25, per: day } } }`,
  "month ends": `
  - { id: month, then: { limit: { amountUsd: 250, per: month } } }
  - { id: week, then: { limit: { amountUsd: 100, per: week } } }`,
  "night shift": `
  - { id: night, when: { hours: "22:00-06:00" }, then: { limit: { amountUsd: 12, per: day } } }
  - { id: day, when: { hours: "06:00-22:00" }, then: { limit: { amountUsd: 9, per: day } } }`,
  "every hour": `
  - { id: hour, then: { limit: { amountUsd: 2, per: hour } } }
  - { id: weekdays, when: { days: [sat, sun] }, then: { requireApprovals: { count: 1 } } }`,
  "categories count apart": `
  - { id: each, then: { limit: { amountUsd: 6, per: day, by: category } } }
  - { id: count, then: { limit: { count: 4, per: day } } }`,
  "everything needs a person": `
  - { id: all, then: { requireApprovals: { count: 1 } } }
  - { id: month, then: { limit: { amountUsd: 400, per: month } } }`,
};

export const realisticRules: readonly (readonly [name: string, rules: RuleSet])[] = Object.entries(
  written,
).map(([name, rules]) => [name, parseRules(`version: 1\nrules:${rules}\n`)]);
