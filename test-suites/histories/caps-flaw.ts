import { type Storage, Micros } from "@agent-treasury/provider";
import { entryFromBody } from "../../packages/treasury-core/src/domain.ts";
import { allEntries } from "./all-entries.ts";

/**
 * Describes the first execution that exceeded a limit in its own record, or returns null. Amounts
 * held before and then captured are excluded, because that money had already moved.
 */
export async function capsFlaw(
  storage: Storage,
  workspaceId: string,
  heldProposals: ReadonlySet<string>,
): Promise<string | null> {
  const spentOn = new Map<string, bigint>();
  for await (const entry of allEntries(storage, workspaceId)) {
    const { epoch, sequence, amount, balance, body } = entry;
    const { decision, day, proposalId } = entryFromBody(body);
    if (decision === null) continue;
    const spent = (spentOn.get(`${epoch} ${day}`) ?? 0n) - amount;
    spentOn.set(`${epoch} ${day}`, spent);
    if (heldProposals.has(proposalId ?? "")) continue;
    const [perAction, , daily, reserve] = decision.limits.map(Micros.of);
    if (perAction === undefined || daily === undefined || reserve === undefined) {
      return `Entry ${sequence} does not name its limits.`;
    }
    if (-amount > perAction) return `Entry ${sequence} exceeded the limit of one spend.`;
    if (spent > daily) return `Entry ${sequence} exceeded the daily cap: ${spent} of ${daily}.`;
    if (balance < reserve) return `Entry ${sequence} drew on the reserve: ${balance}.`;
  }
  return null;
}
