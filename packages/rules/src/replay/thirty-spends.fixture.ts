import type { WrittenRule } from "../rule-set/written-rule-set.ts";
import type { ReplayOutcome } from "./outcome.ts";

/**
 * The draft. The five limits of the history are: 500 USD a spend, 200 a day, 100 in reserve of a
 * capital of 1,000; below 20 USD automatic, at most 60 a day.
 */
export const draft: readonly WrittenRule[] = [
  { id: "no-figma", when: { vendors: { in: ["figma"] } }, then: { deny: true } },
  { id: "vendor-month", then: { limit: { amountUsd: 100, per: "month", by: "vendor" } } },
  { id: "large", when: { amountUsd: { from: 60 } }, then: { requireApprovals: { count: 2 } } },
  {
    id: "agent-day",
    then: { limit: { count: 5, per: "day", by: "agent", atProposal: "deny" } },
  },
  { id: "night", when: { hours: "22:00-06:00" }, then: { requireApprovals: { count: 1 } } },
  {
    id: "ops-free",
    when: { agents: ["ops"], amountUsd: { below: 40 } },
    then: { autoApprove: true },
  },
  { id: "twice", then: { duplicate: { hours: 24 } } },
];

export interface WorkedRow {
  /** Day in November 2026 and time, UTC. */
  readonly at: readonly [day: number, time: string];
  readonly agent?: string;
  readonly vendor: string;
  readonly usd: number;
  readonly screened?: "review" | "blocked";
  /** Persons who approved it. They do so after five minutes, or at `approvedAt`. */
  readonly by?: readonly string[];
  readonly approvedAt?: readonly [day: number, time: string];
  readonly before: ReplayOutcome;
  /** Under the draft, if no person approves what would wait. */
  readonly after: ReplayOutcome;
  /** If persons approve all of it. */
  readonly ifAll: ReplayOutcome;
  /** The rule that decides a changed spend. */
  readonly rule?: string;
  /** The working, in both cases: none / all. */
  readonly why: string;
}

const ada = ["ada"];
const both = ["ada", "ben"];

