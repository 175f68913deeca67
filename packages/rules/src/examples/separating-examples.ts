import { Micros } from "@agent-treasury/provider";
import type { Condition, NameCondition } from "../conditions/condition.ts";
import { conditionList, listedIn } from "../conditions/conditions.ts";
import { type CompiledRules, compileRules } from "../evaluate/compile-rules.ts";
import {
  type ExampleResult,
  type ExampleSpend,
  type RuleExample,
  runExample,
} from "../replay/run-example.ts";
import type { Limit, Rule, RuleSet } from "../rule-set/rule-set.ts";
import type { LocalClock } from "../windows/local-time.ts";
import { rulesAskedFor, wordsOf } from "./asked-rules.ts";

/** An example spend with its outcome under a draft. */
export interface ShownExample extends RuleExample, ExampleResult {}

const cent = Micros.of(Micros.perCent);
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const available = Micros.of(1_000_000n * 1_000_000n);
const maximumShown = 16;

export interface DraftContext {
  /** The rules that the draft replaces. */
  readonly current: RuleSet;
  /** What the draft was written from. */
  readonly sentence: string;
  readonly clock: LocalClock;
  /** The examples are after it. */
  readonly now: number;
  /** Called between steps of at most a few milliseconds, so that a server can answer others. */
  readonly pause?: () => Promise<void>;
}

/** A draft is untrusted: its size must not determine how long the choice takes. */
const maximumChanged = 12;
const maximumOthers = 200;
/** Of each list of a condition. */
const maximumNames = 10;
/** That differ from the base spend of a rule in one part. */
const maximumNear = 60;
/** Of one spend by one rule. */
const maximumEvaluations = 2_000_000;

/**
 * Returns example spends with their outcomes under a draft, chosen so that a mistake changes the
 * outcome of at least one of them: each new rule of the draft with one thing changed, the rules that
 * the draft replaces, and rules that the sentence could ask for and the draft lacks.
 */
export async function separatingExamples(
  draft: RuleSet,
  { current, sentence, clock, now, pause }: DraftContext,
): Promise<readonly ShownExample[]> {
  const at = quietTime(clock, now);
  const asked = rulesAskedFor(sentence);
  const names = wordsOf(sentence);
  const added = withoutRulesOf(draft, current).slice(0, maximumChanged);
  const replaced = withoutRulesOf(current, draft).slice(0, maximumChanged);
  const distinct = new DistinctExamples();
  for (const rule of [...added, ...replaced]) {
    await pause?.();
    distinct.add(candidatesOf(rule, names, clock, at));
  }
  for (const rule of asked) distinct.add(matchingOf(rule, clock, at));
  const candidates = distinct.examples();
  const sets: readonly (() => RuleSet)[] = [
    ...added.flatMap((rule) =>
      mistakesIn(rule).map((wrong) => () => ({
        rules: draft.rules.flatMap((one) => (one === rule ? wrong : [one])),
      })),
    ),
    () => current,
    ...asked.map((rule) => () => ({ rules: [...draft.rules, rule] })),
  ];
  const compiled = compileRules(draft);
  const others: { readonly set: RuleSet; readonly compiled: CompiledRules }[] = [];
  for (const setOf of spreadOver(sets, maximumOthers)) {
    await pause?.();
    const set = setOf();
    others.push({ set, compiled: compileRules(set) });
  }
  const judged: { readonly example: RuleExample; readonly result: ExampleResult }[] = [];
  const separated: (readonly boolean[])[] = [];
  const spends = candidates.reduce((sum, { earlier }) => sum + earlier.length + 1, 0);
  const evaluations = spends * others.length * Math.max(1, draft.rules.length);
  const share = Math.min(1, maximumEvaluations / evaluations);
  for (const example of spreadOver(candidates, Math.ceil(candidates.length * share))) {
    const result = runExample(draft, example, clock, compiled);
    const row: boolean[] = [];
    for (const other of others) {
      await pause?.();
      const outcome = runExample(other.set, example, clock, other.compiled);
      row.push(outcomeText(outcome) !== outcomeText(result));
    }
    judged.push({ example, result });
    separated.push(row);
  }
  const left = new Set(others.keys());
  const shown: ShownExample[] = [];
  while (shown.length < maximumShown && left.size > 0) {
    let best = -1;
    let gain: readonly number[] = [];
    for (const [place, row] of separated.entries()) {
      await pause?.();
      const found = [...left].filter((index) => row[index] === true);
      if (found.length > gain.length) [best, gain] = [place, found];
    }
    const chosen = judged[best];
    if (chosen === undefined) break;
    for (const index of gain) left.delete(index);
    shown.push({ ...chosen.example, ...chosen.result });
  }
  return shown;
}

/** The outcome as a person distinguishes it. */
export function outcomeText({ outcome, approvals }: ExampleResult): string {
  return outcome === "waits" ? `waits for ${approvals}` : outcome;
}

/** A Thursday noon before which yesterday, last week, month and quarter are in the same longer window. */
function quietTime(clock: LocalClock, now: number): number {
  const start = Math.ceil(now / hourMs) * hourMs;
  for (let at = start; at < start + 130 * dayMs; at += hourMs) {
    const { day, weekday, minute } = clock(at);
    const [, month = 0, date = 0] = day.split("-").map(Number);
    if (
      weekday === "thu" &&
      minute >= 720 &&
      date > 14 &&
      date < 22 &&
      month > 3 &&
      month % 3 === 0
    )
      return at;
  }
  return start;
}

