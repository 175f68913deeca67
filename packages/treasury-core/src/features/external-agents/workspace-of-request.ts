import {
  type RouteName,
  defaultWorkspaceId,
  inputFields,
  requestLimits,
  routes,
} from "@agent-treasury/contract";
import { basePathOf } from "../../http/address-options.ts";
import { routeMatcher } from "../../http/match-route.ts";
import { fromRequest } from "../../http/service-request.ts";
import { isWorkspaceId } from "../../http/workspace-id.ts";
import { bearerOf, placeOf } from "./credential-token.ts";

/**
 * Returns a function that finds the workspace of a request: that of its credential, the one that it
 * names, or the default one. Null if the route is not of one workspace, or the request is invalid.
 * It checks nothing, and is for hosts that keep workspaces apart.
 */
export function workspaceOfRequest(
  basePath?: string,
): (request: Request) => Promise<string | null> {
  const match = routeMatcher(basePathOf(basePath));
  return async (request) => {
    const place = placeOf(bearerOf(request.headers.get("authorization")) ?? "");
    if (place !== null) return place.workspaceId;
    const { pathname, searchParams } = new URL(request.url);
    const name = nameOf(() => match(request.method, pathname).name);
    if (name === null || !inputFields(name).includes("workspaceId")) return null;
    const isInBody = routes[name].method === "POST";
    const stated = isInBody ? await inBody(request) : searchParams.get("workspaceId");
    const workspaceId = stated?.trim() || defaultWorkspaceId;
    return isWorkspaceId(workspaceId) ? workspaceId : null;
  };
}

function nameOf(match: () => string): RouteName | null {
  try {
    const name = match();
    return Object.hasOwn(routes, name) ? (name as RouteName) : null;
  } catch {
    return null;
  }
}

/** Reads a copy of the body within its limit, so that the request can be sent on. */
async function inBody(request: Request): Promise<string | null> {
  try {
    const copy = fromRequest(request.clone());
    const bytes = await copy.bytes(requestLimits.bodyBytes);
    const body = JSON.parse(new TextDecoder().decode(bytes)) as unknown;
    const { workspaceId } = (body ?? {}) as { readonly workspaceId?: unknown };
    return typeof workspaceId === "string" ? workspaceId : null;
  } catch {
    return null;
  }
}
