import type { Micros } from "@agent-treasury/provider";
import type { Condition, NameCondition } from "../conditions/condition.ts";
import { conditionList, listedIn } from "../conditions/conditions.ts";
import type { Limit, Rule } from "../rule-set/rule-set.ts";
import { calendarPeriods, daysOfWeek } from "../windows/calendar.ts";
import { aCentMore, aTenth, maximumNames, spreadOver, tenTimes } from "./near-values.ts";

/** What could have been meant instead of a rule. Empty for no rule. */
export function mistakesIn(rule: Rule): readonly (readonly Rule[])[] {
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
  if (name === "days")
    return [daysOfWeek.filter((day) => !(value as readonly string[]).includes(day))];
  const names = listedIn(value);
  if (names.length === 0) return [];
  const removed = spreadOver(names, maximumNames);
  if (Array.isArray(value)) return removed.map((one) => names.filter((other) => other !== one));
  const [key, opposite] = "in" in (value as NameCondition) ? ["in", "notIn"] : ["notIn", "in"];
  const fewer = removed.map((one) => ({ [key]: names.filter((other) => other !== one) }));
  return [{ [opposite]: names }, ...fewer];
}

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
  const others = calendarPeriods.filter(
    (period) => window.kind !== "calendar" || window.period !== period,
  );
  return [
    ...near,
    { ...limit, by: by === null ? "vendor" : null },
    { ...limit, counts: counts === "all" ? "automatic" : "all" },
    ...others.map((period) => ({ ...limit, window: { kind: "calendar", period } as const })),
  ];
}
