// Clerk's own backend SDK, which verifies tokens of a stand-in for Clerk's keys.
import { createClerkClient } from "@clerk/backend";
import { SignJWT, UnsecuredJWT, exportSPKI } from "jose";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type ClerkOptions, clerkSignIn } from "./clerk.ts";
import { type Issuer, startIssuer } from "./issuer.fixture.ts";
import { bearer, treasuryWith } from "./signed-in-treasury.fixture.ts";

const app = "https://treasury.example.com";

let clerk: Issuer;
beforeEach(async () => {
  vi.stubEnv("CLERK_TELEMETRY_DISABLED", "1");
  clerk = await startIssuer();
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await clerk.close();
});

const roles = { "org:admin": "approver", finance: "approver", "*": "viewer" } as const;

/** Live keys, because those of development need further cookies. */
const client = () =>
  createClerkClient({
    secretKey: "sk_live_of_this_test",
    publishableKey: `pk_live_${btoa("clerk.example.com$")}`,
    apiUrl: clerk.url,
  });

async function treasury(options: Partial<ClerkOptions> = {}) {
  return treasuryWith(
    clerkSignIn(client(), {
      authorizedParties: [app],
      jwtKey: await exportSPKI(clerk.key().publicKey),
      roles,
      ...options,
    }),
  );
}

/** A session token as Clerk documents it, of version 2. */
const sessionToken = (claims: object = {}, header: object = {}) =>
  clerk.sign(
    {
      iss: "https://clerk.example.com",
      aud: undefined,
      sub: "user_ada",
      sid: "sess_1",
      azp: app,
      v: 2,
      sts: "active",
      nbf: Math.floor(Date.now() / 1_000) - 10,
      ...claims,
    },
    { typ: "JWT", ...header },
  );

describe("a session token of Clerk", () => {
  it("signs its user in, without a request to Clerk", async () => {
    const { read, decide } = await treasury({ roles: { "*": "approver" } });
    expect(await decide(bearer(await sessionToken()))).toEqual({
      status: 200,
      operator: "user_ada",
    });
    expect(await decide(bearer(await sessionToken({ name: "Ada" })))).toEqual({
      status: 200,
      operator: "Ada",
    });
    expect(await read({})).toBe(401);
    expect(clerk.requests).toEqual([]);
  });

  it("has the organization's role in the organization's workspace only", async () => {
    const { decide } = await treasury({ workspaces: "all" });
    const token = await sessionToken({ o: { id: "org_acme", slg: "acme", rol: "admin" } });
    expect(await decide(bearer(token), "org_acme")).toMatchObject({ status: 200 });
    expect(await decide(bearer(token), "org_globex")).toEqual({ status: 403 });
    const member = await sessionToken({ o: { id: "org_acme", slg: "acme", rol: "member" } });
    expect(await decide(bearer(member), "org_acme")).toEqual({ status: 403 });
  });

  it("has the groups of a claim without an organization", async () => {
    const { decide } = await treasury({ groupsClaim: "metadata.role" });
    const token = await sessionToken({ metadata: { role: "finance" } });
    expect(await decide(bearer(token))).toMatchObject({ status: 200 });
    expect(await decide(bearer(await sessionToken()))).toEqual({ status: 403 });
  });

  it("of an impersonated user only reads", async () => {
    const { read, decide } = await treasury({ roles: { "*": "admin" } });
    const token = bearer(await sessionToken({ act: { sub: "user_support" } }));
    expect([await read(token), await decide(token)]).toEqual([200, { status: 403 }]);
  });

  it("in the session cookie signs its user in", async () => {
    const { read } = await treasury();
    const cookie = `__session=${await sessionToken()}; __client_uat=1`;
    expect(await read({ cookie })).toBe(200);
    // Clerk's mark of a sign-out.
    expect(await read({ cookie: cookie.replace("uat=1", "uat=0") })).toBe(401);
  });

  const attacks: Readonly<Record<string, () => Promise<string>>> = {
    "of another site of the instance": () => sessionToken({ azp: "https://shop.example.com" }),
    "without a site": () => sessionToken({ azp: undefined }),
    "after its end": () => sessionToken({ exp: Math.floor(Date.now() / 1_000) - 60 }),
    "of a session with open tasks": () => sessionToken({ sts: "pending" }),
    "without a signature": async () =>
      new UnsecuredJWT({ sid: "sess_1", azp: app })
        .setSubject("user_ada")
        .setIssuer("https://clerk.example.com")
        .setExpirationTime("1m")
        .encode(),
    "signed by HS256 with the public key": async () =>
      new SignJWT({ sid: "sess_1", azp: app })
        .setProtectedHeader({ alg: "HS256", kid: "1", typ: "JWT" })
        .setSubject("user_ada")
        .setIssuer("https://clerk.example.com")
        .setExpirationTime("1m")
        .sign(new TextEncoder().encode(await exportSPKI(clerk.key().publicKey))),
    "of another instance": async () => {
      const other = await startIssuer("other");
      const token = await other.sign({ sub: "user_ada", sid: "sess_1", azp: app }, { kid: "1" });
      await other.close();
      return token;
    },
  };
  it.each(Object.keys(attacks))("%s is rejected, and neither answered nor logged", async (name) => {
    const { read, output } = await treasury();
    const token = (await attacks[name]?.()) ?? "";
    expect(await read(bearer(token))).toBe(401);
    expect(output()).not.toContain(token);
  });
});

it("Clerk's keys are fetched without a PEM, also after a rotation", async () => {
  const { read } = treasuryWith(clerkSignIn(client(), { authorizedParties: [app], roles }));
  expect(await read(bearer(await sessionToken()))).toBe(200);
  await clerk.rotate();
  expect(await read(bearer(await sessionToken()))).toBe(200);
});

it("no request is accepted without authorized parties", async () => {
  for (const authorizedParties of [[], [""]]) {
    const { read, output } = await treasury({ authorizedParties });
    expect(await read(bearer(await sessionToken({ azp: undefined })))).toBe(503);
    expect(output()).toContain("`authorizedParties` is empty");
  }
});
