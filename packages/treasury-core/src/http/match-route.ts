import { type HttpMethod, type RouteName, mcpPath, routes } from "@agent-treasury/contract";
import { TreasuryError } from "@agent-treasury/provider";
import { invalidRequest } from "../kernel/errors.ts";
import type { PluginOperation } from "./plugin-operation.ts";
import { signedRouteNames } from "./route-table.ts";

export interface RouteMatch {
  readonly name: RouteName;
  readonly parameters: Readonly<Record<string, string>>;
}

/** A match of a plugin's or a channel's route. */
export interface PluginMatch {
  readonly name: PluginOperation["action"];
  readonly plugin: PluginOperation;
  readonly parameters: Readonly<Record<string, string>>;
}

interface CompiledRoute {
  readonly target: Omit<RouteMatch, "parameters"> | Omit<PluginMatch, "parameters">;
  readonly method: HttpMethod;
  readonly path: string;
  readonly pattern: RegExp;
}

/** @param mountPath - The path at which the adapter is mounted, if it knows. */
export type RouteMatcher = (
  method: string,
  pathname: string,
  mountPath?: string,
) => RouteMatch | PluginMatch;

/**
 * @throws TreasuryError from the matcher: `route_not_found`, `method_not_allowed` with `allow`, or
 * `invalid_request`.
 */
export function routeMatcher(
  basePath: string,
  plugins: readonly PluginOperation[] = [],
): RouteMatcher {
  const compiled: readonly CompiledRoute[] = [
    ...(Object.keys(routes) as RouteName[]).map((name) => ({
      target: { name },
      ...compile(routes[name], basePath),
    })),
    ...plugins.map((plugin) => ({
      target: { name: plugin.action, plugin },
      ...compile(plugin, basePath),
    })),
  ];
  const byPath = Map.groupBy(compiled, ({ path }) => path);
  return (method, pathname, mountPath = "") => {
    const onPath = byPath.get(pathname) ?? compiled.filter(({ pattern }) => pattern.test(pathname));
    if (onPath.length === 0) {
      throw new TreasuryError("route_not_found", whyNotFound(basePath, pathname, mountPath));
    }
    const wanted = method === "HEAD" ? "GET" : method;
    const route = onPath.find((candidate) => candidate.method === wanted);
    if (route === undefined) {
      const allow = allowedMethods(onPath.map((candidate) => candidate.method));
      throw new TreasuryError("method_not_allowed", `This path does not support ${method}.`, {
        headers: { allow },
      });
    }
    return { ...route.target, parameters: parametersOf(route, pathname) };
  };
}

const pathShown = 200;

function whyNotFound(basePath: string, pathname: string, mountPath: string): string {
  const [path, mounted, expected] = [pathname.slice(0, pathShown), mountPath, basePath].map((one) =>
    JSON.stringify(one),
  );
  const noRoute = `No route matches ${path}`;
  if (pathname.startsWith(`${basePath}${basePath}/`)) {
    return `${noRoute}, which contains the base path twice. A client's \`baseUrl\` does not contain it.`;
  }
  if (pathname === basePath + mcpPath) {
    return `${noRoute}, because MCP is off. Set the option \`mcp\` of createTreasury. \`@agent-treasury/server\` needs sign-in and the package \`@agent-treasury/mcp\`.`;
  }
  if (pathname.startsWith(`${basePath}/`)) return `${noRoute}.`;
  // Below a mount at `/api`, the base path `/api/service` is found.
  return `${basePath}/`.startsWith(`${mountPath}/`)
    ? `${noRoute}, because it is not below the treasury's \`basePath\` ${expected}.`
    : `${noRoute}, because the treasury is mounted at ${mounted}, and its \`basePath\` is ${expected}. Mount it at ${expected}, or pass \`basePath: ${mounted}\`.`;
}

/** A path that accepts GET accepts HEAD too. */
function allowedMethods(methods: readonly HttpMethod[]): string {
  const all = methods.flatMap((method) => (method === "GET" ? ["GET", "HEAD"] : [method]));
  return [...all, "OPTIONS"].join(", ");
}

/** Returns whether a path belongs to signed deliveries. False if a called route also matches. */
export function signedPathMatcher(
  basePath: string,
  plugins: readonly PluginOperation[],
): (method: string, pathname: string) => boolean {
  const compiled = (kind: PluginOperation["kind"]): readonly Omit<CompiledRoute, "target">[] =>
    plugins.filter((plugin) => plugin.kind === kind).map((plugin) => compile(plugin, basePath));
  const signed = [
    ...signedRouteNames.map((name) => compile(routes[name], basePath)),
    ...compiled("signed"),
  ];
  const called = compiled("called");
  return (method, pathname) =>
    signed.some(({ pattern }) => pattern.test(pathname)) &&
    !called.some((route) => route.method === method && route.pattern.test(pathname));
}

function compile(
  { method, path: below }: { readonly method: HttpMethod; readonly path: string },
  basePath: string,
): Omit<CompiledRoute, "target"> {
  const path = basePath + below;
  const escaped = path.replace(/[.*+?^$()|[\]\\]/g, "\\$&");
  const pattern = escaped.replace(/\{(\w+)\}/g, "(?<$1>[^/]+)");
  // No trailing slash: URLs resolve `agents/.` to `agents/`, where a POST would create a machine.
  return { method, path, pattern: new RegExp(`^${pattern}$`) };
}

function parametersOf({ pattern }: CompiledRoute, pathname: string): Record<string, string> {
  const groups = pattern.exec(pathname)?.groups ?? {};
  try {
    return Object.fromEntries(
      Object.entries(groups).map(([name, value]) => [name, decodeURIComponent(value)]),
    );
  } catch (cause) {
    throw invalidRequest("The path is not valid percent-encoding.", cause);
  }
}

export interface RequestAddress {
  readonly pathname: string;
  /** The query, with its question mark. */
  readonly search: string;
}

/** URLs that a parser would not change. */
const plainAddress =
  /^https?:\/\/[\w.:[\]-]+((?:\/[\w~:@-][\w~:@.-]*)+\/?|\/)(\?[\w~:@./%&=+*,;!()$-]+)?$/;

/**
 * Avoids a URL parser if possible. Rejects paths that are not normalized, because a path-based
 * guard in front of the service would not recognize them.
 *
 * @throws TreasuryError `invalid_request` or `route_not_found`.
 */
export function requestAddress(url: string): RequestAddress {
  const plain = plainAddress.exec(url);
  if (plain?.[1] !== undefined) return { pathname: plain[1], search: plain[2] ?? "" };
  if (!URL.canParse(url)) throw invalidRequest("The request URL is invalid.");
  const address = new URL(url);
  if (!isNormal(url, address)) {
    throw new TreasuryError("route_not_found", "The path is not normalized.");
  }
  return address;
}

/** The characters that RFC 3986 leaves unescaped. */
const needlessEscape = /%(?:2[de]|3\d|[46][1-9a-f]|[57][\da]|5f|7e)/i;

function isNormal(url: string, { pathname }: URL): boolean {
  const written = /^[^:]+:\/\/[^/?#\\]*([^?#]*)/.exec(url)?.[1] ?? "";
  return (written || "/") === pathname && !needlessEscape.test(pathname);
}
