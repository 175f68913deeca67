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
