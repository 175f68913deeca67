import { neverErased } from "../../kernel/documents/document-kind.ts";
import type { Feature } from "../../kernel/feature.ts";
import { credentialIndexKey, issuingAction } from "./credential-action.ts";
import { credentialKind } from "./credential-record.ts";

export { readAgentBudget } from "./agent-budget.ts";
export { agentAuthentication, checkAgentsAreKeptApart } from "./authenticate-agent.ts";
export { isCredentialValid } from "./credential-record.ts";
export { bearerOf } from "./credential-token.ts";
export { type Challenge, noAgent } from "./no-agent.ts";
export { ProposalWaits, type ProposalWatch, isFinal } from "./proposal-waits.ts";
export {
  type Proposer,
  agentAsProposer,
  pluginAsProposer,
  proposalIdOf,
  proposePurchase,
  purchaseOf,
  spenderOf,
} from "./propose-purchase.ts";
export { proposerOf } from "./proposer-of.ts";
export { isSameDigest } from "./same-digest.ts";

export const externalAgentsFeature: Feature = {
  name: "external-agents",
  requires: ["administration", "payments", "rules"],
  documents: neverErased(credentialKind, credentialIndexKey.kind),
  actions: { issue_credential: issuingAction },
};
