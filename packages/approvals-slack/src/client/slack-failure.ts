import { TreasuryError, redact } from "@agent-treasury/provider";
import { ErrorCode } from "@slack/web-api";

const problems: Readonly<Record<string, string>> = {
  account_inactive: "Slack rejected the bot token. Check `botToken`",
  channel_not_found: "The app cannot see the Slack channel. Check `channel`, and invite the app",
  invalid_auth: "Slack rejected the bot token. Check `botToken`",
  is_archived: "The Slack channel is archived",
  missing_scope: "The Slack app lacks a scope. Add `chat:write` and install the app again",
  not_authed: "Slack rejected the bot token. Check `botToken`",
  not_in_channel: "The app is not in the Slack channel. Invite it",
  token_expired: "Slack rejected the bot token. Check `botToken`",
  token_revoked: "Slack rejected the bot token. Check `botToken`",
};

/** Code of Slack's error, for example `channel_not_found`; null if Slack did not answer. */
export function slackErrorCode(error: unknown): string | null {
  if (field(error, "code") !== ErrorCode.PlatformError) return null;
  const code = field(field(error, "data"), "error");
  return typeof code === "string" && /^\w{1,100}$/.test(code) ? code : null;
}

/**
 * Converts an error of the SDK, which is dropped because it contains what was sent.
 *
 * @returns TreasuryError `outbound_failed`, with `retry-after` if Slack sent it.
 */
export function slackFailure(error: unknown, token: string): TreasuryError {
  const seconds = field(error, "retryAfter");
  const headers: Record<string, string> =
    typeof seconds === "number" && seconds > 0 ? { "retry-after": String(seconds) } : {};
  return new TreasuryError("outbound_failed", redact(describe(error), [token]), { headers });
}

function describe(error: unknown): string {
  const code = slackErrorCode(error);
  if (code !== null) return `${problems[code] ?? "Slack refused the request"} (${code}).`;
  switch (field(error, "code")) {
    case ErrorCode.RateLimitedError:
      return "Slack's rate limit was reached.";
    case ErrorCode.HTTPError:
      return `Slack answered with HTTP ${String(field(error, "statusCode"))}.`;
    case ErrorCode.RequestError:
      return `Slack could not be reached: ${networkProblem(field(error, "original"))}.`;
    default:
      return "The answer is not from Slack. Check `apiUrl` and any proxy in between.";
  }
}

function networkProblem(original: unknown): string {
  if (field(original, "name") === "TimeoutError") return "no answer in time";
  const code = field(field(original, "cause"), "code") ?? field(original, "code");
  return typeof code === "string" ? code : "the connection failed";
}

function field(value: unknown, name: string): unknown {
  if (typeof value !== "object" || value === null) return undefined;
  return (value as Readonly<Record<string, unknown>>)[name];
}
