import type { AgentPrincipal } from "../principals/agent-principal.ts";
import type { SignedInOperator } from "./signed-in-operator.ts";

/** The person or the external agent that sent a request. */
export interface Principal {
  /** Null for anonymous access and for external agents. */
  readonly operator: SignedInOperator | null;
  /** Set if an external agent sent the request. */
  readonly agent?: AgentPrincipal;
}
