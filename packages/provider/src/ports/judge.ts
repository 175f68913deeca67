export type JudgeVerdict = "safe" | "review" | "blocked";

/** A spend to judge, without its caller. */
export interface JudgeRequest {
  /**
   * One line for a prompt. The agent's text in it is JSON in ASCII punctuation, so that it cannot
   * be read as markup, a control token or a new line.
   */
  readonly text: string;
  /** USD, above zero, with at most six decimals. */
  readonly amountUsd: number;
  /** As written by the agent, for comparisons. Do not include it in a prompt. */
  readonly vendor: string;
  readonly purpose: string;
  readonly category: string | null;
  /**
   * What the service knows of the payee. `text` states it too. Missing in requests that only test a
   * connection.
   */
  readonly payee?: JudgedPayee;
  /** Aborts when the treasury stops waiting. Later answers are ignored. */
  readonly signal: AbortSignal;
}

/** Facts of the service, never of the agent. */
export interface JudgedPayee {
  /** A person approved a payment to it on this rail, of at least half the amount. */
  readonly isKnown: boolean;
  /** The person's message named it, or a signed-in person proposes the spend. */
  readonly isNamed: boolean;
  /** An agent of the same person read content that others wrote, in this turn or recently. */
  readonly isAfterOutsideContent: boolean;
  /** The one amount that the person's message names. Null if it names none or several. */
  readonly namedAmountUsd: number | null;
}

export interface JudgeAnswer {
  readonly verdict: JudgeVerdict;
  /** One sentence for the approver, redacted and truncated to 300 characters. */
  readonly reason: string;
}

/**
 * A model-based check of spends, in addition to the deterministic screening rules.
 *
 * It can only make the result stricter: `review` prevents automatic approval, `blocked` denies the
 * spend. It is called once per proposal, before anything is committed, and not for spends that the
 * rules block. After a rejection or a timeout the verdict of the rules applies and a person has to
 * decide, unless the deployment chose that the rules alone decide. After five consecutive calls
 * without an answer for one agent it is skipped for this agent for 30 s. Rejections with the status
 * 400, 413 or 422 do not count. `null` or an invalid answer results in at least `review`. An
 * implementation that cannot parse its model's answer must resolve with `null`.
 *
 * `judge` may run concurrently and is not retried. An implementation may retry within the
 * signal. API keys are read at the first call.
 *
 * Conformance suite: `judgeConformance` in `@agent-treasury/testing`.
 */
export interface Judge {
  readonly specificationVersion: "1";
  readonly provider: string;
  readonly modelId: string;
  judge(request: JudgeRequest): Promise<JudgeAnswer | null>;
}
