import { errorCatalogue } from "@agent-treasury/contract";
import { describe, expect, it } from "vitest";
import { redact } from "./redact.ts";

/** Fictitious secrets in their real formats. */
const secrets: readonly (readonly [kind: string, secret: string])[] = [
  ["a payment key", "sk_live_51Nabcdefghijklmnop"],
  ["a test key", "sk_test_51Nabcdefghijklmnop"],
  ["a restricted key", "rk_live_abcdefghijkl"],
  ["an organisation's key", "sk_org_live_abcdefghijkl"],
  ["a publishable key", "pk_live_abcdefghijkl"],
  ["a webhook secret", "whsec_abcdefghijklmnop"],
  ["a webhook secret in base64", "whsec_ab+cdefgh/ijklmnopqrst+uvwx/yz012345="],
  ["a model key", "sk-abcdefghijklmnopqrst"],
  ["a project's model key", "sk-proj-abc_DEF-0123456789"],
  ["a router's model key", "sk-or-v1-0123456789abcdef0123456789abcdef"],
  ["another model key", "sk-ant-api03-abcdefghijkl-mnop_qrst"],
  ["a machine token", "FlyV1 fm2_lJPECAAAAAAAA+/abc="],
  ["several machine tokens", "FlyV1 fm2_lJPECAAAAAAAA,fm2_lJPECBBBBBBBB"],
  ["a bare machine token", "fm2_lJPECAAAAAAAA+/abc="],
  ["an old machine token", "fo1_abcdefghijklmnop"],
  ["a code host's token", "ghp_abcdefghijklmnopqrstuvwxyz012345"],
  ["a newer token of it", "github_pat_11ABCDEFG0abcdefghijkl_mnopqrstuvwxyz"],
  ["a chat's token", "xoxb-123456789012-abcdefghijkl"],
  ["a cloud's key id", "AKIAIOSFODNN7EXAMPLE"],
  ["another cloud's key", "AIzaSyA-abcdefghijklmnopqrstuvwxyz01234"],
  ["a bearer", "Bearer abcdefghijkl.mnop-qrst_uvwx"],
  ["a bearer in lower case", "bearer abcdefghijkl"],
  ["a basic credential", "Basic dXNlcjpwYXNzd29yZA=="],
  ["a signed token", "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.abc-DEF_123"],
  ["a card number", "4242424242424242"],
  ["a card number with spaces", "4242 4242 4242 4242"],
  ["a card number with hyphens", "3782-822463-10005"],
];

describe("redact", () => {
  it.each(secrets)("redacts %s", (_kind, secret) => {
    for (const text of [secret, `said: ${secret}.`, `{"key":"${secret}"}`, `a ${secret}\nb`]) {
      const clean = redact(text);
      expect(clean).toContain("[redacted]");
      for (const part of secret.split(/[\s,]+/).filter(({ length }) => length > 5)) {
        expect(clean).not.toContain(part);
      }
    }
  });

  it("redacts a JSON Web Token after a prefix with a dash, and keeps the prefix", () => {
    const token = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.abc-DEF_123";
    expect(redact(`session-${token} ran out`)).toBe("session-[redacted] ran out");
  });

  it.each(["-eyJaaaaa", "eyJaaaaa-", "token-", "://a", "sk_", "1 ", "Bearer ", "1234-"])(
    "scans a megabyte of %j in bounded time",
    (piece) => {
      const text = piece.repeat(1_048_576 / piece.length);
      expect(redact(text).length).toBeLessThanOrEqual(text.length);
    },
  );

  it.each([
    "postgres://ada:s3cret@db.example/treasury",
    "postgres://ada:s3@cret@db.example/treasury",
    "https://s3cret@upstream.example",
    "redis://:s3cret@cache.example:6379/0",
  ])("redacts name and password in %s and keeps the host", (address) => {
    const clean = redact(`Could not reach ${address}.`);
    expect(clean).not.toContain("s3");
    expect(clean).toContain("example");
  });

  it.each([
    "authorization: s3cretvalue",
    "x-api-key: s3cretvalue",
    'api_key="s3cretvalue"',
    "apiKey=s3cretvalue&more=1",
    "https://upstream.example/v1?access_token=s3cretvalue",
    '{"password":"s3cretvalue"}',
    "client_secret: s3cretvalue",
    "HOST_API_TOKEN=s3cretvalue",
  ])("redacts the named secret in %s", (text) => {
    expect(redact(text)).not.toContain("s3cretvalue");
  });

  it("redacts all of several secrets", () => {
    const clean = redact("sk_live_aaaaaaaaaaaa then Bearer bbbbbbbbbbbb then sk_live_cccccccccccc");
    expect(clean).toBe("[redacted] then [redacted] then [redacted]");
  });

  it.each([
    "The machine 3d8d9930b32189 does not exist.",
    "`amountUsd` must be at most 1,000,000,000 USD.",
    "Over at 2026-11-03T10:00:00.000Z, after 120 seconds.",
    "There is no proposal prop_0123456789abcdef in workspace acme.",
    "turn_570feb259ae57647bec14ad8d175ef0b.1 at 1763709820666",
    "Set OPENAI_API_KEY, or HOST_API_TOKEN.",
    "Write to ada@example.com about https://treasury.example/command?deposit_session=cs_1.",
    "Basic facts: the token limit is 4096; risk-taking and task-based work.",
    "Sign in and send the credential with the request.",
  ])("does not change: %s", (text) => {
    expect(redact(text)).toBe(text);
  });

  it("does not change the remedies of the error catalogue", () => {
    for (const { remedy } of Object.values(errorCatalogue)) expect(redact(remedy)).toBe(remedy);
  });

  it("scans a long text about once", () => {
    for (const piece of ["4 ", "sk_", "Bearer ", "://", "eyJ", "a:b@"]) {
      const text = piece.repeat(100_000);
      expect(redact(text).length).toBeLessThanOrEqual(text.length);
    }
  });
});
