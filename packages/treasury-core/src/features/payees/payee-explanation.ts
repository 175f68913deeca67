import type { ExplanationItem } from "@agent-treasury/contract";
import { Micros } from "@agent-treasury/provider";
import type { SpendProposal } from "../../kernel/proposals/proposal.ts";
import { unknownText } from "./payee-check.ts";

/** States what was known of a spend's payee. Empty for records of earlier versions. */
export function payeeExplanation({ facts, reason }: SpendProposal): readonly ExplanationItem[] {
  const { payee } = facts.proposed ?? {};
  if (payee === undefined) return [];
  const { known = false, named = false, outside = false, amount } = payee;
  const statements = [
    known
      ? "a person approved a payment to it before"
      : "no person approved a payment to it before",
    named ? "a person named it" : "no person named it",
    outside ? "the agent had read outside content" : "the agent had read no outside content",
    ...(amount === undefined
      ? []
      : [`the person's message names $${Micros.format(Micros.of(amount))}`]),
  ];
  const effect = payee.unknown === true && reason.includes(unknownText) ? "review" : "pass";
  return [{ rule: "payee", effect, text: `Payee: ${statements.join("; ")}.` }];
}
