import type { ErrorBody, ErrorCode } from "@agent-treasury/contract";
import type { TestContext } from "./test-context.ts";
import type { WireRequest } from "./wire-exchange.ts";

/** A body's header. */
export const json = { "content-type": "application/json" };

/** Every route that accepts a body. */
export const posts = [
  "/api/service/treasury/decide",
  "/api/service/agent",
  "/api/service/agent/resume",
  "/api/service/treasury/reset",
  "/api/service/treasury/deposit",
  "/api/service/agents",
  "/api/service/agents/memory-1",
] as const;

export function post(
  path: string,
  body: WireRequest["body"],
  headers: WireRequest["headers"] = json,
): WireRequest {
  return { method: "POST", path, headers, ...(body !== undefined && { body }) };
}

/** Asserts that a request is rejected with this code. */
export async function refuses(
  context: TestContext,
  request: WireRequest,
  code: ErrorCode,
): Promise<void> {
  const { text } = await context.send(request);
  const { code: told } = JSON.parse(text) as ErrorBody;
  context.expect([request.path, told]).toEqual([request.path, code]);
}

/** Asserts that an unreadable body is rejected; a body parser in front rejects it itself. */
export async function refusesUnreadable(
  context: TestContext,
  request: WireRequest,
  code: ErrorCode,
  status: number,
): Promise<void> {
  if (context.surface.parsesBodies !== true) return refuses(context, request, code);
  const answer = await context.sendAnywhere(request);
  context.expect([request.path, answer.status]).toEqual([request.path, status]);
}
