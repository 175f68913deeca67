import type {
  ActionCalls,
  ActionListRequest,
  AdministrativeAction,
  AgentCredential,
  CredentialCalls,
  PageRequest,
  Publication,
  ReplayReport,
  ReplayRequest,
  RuleCalls,
} from "@agent-treasury/contract/wire";
import type { CallOptions, ClientTerms, ReplayOptions } from "../options.ts";

export interface ClientActionCalls extends ActionCalls<ClientTerms> {
  /** Iterates over administrative actions, newest first. */
  each(from?: ActionListRequest, call?: CallOptions): AsyncGenerator<AdministrativeAction, void>;
}

export interface ClientCredentialCalls extends CredentialCalls<ClientTerms> {
  /** Iterates over credentials, newest first. */
  each(from?: PageRequest, call?: CallOptions): AsyncGenerator<AgentCredential, void>;
}

export interface ClientRuleCalls extends RuleCalls<ClientTerms> {
  /** Iterates over publications, newest first. */
  eachPublication(from?: PageRequest, call?: CallOptions): AsyncGenerator<Publication, void>;
  /**
   * Reports what rules would have done over the workspace's history: `POST
   * /treasury/rules/replay`. Stores nothing. Rejects with a `TreasuryConnectionError` if the stream
   * disconnects: start the replay again.
   *
   * Error codes: `invalid_request` with one line for each problem, `service_busy`.
   *
   * @example
   * const onProgress = ({ share }) => console.log(`${Math.round(share * 100)} %`);
   * const { changes, totals } = await client.rules.replay({ rules }, { onProgress });
   */
  replay(request?: ReplayRequest, call?: ReplayOptions): Promise<ReplayReport>;
}
