import { isTreasuryError } from "@agent-treasury/provider";
import { knownRails, readRuleSet, ruleSetToJson, ruleWarnings } from "@agent-treasury/rules";
import { checkRulesText, rulesToYaml } from "@agent-treasury/rules/yaml";
import type { WrittenRuleSet } from "@agent-treasury/sdk-client";

export interface DraftProblem {
  /** From 1. Null for a problem of the whole draft. */
  readonly line: number | null;
  readonly text: string;
  /** From the root of the document. */
  readonly path: readonly (string | number)[];
  /** The predicate of a sentence whose subject is the field. */
  readonly message: string;
}

/** A rule whose fields are not checked. */
export type DraftedRule = Readonly<Record<string, unknown>>;

export interface CheckedDraft {
  /** The rules of the text, also with problems. Null if it has no list of rules, or aliases. */
  readonly written: readonly DraftedRule[] | null;
  /** Whether a change of one rule might change another. */
  readonly hasAliases: boolean;
  /** What valid rules probably mean otherwise. */
  readonly warnings: readonly string[];
  /** In the canonical form. Null if there are problems. */
  readonly rules: WrittenRuleSet | null;
  readonly problems: readonly DraftProblem[];
}

/** Checks rules in YAML as the service does, except for what depends on the deployment. */
export function checkDraft(text: string, rails: readonly string[] = knownRails): CheckedDraft {
  try {
    const { input, set, problems, hasAliases } = checkRulesText(text, rails);
    return {
      written: hasAliases ? null : rulesIn(input),
      hasAliases,
      rules: set === null ? null : ruleSetToJson(set),
      warnings: set === null ? [] : ruleWarnings(set),
      problems: problems
        .slice(0, maximumListed)
        .map(({ line, path, sentence, message }) => ({ line, path, text: sentence, message })),
    };
  } catch (error) {
    if (!isTreasuryError(error)) throw error;
    const problems = [{ line: null, path: [], text: error.message, message: error.message }];
    return { written: null, hasAliases: false, rules: null, warnings: [], problems };
  }
}

const maximumListed = 50;

/** The rules of a document that has a list of objects, whatever is in them. */
function rulesIn(input: unknown): readonly DraftedRule[] | null {
  const rules = (input as { rules?: unknown } | null)?.rules;
  const isList = Array.isArray(rules) && rules.every((one) => isRecord(one));
  return isList ? (rules as readonly DraftedRule[]) : null;
}

function isRecord(value: unknown): boolean {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Writes published rules for editing. */
export function draftOf(rules: WrittenRuleSet): string {
  try {
    return rulesToYaml(readRuleSet(rules, railsOf(rules)));
  } catch {
    // The service may be newer than this page. JSON is also YAML.
    return `${JSON.stringify(rules, null, 2)}\n`;
  }
}

/** Returns the rails that published rules name, besides those of every deployment. */
export function railsOf({ rules }: WrittenRuleSet): readonly string[] {
  return [...new Set([...knownRails, ...rules.flatMap(({ when }) => when?.rails ?? [])])];
}