/** What could have been meant instead of a rule. Empty for no rule. */
function mistakesIn(rule: Rule): readonly (readonly Rule[])[] {
  const { when, then } = rule;
  const conditions = conditionList.flatMap(({ name }) =>
    when[name] === null
      ? []
      : [null, ...variantsOf(name, when[name])].map((value) => [name, value]),
  );
  const rules = [
    ...conditions.map(([name, value]) => ({ ...rule, when: { ...when, [name as string]: value } })),
    ...actionsNear(then).map((other): Rule => ({ ...rule, then: other })),
  ];
  return [[], ...rules.map((one) => [one])];
}

/** Other values of a condition. */
function variantsOf(name: keyof Condition, value: unknown): readonly unknown[] {
  if (name === "amount") {
    const { from, below } = value as NonNullable<Condition["amount"]>;
    const scaled = (by: (amount: Micros) => Micros): unknown => ({
      from: from && by(from),
      below: below && by(below),
    });
    return [{ from: below, below: from }, scaled(tenTimes), scaled(aTenth), scaled(aCentMore)];
  }
  if (name === "hours") {
    const { from, to } = value as NonNullable<Condition["hours"]>;
    return [
      { from: to % 1_440, to: from },
      { from: (from + 60) % 1_440, to },
    ];
  }
  if (name === "days") return [week.filter((day) => !(value as readonly string[]).includes(day))];
  const names = listedIn(value);
  if (names.length === 0) return [];
  const removed = spreadOver(names, maximumNames);
  if (Array.isArray(value)) return removed.map((one) => names.filter((other) => other !== one));
  const [key, opposite] = "in" in (value as NameCondition) ? ["in", "notIn"] : ["notIn", "in"];
  const fewer = removed.map((one) => ({ [key]: names.filter((other) => other !== one) }));
  return [{ [opposite]: names }, ...fewer];
}

const week = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"] as const;
const periods = ["hour", "day", "week", "month", "quarter", "year"] as const;
const onePerson = { count: 1, from: null, notProposer: false } as const;

function actionsNear(then: Rule["then"]): readonly Rule["then"][] {
  switch (then.kind) {
    case "deny":
      return [{ kind: "requireApprovals", requirement: onePerson }];
    case "requireApprovals": {
      const { requirement } = then;
      const counts = [requirement.count + 1, requirement.count - 1].filter((count) => count > 0);
      return [
        { kind: "deny" },
        ...counts.map((count) => ({ ...then, requirement: { ...requirement, count } })),
      ];
    }
    case "limit":
      return limitsNear(then.limit).map((limit) => ({ kind: "limit", limit }));
    case "keepAvailable":
      return [
        { ...then, amount: tenTimes(then.amount) },
        { ...then, amount: aTenth(then.amount) },
      ];
    case "duplicate":
      return [{ ...then, hours: then.hours * 24 }];
    case "autoApprove":
      return [];
  }
}

function limitsNear(limit: Limit): readonly Limit[] {
  const { measure, window, by, counts, atProposal } = limit;
  const maxima =
    measure.kind === "amount"
      ? [tenTimes, aTenth, aCentMore].map((change) => ({
          ...measure,
          maximum: change(measure.maximum),
        }))
      : [1, -1].map((more) => ({ ...measure, maximum: measure.maximum + more }));
  const near: readonly Limit[] = [
    ...maxima.map((other) => ({ ...limit, measure: other })),
    { ...limit, atProposal: atProposal === "deny" ? "review" : "deny" },
  ];
  if (window === null) return near;
  const others = periods.filter((period) => window.kind !== "calendar" || window.period !== period);
  return [
    ...near,
    { ...limit, by: by === null ? "vendor" : null },
    { ...limit, counts: counts === "all" ? "automatic" : "all" },
    ...others.map((period) => ({ ...limit, window: { kind: "calendar", period } as const })),
  ];
}

const tenTimes = (amount: Micros): Micros => Micros.multiply(amount, 10n);
const aTenth = (amount: Micros): Micros => Micros.of(amount / 10n);
const aCentMore = (amount: Micros): Micros => Micros.add(amount, cent);

/** Spends at both sides of each bound of a rule, alone and after earlier ones. */
function candidatesOf(
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
function matchingOf({ when, then }: Rule, clock: LocalClock, at: number): readonly RuleExample[] {
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

function keyOf(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) =>
    typeof part === "bigint" ? String(part) : part,
  );
}

/** Removes repeated examples. Many share their list of earlier spends, which is compared once. */
class DistinctExamples {
  readonly #found = new Map<string, RuleExample>();
  readonly #keys = new Map<readonly ExampleSpend[], number>();
  readonly #numbers = new Map<string, number>();

  add(examples: readonly RuleExample[]): void {
    for (const example of examples) {
      const { earlier, ...rest } = example;
      this.#found.set(`${this.#numberOf(earlier)} ${keyOf(rest)}`, example);
    }
  }

  examples(): readonly RuleExample[] {
    return [...this.#found.values()];
  }

  #numberOf(earlier: readonly ExampleSpend[]): number {
    const known = this.#keys.get(earlier);
    if (known !== undefined) return known;
    const key = keyOf(earlier);
    const number = this.#numbers.get(key) ?? this.#numbers.size;
    this.#numbers.set(key, number);
    this.#keys.set(earlier, number);
    return number;
  }
}

/** A list of thousands of names would make as many examples. */
function someOf(names: object | null): readonly string[] {
  return spreadOver(listedIn(names), maximumNames);
}

function withoutRulesOf({ rules }: RuleSet, other: RuleSet): readonly Rule[] {
  const known = new Set(other.rules.map(keyOf));
  return rules.filter((rule) => !known.has(keyOf(rule)));
}

/** At most a number of items, from all parts of the list. */
function spreadOver<Item>(items: readonly Item[], most: number): readonly Item[] {
  if (items.length <= most) return items;
  const step = items.length / most;
  return Array.from({ length: most }, (_, index) => items[Math.floor(index * step)] as Item);
}
