import type { ParsedInput } from "@agent-treasury/contract";
import { Micros } from "@agent-treasury/provider";
import type { AgentPrincipal } from "../../http/outside-agent.ts";
import type { Person } from "../../kernel/ledger/person.ts";
import type { SpendProposal } from "../../kernel/proposals/proposal.ts";
import { agentAsProposer, type Proposer } from "../external-agents/index.ts";
import { checkAllocation } from "./on-tab.ts";
import { tabTermsOf } from "./tab-payout.ts";

export type TabOpening = Pick<
  ParsedInput<"openTab">,
  "amountUsd" | "vendor" | "purpose" | "minutes"
> &
  Partial<ParsedInput<"openTab">>;

/** The next tab of a tab has its id as key in this scope. */
export function renewalScope(workspaceId: string): readonly string[] {
  return ["renewal", workspaceId];
}

/** Who proposes the next tab, and cannot approve it as another person. */
export interface Renewer {
  readonly agent: AgentPrincipal | null;
  /** Null if unknown. Then it is the person behind the tab. */
  readonly person: Person | null;
  /** The turn of the built-in agent whose tab it is. */
  readonly turnId?: string;
}

/** How the next tab of a tab is opened. */
export interface Renewal {
  readonly proposer: Proposer;
  readonly opening: TabOpening;
  readonly credentialId: string | null;
}

/** @throws TreasuryError `forbidden` for an agent that spends from another allocation. */
export function renewalOf(
  spend: SpendProposal,
  { workspaceId, tabId, amountUsd, minutes }: ParsedInput<"renewTab">,
  renewer: Renewer,
): Renewal {
  const { agent } = renewer;
  const { vendor, purpose, category, label, ruling, amount } = spend;
  const { allocationId } = ruling;
  checkAllocation(agent ?? {}, spend);
  const { payee, credentialId: known = null } = tabTermsOf(spend) ?? {};
  const credentialId = agent === null ? known : agent.credentialId;
  const opening: TabOpening = {
    ...(payee !== undefined && { payee }),
    vendor,
    purpose,
    minutes,
    amountUsd: amountUsd ?? Micros.toUsd(amount),
    // One tab follows another one, however often it is requested.
    idempotencyKey: tabId,
    ...(category !== null && { category }),
    ...(label !== null && { agentLabel: label }),
    ...(allocationId !== null && { allocationId }),
  };
  return { proposer: renewingProposer(spend, workspaceId, renewer), opening, credentialId };
}

/** The next tab has the same agent, also if a person proposes it. */
function renewingProposer(
  { agentId, proposedBy, behind }: SpendProposal,
  workspaceId: string,
  { agent, person, turnId }: Renewer,
): Proposer {
  const scope = renewalScope(workspaceId);
  if (agent !== null) return { ...agentAsProposer(agent), scope };
  return {
    workspaceId,
    agentId,
    name: proposedBy,
    behind: person ?? behind,
    allocationId: null,
    scope,
    ...(turnId !== undefined && { turnId }),
  };
}
