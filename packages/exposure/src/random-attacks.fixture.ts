import { Micros } from "@agent-treasury/provider";
import { limitFromUsd } from "@agent-treasury/provider/helpers";
import {
  type Allocation,
  knownRails,
  readRuleSet,
  type RuleSet,
  type Window,
} from "@agent-treasury/rules";
import type { Attack, AttackedLimits, LeakedCredential } from "./attack.ts";

export const usd = (amount: number): Micros => limitFromUsd(amount, "usd");

/** Friday, 28 November 2026. */
export const now: number = Date.UTC(2026, 10, 28, 9);

export const usualLimits: AttackedLimits = {
  maxSpendPerAction: usd(50),
  autoApproveUnder: usd(10),
  autoApproveDaily: usd(30),
  dailySpendCap: usd(100),
  minReserve: usd(20),
};

/** High enough that the rules determine the number. */
export const wideLimits: AttackedLimits = {
  maxSpendPerAction: usd(10_000),
  autoApproveUnder: usd(1_000),
  autoApproveDaily: usd(50_000),
  dailySpendCap: usd(80_000),
  minReserve: usd(0),
};

const unlimitedAllocations: readonly Allocation[] = [
  ["team", null],
  ["ads", "team"],
  ["other", null],
].map(([id, parent]) => ({
  id: id ?? "",
  name: id ?? "",
  parent: parent ?? null,
  limit: null,
  endsAt: null,
  isArchived: false,
}));

export function attackOn(rules: RuleSet, given: Partial<Attack> = {}): Attack {
  const terms = { attacker: "agent", horizon: "day", timeZone: "UTC", now } as const;
  const places = { allocations: unlimitedAllocations, rails: [...knownRails, "another-rail"] };
  return { ruleSet: rules, limits: usualLimits, ...terms, ...places, ...given };
}

export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed;
  }

  /** From 0 to 1, by mulberry32. */
  next(): number {
    this.#state = (this.#state + 0x6d_2b_79_f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }

  below(count: number): number {
    return Math.floor(this.next() * count);
  }

  of<Value>(values: readonly Value[]): Value {
    return values[this.below(values.length)] as Value;
  }

  is(share: number): boolean {
    return this.next() < share;
  }
}

export const vendorNames = ["aws", "gcp", "figma", "https://api.example.com"] as const;
export const categoryNames = ["business", "travel"] as const;
export const allocationIds = ["ads", "team"] as const;
export const agentIds = ["agent", "buyer"] as const;
const hours = ["09:00-17:30", "22:00-06:00", "00:00-12:00"] as const;
const days = [["sat", "sun"], ["mon", "tue", "wed", "thu", "fri"], ["fri"]] as const;

function conditionOf(random: Random): object {
  const vendors = random.of([
    { in: [random.of(vendorNames)] },
    { in: [random.of(vendorNames), random.of(vendorNames)] },
    { notIn: [random.of(vendorNames), random.of(vendorNames)] },
    { firstPayment: true },
  ]);
  const from = random.of([0, 5, 9, 40]);
  return {
    ...(random.is(0.35) && { vendors }),
    ...(random.is(0.15) && { agents: namesOf(random, agentIds) }),
    ...(random.is(0.2) && {
      categories: random.is(0.2) ? { none: true } : namesOf(random, categoryNames),
    }),
    ...(random.is(0.06) && { balancePercent: random.of([{ from: 5 }, { below: 3 }]) }),
    ...(random.is(0.12) && { allocations: [random.of(allocationIds)] }),
    ...(random.is(0.12) && { rails: [random.of(["ledger", "stripe-issuing"])] }),
    ...(random.is(0.2) && { amountUsd: { from, below: from + random.of([5, 20, 100]) } }),
    ...(random.is(0.15) && {
      hours: random.of(hours),
      ...(random.is(0.3) && { timeZone: "Asia/Tokyo" }),
    }),
    ...(random.is(0.12) && { days: random.of(days) }),
  };
}

function namesOf(random: Random, names: readonly string[]): object {
  const listed = [random.of(names)];
  return random.of([listed, { notIn: listed }]);
}

