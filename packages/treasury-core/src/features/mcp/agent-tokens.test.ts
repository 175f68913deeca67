import { describe, expect, it } from "vitest";
import { sha256Hex } from "../../kernel/ledger/hash.ts";
import { agentTokens } from "./agent-tokens.ts";

const request = (authorization?: string): { readonly request: Request } => ({
  request: new Request("http://localhost/", authorization ? { headers: { authorization } } : {}),
});
const one = sha256Hex("token-one");
const two = sha256Hex("token-two");

describe("agentTokens", () => {
  const agentOf = agentTokens(`buyer:acme:${one}, other buyer:team:a@b.c:${two.toUpperCase()}`);

  it("identifies an agent with its workspace, whose name may have colons", () => {
    expect(agentOf(request("Bearer token-one"))).toEqual({ name: "buyer", workspaceId: "acme" });
    expect(agentOf(request("bearer  token-two"))).toEqual({
      name: "other buyer",
      workspaceId: "team:a@b.c",
    });
  });

  it.each([
    undefined,
    "Bearer ",
    "Bearer token-on",
    `Bearer ${one}`,
    "Basic token-one",
    "token-one",
  ])("returns null for the header %j", (authorization) => {
    expect(agentOf(request(authorization))).toBeNull();
  });

  it("accepts two tokens per agent, so that one can replace the other", () => {
    const rotated = agentTokens(`buyer:acme:${one},buyer:acme:${two}`);
    expect(rotated(request("Bearer token-one"))).toEqual(rotated(request("Bearer token-two")));
  });
});

describe("agentTokens rejects", () => {
  it.each([
    ["an empty list", ""],
    ["an extra comma", `buyer:acme:${one},`],
    ["no workspace", `buyer:${one}`],
    ["a blank workspace", `buyer: :${one}`],
    ["no name", `:acme:${one}`],
    ["an invalid workspace", `buyer:a/b:${one}`],
    ["a token instead of its digest", "buyer:acme:token-one"],
    ["a name of 101 characters", `${"x".repeat(101)}:acme:${one}`],
    ["a name with a control character", `bu\u0000yer:acme:${one}`],
  ])("%s", (_what, agents) => {
    expect(() => agentTokens(agents)).toThrow(
      expect.objectContaining({ code: "invalid_request" }) as Error,
    );
  });

  it.each([
    ["", "The list of agents is empty"],
    [`buyer:acme:${one},seller:acme:secret`, "Agent 2 of 2"],
  ])("%j, and names the invalid agent", (agents, problem) => {
    expect(() => agentTokens(agents)).toThrow(problem);
    expect(() => agentTokens(agents)).not.toThrow("secret");
  });

  it("two agents with the same token, without a digest in the message", () => {
    expect(() => agentTokens(`buyer:acme:${one},seller:acme:${one}`)).toThrow("the same token");
    expect(() => agentTokens(`buyer:a/b:${one}`)).not.toThrow(one);
  });
});
