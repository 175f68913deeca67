import type { Deployment } from "@agent-treasury/cli";
import { operatorCookie } from "@agent-treasury/treasury-core";
import type { Request as ExpressRequest } from "express";

/** What the page asks before it shows anything. */
export interface PageSession {
  /** Whether people sign in here. */
  readonly signIn: boolean;
  /** Who is signed in. */
  readonly operator: string | null;
  /** What answers directives; null for nothing. */
  readonly agent: string | null;
}

/** Tells who looks at the page, by the credential that the request carries. */
export async function pageSession(
  deployment: Deployment,
  request: ExpressRequest,
): Promise<PageSession> {
  const { cookie, authorization } = request.headers;
  const headers = new Headers();
  if (cookie !== undefined) headers.set("cookie", cookie);
  if (authorization !== undefined) headers.set("authorization", authorization);
  return sessionOf(deployment, await operatorOf(deployment, headers, request));
}

/** Tells whose token it is, null when it is nobody's. */
export async function operatorOfToken(
  deployment: Deployment,
  token: string,
  request: ExpressRequest,
): Promise<string | null> {
  const cookie = `${operatorCookie}=${encodeURIComponent(token)}`;
  return operatorOf(deployment, new Headers({ cookie }), request);
}

/** What the page is told once it is known who looks at it. */
export function sessionOf(
  { authenticate, parts }: Deployment,
  operator: string | null,
): PageSession {
  return { signIn: authenticate !== null, operator, agent: describeAgent(parts.model) };
}

async function operatorOf(
  { authenticate, settings }: Deployment,
  headers: Headers,
  native: ExpressRequest,
): Promise<string | null> {
  const request = new Request(settings.baseUrl, { headers });
  const operator = await authenticate?.({ request, native });
  return operator?.name ?? null;
}

function describeAgent(model: string | null): string | null {
  return model?.startsWith("scripted:") === true
    ? "a scripted stand-in, which follows plain directives and is no language model"
    : model;
}
