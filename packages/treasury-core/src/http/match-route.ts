import { type HttpMethod, type RouteName, routes } from "@agent-treasury/contract";
import { TreasuryError } from "@agent-treasury/provider";

/** A route that a request is for, and what its path names. */
export interface RouteMatch {
  readonly name: RouteName;
  readonly parameters: Readonly<Record<string, string>>;
}

interface CompiledRoute {
  readonly name: RouteName;
  readonly method: HttpMethod;
  readonly pattern: RegExp;
}

/** Finds routes below one base path. */
export type RouteMatcher = (method: string, pathname: string) => RouteMatch;

/**
 * A matcher of the contract's table.
 *
 * @throws TreasuryError from the matcher: `route_not_found`, `method_not_allowed` with `allow`, or
 *   `invalid_request` for a path that is not valid percent-encoding.
 */
export function routeMatcher(basePath: string): RouteMatcher {
  const compiled = (Object.keys(routes) as RouteName[]).map((name) => compile(name, basePath));
  const byPath = Map.groupBy(compiled, ({ name }) => basePath + routes[name].path);
  return (method, pathname) => {
    const onPath = byPath.get(pathname) ?? compiled.filter(({ pattern }) => pattern.test(pathname));
    if (onPath.length === 0) {
      throw new TreasuryError("route_not_found", "There is nothing at this path.");
    }
    const route = onPath.find((candidate) => candidate.method === method);
    if (route === undefined) {
      const allow = [...onPath.map((candidate) => candidate.method), "OPTIONS"].join(", ");
      throw new TreasuryError("method_not_allowed", `This path does not answer ${method}.`, {
        headers: { allow },
      });
    }
    return { name: route.name, parameters: parametersOf(route, pathname) };
  };
}

function compile(name: RouteName, basePath: string): CompiledRoute {
  const { method, path } = routes[name];
  const escaped = (basePath + path).replace(/[.*+?^$()|[\]\\]/g, "\\$&");
  const pattern = escaped.replace(/\{(\w+)\}/g, "(?<$1>[^/]+)");
  // No slash at the end: URLs resolve `agents/.` to `agents/`, where a POST would make a machine.
  return { name, method, pattern: new RegExp(`^${pattern}$`) };
}

function parametersOf({ pattern }: CompiledRoute, pathname: string): Record<string, string> {
  const groups = pattern.exec(pathname)?.groups ?? {};
  try {
    return Object.fromEntries(
      Object.entries(groups).map(([name, value]) => [name, decodeURIComponent(value)]),
    );
  } catch (cause) {
    throw new TreasuryError("invalid_request", "The path is not valid percent-encoding.", {
      cause,
    });
  }
}

/** Where a request goes below its host. */
export interface RequestAddress {
  readonly pathname: string;
  /** With its question mark, empty when there is none. */
  readonly search: string;
}

/**
 * An address in which a URL parser would change nothing: no segment is empty or begins with a dot,
 * nothing in the path is escaped, and nothing anywhere wants to be.
 */
const plainAddress =
  /^https?:\/\/[\w.:[\]-]+((?:\/[\w~:@-][\w~:@.-]*)+\/?|\/)(\?[\w~:@./%&=+*,;!()$-]+)?$/;

/**
 * Splits an address as a URL parser does, and without one where the result is the same. A path in any
 * other spelling than its normal one is refused: a guard in front of the service that compares paths
 * would not recognize it.
 *
 * @throws TreasuryError `invalid_request` when it is not an address, `route_not_found` when its path is
 *   not normal.
 */
export function requestAddress(url: string): RequestAddress {
  const plain = plainAddress.exec(url);
  if (plain?.[1] !== undefined) return { pathname: plain[1], search: plain[2] ?? "" };
  if (!URL.canParse(url)) {
    throw new TreasuryError("invalid_request", "The request's address cannot be read.");
  }
  const address = new URL(url);
  if (!isNormal(url, address)) {
    throw new TreasuryError("route_not_found", "The path is not in its normal form.");
  }
  return address;
}

/** The letters, digits and `-._~` that RFC 3986 leaves unescaped. */
const needlessEscape = /%(?:2[de]|3\d|[46][1-9a-f]|[57][\da]|5f|7e)/i;

/** Without dot segments, backslashes, needless escapes, and characters that have to be escaped. */
function isNormal(url: string, { pathname }: URL): boolean {
  const written = /^[^:]+:\/\/[^/?#\\]*([^?#]*)/.exec(url)?.[1] ?? "";
  return (written || "/") === pathname && !needlessEscape.test(pathname);
}
