import { listedIn } from "../conditions/conditions.ts";
import type { RuleSet } from "./rule-set.ts";

/**
 * Describes what a valid rule set probably means otherwise, one sentence each: names are compared
 * whole, so that a pattern such as `AWS*` matches no vendor.
 */
export function ruleWarnings({ rules }: RuleSet): readonly string[] {
  return rules.flatMap(({ id, when: { vendors, categories } }) => {
    const listed = [vendors, categories].flatMap(listedIn);
    return listed
      .filter((name) => /[*%]|^\/.*\/$/.test(name))
      .map(
        (name) =>
          `Rule \`${id}\`: \`${name}\` looks like a pattern, but names are compared whole. List each name.`,
      );
  });
}
