import type { Logger } from "@agent-treasury/provider";
import type { AccessRules } from "@agent-treasury/treasury-core";
import type { PageSessions } from "./page-sessions.ts";
import type { RefusedSignIns } from "./refused-sign-ins.ts";

/** Session information for a page. */
export interface PageSession {
  readonly signIn: boolean;
  readonly operator: string | null;
  /** A description of the agent's model. */
  readonly agent: string | null;
}

export interface SignIn {
  readonly sessions: PageSessions;
  readonly refused: RefusedSignIns;
  readonly warn: Logger["warn"];
}

/** A `Deployment` has these fields. */
export interface SessionDeps {
  readonly authenticate: NonNullable<AccessRules["authenticate"]> | null;
  /** Names of the connected implementations. */
  readonly parts: { readonly model: string | null };
  readonly settings: { readonly baseUrl: string };
  readonly signIn: SignIn | null;
}

/** Authenticates a request. */
export async function pageSession(
  from: SessionDeps,
  request: Request,
  native: unknown,
): Promise<PageSession> {
  return sessionOf(from, await operatorOf(from.authenticate, request, native));
}

export function sessionOf(
  { authenticate, parts }: SessionDeps,
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
