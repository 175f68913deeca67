import type { ErrorBody, ErrorCode } from "@agent-treasury/contract";
import type { Scene } from "./scene.ts";
import type { WireRequest } from "./wire-exchange.ts";

/** The header that a body comes with. */
export const json = { "content-type": "application/json" };

/** Every route that takes a body. */
export const posts = [
  "/api/service/treasury/decide",
  "/api/service/agent",
  "/api/service/agent/resume",
  "/api/service/treasury/reset",
  "/api/service/treasury/deposit",
  "/api/service/agents",
  "/api/service/agents/memory-1",
] as const;

/** A POST of this body. */
export function post(
  path: string,
  body: WireRequest["body"],
  headers: WireRequest["headers"] = json,
): WireRequest {
  return { method: "POST", path, headers, ...(body !== undefined && { body }) };
}

/** Refused with this code. */
export async function refuses(scene: Scene, request: WireRequest, code: ErrorCode): Promise<void> {
  const { text } = await scene.send(request);
  const { code: told } = JSON.parse(text) as ErrorBody;
  scene.expect([request.path, told]).toEqual([request.path, code]);
}

/** Refused for a body that cannot be read; where a body parser comes first, that one answers. */
export async function refusesUnreadable(
  scene: Scene,
  request: WireRequest,
  code: ErrorCode,
  status: number,
): Promise<void> {
  if (scene.surface.parsesBodies !== true) return refuses(scene, request, code);
  const answer = await scene.sendAnywhere(request);
  scene.expect([request.path, answer.status]).toEqual([request.path, status]);
}
