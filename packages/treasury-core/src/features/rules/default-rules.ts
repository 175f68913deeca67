import { type RuleSet, rulesForPasskeys, type WrittenRuleSet } from "@agent-treasury/rules";
import { invalidRequest } from "../../kernel/errors.ts";
import { type PublishingTerms, readDraft } from "./publish-rules.ts";

/** A new workspace has no passkeys, so that nothing could be approved there. */
export function defaultRulesOf(
  rules: WrittenRuleSet | undefined,
  publishing: PublishingTerms,
): RuleSet {
  const read = readDraft(rules ?? { version: 1, rules: [] }, publishing);
  const [signed] = rulesForPasskeys(read);
  if (signed === undefined) return read;
  throw invalidRequest(
    `Rule \`${signed}\`: \`passkey\` cannot be in the default rules, because a new workspace has no passkeys. Publish it in the workspace.`,
  );
}