/** In the order of their proposals. `agent` proposed those without an agent. */
export const thirtySpends: readonly WorkedRow[] = [
  // Monday. In fact 10 + 15 + 30 + 70 + 65 + 10 = 200 are spent, which is the cap.
  {
    at: [2, "09:00"],
    vendor: "aws",
    usd: 10,
    before: "automatic",
    after: "automatic",
    ifAll: "automatic",
    why: "aws 10 of 100; agent 1 of 5",
  },
  {
    at: [2, "09:10"],
    vendor: "figma",
    usd: 15,
    before: "automatic",
    after: "denied",
    ifAll: "denied",
    rule: "no-figma",
    why: "the vendor is denied",
  },
  {
    at: [2, "09:20"],
    vendor: "aws",
    usd: 30,
    by: ada,
    before: "approved",
    after: "approved",
    ifAll: "approved",
    why: "one approval suffices; aws 40; agent 2",
  },
  {
    at: [2, "09:30"],
    vendor: "gcp",
    usd: 70,
    by: ada,
    before: "approved",
    after: "waits",
    ifAll: "approved",
    rule: "large",
    why: "needs 2 of 1 given / gcp 70; agent 3",
  },
  {
    at: [2, "09:40"],
    vendor: "gcp",
    usd: 65,
    by: both,
    before: "approved",
    after: "approved",
    ifAll: "failed",
    why: "2 of 2; gcp 65; agent 3 / gcp 70 + 65 > 100",
  },
  {
    at: [2, "10:00"],
    vendor: "aws",
    usd: 10,
    before: "automatic",
    after: "waits",
    ifAll: "approved",
    rule: "twice",
    why: "aws 10 was proposed at 09:00 / aws 50; agent 4",
  },
  {
    at: [2, "11:00"],
    vendor: "notion",
    usd: 5,
    before: "waits",
    after: "automatic",
    ifAll: "automatic",
    why: "the cap has room: 105 / 120 spent of 200; agent 4 / 5",
  },
  {
    at: [2, "12:00"],
    vendor: "slack",
    usd: 8,
    by: ada,
    before: "failed",
    after: "automatic",
    ifAll: "denied",
    why: "110 of 200 spent; agent 5 / agent 5 + 1 > 5",
  },
  {
    at: [2, "13:00"],
    vendor: "slack",
    usd: 9,
    before: "declined",
    after: "denied",
    ifAll: "denied",
    rule: "agent-day",
    why: "agent 5 + 1 > 5",
  },
  {
    at: [2, "14:00"],
    agent: "ops",
    vendor: "cloudflare",
    usd: 25,
    before: "waits",
    after: "automatic",
    ifAll: "automatic",
    rule: "ops-free",
    why: "automatic 23 + 25 / 15 + 25 of 60",
  },
  {
    at: [2, "23:00"],
    vendor: "notion",
    usd: 6,
    by: ada,
    approvedAt: [3, "08:00"],
    before: "approved",
    after: "denied",
    ifAll: "denied",
    rule: "agent-day",
    why: "agent 5 + 1 > 5",
  },
  // Tuesday. In fact 6 + 60 + 60 + 1 + 36 + 7 + 30 = 200 are spent.
  {
    at: [3, "09:00"],
    vendor: "aws",
    usd: 60,
    by: ada,
    before: "approved",
    after: "waits",
    ifAll: "failed",
    rule: "large",
    why: "needs 2 of 1 given / aws 50 + 60 > 100",
  },
  {
    at: [3, "09:30"],
    vendor: "aws",
    usd: 60,
    by: both,
    before: "approved",
    after: "approved",
    ifAll: "failed",
    why: "aws 40 + 60 = 100 / aws 50 + 60 > 100",
  },
  {
    at: [3, "10:00"],
    vendor: "aws",
    usd: 1,
    before: "automatic",
    after: "waits",
    ifAll: "automatic",
    rule: "vendor-month",
    why: "aws 100 + 1 > 100 / aws 50 + 1",
  },
  {
    at: [3, "10:30"],
    vendor: "gcp",
    usd: 36,
    by: ada,
    before: "approved",
    after: "failed",
    ifAll: "failed",
    rule: "vendor-month",
    why: "gcp 65 / 70 + 36 > 100, also after the approval",
  },
  {
    at: [3, "11:00"],
    agent: "ops",
    vendor: "stripe",
    usd: 39,
    by: ada,
    before: "failed",
    after: "automatic",
    ifAll: "automatic",
    rule: "ops-free",
    why: "60 / 1 of 200 spent; automatic 0 / 1 + 39 of 60",
  },
  {
    at: [3, "12:00"],
    agent: "ops",
    vendor: "stripe",
    usd: 40,
    before: "waits",
    after: "waits",
    ifAll: "waits",
    why: "40 is not below 40",
  },
  {
    at: [3, "13:00"],
    agent: "ops",
    vendor: "github",
    usd: 39,
    before: "waits",
    after: "waits",
    ifAll: "waits",
    why: "automatic 39 / 40 + 39 > 60",
  },
  {
    at: [3, "22:30"],
    vendor: "notion",
    usd: 7,
    before: "automatic",
    after: "waits",
    ifAll: "approved",
    rule: "night",
    why: "needs 1; no approval was requested",
  },
  {
    at: [3, "23:30"],
    vendor: "notion",
    usd: 30,
    by: ada,
    before: "approved",
    after: "approved",
    ifAll: "approved",
    why: "1 of 1 given",
  },
  // Wednesday. In fact 3 + 4 + 10 + 150 + 12 + 12 = 191 are spent.
  {
    at: [4, "05:59"],
    vendor: "notion",
    usd: 3,
    before: "automatic",
    after: "waits",
    ifAll: "approved",
    rule: "night",
    why: "needs 1; no approval was requested",
  },
  {
    at: [4, "06:00"],
    vendor: "notion",
    usd: 4,
    before: "automatic",
    after: "automatic",
    ifAll: "automatic",
    why: "the night has ended",
  },
  {
    at: [4, "09:00"],
    agent: "buyer",
    vendor: "figma",
    usd: 25,
    before: "declined",
    after: "denied",
    ifAll: "denied",
    rule: "no-figma",
    why: "the vendor is denied",
  },
  {
    at: [4, "09:10"],
    agent: "buyer",
    vendor: "figma",
    usd: 600,
    before: "denied",
    after: "denied",
    ifAll: "denied",
    why: "above 500 a spend in fact",
  },
  {
    at: [4, "09:20"],
    agent: "buyer",
    vendor: "escort",
    usd: 10,
    screened: "blocked",
    before: "denied",
    after: "denied",
    ifAll: "denied",
    why: "screening",
  },
  {
    at: [4, "09:30"],
    agent: "buyer",
    vendor: "cards",
    usd: 10,
    screened: "review",
    by: ada,
    before: "approved",
    after: "approved",
    ifAll: "approved",
    why: "screening needs 1 of 1 given",
  },
  {
    at: [4, "10:00"],
    agent: "buyer",
    vendor: "render",
    usd: 150,
    by: both,
    before: "approved",
    after: "failed",
    ifAll: "failed",
    rule: "vendor-month",
    why: "2 of 2, but render 150 > 100",
  },
  {
    at: [4, "11:00"],
    vendor: "linear",
    usd: 12,
    before: "automatic",
    after: "automatic",
    ifAll: "automatic",
    why: "linear 12; agent 2 / 3",
  },
  {
    at: [4, "11:01"],
    vendor: "linear",
    usd: 12,
    before: "automatic",
    after: "waits",
    ifAll: "approved",
    rule: "twice",
    why: "linear 12 was proposed a minute before",
  },
  {
    at: [4, "12:00"],
    vendor: "linear",
    usd: 12,
    by: ada,
    before: "waits",
    after: "approved",
    ifAll: "approved",
    why: "in fact 1 of 2 was given and the cap is full; 26 / 41 of 200 spent",
  },
];
