import { Micros } from "@agent-treasury/provider";
import type { Condition } from "../conditions/condition.ts";
import { listedIn } from "../conditions/conditions.ts";
import type { ExampleSpend, RuleExample } from "../replay/run-example.ts";
import type { Limit, Rule } from "../rule-set/rule-set.ts";
import type { LocalClock } from "../windows/local-time.ts";
import { aCentMore, aTenth, cent, maximumNames, spreadOver, tenTimes } from "./near-values.ts";

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const available = Micros.of(1_000_000n * 1_000_000n);
/** That differ from the base spend of a rule in one part. */
const maximumNear = 60;

/** Spends at both sides of each bound of a rule, alone and after earlier ones. */
export function candidatesOf(
  rule: Rule,
  words: readonly string[],
  clock: LocalClock,
  at: number,
): readonly RuleExample[] {
  const base = baseSpend(rule.when, clock, at);
  const spends = [base, ...spreadOver(spendsNear(rule.when, base, words, clock), maximumNear)];
  const alone = spends.map((spend) => after(noSpends, spend));
  const { then } = rule;
  switch (then.kind) {
    case "duplicate":
      return [
        ...alone,
        ...[then.hours, then.hours + 1].map((hours) =>
          after([{ ...base, at: base.at - hours * hourMs }], base),
        ),
      ];
    case "keepAvailable":
      return [then.amount, Micros.subtract(then.amount, cent), aTenth(then.amount)].map((rest) => ({
        ...after([], base),
        available: Micros.add(rest, base.amount),
      }));
    case "limit":
      return [
        ...alone,
        ...pastsOf(then.limit, base).flatMap(({ earlier, others }) =>
          [base, ...others, ...spends.slice(1)].map((spend) => after(earlier, spend)),
        ),
      ];
    default:
      return alone;
  }
}

/** A spend that the rule concerns, and one that passes its limit. */
export function matchingOf(
  { when, then }: Rule,
  clock: LocalClock,
  at: number,
): readonly RuleExample[] {
  const base = baseSpend(when, clock, at);
  if (then.kind !== "limit") return [{ earlier: [], spend: base, available }];
  const [past] = pastsOf(then.limit, base);
  return past === undefined
    ? []
    : [base, ...past.others].map((spend) => ({ earlier: past.earlier, spend, available }));
}

/** Hours before a spend at which another window of each length was. */
const hoursBefore = [0, 2, 24, 168, 720, 2_208, 8_784] as const;

interface Past {
  readonly earlier: readonly ExampleSpend[];
  /** Spends that only this past concerns. */
  readonly others: readonly ExampleSpend[];
}

/** Earlier spends that use a limit up, just not, and to a tenth. */
function pastsOf({ measure, window }: Limit, base: ExampleSpend): readonly Past[] {
  if (measure.kind === "amount" && window === null) {
    const amounts = [measure.maximum, aCentMore(measure.maximum), aTenth(measure.maximum)];
    const large = [...amounts, aCentMore(aTenth(measure.maximum))];
    return [{ earlier: [], others: large.map((amount) => ({ ...base, amount })) }];
  }
  const { maximum } = measure;
  const fills =
    measure.kind === "amount"
      ? [measure.maximum, Micros.subtract(measure.maximum, base.amount), aTenth(measure.maximum)]
          .filter((amount) => amount > 0n)
          .map((amount) => [{ ...base, amount }])
      : [Number(maximum), Number(maximum) - 1].map((count) =>
          Array.from({ length: Math.min(Math.max(count, 0), 50) }, (_, index) => ({
            ...base,
            vendor: measure.kind === "newPayees" ? `shop ${index + 1}` : base.vendor,
          })),
        );
  const other = { ...base, vendor: "another shop" };
  return fills.flatMap((fill) =>
    hoursBefore.map((hours) => ({
      earlier: fill.map((one) => ({ ...one, at: base.at - hours * hourMs })),
      others: hours === 0 ? [other] : [],
    })),
  );
}

function first(names: object | null): string | undefined {
  return names !== null && "in" in names ? listedIn(names)[0] : undefined;
}

function baseSpend(when: Condition, clock: LocalClock, at: number): ExampleSpend {
  const { vendors, categories, agents, allocations, amount, rails } = when;
  const below = amount?.below ?? null;
  const some = amount?.from ?? (below === null ? cent : Micros.subtract(below, cent));
  return {
    amount: some > 0n ? some : cent,
    vendor: first(vendors) ?? "some shop",
    category: first(categories) ?? null,
    agentId: first(agents) ?? "agent",
    allocations: allocations?.slice(0, 1) ?? [],
    rail: rails?.[0] ?? "ledger",
    at: timeWithin(when, clock, at),
  };
}

/** The first hour from a time at which the conditions on time hold. */
function timeWithin({ days, hours }: Condition, clock: LocalClock, start: number): number {
  for (let at = start; at < start + 7 * dayMs; at += hourMs / 2) {
    const { weekday, minute } = clock(at);
    const { from, to } = hours ?? { from: 0, to: 1_440 };
    const isDuring = from < to ? minute >= from && minute < to : minute >= from || minute < to;
    if (isDuring && (days === null || days.includes(weekday))) return at;
  }
  return start;
}

/** Spends that differ in one part, at the bounds of the conditions. */
function spendsNear(
  { vendors, categories, agents, amount, rails, days, hours, allocations }: Condition,
  base: ExampleSpend,
  words: readonly string[],
  clock: LocalClock,
): readonly ExampleSpend[] {
  const bounds = [amount?.from, amount?.below].filter((bound) => bound != null);
  const amounts = bounds.flatMap((bound) => [
    bound,
    Micros.subtract(bound, cent),
    aTenth(bound),
    tenTimes(bound),
  ]);
  const { minute } = clock(base.at);
  const minutes = [hours?.from, hours?.to].flatMap((bound) =>
    bound === undefined ? [] : [bound, bound - 1, bound + 59],
  );
  const shifts = [
    ...minutes.map((one) => (one - minute) * 60_000),
    ...(days === null ? [] : [1, 2, 3, 4, 5, 6].map((day) => day * dayMs)),
  ];
  return [
    ...amounts.filter((each) => each > 0n).map((each) => ({ ...base, amount: each })),
    ...[...someOf(vendors), ...words].map((vendor) => ({ ...base, vendor })),
    ...[...someOf(categories), ...words, null].map((category) => ({ ...base, category })),
    ...[...someOf(agents), "another agent"].map((agentId) => ({ ...base, agentId })),
    ...(rails === null ? [] : [{ ...base, rail: "another rail" }]),
    ...(allocations === null ? [] : [{ ...base, allocations: [] }]),
    ...shifts.map((shift) => ({ ...base, at: base.at + shift })),
  ];
}

const noSpends: readonly ExampleSpend[] = [];

function after(earlier: readonly ExampleSpend[], spend: ExampleSpend): RuleExample {
  return { earlier, spend, available };
}

/** A list of thousands of names would make as many examples. */
function someOf(names: object | null): readonly string[] {
  return spreadOver(listedIn(names), maximumNames);
}
