import type { Logger } from "@agent-treasury/provider";
import type { AccessRules } from "@agent-treasury/treasury-core";
import type { PageSessions } from "./page-sessions.ts";
import type { RefusedSignIns } from "./refused-sign-ins.ts";

/** What a page asks before it shows anything. */
export interface PageSession {
  /** Whether people sign in here. */
  readonly signIn: boolean;
  /** Who is signed in. */
  readonly operator: string | null;
  /** What answers directives, in words for a person; null for nothing. */
  readonly agent: string | null;
}

/** What signing in on a page needs. */
export interface SignIn {
  readonly sessions: PageSessions;
  readonly refused: RefusedSignIns;
  readonly warn: Logger["warn"];
}

/** What a session is told from: a `Deployment` has it. */
export interface SessionParts {
  /** Names the operator of a request; null where nobody signs in. */
  readonly authenticate: NonNullable<AccessRules["authenticate"]> | null;
  /** Names of what is plugged in; null for what is not. */
  readonly parts: { readonly model: string | null };
  readonly settings: { readonly baseUrl: string };
  /** Null where no sign-in by a token is configured. */
  readonly signIn: SignIn | null;
}

/** Tells who looks at a page, by the credential that the request carries. */
export async function pageSession(
  from: SessionParts,
  request: Request,
  native: unknown,
): Promise<PageSession> {
  return sessionOf(from, await operatorOf(from.authenticate, request, native));
}

/** What a page is told once it is known who looks at it. */
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
    ? "a scripted stand-in, which follows plain directives and is no language model"
    : model;
}
