// WorkOS's own SDK, against a stand-in for its API that seals sessions and serves keys.
import { WorkOS } from "@workos-inc/node";
import { SignJWT, UnsecuredJWT, exportSPKI } from "jose";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type Issuer, startIssuer } from "./issuer.fixture.ts";
import { bearer, treasuryWith } from "./signed-in-treasury.fixture.ts";
import { type WorkosOptions, workosSignIn } from "./workos.ts";

const clientId = "client_1";
const cookiePassword = "a password of 32 characters or more";
const roles = { admin: "approver", "*": "viewer" } as const;

let api: Issuer;
let sdk: WorkOS;
beforeEach(async () => {
  api = await startIssuer();
  const { hostname, port } = new URL(api.url);
  sdk = new WorkOS("sk_test", {
    clientId,
    apiHostname: hostname,
    port: Number(port),
    https: false,
  });
});
afterEach(() => api.close());

const treasury = (options: Partial<WorkosOptions> = {}) =>
  treasuryWith(workosSignIn(sdk, { clientId, cookiePassword, roles, ...options }));

/** An access token as WorkOS documents it. */
const accessToken = (claims: object = {}) =>
  api.sign({
    iss: `https://api.workos.com/user_management/${clientId}`,
    aud: undefined,
    sub: "user_ada",
    sid: "session_1",
    jti: "token_1",
    ...claims,
  });

const member = { org_id: "org_acme", role: "admin", roles: ["admin"] };

/** The sealed session of a sign-in by code. */
async function cookieFor(token: string, password = cookiePassword): Promise<{ cookie: string }> {
  api.onPost(async () => ({
    user: { object: "user", id: "user_ada", email: "ada@example.com", first_name: "Ada" },
    access_token: token,
    refresh_token: "refresh",
  }));
  const { sealedSession } = await sdk.userManagement.authenticateWithCode({
    clientId,
    code: "code",
    session: { sealSession: true, cookiePassword: password },
  });
  return { cookie: `theme=dark; wos-session=${encodeURIComponent(sealedSession ?? "")}` };
}

describe("a sealed session of WorkOS", () => {
  it("signs its user in, with the organization's role in its workspace only", async () => {
    const { decide, read, output } = treasury();
    const cookies = await cookieFor(await accessToken(member));
    expect(await decide(cookies, "org_acme")).toEqual({ status: 200, operator: "Ada" });
    expect(await decide(cookies, "org_globex")).toEqual({ status: 403 });
    expect(await read(cookies)).toBe(403);
    expect(output()).not.toContain(cookies.cookie.slice(30));
  });

  it("is rejected with another password, changed, or without a password here", async () => {
    const { read } = treasury();
    const token = await accessToken();
    const cookies = await cookieFor(token);
    expect(await read(cookies)).toBe(200);
    expect(await read(await cookieFor(token, "another password of 32 characters"))).toBe(401);
    expect(await read({ cookie: cookies.cookie.slice(0, -8) })).toBe(401);
    expect(await read({ cookie: "wos-session=forged" })).toBe(401);
    expect(await read({ cookie: "wos-session=%" })).toBe(401);
    expect(await treasury({ cookiePassword: "" }).read(cookies)).toBe(401);
  });

  it("is rejected after the end of its token, and for another issuer's", async () => {
    const { read } = treasury();
    const now = Math.floor(Date.now() / 1_000);
    expect(await read(await cookieFor(await accessToken({ exp: now - 60 })))).toBe(401);
    const other = await accessToken({ iss: "https://evil.example.com" });
    expect(await read(await cookieFor(other))).toBe(401);
  });
});

describe("an access token of WorkOS", () => {
  it.each([
    "https://api.workos.com",
    "https://api.workos.com/",
    `https://api.workos.com/user_management/${clientId}`,
  ])("of the issuer %s signs its user in", async (iss) => {
    const token = await accessToken({ iss, email: "ada@example.com", ...member });
    expect(await treasury().decide(bearer(token), "org_acme")).toEqual({
      status: 200,
      operator: "ada@example.com",
    });
  });

  it("of an impersonated user only reads", async () => {
    const { read, decide } = treasury();
    const token = bearer(await accessToken({ ...member, act: { sub: "admin@foocorp.com" } }));
    expect(await read(token, "org_acme")).toBe(200);
    expect(await decide(token, "org_acme")).toEqual({ status: 403 });
  });

  const attacks: Readonly<Record<string, () => Promise<string>>> = {
    "of another client by its issuer": () =>
      accessToken({ iss: "https://api.workos.com/user_management/client_2" }),
    "of another client by its claim": () =>
      accessToken({ iss: "https://api.workos.com", client_id: "client_2" }),
    "of another issuer": () => accessToken({ iss: "https://evil.example.com" }),
    "without an end": () => accessToken({ exp: undefined }),
    "after its end": () => accessToken({ exp: Math.floor(Date.now() / 1_000) - 60 }),
    "of another client's key": async () => {
      const other = await startIssuer("other");
      const token = await other.sign(
        { iss: "https://api.workos.com", sub: "user_ada" },
        { kid: "1" },
      );
      await other.close();
      return token;
    },
    "without a signature": async () =>
      new UnsecuredJWT({})
        .setIssuer("https://api.workos.com")
        .setSubject("user_ada")
        .setExpirationTime("1m")
        .encode(),
    "signed by HS256 with the public key": async () =>
      new SignJWT({})
        .setProtectedHeader({ alg: "HS256", kid: "1" })
        .setIssuer("https://api.workos.com")
        .setSubject("user_ada")
        .setExpirationTime("1m")
        .sign(new TextEncoder().encode(await exportSPKI(api.key().publicKey))),
  };
  it.each(Object.keys(attacks))("%s is rejected, and neither answered nor logged", async (name) => {
    const { read, output } = treasury();
    const token = (await attacks[name]?.()) ?? "";
    expect(await read(bearer(token))).toBe(401);
    expect(output()).not.toContain(token);
  });

  it("must have the configured audience and issuer", async () => {
    const { read } = treasury({ audience: "treasury", issuer: "https://auth.example.com" });
    const iss = "https://auth.example.com";
    expect(await read(bearer(await accessToken({ iss, aud: "treasury" })))).toBe(200);
    expect(await read(bearer(await accessToken({ iss })))).toBe(401);
    expect(await read(bearer(await accessToken({ aud: "treasury" })))).toBe(401);
  });
});

it("an empty client id is reported at the first request", async () => {
  const { read, output } = treasury({ clientId: "" });
  expect(await read(bearer(await accessToken()))).toBe(503);
  expect(output()).toContain("`clientId` is empty");
});
