import type { HandlerContext } from "@agent-treasury/treasury-core";
import {
  type PageSession,
  type SessionParts,
  operatorOfToken,
  pageSession,
  sessionOf,
} from "./page-session.ts";
import { readSentToken } from "./sent-token.ts";
import { forgetToken, keepToken } from "./session-cookie.ts";

/** Answers the requests about a page's session, and null for every other path. */
export type SessionHandler = (
  request: Request,
  context?: HandlerContext,
) => Promise<Response | null>;

/**
 * Signing in and out on a page, wherever it is mounted: `GET …/session`, `POST …/sign-in` and
 * `POST …/sign-out`. The token comes once and goes into a cookie.
 *
 * @example
 * const session = sessionHandler(await openDeployment());
 * const answer = await session(new Request("http://localhost:3000/command/session"));
 */
export function sessionHandler(from: SessionParts): SessionHandler {
  const { baseUrl } = from.settings;
  const { origin } = new URL(baseUrl);

  const signIn = async (request: Request, native: unknown): Promise<Response> => {
    const sent = await readSentToken(request);
    if (!("token" in sent)) return refusal(sent.status, sent.problem);
    const operator = await operatorOfToken(from, sent.token, native);
    if (operator === null) return refusal(401, "This is no operator's token.");
    return told(sessionOf(from, operator), keepToken(sent.token, baseUrl));
  };

  return async (request, { native } = {}) => {
    const [, action] = /\/(session|sign-in|sign-out)$/.exec(new URL(request.url).pathname) ?? [];
    if (action === undefined) return null;
    if (request.method !== (action === "session" ? "GET" : "POST")) {
      return refusal(405, "This address does not take that method.");
    }
    if (action === "session") return told(await pageSession(from, request, native));
    const sentFrom = request.headers.get("origin");
    if (sentFrom !== null && sentFrom !== origin) {
      return refusal(403, `This may only be sent from ${origin}.`);
    }
    if (action === "sign-in") return signIn(request, native);
    return told(sessionOf(from, null), forgetToken(baseUrl));
  };
}

function told(session: PageSession, cookie?: string): Response {
  const headers = new Headers({ "cache-control": "no-store" });
  if (cookie !== undefined) headers.set("set-cookie", cookie);
  return Response.json(session, { headers });
}

function refusal(status: number, error: string): Response {
  return Response.json({ error }, { status, headers: { "cache-control": "no-store" } });
}
