import { TreasuryError, redact } from "@agent-treasury/provider";
import type { Connection } from "./connection.ts";

const maximumDetailCharacters = 300;
const maximumReadCharacters = 4_000;

export async function askStripe<Answer extends { readonly object: string }>(
  connection: Connection,
  ask: () => PromiseLike<Answer>,
): Promise<Answer> {
  const answer = await ask().then(
    (given) => given,
    (error: unknown) => {
      throw stripeFailure(error, connection.secret);
    },
  );
  // The SDK accepts any JSON without an error field, whatever its status.
  if (typeof (answer as Partial<Answer>).object === "string") return answer;
  throw new TreasuryError(
    "payment_processor_error",
    "The answer is not from Stripe. Check STRIPE_API_URL and any proxy in between.",
  );
}

export function stripeFailure(error: unknown, secret: string | undefined): TreasuryError {
  const secrets = secret === undefined ? [] : [secret];
  const known = (name: string): string | undefined => {
    const value = field(error, name);
    const isPlain = value !== undefined && /^[\w.:-]{1,100}$/.test(value);
    return isPlain && redact(value, secrets) === value ? value : undefined;
  };
  const type = known("type") ?? "unknown";
  const requestId = known("requestId");
  const cause = { type, code: known("code"), statusCode: status(error), requestId };
  const where = requestId === undefined ? "" : ` (${requestId})`;
  const said = `${describe(type, error, secrets)}${where}.`;
  // The SDK's error is dropped because it contains what Stripe echoed of the request.
  return new TreasuryError("payment_processor_error", redact(said, secrets), { cause });
}

/** Whether Stripe has no object with the requested id. */
export function isMissing(failure: unknown): boolean {
  const cause: unknown = failure instanceof Error ? failure.cause : undefined;
  return field(cause, "code") === "resource_missing";
}

function describe(type: string, error: unknown, secrets: readonly string[]): string {
  switch (type) {
    case "StripeAuthenticationError":
      return "Stripe rejected the key: check STRIPE_SECRET_KEY";
    case "StripePermissionError":
      return `The key for Stripe lacks a permission: ${detailOf(error, secrets)}`;
    case "StripeRateLimitError":
      return "Stripe's rate limit was reached";
    case "StripeConnectionError":
      return isTimeout(error)
        ? "Stripe did not answer in time"
        : `Stripe could not be reached: ${connectionProblem(error)}`;
    case "StripeIdempotencyError":
      return "This idempotency key was used for a request with other content";
    case "StripeInvalidRequestError":
      return `Stripe refused the request: ${detailOf(error, secrets)}`;
    default:
      return `Stripe failed: ${detailOf(error, secrets)}`;
  }
}

/** Redacts secrets before cutting the text, because part of a secret is hard to find. */
function detailOf(error: unknown, secrets: readonly string[]): string {
  const told = error instanceof Error ? error.message.slice(0, maximumReadCharacters) : "";
  const words = redact(told, secrets).replace(/\s+/g, " ").trim();
  if (words === "") return "no reason given";
  const cut = words.slice(0, maximumDetailCharacters).toWellFormed();
  // oxlint-disable-next-line treasury/linear-patterns -- Cut before.
  return cut.replace(/[.…]+$/, "");
}

function isTimeout(error: unknown): boolean {
  return connectionProblem(error) === "ETIMEDOUT" || /timeout/i.test(detailOf(error, []));
}

/** For example `ECONNREFUSED`; the SDK has the network's error apart from its own message. */
function connectionProblem(error: unknown): string {
  const { detail } = error as { detail?: unknown };
  return field(error, "code") ?? field(detail, "code") ?? "the connection failed";
}

function status(error: unknown): number | undefined {
  const { statusCode } = error as { statusCode?: unknown };
  return typeof statusCode === "number" ? statusCode : undefined;
}

function field(value: unknown, name: string): string | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const found = (value as Readonly<Record<string, unknown>>)[name];
  return typeof found === "string" ? found : undefined;
}
