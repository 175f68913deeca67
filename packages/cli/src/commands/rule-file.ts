import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import type { WrittenRuleSet } from "@agent-treasury/contract";
import { readRuleSet, type RuleSet } from "@agent-treasury/rules";
import { parseRules } from "@agent-treasury/rules/yaml";
import { CommandError } from "../command-error.ts";

/** @throws TreasuryError `invalid_request` with one line for each problem. */
export async function readDraft(file: string | undefined): Promise<RuleSet> {
  if (file === undefined) throw new CommandError("Name the file with the rules.");
  return parseRules(await readText(file));
}

export async function readText(file: string): Promise<string> {
  const path = resolve(file);
  return readFile(path, "utf8").catch((cause: unknown) => {
    throw new CommandError(`There is no file at ${path}.`, { cause });
  });
}

/** The service accepts rails that this program does not know. */
export function setOf(rules: WrittenRuleSet): RuleSet {
  return readRuleSet(
    rules,
    rules.rules.flatMap(({ when }) => when?.rails ?? []),
  );
}
