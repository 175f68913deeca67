/** What a classifier thinks of a spend. */
export type ClassifierVerdict = "safe" | "review" | "blocked";

/** A spend that is to be judged. Who asks for it is not told. */
export interface ClassifierRequest {
  /**
   * The spend in one line that can be put before a model as it is: what is judged and, as JSON in
   * ASCII punctuation alone, what the agent wrote, so that none of it can be read as markup, as a
   * control token or as a line of its own.
   */
  readonly text: string;
  /** USD, above zero, with at most six decimals. */
  readonly amountUsd: number;
  /** As the agent wrote them: for comparing, and never to be put into a prompt. */
  readonly vendor: string;
  readonly purpose: string;
  readonly category: string | null;
  /** Aborts when the treasury waits no longer; what is answered then is not heard. */
  readonly signal: AbortSignal;
}

/** A verdict, and why. */
export interface ClassifierAnswer {
  readonly verdict: ClassifierVerdict;
  /** For the person who decides; one sentence. Cut at 300 characters, keys and card numbers taken out. */
  readonly reason: string;
}

/**
 * A second opinion on what is bought, beside the deterministic screening rules.
 *
 * It can only tighten: `review` prevents automatic approval, `blocked` denies the spend, and `safe` changes
 * nothing. It is asked once for each proposal, before anything is committed, and not about what the rules
 * block. A rejection or a timeout is silence: the verdict of the rules stands, unless the deployment
 * chose `review`, and after five transport failures in a row (timeout, 5xx, no connection) the classifier is
 * not asked for 30 s. `null` or an answer of another shape cannot be used: the verdict is then at least
 * `review`. An implementation that cannot read its model's answer must resolve with `null`.
 *
 * `classify` may run many times at once. Nothing is asked again: an implementation that wants to retry
 * does so within the signal. Keys are read at the first call, not before.
 *
 * Source of the conformance suite: `safetyClassifierConformance` in `@agent-treasury/testing`.
 */
export interface SafetyClassifier {
  readonly specificationVersion: "1";
  /** For messages and traces, for example `openai` or `scripted`. */
  readonly provider: string;
  readonly modelId: string;
  classify(request: ClassifierRequest): Promise<ClassifierAnswer | null>;
}
