import { randomIdentifiers, type Storage } from "@agent-treasury/provider";
import { amountFromUsd } from "@agent-treasury/provider/helpers";
import { decideProposal, proposeSpend } from "../../packages/treasury-core/src/domain.ts";
import { committerOn, generousPolicy, oneCent } from "../ledger/treasury-engine.ts";

const callers = 256;
const vendors = 200;
const agents = 5;
const operator = { id: "ada", name: "Ada", verified: true, groups: ["finance"] };
/** A tenth of the spends needs a person. */
const policy = {
  ...generousPolicy,
  limits: { ...generousPolicy.limits, autoApproveUnder: amountFromUsd(90, "autoApproveUnder") },
};

/** Proposes spends of 1 to 100 USD, and approves those that need it. */
export async function fillHistory(
  storage: Storage,
  workspaceId: string,
  count: number,
  progress: (text: string) => void,
): Promise<void> {
  const committer = committerOn(storage);
  let next = 0;
  const spendAll = async (): Promise<void> => {
    while (next < count) {
      next += 1;
      if (next % 10_000 === 0) progress(`${next} of ${count} spends`);
      const amountUsd = 1 + Math.floor(Math.random() * 99);
      const request = {
        ...oneCent(),
        amount: amountFromUsd(amountUsd, "amountUsd"),
        vendor: `Example Vendor ${Math.floor(Math.random() * vendors)}`,
        agentId: `agent-${Math.floor(Math.random() * agents)}`,
      };
      const proposal = await committer.run(workspaceId, proposeSpend(request, policy));
      if (proposal.status !== "pending") continue;
      const decision = {
        proposalId: proposal.id,
        decision: "approve",
        operator,
        comment: null,
        payment: null,
        salt: randomIdentifiers.random(),
      } as const;
      await committer.run(workspaceId, decideProposal(decision, policy));
    }
  };
  await Promise.all(Array.from({ length: callers }, spendAll));
  await committer.close();
}
