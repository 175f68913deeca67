import type { Rule, RuleSet } from "@agent-treasury/rules";
import { rulesToYaml } from "@agent-treasury/rules/yaml";

export interface RuleDifference {
  readonly rule: string;
  readonly change: "added" | "removed" | "changed";
  /** The rule in YAML before and after, with `-` and `+` in front. */
  readonly lines: readonly string[];
}

/** Compares rules by id. Their order changes no verdict. */
export function differencesOf(before: RuleSet, after: RuleSet): readonly RuleDifference[] {
  const earlier = new Map(before.rules.map((rule) => [rule.id, linesOf(rule)]));
  const later = new Map(after.rules.map((rule) => [rule.id, linesOf(rule)]));
  const ids = new Set([...earlier.keys(), ...later.keys()]);
  return [...ids].flatMap((rule): RuleDifference[] => {
    const [old = [], next = []] = [earlier.get(rule), later.get(rule)];
    if (old.join("\n") === next.join("\n")) return [];
    const change = old.length === 0 ? "added" : next.length === 0 ? "removed" : "changed";
    const lines = [...old.map((line) => `- ${line}`), ...next.map((line) => `+ ${line}`)];
    return [{ rule, change, lines }];
  });
}

/** The lines below `rules:`. */
function linesOf(rule: Rule): readonly string[] {
  const lines = rulesToYaml({ rules: [rule] })
    .trimEnd()
    .split("\n");
  return lines.slice(lines.indexOf("rules:") + 1).map((line) => line.slice(2));
}
