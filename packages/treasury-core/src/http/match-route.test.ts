import { type RouteName, routes } from "@agent-treasury/contract";
import { TreasuryError } from "@agent-treasury/provider";
import { describe, expect, it } from "vitest";
import { routeMatcher } from "./match-route.ts";

const match = routeMatcher("/api/service");

function refusalOf(method: string, pathname: string): TreasuryError {
  try {
    match(method, pathname);
  } catch (error) {
    if (error instanceof TreasuryError) return error;
  }
  throw new Error(`${method} ${pathname} was not refused.`);
}

describe("the routes", () => {
  it.each(Object.entries(routes))("match %s by its method and path", (name, { method, path }) => {
    const pathname = `/api/service${path.replace(/\{\w+\}/, "memory-1")}`;
    const [, parameter] = /\{(\w+)\}/.exec(path) ?? [];
    const parameters = parameter === undefined ? {} : { [parameter]: "memory-1" };
    expect(match(method, pathname)).toEqual({ name, parameters });
  });

  it("are below the configured base path, taken literally", () => {
    const elsewhere = routeMatcher("/a.b/(c)");
    expect(elsewhere("GET", "/a.b/(c)/treasury").name).toBe("readTreasury" satisfies RouteName);
    expect(() => elsewhere("GET", "/aXb/(c)/treasury")).toThrow("No route matches");
    expect(() => elsewhere("GET", "/api/service/treasury")).toThrow("No route matches");
  });

  it("are below the root if the base path is empty", () => {
    expect(routeMatcher("")("GET", "/treasury").name).toBe("readTreasury");
  });

  it("decode path parameters once", () => {
    expect(match("GET", "/api/service/agents/a%2Fb%20c").parameters).toEqual({ id: "a/b c" });
    expect(match("GET", "/api/service/agents/%252e").parameters).toEqual({ id: "%2e" });
  });

  it("reject invalid percent-encoding", () => {
    for (const id of ["%", "%zz", "%ff", "%c3%28"]) {
      expect(refusalOf("GET", `/api/service/agents/${id}`).code).toBe("invalid_request");
    }
  });

  it("never create a machine for the id `.`, which a URL resolves away", () => {
    const { pathname } = new URL("http://localhost/api/service/agents/.");
    expect(refusalOf("POST", pathname).code).toBe("route_not_found");
  });

  it("reject an unknown path before an unknown method", () => {
    for (const pathname of [
      "/",
      "/api/service",
      "/api/service/",
      "/api/service//treasury",
      "/api/service/agents/a/b",
      "/api/service/agents//",
      "/x/api/service/treasury",
      "/api/service/treasury/decide/",
    ]) {
      expect([pathname, refusalOf("PUT", pathname).code]).toEqual([pathname, "route_not_found"]);
    }
  });

  it("match HEAD where GET is", () => {
    for (const path of ["/health", "/treasury", "/openapi.json", "/agents/memory-1"]) {
      const url = `/api/service${path}`;
      expect(routeMatcher("/api/service")("HEAD", url)).toEqual(
        routeMatcher("/api/service")("GET", url),
      );
    }
  });

  it.each([
    [
      "/pay/treasury",
      "/pay",
      /mounted at "\/pay", and its `basePath` is "\/api\/service"\. Mount it/,
    ],
    ["/pay/treasury", undefined, /"\/pay\/treasury", because it is not below .*"\/api\/service"/],
    ["/api/other", "/api", /"\/api\/other", because it is not below .*"\/api\/service"/],
    ["/api/service/api/service/treasury", "/api/service", /contains the base path twice/],
    ["/api/service/mcp", "/api/service", /because MCP is off\. Set the option `mcp`/],
    ["/api/service/nothing", "/api/service", /^No route matches "\/api\/service\/nothing"\.$/],
  ])("explain why %s has no route, mounted at %s", (pathname, mountPath, text) => {
    expect(() => routeMatcher("/api/service")("GET", pathname, mountPath)).toThrow(text);
  });

  it("reject a wrong method with the allowed ones", () => {
    for (const [method, path, allow] of [
      ["PUT", "/agents/memory-1", "GET, HEAD, POST, DELETE, OPTIONS"],
      ["HEAD", "/treasury/decide", "POST, OPTIONS"],
      ["get", "/treasury", "GET, HEAD, OPTIONS"],
    ] as const) {
      const { code, headers } = refusalOf(method, `/api/service${path}`);
      expect([code, headers]).toEqual(["method_not_allowed", { allow }]);
    }
  });
});
