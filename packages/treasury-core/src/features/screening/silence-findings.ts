import type { Finding } from "@agent-treasury/rules";
import type { SpendProposal } from "../../kernel/proposals/proposal.ts";

/** Explains why a spend waits that policy or a standing approval could have approved. */
export function silenceFindings({ status, facts }: SpendProposal): readonly Finding[] {
  if (status !== "pending" || facts.proposed?.obstacle !== "silence") return [];
  const text = "The judge did not answer, so a person has to decide.";
  return [{ rule: "judge", effect: "review", text, usage: null }];
}
