import fc from "fast-check";
import type {
  WrittenAction,
  WrittenCondition,
  WrittenLimit,
  WrittenRule,
  WrittenRuleSet,
} from "./written-rule-set.ts";

const usd = fc.oneof(
  fc.constantFrom(0, 0.000001, 0.1 + 0.7, 12.5, 1_000_000_000, "0.10", "007.5", "480"),
  fc.integer({ min: 1, max: 100_000_000 }).map((cents) => cents / 100),
);
const id = fc.stringMatching(/^[a-z0-9][a-z0-9-]{0,39}$/);
const name = fc.constantFrom(
  "AWS",
  " aws\u200b",
  "Ｇoogle  Cloud",
  "https://Api.example.com",
  "é",
  "Ⅷ",
);
const names = fc.array(name, { minLength: 1, maxLength: 4 });
const some = { minLength: 1, maxLength: 3 };
const day = fc.constantFrom(...(["mon", "tue", "wed", "thu", "fri", "sat", "sun"] as const));
const hours = fc.constantFrom("09:00-17:00", "22:30-06:00", "00:00-24:00", "17:00-24:00");

function optionally<Value>(value: fc.Arbitrary<Value>): fc.Arbitrary<Value | undefined> {
  return fc.option(value, { nil: undefined });
}

const condition: fc.Arbitrary<WrittenCondition> = fc.record({
  agents: optionally(
    fc.oneof(
      fc.array(id, some),
      fc.array(id, some).map((list) => ({ in: list })),
      fc.array(id, some).map((list) => ({ notIn: list })),
    ),
  ),
  allocations: optionally(fc.array(id, some)),
  vendors: optionally(
    fc.oneof(
      names.map((list) => ({ in: list })),
      names.map((list) => ({ notIn: list })),
      fc.constant({ firstPayment: true as const }),
    ),
  ),
  categories: optionally(
    fc.oneof(
      names,
      names.map((list) => ({ notIn: list })),
      fc.constant({ none: true as const }),
    ),
  ),
  balancePercent: optionally(fc.constantFrom({ from: 5 }, { from: 5, below: 50 })),
  amountUsd: optionally(
    fc.oneof(
      usd.map((from) => ({ from })),
      fc.constantFrom({ below: 25 }, { from: "25", below: 100 }),
    ),
  ),
  rails: optionally(fc.constantFrom(["ledger"], ["stripe-issuing", "ledger"])),
  days: optionally(fc.array(day, some)),
  hours: optionally(hours),
});

const windowed: fc.Arbitrary<WrittenLimit> = fc
  .record({
    measure: fc.oneof(
      usd.map((amountUsd) => ({ amountUsd })),
      fc.integer({ min: 1, max: 1_000_000 }).map((count) => ({ count })),
      fc.integer({ min: 1, max: 100 }).map((newPayees) => ({ newPayees })),
    ),
    counts: optionally(fc.constantFrom("all" as const, "automatic" as const)),
    per: fc.oneof(
      fc.constantFrom(...(["hour", "day", "week", "month", "quarter", "year"] as const)),
      fc.integer({ min: 1, max: 8_760 }).map((rollingHours) => ({ rollingHours })),
      fc.integer({ min: 1, max: 59 }).map((rollingMinutes) => ({ rollingMinutes })),
    ),
    by: optionally(fc.constantFrom(...(["agent", "vendor", "category", "allocation"] as const))),
    atProposal: optionally(fc.constantFrom("deny" as const, "review" as const)),
  })
  .map(({ measure, ...limit }) => ({ ...measure, ...limit }));

const action: fc.Arbitrary<WrittenAction> = fc.oneof(
  fc.constant({ deny: true as const }),
  fc.constant({ autoApprove: true as const }),
  usd.map((keepAvailableUsd) => ({ keepAvailableUsd })),
  usd.map((amountUsd) => ({ limit: { amountUsd } })),
  windowed.map((limit) => ({ limit })),
  fc.integer({ min: 1, max: 8_760 }).map((hour) => ({ duplicate: { hours: hour } })),
  fc
    .record({
      count: fc.integer({ min: 1, max: 3 }),
      from: optionally(fc.constantFrom(["finance"], ["ops", "finance", "ops"])),
      notProposer: optionally(fc.boolean()),
    })
    .map((requireApprovals) => ({ requireApprovals })),
);

/** Makes an automatic approval valid, because the set is about forms, not about refusals. */
function allowed(rule: WrittenRule): WrittenRule {
  if (rule.then.autoApprove !== true || rule.when === undefined) return rule;
  const { vendors, ...when } = rule.when;
  const kept: WrittenCondition = vendors?.firstPayment === true ? when : rule.when;
  const isReported = kept.vendors !== undefined || kept.categories !== undefined;
  return { ...rule, when: kept, selfReported: isReported ? true : undefined };
}

const rule: fc.Arbitrary<WrittenRule> = fc
  .record({
    id,
    when: optionally(condition),
    then: action,
    validFrom: optionally(fc.constantFrom("2026-01-01T00:00:00+01:00", "2026-02-01T12:30:00Z")),
    validUntil: optionally(fc.constant("2026-12-01T00:00:00Z")),
    message: optionally(fc.constantFrom("Ask finance first.", " spaced ", "12")),
  })
  .map(allowed);

/** Valid rule sets in their written form, in every spelling that is accepted. */
export const writtenRuleSets: fc.Arbitrary<WrittenRuleSet> = fc
  .uniqueArray(rule, { maxLength: 12, selector: (one) => one.id })
  .map((rules) => ({ version: 1, rules }));
