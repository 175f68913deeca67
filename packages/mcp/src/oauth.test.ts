import { TreasuryError } from "@agent-treasury/provider";
import type { McpOptions, TreasuryOptions } from "@agent-treasury/treasury-core";
import {
  discoverOAuthProtectedResourceMetadata,
  extractWWWAuthenticateParams,
} from "@modelcontextprotocol/client";
import { expect, it } from "vitest";
import { type TestService, address, taskClient, testService } from "./mcp-clients.fixture.ts";
import { mcpServer } from "./mcp-server.ts";

const issuer = "https://login.example.com";
const known = "http://localhost:3000/.well-known/oauth-protected-resource";

/** Stands for the verification of a signed token, which names its audience. */
const authenticate: NonNullable<McpOptions["authenticate"]> = ({ headers }) => {
  const [, subject, audience] = headers.get("authorization")?.split(" ") ?? [];
  if (subject === undefined || subject.split(".").length > 1) return null;
  if (audience === address.href) return { name: subject, workspaceId: "acme" };
  throw new TreasuryError("unauthenticated", "The access token is for another audience.");
};

function oauthService(
  options: Pick<McpOptions, "authorizationServers" | "requestsPerMinute"> = {},
  others: Pick<TreasuryOptions, "allowedOrigins"> = {},
): TestService {
  const server = mcpServer();
  const mcp: McpOptions = { server, authenticate, authorizationServers: [issuer], ...options };
  return testService({ mcp, ...others });
}

it("names its authorization servers at both well-known addresses", async () => {
  const { send } = oauthService();
  const metadata = {
    resource: address.href,
    authorization_servers: [issuer],
    bearer_methods_supported: ["header"],
  };
  expect(await discoverOAuthProtectedResourceMetadata(address, {}, send)).toMatchObject(metadata);
  for (const url of [known, `${known}/api/service/mcp`]) {
    const response = await send(url);
    expect(response.headers.get("cache-control")).toBe("max-age=3600");
    expect(await response.json()).toMatchObject(metadata);
    expect((await send(url, { method: "POST" })).status).toBe(405);
  }
  expect((await send(`${known}/api/service`)).status).toBe(404);
});

it("lets pages of every origin read the metadata, and only that", async () => {
  const { send } = oauthService();
  const headers = {
    origin: "https://inspector.example",
    "access-control-request-headers": "mcp-protocol-version",
  };
  for (const method of ["GET", "HEAD", "OPTIONS"]) {
    const response = await send(known, { method, headers });
    expect(response.status).toBe(method === "OPTIONS" ? 204 : 200);
    expect(response.headers.get("access-control-allow-origin")).toBe("*");
    expect(response.headers.get("access-control-allow-headers")).toBe("*");
  }
  const other = await send(address, { method: "POST", body: "{}", headers });
  expect(other.status).toBe(403);
  expect(other.headers.get("access-control-allow-origin")).toBeNull();
});

it("lets pages of allowed origins read the challenge", async () => {
  const origin = "https://inspector.example";
  const { send } = oauthService({}, { allowedOrigins: [origin] });
  const { headers } = await send(address, { method: "POST", body: "{}", headers: { origin } });
  expect(headers.get("access-control-allow-origin")).toBe(origin);
  expect(headers.get("access-control-expose-headers")).toContain("www-authenticate");
  const preflight = await send(address, { method: "OPTIONS", headers: { origin } });
  const allowed = preflight.headers.get("access-control-allow-headers")?.split(", ");
  expect(allowed).toEqual(
    expect.arrayContaining(["mcp-protocol-version", "mcp-method", "mcp-name"]),
  );
});

it("refers a client without an accepted token to the metadata", async () => {
  const { send } = oauthService();
  for (const authorization of ["", "Bearer buyer https://other.example.com/mcp"]) {
    const init = { method: "POST", body: "{}", headers: { authorization } };
    const response = await send(address, init);
    expect(response.status).toBe(401);
    const error = authorization === "" ? null : "invalid_token";
    expect(/error="(\w+)"/.exec(response.headers.get("www-authenticate") ?? "")?.[1] ?? null).toBe(
      error,
    );
    const { resourceMetadataUrl } = extractWWWAuthenticateParams(response);
    expect(resourceMetadataUrl?.href).toBe(`${known}/api/service/mcp`);
  }
});

it("accepts an access token for its own audience", async () => {
  const service = oauthService();
  const { propose } = await taskClient(service, `buyer ${address.href}`);
  const proposalId = await propose();
  const { proposals } = await service.treasury.state("acme");
  expect(proposals).toMatchObject([{ id: proposalId, proposedBy: "buyer" }]);
});

it("serves no metadata and no challenge without authorization servers", async () => {
  const { send } = oauthService({ authorizationServers: [] });
  expect((await send(known)).status).toBe(404);
  const { headers } = await send(address, { method: "POST", body: "{}" });
  expect(headers.get("www-authenticate")).toBe('Bearer realm="agent-treasury"');
});

it("rejects authorization servers whose tokens are not verified", () => {
  const mcp = { server: mcpServer(), authorizationServers: [issuer] };
  expect(() => testService({ mcp })).toThrow("`mcp.authenticate`");
});

it.each([
  ["an issuer without https", { authorizationServers: ["http://login.example.com"] }],
  ["an issuer that is no address", { authorizationServers: ["login"] }],
  ["a limit of zero", { requestsPerMinute: 0 }],
])("rejects %s", (_what, options) => {
  expect(() => oauthService(options)).toThrow(
    expect.objectContaining({ code: "invalid_request" }) as Error,
  );
});
