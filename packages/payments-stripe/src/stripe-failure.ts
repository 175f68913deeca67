import { TreasuryError, redact } from "@agent-treasury/provider";
import type { Connection } from "./connection.ts";

const maximumDetailCharacters = 300;
const maximumReadCharacters = 4_000;

/** Calls Stripe; what it throws becomes an error that a caller may read. */
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
  // The SDK takes any JSON for an answer that names no error, whatever its status.
  if (typeof (answer as Partial<Answer>).object === "string") return answer;
  throw new TreasuryError(
    "payment_processor_error",
    "What answered in place of Stripe is not Stripe: check STRIPE_API_URL and what lies between.",
  );
}

/** What the SDK threw, without its key and without what a payer typed. */
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
  // The SDK's own error is not kept: it carries whatever Stripe repeated of the request.
  return new TreasuryError("payment_processor_error", redact(said, secrets), { cause });
}

function describe(type: string, error: unknown, secrets: readonly string[]): string {
  switch (type) {
    case "StripeAuthenticationError":
      return "Stripe did not accept the key: check STRIPE_SECRET_KEY";
    case "StripePermissionError":
      return `The key for Stripe lacks a permission: ${detailOf(error, secrets)}`;
    case "StripeRateLimitError":
      return "Stripe was asked too often";
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

/** Without the secrets, which must go before the text is cut: a part of one is hard to find. */
function detailOf(error: unknown, secrets: readonly string[]): string {
  const told = error instanceof Error ? error.message.slice(0, maximumReadCharacters) : "";
  const words = redact(told, secrets).replace(/\s+/g, " ").trim();
  if (words === "") return "it gave no reason";
  const cut = words.slice(0, maximumDetailCharacters).toWellFormed();
  return cut.replace(/[.…]+$/, "");
}

function isTimeout(error: unknown): boolean {
  return connectionProblem(error) === "ETIMEDOUT" || /timeout/i.test(detailOf(error, []));
}

/** For example `ECONNREFUSED`; the SDK keeps what the network said beside its own words. */
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
