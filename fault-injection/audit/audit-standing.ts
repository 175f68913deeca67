import type { AnsweredDecision } from "../processes/approver-task.ts";
import type { QuorumAudit } from "./audit-quorum.ts";

/**
 * Audits approvals that may be withdrawn. Each person acted in the order of the list, so that the
 * last action before the payment decides whether the person's approval stood.
 */
export function auditStanding(
  { approvers, executed }: QuorumAudit,
  persons: readonly string[],
  answered: readonly AnsweredDecision[],
): readonly string[] {
  const flaws: string[] = [];
  for (const [id, recorded] of approvers) {
    const completing: string[] = [];
    for (const person of persons) {
      const own = answered.filter((one) => one.proposalId === id && one.operator.id === person);
      const { stands, completes } = standingOf(own);
      const isRecorded = recorded.includes(person);
      if (stands && !isRecorded) flaws.push(`${id} lost the approval of ${person}.`);
      if (stands || !isRecorded) continue;
      if (completes) completing.push(person);
      else flaws.push(`${id} has an approval that ${person} withdrew.`);
    }
    // One approval completed it, and later ones repeat it.
    const expected = executed.includes(id) ? 1 : 0;
    if (completing.length > expected) {
      flaws.push(`${id} has the approvals of ${completing.join(" and ")}, which came later.`);
    }
  }
  return flaws.slice(0, 20);
}

/** A response of `pending` came before the payment, any other one with it or after it. */
function standingOf(own: readonly AnsweredDecision[]): { stands: boolean; completes: boolean } {
  let stands = false;
  for (const { decision, answer } of own) {
    if (answer !== "pending") {
      return { stands, completes: decision === "approve" && answer === "executed" };
    }
    stands = decision === "approve";
  }
  return { stands, completes: false };
}
