import type {
  ActionAnswer,
  CurrentRules,
  DraftedRules,
  PageRequest,
  PublicationPage,
  PublicationReference,
  PublicationRequest,
  PublishedRules,
  RuleDraftAnswer,
  RuleDraftRequest,
  RuleWritingRequest,
  RulesReport,
  RulesValidation,
  SuggestionList,
  WorkspaceRequest,
} from "../shapes.ts";
import type { CallTerms } from "./call-terms.ts";

export interface RuleCalls<By extends CallTerms> {
  /** Reads the rules that judge the next spend, with their usage: `GET /treasury/rules`. */
  current(request?: WorkspaceRequest, ...call: By["options"]): Promise<CurrentRules>;
  /** Checks rules without publishing them: `POST /treasury/rules/validate`. */
  validate(request: RulesValidation, ...call: By["options"]): Promise<RulesReport>;
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
  publish(
    request: PublicationRequest & By["person"],
    ...call: By["options"]
  ): Promise<ActionAnswer>;
  /** Lists a page of publications, newest first: `GET /treasury/rules/history`. */
  history(page?: PageRequest, ...call: By["options"]): Promise<PublicationPage>;
  /**
   * Reads one publication: `GET /treasury/rules/{digest}`.
   *
   * Error codes: `publication_not_found`.
   */
  read(request: PublicationReference, ...call: By["options"]): Promise<PublishedRules>;
  /**
   * Publishes the rules of an earlier publication again: `POST /treasury/rules/{digest}/publish`.
   *
   * Error codes: `publication_not_found`, and those of `publish`.
   */
  rollBack(
    request: PublicationReference & By["person"],
    ...call: By["options"]
  ): Promise<ActionAnswer>;
  /** Reads the saved draft with its last replay: `GET /treasury/rules/draft`. */
  draft(request?: WorkspaceRequest, ...call: By["options"]): Promise<RuleDraftAnswer>;
  /**
   * Saves a draft, which the service replays over the last days, now and once a day: `POST
   * /treasury/rules/draft`. It judges no spend.
   *
   * Error codes: `invalid_request` with one line for each problem.
   */
  saveDraft(request: RuleDraftRequest, ...call: By["options"]): Promise<RuleDraftAnswer>;
  /**
   * Lets the connected model draft rules from a sentence: `POST /treasury/rules/write`. Publishes
   * nothing.
   *
   * Error codes: `model_not_connected`; `model_failed` without valid rules; `service_busy`.
   */
  write(request: RuleWritingRequest, ...call: By["options"]): Promise<DraftedRules>;
  /**
   * Suggests standing approvals and rules that would have replaced decisions of persons in the last 30
   * days: `GET /treasury/rules/suggestions`.
   */
  suggestions(request?: WorkspaceRequest, ...call: By["options"]): Promise<SuggestionList>;
  /** Removes the saved draft: `DELETE /treasury/rules/draft`. */
  removeDraft(request?: WorkspaceRequest, ...call: By["options"]): Promise<RuleDraftAnswer>;
}
