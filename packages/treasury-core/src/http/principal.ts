import type { AgentPrincipal } from "./outside-agent.ts";
import type { ServiceRequest } from "./service-request.ts";
import type { SignedInOperator } from "./signed-in-operator.ts";

/** The person or the external agent that sent a request. */
export interface Principal {
  /** Null for anonymous access and for external agents. */
  readonly operator: SignedInOperator | null;
  /** Set if an external agent sent the request. */
  readonly agent?: AgentPrincipal;
}

/** Returns null if the request is not an agent's. */
export type AuthenticateAgent = (
  request: ServiceRequest,
  native: unknown,
) => Promise<AgentPrincipal | null>;

/** An HTTP client. */
export interface TurnCaller {
  readonly id: string;
  readonly isAnonymous: boolean;
}
