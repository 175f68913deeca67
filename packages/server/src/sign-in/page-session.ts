import type { Logger } from "@agent-treasury/provider";
import type { AccessRules } from "@agent-treasury/treasury-core";
import type { PageSessions } from "./page-sessions.ts";
import type { RefusedSignIns } from "./refused-sign-ins.ts";

/** The session information that a page loads first. */
export interface PageSession {
  /** Whether sign-in is required. */
  readonly signIn: boolean;
  /** The signed-in operator. */
  readonly operator: string | null;
  /** A description of the agent's model. Null without a model. */
  readonly agent: string | null;
}

/** The dependencies of sign-in on a page. */
export interface SignIn {
  readonly sessions: PageSessions;
  readonly refused: RefusedSignIns;
  readonly warn: Logger["warn"];
}

/** The dependencies of a page session. A `Deployment` has them. */
export interface SessionParts {
  /** Authenticates the operator of a request. Null without sign-in. */
  readonly authenticate: NonNullable<AccessRules["authenticate"]> | null;
  /** Names of the connected implementations. Null if not connected. */
  readonly parts: { readonly model: string | null };
  readonly settings: { readonly baseUrl: string };
  /** Null if sign-in by token is not configured. */
  readonly signIn: SignIn | null;
}

/** Returns the session of a request, by its credential. */
export async function pageSession(
  from: SessionParts,
  request: Request,
  native: unknown,
): Promise<PageSession> {
  return sessionOf(from, await operatorOf(from.authenticate, request, native));
}

/** Returns the session of an authenticated operator. */
export function sessionOf(
  { authenticate, parts }: SessionParts,
  operator: string | null,
): PageSession {
  return { signIn: authenticate !== null, operator, agent: describeAgent(parts.model) };
}

async function operatorOf(
  authenticate: AccessRules["authenticate"] | null,
  request: Request,
  native: unknown,
): Promise<string | null> {
  const operator = await authenticate?.({ request, headers: request.headers, native });
  return operator?.name ?? null;
}

function describeAgent(model: string | null): string | null {
  return model?.startsWith("scripted:") === true
    ? "a scripted model of the sandbox, which follows simple instructions and is not a language model"
    : model;
}
