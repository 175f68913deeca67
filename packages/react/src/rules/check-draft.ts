import { isTreasuryError } from "@agent-treasury/provider";
import { knownRails, readRuleSet, ruleSetToJson } from "@agent-treasury/rules";
import { parseRules, rulesToYaml } from "@agent-treasury/rules/yaml";
import type { WrittenRuleSet } from "@agent-treasury/sdk-client";

export interface DraftProblem {
  /** From 1. Null for a problem of the whole draft. */
  readonly line: number | null;
  readonly text: string;
}

export interface CheckedDraft {
  /** In the canonical form. Null if there are problems. */
  readonly rules: WrittenRuleSet | null;
  readonly problems: readonly DraftProblem[];
}

/** Checks rules in YAML as the service does, except for what depends on the deployment. */
export function checkDraft(text: string, rails: readonly string[] = knownRails): CheckedDraft {
  try {
    const set = parseRules(text, rails);
    return { rules: ruleSetToJson(set) as unknown as WrittenRuleSet, problems: [] };
  } catch (error) {
    if (!isTreasuryError(error)) throw error;
    return { rules: null, problems: error.message.split("\n").map(readProblem) };
  }
}

const atLine = /^Line (\d+), column \d+: (.*)$/;

function readProblem(message: string): DraftProblem {
  const [, line, text] = atLine.exec(message) ?? [];
  return line === undefined || text === undefined
    ? { line: null, text: message }
    : { line: Number(line), text };
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
