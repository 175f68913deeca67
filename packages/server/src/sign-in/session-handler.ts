import type { HandlerContext } from "@agent-treasury/treasury-core";
import { type PageSession, type SessionDeps, pageSession, sessionOf } from "./page-session.ts";
import { sessionSeconds } from "./page-sessions.ts";
import { clientOf } from "./refused-sign-ins.ts";
import { readSentToken } from "./sent-token.ts";
import { forgetSession, keepSession } from "./session-cookie.ts";

/** Resolves with null for other paths. */
export type SessionHandler = (
  request: Request,
  context?: HandlerContext,
) => Promise<Response | null>;

/**
 * Handles sign-in and sign-out on a page, at any mount path: `GET …/session`, `POST …/sign-in` and
 * `POST …/sign-out`. The token is sent once and exchanged for a cookie with the random id of a session.
 * Sign-out ends the session in every process. Failed sign-ins are logged and slowed down.
 *
 * @example
 * const session = sessionHandler(await openDeployment());
 * const answer = await session(new Request("http://localhost:3000/command/session"));
 */
export function sessionHandler(from: SessionDeps): SessionHandler {
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
      warn({ client, refusals: attempt.refusals }, "[agent-treasury] Sign-in failed.");
      return notAToken();
    }
    const { operator, sessionId } = attempt.opened;
    return sessionResponse(sessionOf(from, operator), [
      keepSession(sessionId, baseUrl, sessionSeconds),
      ...forgetSession(baseUrl).slice(1),
    ]);
  };

  return async (request, { native } = {}) => {
    const [, action] = /\/(session|sign-in|sign-out)$/.exec(new URL(request.url).pathname) ?? [];
    if (action === undefined) return null;
    if (request.method !== (action === "session" ? "GET" : "POST")) {
      return refusal(405, "This address does not support the method.");
    }
    if (action === "session") return sessionResponse(await pageSession(from, request, native));
    const sentFrom = request.headers.get("origin");
    if (sentFrom !== null && sentFrom !== origin) {
      return refusal(403, `Requests are accepted only from ${origin}.`);
    }
    if (action === "sign-in") return signIn(request, native);
    await from.signIn?.sessions.end(request);
    return sessionResponse(sessionOf(from, null), forgetSession(baseUrl));
  };
}

function sessionResponse(session: PageSession, cookies: readonly string[] = []): Response {
  const headers = new Headers({ "cache-control": "no-store" });
  for (const cookie of cookies) headers.append("set-cookie", cookie);
  return Response.json(session, { headers });
}

function notAToken(): Response {
  return refusal(401, "Unknown operator token.");
}

function tooManyAttempts(): Response {
  const answer = refusal(429, "Too many failed sign-ins. Try again in a few seconds.");
  answer.headers.set("retry-after", "3");
  return answer;
}

function refusal(status: number, error: string): Response {
  return Response.json({ error }, { status, headers: { "cache-control": "no-store" } });
}
