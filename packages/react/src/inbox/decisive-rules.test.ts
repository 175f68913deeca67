import type { ExplanationItem } from "@agent-treasury/sdk-client";
import { expect, it } from "vitest";
import { decisiveRules } from "./decisive-rules.ts";

function item(rule: string, effect: ExplanationItem["effect"]): ExplanationItem {
  return { rule, effect, text: `Text of ${rule}.` };
}

function shownOf(items: readonly ExplanationItem[]): readonly [readonly string[], number] {
  const { shown, more } = decisiveRules(items);
  return [shown.map(({ rule }) => rule), more];
}

const limit = item("auto-approve-under", "review");

it("shows the built-in limit only if no other rule needs approval", () => {
  expect(shownOf([item("cap", "pass"), limit])).toEqual([["auto-approve-under"], 0]);
  expect(shownOf([limit, item("two-people", "require")])).toEqual([["two-people"], 0]);
});

it("shows the first two rules, and counts the others", () => {
  const rules = [
    limit,
    item("new-vendor", "review"),
    item("large", "require"),
    item("night", "require"),
    item("known", "approve"),
  ];
  expect(shownOf(rules)).toEqual([["new-vendor", "large"], 1]);
});

it("shows nothing until the rules are loaded", () => {
  expect(shownOf([])).toEqual([[], 0]);
});
