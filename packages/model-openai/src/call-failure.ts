import { redact, TreasuryError } from "@agent-treasury/provider";
import { BrokenAnswer } from "./broken-answer.ts";
import { UpstreamFailure, connectionProblem, isTimeout, upstreamError } from "./upstream-error.ts";

/** What was called, so that a failure can name it. */
export interface CallContext {
  readonly model: string;
  /** The setting that names the model; `OPENAI_MODEL` unless given. */
  readonly modelSetting?: string;
  /** The key in use, which no message repeats. */
  readonly secret: string | undefined;
  readonly timeoutSeconds: number;
  /** Whether the endpoint was given up because it said nothing for too long. */
  readonly wasSilent: boolean;
}

/** The error that tells a caller why a call to the model failed. */
export function callFailure(error: unknown, context: CallContext): TreasuryError {
  const secrets = context.secret === undefined ? [] : [context.secret];
  const sentence = redact(sentenceFor(error, context, secrets), secrets);
  // The SDK's own error is not kept: it has whatever the endpoint repeated of the request.
  return new TreasuryError("model_failed", sentence, {
    cause: new UpstreamFailure(error, secrets),
  });
}

function sentenceFor(error: unknown, context: CallContext, secrets: readonly string[]): string {
  if (context.wasSilent || isTimeout(error)) {
    return `The model's endpoint was silent for ${context.timeoutSeconds} s.`;
  }
  const problem = connectionProblem(error);
  if (problem !== undefined) {
    return `The model's endpoint could not be reached (${problem}); check OPENAI_BASE_URL.`;
  }
  const { status, code, detail } = upstreamError(error, secrets);
  // What endpoints say of a key that they refuse may repeat it.
  if (status === 401) return "The model's endpoint refused the key; check OPENAI_API_KEY.";
  const said = detail === undefined ? "." : `: ${detail}`;
  if (status !== undefined) return `The model's endpoint ${byStatus(status, code, context)}${said}`;
  if (error instanceof BrokenAnswer) return `The model's endpoint ${error.message}${said}`;
  if (detail !== undefined) return `The model's endpoint failed in mid-answer${said}`;
  return "The model's endpoint broke off in mid-answer.";
}

function byStatus(status: number, code: string | undefined, context: CallContext): string {
  if (code === "insufficient_quota") return "says that the account's quota is used up";
  switch (status) {
    case 402:
      return "says that the account's credit is used up";
    case 403:
      return "does not allow this call";
    case 404:
      return `knows no model ${context.model}; check ${context.modelSetting ?? "OPENAI_MODEL"} and OPENAI_BASE_URL`;
    case 429:
      return "was asked too often";
    default:
      return status < 500 ? `refused the request (${status})` : `failed (${status})`;
  }
}
