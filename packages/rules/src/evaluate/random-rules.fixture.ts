import fc from "fast-check";
import type {
  WrittenAction,
  WrittenCondition,
  WrittenLimit,
  WrittenRule,
} from "../rule-set/written-rule-set.ts";
import { dayMs, type GivenSpend, now } from "./evaluation.fixture.ts";

const vendors = ["aws", "gcp", "figma"] as const;
const categories = ["software", "travel"] as const;

/** Omits a field in half of the cases. */
const maybe = <Value>(value: fc.Arbitrary<Value>): fc.Arbitrary<Value | undefined> =>
  fc.option(value, { nil: undefined, freq: 2 });

const anyCondition: fc.Arbitrary<WrittenCondition> = fc.record({
  agents: maybe(fc.constant(["agent"])),
  vendors: maybe(
    fc.oneof(
      fc.constantFrom(...vendors).map((vendor) => ({ in: [vendor] })),
      fc.constantFrom(...vendors).map((vendor) => ({ notIn: [vendor] })),
      fc.constant({ firstPayment: true as const }),
    ),
  ),
  days: maybe(fc.constant(["mon", "tue"] as const)),
  hours: maybe(fc.constant("08:00-16:00")),
});

const anyWindowLimit: fc.Arbitrary<WrittenLimit> = fc
  .record({
    measure: fc.oneof(
      fc.integer({ min: 1, max: 60 }).map((amountUsd) => ({ amountUsd })),
      fc.integer({ min: 1, max: 2 }).map((count) => ({ count })),
      fc.integer({ min: 1, max: 2 }).map((newPayees) => ({ newPayees })),
    ),
    per: fc.constantFrom<NonNullable<WrittenLimit["per"]>>("hour", "day", "month", {
      rollingHours: 48,
    }),
    by: maybe(fc.constantFrom("agent", "vendor", "category", "allocation")),
    counts: fc.constantFrom("all", "automatic"),
    atProposal: fc.constantFrom("deny", "review"),
  })
  .map(({ measure, ...rest }) => ({ ...measure, ...rest }));

const anyAction: fc.Arbitrary<WrittenAction> = fc.oneof(
  { weight: 5, arbitrary: anyWindowLimit.map((limit) => ({ limit })) },
  { weight: 1, arbitrary: fc.constant({ limit: { amountUsd: 40 } }) },
  { weight: 1, arbitrary: fc.constant({ deny: true }) },
  { weight: 1, arbitrary: fc.constant({ duplicate: { hours: 24 } }) },
  { weight: 1, arbitrary: fc.constant({ keepAvailableUsd: 970 }) },
  {
    weight: 2,
    arbitrary: fc.integer({ min: 1, max: 3 }).map((count) => ({ requireApprovals: { count } })),
  },
);

export const anyRules: fc.Arbitrary<readonly WrittenRule[]> = fc
  .array(fc.record({ when: maybe(anyCondition), then: anyAction }), { minLength: 1, maxLength: 8 })
  .map((rules) =>
    rules.map(({ when, then }, index) => {
      const isEmpty = Object.values(when ?? {}).every((value) => value === undefined);
      return { id: `rule-${index}`, when: isEmpty ? undefined : when, then };
    }),
  );

export const anySpend: fc.Arbitrary<GivenSpend> = fc.record({
  usd: fc.integer({ min: 1, max: 60 }),
  vendor: fc.constantFrom(...vendors),
  category: fc.constantFrom(...categories, null),
  agentId: fc.constantFrom("agent", "buyer"),
  allocations: fc.constantFrom<readonly string[]>([], ["ads", "marketing"]),
  at: fc.integer({ min: -10, max: 10 }).map((quarterDays) => now + (quarterDays * dayMs) / 4),
});
