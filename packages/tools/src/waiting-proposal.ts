import { isRequestPermit } from "@agent-treasury/contract";
import type { PaidFetchRequest, Proposal } from "@agent-treasury/contract/wire";
import type { TreasuryAccess } from "./treasury-access.ts";
import { treasuryTools } from "./treasury-tools.ts";

/** A call of a tool, as the framework stored it. */
export interface StoredCall {
  readonly name: string;
  readonly input: unknown;
}

/**
 * Returns the spend that a stored call waits for, as the treasury has it now. Null if the spend is
 * decided or was never proposed, for an invalid input, and for a tool of another package. Proposes
 * nothing, because a stored call may never have run.
 *
 * @throws the error of the access if the treasury does not answer or rejects the credential.
 * Otherwise an outage would look like a decision.
 */
export async function waitingProposal(
  access: TreasuryAccess,
  { name, input }: StoredCall,
): Promise<Proposal | null> {
  const tools = treasuryTools(reading(access), { fetchPaid: true, onFailure: raise });
  const result = await tools.find((tool) => tool.name === name)?.execute(input);
  return result?.waitingFor ?? null;
}

/** Finds what was proposed. */
function reading(access: TreasuryAccess): TreasuryAccess {
  return {
    readBudget: (call) => access.readBudget(call),
    readTabs: (call) => access.readTabs(call),
    readProposal: (request, call) => access.readProposal(request, call),
    propose: async (request, call) => {
      const answer = await access.propose({ ...request, dryRun: true }, call);
      return { ...answer, dryRun: request.dryRun === true || !answer.repeated };
    },
    fetchPaid: async (request, call) => {
      // It has no dry run. All pending spends of the agent are in its budget.
      const { proposals } = await access.readBudget(call);
      const proposal = proposals.find((one) => isOf(one, request)) ?? null;
      return { proposal, resource: null, repeated: proposal !== null, note: null };
    },
  };
}

/** The purpose of a paid request begins with the request. Bodies of the same length may be confused. */
function isOf(proposal: Proposal, request: PaidFetchRequest): boolean {
  const { status, purpose: text, category: kind } = proposal;
  const { method, url, body, purpose, category, tabId } = request;
  if (status !== "pending" || !URL.canParse(url)) return false;
  // A tab pays without a decision, so that only the request itself can wait.
  if (tabId != null && !isRequestPermit(proposal)) return false;
  const address = `${method ?? "GET"} ${new URL(url).href}`;
  const starts =
    body == null
      ? [`${address}: `, `${address} redirected to `]
      : [`${address} with a body of ${body.length} characters (`];
  const isSame = starts.some((start) => text.startsWith(start)) && text.endsWith(`: ${purpose}`);
  return isSame && kind === (category ?? null);
}

function raise(error: unknown): never {
  throw error;
}
