import { requestLimits } from "@agent-treasury/contract";
import type { OutboundResponse, PaidRequest } from "@agent-treasury/provider";
import { longestUrl, textOf } from "./read-paid-request.ts";

/** The address that a redirect names. Null without one, and for one that cannot be requested. */
export function locationOf(
  { status, headers }: Pick<OutboundResponse, "status" | "headers">,
  url: string,
): string | null {
  const location = headers["location"];
  if (status < 300 || status >= 400) return null;
  if (location === undefined || !URL.canParse(location, url)) return null;
  const { protocol, href } = new URL(location, url);
  const isRequestable = /^https?:$/.test(protocol) && href.length <= requestLimits.urlCharacters;
  return isRequestable ? href : null;
}

const statusesWithMethod: ReadonlySet<number> = new Set([307, 308]);
const otherStatuses: ReadonlySet<number> = new Set([301, 302, 303]);

/**
 * The request that follows a redirect within the origin, otherwise null, because the deployment
 * lists origins, and text of the agent would go to another one. The price of the new address is quoted
 * and pinned like any other, and a redirect of a payment is never followed.
 */
export function redirectedRequest(
  request: PaidRequest,
  answer: OutboundResponse,
): PaidRequest | null {
  const location = locationOf(answer, request.url);
  if (location === null) return null;
  const { origin, username, password, href } = new URL(location);
  if (origin !== new URL(request.url).origin || username !== "" || password !== "") return null;
  const [url = ""] = href.split("#", 1);
  if (url.length > longestUrl) return null;
  if (statusesWithMethod.has(answer.status)) return { ...request, url };
  if (!otherStatuses.has(answer.status)) return null;
  return { url, method: "GET", contentType: null, body: null };
}

/**
 * The purpose as approvers see it: after the request, the one that is paid.
 *
 * @param purpose from `purposeOf` for `asked`.
 */
export function redirectedTo(
  { method, url }: PaidRequest,
  asked: PaidRequest,
  purpose: string,
): string {
  const text = textOf(asked);
  return `${text} redirected to ${method} ${url}${purpose.slice(text.length)}`;
}

/** What `redirectedTo` was given. */
export function withoutRedirect(asked: PaidRequest, purpose: string): string {
  const text = textOf(asked);
  const start = `${text} redirected to `;
  if (!purpose.startsWith(start)) return purpose;
  // An address contains no space, but may end with a colon.
  return `${text}${purpose.slice(start.length).replace(/^(?:GET|POST) \S+(?=: )/, "")}`;
}
