import type { HandlerContext } from "@agent-treasury/treasury-core";
import { type PageSession, type SessionParts, pageSession, sessionOf } from "./page-session.ts";
import { sessionSeconds } from "./page-sessions.ts";
import { clientOf } from "./refused-sign-ins.ts";
import { readSentToken } from "./sent-token.ts";
import { forgetSession, keepSession } from "./session-cookie.ts";

/** Answers the requests about a page's session, and null for every other path. */
export type SessionHandler = (
  request: Request,
  context?: HandlerContext,
) => Promise<Response | null>;

/**
 * Signing in and out on a page, wherever it is mounted: `GET …/session`, `POST …/sign-in` and
 * `POST …/sign-out`. The token comes once, for a cookie with a sealed session. Sign-out ends the session
 * in every process. Refused sign-ins are logged and slowed down.
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
    if (from.signIn === null) return notAToken();
    const { sessions, refused, warn } = from.signIn;
    const client = clientOf(native);
    const attempt = await refused.attempt(client, () => sessions.open(sent.token));
    if (attempt === "busy") return tooManyAttempts();
    if ("refusals" in attempt) {
      warn({ client, refusals: attempt.refusals }, "[agent-treasury] A sign-in was refused.");
      return notAToken();
    }
    const { operator, sealed } = attempt.opened;
    return told(sessionOf(from, operator), [
      keepSession(sealed, baseUrl, sessionSeconds),
      ...forgetSession(baseUrl).slice(1),
    ]);
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
    await from.signIn?.sessions.end(request);
    return told(sessionOf(from, null), forgetSession(baseUrl));
  };
}

function told(session: PageSession, cookies: readonly string[] = []): Response {
  const headers = new Headers({ "cache-control": "no-store" });
  for (const cookie of cookies) headers.append("set-cookie", cookie);
  return Response.json(session, { headers });
}

function notAToken(): Response {
  return refusal(401, "This is no operator's token.");
}

function tooManyAttempts(): Response {
  const answer = refusal(429, "Too many sign-ins were refused. Try again in a few seconds.");
  answer.headers.set("retry-after", "3");
  return answer;
}

function refusal(status: number, error: string): Response {
  return Response.json({ error }, { status, headers: { "cache-control": "no-store" } });
}
