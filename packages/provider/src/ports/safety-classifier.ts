export type ClassifierVerdict = "safe" | "review" | "blocked";

/** A spend to classify. It does not identify the caller. */
export interface ClassifierRequest {
  /**
   * The spend as one line that can be placed in a prompt. The agent's text in it is JSON in ASCII
   * punctuation, so that it cannot be read as markup, a control token or a new line.
   */
  readonly text: string;
  /** USD, above zero, with at most six decimals. */
  readonly amountUsd: number;
  /** As written by the agent. Use these for comparisons only, never in a prompt. */
  readonly vendor: string;
  readonly purpose: string;
  readonly category: string | null;
  /** Aborts when the treasury stops waiting. Later answers are ignored. */
  readonly signal: AbortSignal;
}

/** A verdict and its reason. */
export interface ClassifierAnswer {
  readonly verdict: ClassifierVerdict;
  /**
   * One sentence for the approver. Truncated to 300 characters, with keys and card numbers
   * redacted.
   */
  readonly reason: string;
}

/**
 * A model-based check of spends, in addition to the deterministic screening rules.
 *
 * It can only make the result stricter: `review` prevents automatic approval, `blocked` denies the
 * spend, and `safe` changes nothing. It is called once for each proposal, before anything is
 * committed, and not for spends that the rules block. After a rejection or a timeout the verdict of
 * the rules applies, unless the deployment chose `review` for this case. After five consecutive
 * transport failures (timeout, 5xx, no connection) the classifier is skipped for 30 s. If
 * `classify` resolves with `null` or an invalid answer, the verdict is at least `review`. An
 * implementation that cannot parse its model's answer must resolve with `null`.
 *
 * `classify` may run concurrently. The treasury does not retry it. An implementation may retry
 * within the signal. API keys are read at the first call.
 *
 * Conformance suite: `safetyClassifierConformance` in `@agent-treasury/testing`.
 */
export interface SafetyClassifier {
  readonly specificationVersion: "1";
  /** Shown in messages and traces, for example `openai` or `scripted`. */
  readonly provider: string;
  readonly modelId: string;
  classify(request: ClassifierRequest): Promise<ClassifierAnswer | null>;
}
