import { credentialsModule } from "../features/external-agents/credentials-module.ts";
import { agentAuthentication, type ProposalWaits } from "../features/external-agents/index.ts";
import { proposalsModule } from "../features/external-agents/proposals-module.ts";
import { mcpModule } from "../features/mcp/mcp-module.ts";
import type { PaidFetchTerms } from "../features/paid-fetch/index.ts";
import type { CoreModule } from "../http/core-module.ts";
import type { AuthenticateAgent } from "../http/principal.ts";
import type { Engine } from "../kernel/engine.ts";
import type { TreasuryOptions } from "../treasury-options.ts";
import type { Treasury } from "../treasury.ts";

export interface ExternalAgents {
  readonly modules: readonly CoreModule[];
  readonly methods: Pick<Treasury, "proposal" | "readResource">;
  readonly authenticateAgent: AuthenticateAgent;
}

/** Credentials of external agents, and their proposals over HTTP and MCP. */
export function externalAgents(
  engine: Engine,
  options: TreasuryOptions,
  waits: ProposalWaits,
  paidFetch: PaidFetchTerms | null,
): ExternalAgents {
  const credentials = credentialsModule(engine, options);
  const { store } = credentials;
  const proposals = proposalsModule(engine, waits);
  const authenticateAgent = agentAuthentication(store, options, options.mcp?.authenticate);
  return {
    modules: [
      proposals,
      credentials,
      mcpModule(engine, options, waits, paidFetch, authenticateAgent),
    ],
    methods: proposals.methods,
    authenticateAgent,
  };
}
