import { Micros } from "@agent-treasury/provider";
import {
  type Condition,
  daysOfWeek,
  earlierName,
  listedIn,
  type MatchContext,
  normaliseName,
  type SpendFacts,
  type SpendPart,
} from "@agent-treasury/rules";
import { type Attack, openChains } from "./attack.ts";
import { hoursOfWeek, type WeekHours } from "./windows-touched.ts";

export type Dimension = Exclude<SpendPart, "agents">;

/** The maximum number of groups that one limit counts at a time. */
const manyGroups = 2_000;

/** Spends of which one part is alike for all conditions. */
export interface Candidate {
  /** The number of different groups, such as vendors. */
  readonly count: number;
  /** Returns the facts of one of them. */
  readonly factsOf: (index: number) => Partial<SpendFacts>;
  /** Whether a person approved a payment to the payee. Null if it makes no difference. */
  readonly isKnown: boolean | null;
  /** Only for the amount: the smallest and the largest one. */
  readonly minimum: Micros | null;
  readonly maximum: Micros | null;
  /** Only for the time. */
  readonly hours: WeekHours | null;
  /** Only for the time: minutes after midnight at which it begins. */
  readonly minutes: readonly number[];
  readonly local: MatchContext["local"];
}

const plain: Omit<Candidate, "factsOf"> = {
  count: 1,
  isKnown: null,
  minimum: null,
  maximum: null,
  hours: null,
  minutes: [],
  local: { weekday: "mon", minute: 0 } as MatchContext["local"],
};

export function candidate(facts: Partial<SpendFacts>, more: Partial<Candidate> = {}): Candidate {
  return { ...plain, factsOf: () => facts, ...more };
}

function many(factsOf: Candidate["factsOf"]): Candidate {
  return { ...plain, factsOf, count: manyGroups };
}

export const plainSpend: SpendFacts = {
  amount: Micros.of(1n),
  approvedAmount: Micros.of(1n),
  payee: { id: "name:payee", isSelfReported: true },
  vendor: "payee",
  category: null,
  agentId: "agent",
  allocations: [],
  rail: "ledger",
  at: 0,
};

/**
 * A name that only looks like a listed one gets the stricter outcome of each rule, so that it spends no
 * more than one that nothing lists.
 */
export const candidatesOf: Readonly<Record<Dimension, (attack: Attack) => readonly Candidate[]>> = {
  vendors: vendorCandidates,
  categories: (attack) => {
    const listed = valuesListed(attack, "categories");
    return [
      candidate({ category: null }),
      ...listed.map((category) => candidate({ category })),
      many((index) => ({ category: `${freshName(listed)} ${index}` })),
    ];
  },
  allocations: (attack) => openChains(attack).map((allocations) => candidate({ allocations })),
  rails: (attack) => {
    const named = new Set([...attack.rails, ...valuesListed(attack, "rails")]);
    return Array.from(named, (rail) => candidate({ rail }));
  },
  amount: amountCandidates,
  time: timeCandidates,
};

function vendorCandidates(attack: Attack): readonly Candidate[] {
  const listed = valuesListed(attack, "vendors");
  const unlisted = freshName(listed);
  return withKnown(attack, (kind) => [
    ...listed.flatMap(payeesNamed),
    many((index) => namedPayee(`${unlisted} ${kind} ${index}`)),
  ]);
}

/** A name that an agent reports, and the identity that a rail proves, if it has the form of one. */
export function payeesNamed(name: string): readonly Candidate[] {
  const isIdentity = /^[a-z][a-z0-9+.-]*:\S+$/.test(name);
  const proven = { payee: { id: name, isSelfReported: false }, vendor: name };
  return [candidate(namedPayee(name)), ...(isIdentity ? [candidate(proven)] : [])];
}

/** Known and new payees, if a rule distinguishes those that a person approved. */
export function withKnown(
  attack: Attack,
  payees: (kind: string) => readonly Candidate[],
): readonly Candidate[] {
  if (!readsPayments(attack)) return payees("payee");
  return [
    ...payees("known payee").map((one) => ({ ...one, isKnown: true })),
    ...payees("new payee").map((one) => ({ ...one, isKnown: false })),
  ];
}

/** Whether a rule distinguishes payees that a person approved. */
function readsPayments({ ruleSet }: Attack): boolean {
  return ruleSet.rules.some(
    ({ when, then }) =>
      (when.vendors !== null && "firstPayment" in when.vendors) ||
      (then.kind === "limit" && then.limit.measure.kind === "newPayees"),
  );
}

export function namedPayee(name: string): Partial<SpendFacts> {
  const vendor = earlierName(name);
  return {
    payee: { id: `name:${vendor}`, isSelfReported: true },
    vendor,
    writtenVendor: name,
  };
}

/** A name that no rule lists, not even as a look-alike. */
export function freshName(listed: readonly string[]): string {
  const taken = new Set(listed.map((name) => normaliseName(name).replaceAll(" ", "")));
  for (let index = 0; ; index += 1) {
    const name = index === 0 ? "unlisted" : `unlisted ${"z".repeat(index)}`;
    if (![...taken].some((each) => each.startsWith(name.replaceAll(" ", "")))) return name;
  }
}

/** Amounts between the bounds that conditions and the five limits name. */
function amountCandidates({ ruleSet, limits }: Attack): readonly Candidate[] {
  const bounds = ruleSet.rules.flatMap(({ when: { amount } }) =>
    amount === null ? [] : [amount.from, amount.below].filter((bound) => bound !== null),
  );
  const largest = Micros.add(limits.maxSpendPerAction, Micros.of(1n));
  const all = [...bounds, limits.autoApproveUnder, largest].filter(
    (bound) => bound > 1n && bound <= largest,
  );
  const ordered = [...new Set(all)].toSorted((one, other) => (one < other ? -1 : 1));
  return ordered.map((bound, index) => {
    const minimum = ordered[index - 1] ?? Micros.of(1n);
    const maximum = Micros.subtract(bound, Micros.of(1n));
    return candidate({ amount: maximum, approvedAmount: maximum }, { minimum, maximum });
  });
}

const dayMinutes = 1_440;

/** Times of the week between the bounds that conditions name. */
function timeCandidates({ ruleSet }: Attack): readonly Candidate[] {
  const bounds = ruleSet.rules.flatMap(({ when: { hours } }) =>
    hours === null ? [] : [hours.from, hours.to],
  );
  const starts = [...new Set([0, ...bounds])]
    .filter((minute) => minute < dayMinutes)
    .toSorted((one, other) => one - other);
  return daysOfWeek.flatMap((weekday, day) =>
    starts.map((minute, index): Candidate => {
      const end = starts[index + 1] ?? dayMinutes;
      const hours = Array.from({ length: hoursOfWeek }, (_, hour) => {
        const from = (hour - day * 24) * 60;
        return from < end && from + 60 > minute;
      });
      const local = { weekday, minute } as MatchContext["local"];
      return candidate({}, { local, hours, minutes: [minute] });
    }),
  );
}

/** The values that rules list in a condition. */
export function valuesListed({ ruleSet }: Attack, name: keyof Condition): readonly string[] {
  return [...new Set(ruleSet.rules.flatMap(({ when }) => listedIn(when[name])))];
}
