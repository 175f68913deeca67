import { type FaultPlan, seededFaults } from "@agent-treasury/testing";

const usually = {
  unclear_landed: 80,
  unclear_lost: 60,
  unclear_late: 40,
  conflict: 60,
  rejected: 20,
};

/**
 * Faults that a correct storage may have. A commit that was sent before returns its outcome or no
 * answer. A conflict would be wrong, because it may have landed.
 */
export function historyFaults(seed: number, perMille: typeof usually = usually): FaultPlan {
  const plan = seededFaults({ seed, perMille });
  const sent = new Set<string>();
  return {
    next: (commit) => {
      const fault = plan.next(commit);
      const isResent = sent.has(commit.id);
      sent.add(commit.id);
      const isJudgement = fault.kind === "conflict" || fault.kind === "rejected";
      return isResent && isJudgement ? { ...fault, kind: "none" } : fault;
    },
  };
}
