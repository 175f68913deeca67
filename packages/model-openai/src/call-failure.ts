import { redact, TreasuryError } from "@agent-treasury/provider";
import { BrokenAnswer } from "./broken-answer.ts";
import { UpstreamFailure, connectionProblem, isTimeout, upstreamError } from "./upstream-error.ts";

export interface CallContext {
  readonly model: string;
  /** The setting that names the model; `OPENAI_MODEL` by default. */
  readonly modelSetting?: string;
  readonly secret: string | undefined;
  readonly timeoutSeconds: number;
  readonly wasSilent: boolean;
}

export function callFailure(error: unknown, context: CallContext): TreasuryError {
  const secrets = context.secret === undefined ? [] : [context.secret];
  const sentence = redact(sentenceFor(error, context, secrets), secrets);
  // The SDK's error is dropped because it contains what the endpoint echoed of the request.
  return new TreasuryError("model_failed", sentence, {
    cause: new UpstreamFailure(error, secrets),
  });
}

/** Codes of a meter that refused the call before it was made. */
const refusals: ReadonlySet<string> = new Set([
  "tab_exhausted",
  "tab_closed",
  "tab_not_found",
  "frozen",
  "model_unpriced",
  "call_unbounded",
]);

function sentenceFor(error: unknown, context: CallContext, secrets: readonly string[]): string {
  if (context.wasSilent || isTimeout(error)) {
    return `The model's endpoint was silent for ${context.timeoutSeconds} s.`;
  }
  const problem = connectionProblem(error);
  if (problem !== undefined) {
    return `The model's endpoint could not be reached (${problem}); check OPENAI_BASE_URL.`;
  }
  const { status, code, detail } = upstreamError(error, secrets);
  if (detail !== undefined && code !== undefined && refusals.has(code)) return detail;
  // An endpoint's message about a rejected key can repeat the key.
  if (status === 401) return "The model's endpoint rejected the key; check OPENAI_API_KEY.";
  const said = detail === undefined ? "." : `: ${detail}`;
  if (status !== undefined) return `The model's endpoint ${byStatus(status, code, context)}${said}`;
  if (error instanceof BrokenAnswer) return `The model's endpoint ${error.message}${said}`;
  if (detail !== undefined) return `The model's endpoint failed while sending the answer${said}`;
  return "The model's endpoint closed the connection before the answer was complete.";
}

function byStatus(status: number, code: string | undefined, context: CallContext): string {
  if (code === "insufficient_quota") return "reports that the account's quota is used up";
  switch (status) {
    case 402:
      return "reports that the account's credit is used up";
    case 403:
      return "does not allow this call";
    case 404:
      return `has no model ${context.model}; check ${context.modelSetting ?? "OPENAI_MODEL"} and OPENAI_BASE_URL`;
    case 429:
      return "reached its rate limit";
    default:
      return status < 500 ? `rejected the request (${status})` : `failed (${status})`;
  }
}
