import type { ParsedInput } from "@agent-treasury/contract";
import { type PaidRequest, TreasuryError } from "@agent-treasury/provider";
import { invalidRequest } from "../../kernel/errors.ts";
import { sha256Hex } from "../../kernel/ledger/hash.ts";
import type { PaidFetchTerms } from "./paid-fetch-terms.ts";

export type AskedRequest = Pick<
  ParsedInput<"fetchPaid">,
  "url" | "method" | "contentType" | "body"
>;

export const longestUrl = 1_024;

/**
 * Validates a request to a seller, with the address as the parser reads it, so that no other reading
 * is requested.
 *
 * @throws TreasuryError `invalid_request`, `paid_origin_not_listed`.
 */
export function readPaidRequest(
  { url: text, method, contentType, body }: AskedRequest,
  { origins, asks }: Pick<PaidFetchTerms, "origins" | "asks">,
): PaidRequest {
  if (!URL.canParse(text)) throw invalidRequest("`url` is not a valid address.");
  const url = new URL(text);
  if (url.protocol !== "https:" || !(asks || origins.has(url.origin))) {
    throw new TreasuryError(
      "paid_origin_not_listed",
      `The origin ${JSON.stringify(url.origin)} is not one that this deployment requests.`,
    );
  }
  if (url.username !== "" || url.password !== "") {
    throw invalidRequest("`url` must not contain a user name or a password.");
  }
  if (url.hash !== "") throw invalidRequest("`url` must not contain a fragment.");
  if (url.href.length > longestUrl) {
    throw invalidRequest(`\`url\` must have at most ${longestUrl} characters in its encoded form.`);
  }
  const hasBody = body !== undefined || contentType !== undefined;
  if (method === "GET" && hasBody) {
    throw invalidRequest(
      "A GET request has neither `body` nor `contentType`. Use the method POST.",
    );
  }
  return { url: url.href, method, contentType: contentType ?? null, body: body ?? null };
}

/**
 * Returns the purpose as approvers see it, beginning with the request, so that no text of the agent
 * can precede it.
 */
export function purposeOf(request: PaidRequest, purpose: string): string {
  return `${textOf(request)}: ${purpose}`;
}

/** The request as approvers see it. */
export function textOf({ url, method, body }: PaidRequest): string {
  if (body === null) return `${method} ${url}`;
  const digest = sha256Hex(body).slice(0, 8);
  return `${method} ${url} with a body of ${body.length} characters (SHA-256 ${digest}…)`;
}
