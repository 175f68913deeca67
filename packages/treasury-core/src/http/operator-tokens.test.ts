import { describe, expect, it } from "vitest";
import { sha256Hex } from "../kernel/ledger/hash.ts";
import type { AuthenticationInput } from "./access.ts";
import { operatorCookie, operatorTokens } from "./operator-tokens.ts";

function asked(sent: Record<string, string>): AuthenticationInput {
  const headers = new Headers(sent);
  return {
    headers,
    get request(): never {
      throw new Error("The headers are enough.");
    },
    native: null,
  };
}

function bearer(token: string): AuthenticationInput {
  return asked({ authorization: `Bearer ${token}` });
}

const pairs = `Ada Lovelace:${sha256Hex("ada-token")}, bob:${sha256Hex("bob token").toUpperCase()}`;
const nameOf = operatorTokens(pairs);

describe("operators by token", () => {
  it("are identified by a bearer token, with any case of the scheme", () => {
    expect(nameOf(bearer("ada-token"))).toEqual({ name: "Ada Lovelace" });
    expect(nameOf(asked({ authorization: "bearer   ada-token" }))).toEqual({
      name: "Ada Lovelace",
    });
  });

  it("are identified by the cookie, also if it is percent-encoded", () => {
    const cookie = `theme=dark; ${operatorCookie}=bob%20token; other=1`;
    expect(nameOf(asked({ cookie }))).toEqual({ name: "bob" });
  });

  it("are identified by the bearer token if both are sent", () => {
    const both = { authorization: "Bearer ada-token", cookie: `${operatorCookie}=bob%20token` };
    expect(nameOf(asked(both))).toEqual({ name: "Ada Lovelace" });
    expect(nameOf(asked({ ...both, authorization: "Bearer wrong" }))).toBeNull();
  });

  it.each<Record<string, string>>([
    {},
    { authorization: "" },
    { authorization: "Bearer" },
    { authorization: "Bearer wrong" },
    { authorization: "Bearer ada-token extra" },
    { authorization: "Basic ada-token" },
    { authorization: "ada-token" },
    { authorization: `Bearer ${sha256Hex("ada-token")}` },
    { authorization: "Bearer ADA-TOKEN" },
    { cookie: `${operatorCookie}=` },
    { cookie: `${operatorCookie}=%` },
    { cookie: `x${operatorCookie}=ada-token` },
    { cookie: "ada-token" },
  ])("are not identified by %j", (headers) => {
    expect(nameOf(asked(headers))).toBeNull();
  });

  it.each([
    "",
    "ada",
    "ada:",
    "ada:short",
    `:${"a".repeat(64)}`,
    `ada:${"g".repeat(64)}`,
    `ada:${"a".repeat(65)}`,
    `ada:${"a".repeat(64)},`,
    `ada:bob:${"a".repeat(64)}`,
    `${" ".repeat(3)}:${"a".repeat(64)}`,
    `${"x".repeat(101)}:${"a".repeat(64)}`,
  ])("are rejected as %j", (operators) => {
    expect(() => operatorTokens(operators)).toThrow("name:sha256-of-token");
  });

  it.each([
    ["", "The list of operators is empty"],
    [" ", "The list of operators is empty"],
    [`ada:${"a".repeat(64)},`, "Operator 2 of 2"],
    [`ada:${"a".repeat(64)},bob:secret,eve:${"b".repeat(64)}`, "Operator 2 of 3"],
  ])("are rejected with the position of the error: %j", (operators, message) => {
    expect(() => operatorTokens(operators)).toThrow(message);
    expect(() => operatorTokens(operators)).not.toThrow("secret");
  });

  it("cannot have an empty token, which a cookie without a value would contain", () => {
    const empty = `ada:${sha256Hex("")}`;
    expect(() => operatorTokens(empty)).toThrow("The token of ada is empty");
  });

  it("cannot share a token, which would identify two people", () => {
    const digest = sha256Hex("shared");
    expect(() => operatorTokens(`ada:${digest},bob:${digest}`)).toThrow("same token");
  });

  it.each([
    ["Ada", "ADA"],
    ["Ada Lovelace", "Ada  Lovelace"],
    ["Ada", "A\u200bda"],
    ["Ada", "Ａｄａ"],
    ["Jörg Groß", "JÖRG GROSS"],
  ])("are refused at the start if two have one name: %j and %j", (name, other) => {
    const pairsOf = `${name}:${sha256Hex("a")},${other}:${sha256Hex("b")}`;
    expect(() => operatorTokens(pairsOf)).toThrow(/have the same name/);
  });

  it("may have several tokens under one spelling", () => {
    const identify = operatorTokens(`ada:${sha256Hex("a")},ada:${sha256Hex("b")}`);
    expect([identify(bearer("a")), identify(bearer("b"))]).toEqual([
      { name: "ada" },
      { name: "ada" },
    ]);
  });

  it("are refused without a visible character in the name", () => {
    expect(() => operatorTokens(`\u3164:${sha256Hex("a")}`)).toThrow(/invisible/);
  });
});