function limitOf(random: Random): object {
  const measure = random.of([
    { amountUsd: random.of([15, 40, 120, 500]) },
    { amountUsd: random.of([25, 90]) },
    { count: random.of([1, 3, 10]) },
    { newPayees: random.of([1, 2, 3]) },
  ]);
  const per = random.of([
    "hour",
    "day",
    "day",
    "week",
    "month",
    "quarter",
    { rollingHours: 1 },
    { rollingMinutes: 20 },
    { rollingHours: 24 },
    { rollingHours: 100 },
  ]);
  return {
    ...measure,
    per,
    ...(random.is(0.4) && {
      by: random.of(["agent", "vendor", "category", "allocation"]),
    }),
    ...(random.is(0.3) && { counts: "automatic" }),
    ...(random.is(0.4) && { atProposal: "deny" }),
  };
}

export function randomRules(random: Random, count: number = 1 + random.below(7)): RuleSet {
  const rules = Array.from({ length: count }, (_, index) => {
    const when = conditionOf(random);
    const then = random.of<object>([
      { limit: limitOf(random) },
      { limit: limitOf(random) },
      { limit: limitOf(random) },
      { limit: limitOf(random) },
      { deny: true },
      { requireApprovals: { count: 1 + random.below(2) } },
      { autoApprove: true },
      { duplicate: { hours: 24 } },
      { keepAvailableUsd: random.of([100, 900]) },
      { limit: { amountUsd: random.of([4, 30]) } },
    ]);
    const vendors = (when as { vendors?: { firstPayment?: true } }).vendors;
    const isReported = vendors !== undefined || "categories" in when;
    const isApproval = "autoApprove" in then;
    const id = `rule-${index}`;
    // Every new payee would be paid without a person.
    if (isApproval && vendors?.firstPayment === true) return { id, then: { autoApprove: true } };
    const whole = Object.keys(when).length > 0 ? { when } : {};
    const valid = random.is(0.08) && { validUntil: "2027-03-01T00:00:00Z" };
    return {
      id,
      ...valid,
      ...(isApproval && isReported && { selfReported: true }),
      ...whole,
      then,
    };
  });
  return readRuleSet({ version: 1, rules });
}

const windows: readonly (Window | null)[] = [
  null,
  { kind: "calendar", period: "day" },
  { kind: "calendar", period: "week" },
  { kind: "calendar", period: "month" },
  { kind: "rolling", hours: 48 },
];

/** A tree with budgets, of which some are archived or end. */
function randomAllocations(random: Random): readonly Allocation[] {
  const one = (id: string, parent: string | null): Allocation => ({
    id,
    name: id,
    parent,
    limit: random.is(0.8)
      ? { amount: usd(random.of([0, 7, 12, 55, 130])), window: random.of(windows) }
      : null,
    endsAt: random.is(0.2) ? now + random.of([-1, 3, 30]) * 86_400_000 : null,
    isArchived: random.is(0.1),
  });
  return [one("team", null), one("ads", "team"), one("other", random.of([null, "ads"]))];
}

function randomCredential(random: Random): LeakedCredential {
  const payees = ["aws", "Figma", null, vendorNames[3]].map((name) => ({
    name,
    rail: random.of(["ledger", "stripe-issuing"]),
    maximum: usd(random.of([3, 12, 60, 900])),
  }));
  return {
    allocationId: random.of([null, null, ...allocationIds]),
    expiresAt: random.is(0.5) ? null : now + random.of([2, 30, 200, 2_000]) * 3_600_000,
    payees: random.is(0.3) ? null : payees.filter(() => random.is(0.4)),
  };
}

export function randomAttack(seed: number): Attack {
  const random = new Random(seed);
  return attackOn(randomRules(random), {
    limits: random.is(0.5) ? usualLimits : wideLimits,
    attacker: random.is(0.7) ? "agent" : "approver",
    horizon: random.of(["day", "day", "week", "month"]),
    timeZone: random.of(["UTC", "Europe/Berlin", "America/New_York", "Australia/Lord_Howe"]),
    ...(random.is(0.3) && { balance: usd(random.of([150, 1_000])) }),
    ...(random.is(0.2) && {
      standing: [
        {
          agentId: "agent",
          vendor: random.of(["aws", "other shop"]),
          maximum: usd(20),
          ...random.of([
            { limit: null, count: 3 },
            {
              limit: { maximum: usd(60), window: { kind: "calendar", period: "week" } } as const,
              count: null,
            },
          ]),
        },
      ],
    }),
    ...(random.is(0.4) && { allocations: randomAllocations(random) }),
    ...(random.is(0.4) && {
      agentId: random.of(agentIds),
      credential: randomCredential(random),
    }),
  });
}
