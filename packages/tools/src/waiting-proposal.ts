import type { Proposal } from "@agent-treasury/contract/wire";
import type { TreasuryAccess } from "./treasury-access.ts";
import { treasuryTools } from "./treasury-tools.ts";

/** A call of a tool, as the framework stored it. */
export interface StoredCall {
  readonly name: string;
  readonly input: unknown;
}

/**
 * Returns the spend that a stored call waits for, as the treasury has it now. Null if the spend is
 * decided, for an invalid input, and for a tool of another package.
 *
 * @throws the error of the access if the treasury does not answer or rejects the credential.
 * Otherwise an outage would look like a decision.
 */
export async function waitingProposal(
  access: TreasuryAccess,
  { name, input }: StoredCall,
): Promise<Proposal | null> {
  const onFailure = (error: unknown): never => {
    throw error;
  };
  const tools = treasuryTools(access, { fetchPaid: true, onFailure });
  const result = await tools.find((tool) => tool.name === name)?.execute(input);
  return result?.waitingFor ?? null;
}
