import type {
  ActionAnswer,
  CurrentRules,
  PageRequest,
  Publication,
  PublicationPage,
  PublicationReference,
  PublicationRequest,
  PublishedRules,
  ReplayReport,
  ReplayRequest,
  RuleDraftAnswer,
  RuleDraftRequest,
  RulesReport,
  RulesValidation,
  WorkspaceRequest,
} from "@agent-treasury/contract/wire";
import type { CallOptions, ReplayOptions } from "../options.ts";

export interface RuleCalls {
  /** Reads the rules that judge the next spend, with their usage: `GET /treasury/rules`. */
  current(request?: WorkspaceRequest, call?: CallOptions): Promise<CurrentRules>;
  /** Checks rules without publishing them: `POST /treasury/rules/validate`. */
  validate(request: RulesValidation, call?: CallOptions): Promise<RulesReport>;
  /**
   * Publishes rules: `POST /treasury/rules`. The action is `pending` if the present rules require
   * more approvals than the caller's.
   *
   * Error codes: `invalid_request` with one line for each problem,
   * `sign_in_not_connected`, `rules_changed`, `too_many_pending`.
   *
   * @example
   * const cloud = { id: "cloud", then: { limit: { amountUsd: 500, per: "month" } } } as const;
   * const { action } = await client.rules.publish({ rules: { version: 1, rules: [cloud] } });
   */
  publish(request: PublicationRequest, call?: CallOptions): Promise<ActionAnswer>;
  /** Lists a page of publications, newest first: `GET /treasury/rules/history`. */
  history(page?: PageRequest, call?: CallOptions): Promise<PublicationPage>;
  /** Iterates over publications, newest first. */
  eachPublication(from?: PageRequest, call?: CallOptions): AsyncGenerator<Publication, void>;
  /**
   * Reads one publication: `GET /treasury/rules/{digest}`.
   *
   * Error codes: `publication_not_found`.
   */
  read(request: PublicationReference, call?: CallOptions): Promise<PublishedRules>;
  /**
   * Publishes the rules of an earlier publication again: `POST /treasury/rules/{digest}/publish`.
   *
   * Error codes: `publication_not_found`, and those of `publish`.
   */
  rollBack(request: PublicationReference, call?: CallOptions): Promise<ActionAnswer>;
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
  /** Reads the saved draft with its last replay: `GET /treasury/rules/draft`. */
  draft(request?: WorkspaceRequest, call?: CallOptions): Promise<RuleDraftAnswer>;
  /**
   * Saves a draft, which the service replays over the last days, now and once a day: `POST
   * /treasury/rules/draft`. It judges no spend.
   *
   * Error codes: `invalid_request` with one line for each problem.
   */
  saveDraft(request: RuleDraftRequest, call?: CallOptions): Promise<RuleDraftAnswer>;
  /** Removes the saved draft: `DELETE /treasury/rules/draft`. */
  removeDraft(request?: WorkspaceRequest, call?: CallOptions): Promise<RuleDraftAnswer>;
}
