import { type Storage, toMicros } from "@agent-treasury/treasury-core";
import { entryFromBody } from "@agent-treasury/treasury-core/domain";

/**
 * The first execution that passed a limit which its own record names, in one sentence; null when none
 * did. What was held before, and then captured outside, is left out: that money was gone already.
 */
export async function capsFlaw(
  storage: Storage,
  workspaceId: string,
  heldProposals: ReadonlySet<string>,
): Promise<string | null> {
  const { entries } = await storage.view(
    workspaceId,
    { kind: "none", before: null, limit: 0 },
    { order: "oldest", beyond: null, limit: 1_000 },
  );
  const spentOn = new Map<string, bigint>();
  for (const { epoch, sequence, amount, balance, body } of entries) {
    const { decision, day, proposalId } = entryFromBody(body);
    if (decision === null) continue;
    const spent = (spentOn.get(`${epoch} ${day}`) ?? 0n) - amount;
    spentOn.set(`${epoch} ${day}`, spent);
    if (heldProposals.has(proposalId ?? "")) continue;
    const [perAction, , daily, reserve] = decision.limits.map(toMicros);
    if (perAction === undefined || daily === undefined || reserve === undefined) {
      return `Entry ${sequence} does not name its limits.`;
    }
    if (-amount > perAction) return `Entry ${sequence} passed the limit of one spend.`;
    if (spent > daily) return `Entry ${sequence} passed the day's cap: ${spent} of ${daily}.`;
    if (balance < reserve) return `Entry ${sequence} drew on the reserve: ${balance}.`;
  }
  return null;
}
