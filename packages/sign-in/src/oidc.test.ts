import { SignJWT, UnsecuredJWT, exportJWK, exportSPKI, generateKeyPair, importJWK } from "jose";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type Issuer, startIssuer } from "./issuer.fixture.ts";
import { type OidcOptions, oidcSignIn } from "./oidc.ts";
import { bearer, treasuryWith } from "./signed-in-treasury.fixture.ts";

let issuer: Issuer;
beforeEach(async () => {
  issuer = await startIssuer();
});
afterEach(async () => {
  vi.useRealTimers();
  await issuer.close();
});

const treasury = (options: Partial<OidcOptions> = {}) =>
  treasuryWith(
    oidcSignIn({
      issuer: issuer.url,
      audience: "treasury",
      roles: { finance: "approver", "*": "viewer" },
      ...options,
    }),
  );

const now = () => Math.floor(Date.now() / 1_000);

describe("a token of the issuer", () => {
  it("signs its subject in, with the role of the groups", async () => {
    const { decide } = treasury();
    const ada = await issuer.sign({ name: "Ada", groups: ["finance"] });
    expect(await decide(bearer(ada))).toEqual({ status: 200, operator: "Ada" });
    expect(await decide(bearer(await issuer.sign({ groups: ["sales"] })))).toEqual({ status: 403 });
    expect(await decide({ authorization: `bearer ${ada}` })).toMatchObject({ status: 200 });
  });

  it.each([
    ["realm_access.roles", { realm_access: { roles: ["finance"] } }],
    ["https://app.example.com/roles", { "https://app.example.com/roles": ["finance"] }],
    ["scope", { scope: "openid finance" }],
    ["scp", { scp: "openid finance" }],
    ["team", { team: "sales , finance" }],
  ])("has its groups in the claim %s", async (groupsClaim, given) => {
    const { decide } = treasury({ groupsClaim });
    expect(await decide(bearer(await issuer.sign(given)))).toMatchObject({ status: 200 });
    const elsewhere = await issuer.sign({ groups: ["finance"] });
    expect(await decide(bearer(elsewhere))).toEqual({ status: 403 });
  });

  it.each([
    ["team", { team: "finance readonly" }],
    ["scope", { scope: "openid,finance" }],
  ])("has no part of a name in the claim %s", async (groupsClaim, given) => {
    const { decide } = treasury({ groupsClaim });
    expect(await decide(bearer(await issuer.sign(given)))).toEqual({ status: 403 });
  });

  it("counts in the workspaces of its organization only", async () => {
    const { decide } = treasury({ organizationClaim: "org_id" });
    const token = bearer(await issuer.sign({ groups: ["finance"], org_id: "acme" }));
    expect(await decide(token, "acme")).toMatchObject({ status: 200 });
    expect(await decide(token, "globex")).toEqual({ status: 403 });
    expect(await decide(token, "demo")).toEqual({ status: 403 });
  });

  it.each([[["acme"]], [{ acme: { id: "1" } }], [7]])(
    "counts nowhere if its organization is %j, which is no text",
    async (organization) => {
      const { decide, output } = treasury({ organizationClaim: "organization", workspaces: "all" });
      const token = bearer(await issuer.sign({ groups: ["finance"], organization }));
      expect(await decide(token, "demo")).toEqual({ status: 503 });
      expect(await decide(token, "acme")).toEqual({ status: 503 });
      expect(output()).toContain("The claim `organization` is not a text.");
    },
  );

  it("without an organization counts in the workspaces of such persons", async () => {
    const { decide } = treasury({ organizationClaim: "organization" });
    for (const given of [{}, { organization: null }, { organization: "" }]) {
      const token = bearer(await issuer.sign({ groups: ["finance"], ...given }));
      expect(await decide(token, "demo")).toMatchObject({ status: 200 });
    }
  });

  it("is accepted up to 30 seconds after its end, for clocks that differ", async () => {
    const { read } = treasury();
    expect(await read(bearer(await issuer.sign({ exp: now() - 25 })))).toBe(200);
    expect(await read(bearer(await issuer.sign({ exp: now() - 35 })))).toBe(401);
    expect(await read(bearer(await issuer.sign({ nbf: now() + 25 })))).toBe(200);
    expect(await read(bearer(await issuer.sign({ nbf: now() + 35 })))).toBe(401);
  });

  it("may name the program that asked for it", async () => {
    const { read } = treasury();
    const ofPerson = { azp: "app-1", client_id: "app-1", cid: "app-1", appid: "app-1", oid: "o-1" };
    const named = { ...ofPerson, preferred_username: "ada" };
    expect(await read(bearer(await issuer.sign(named)))).toBe(200);
  });
});

describe("another token", () => {
  const attacks: Readonly<Record<string, () => Promise<string>>> = {
    "of another issuer": () => issuer.sign({ iss: "https://evil.example.com" }),
    "of another tenant of the issuer": () => issuer.sign({ iss: `${issuer.url}/tenant-2` }),
    "without an issuer": () => issuer.sign({ iss: undefined }),
    "for another audience": () => issuer.sign({ aud: "another app" }),
    "without an audience": () => issuer.sign({ aud: undefined }),
    "without an end": () => issuer.sign({ exp: undefined }),
    "without a subject": () => issuer.sign({ sub: undefined }),
    "with an empty subject": () => issuer.sign({ sub: "" }),
    "of a logout": () => issuer.sign({}, { typ: "logout+jwt" }),
    "of a security event": () => issuer.sign({}, { typ: "application/secevent+jwt" }),
    "of a logout, without its type": () =>
      issuer.sign({ events: { "http://schemas.openid.net/event/backchannel-logout": {} } }),
    "that is bound to a key of its sender": () => issuer.sign({ cnf: { jkt: "abc" } }),
    "of a program at Auth0": () => issuer.sign({ gty: "client-credentials" }),
    "of a program at Entra": () => issuer.sign({ idtyp: "app" }),
    "of a program at Entra without idtyp": () => issuer.sign({ oid: "ada" }),
    "of a program at Entra by its app": () => issuer.sign({ appid: "ada" }),
    "of a program at Okta": () => issuer.sign({ cid: "ada" }),
    "of a program at Keycloak": () =>
      issuer.sign({ azp: "shop", preferred_username: "service-account-shop" }),
    "of a program by its party": () => issuer.sign({ azp: "ada" }),
    "of a program by RFC 9068": () => issuer.sign({ client_id: "ada" }),
    "by another key with a known id": async () => (await otherKey()).sign("1"),
    "by a key in its own header": async () => (await otherKey()).sign("1", true),
    "by another algorithm of the same key": () => signedAsPs256(),
    "without a signature": async () =>
      new UnsecuredJWT({})
        .setIssuer(issuer.url)
        .setAudience("treasury")
        .setSubject("ada")
        .setExpirationTime("1m")
        .encode(),
    "signed by HS256 with the public key": async () =>
      claims()
        .setProtectedHeader({ alg: "HS256", kid: "1" })
        .sign(new TextEncoder().encode(await exportSPKI(issuer.key().publicKey))),
    "with changed claims": async () => {
      const [head, , signature] = (await issuer.sign()).split(".");
      const [, body] = (await issuer.sign({ sub: "grace" })).split(".");
      return [head, body, signature].join(".");
    },
    "that is no JWT": async () => "forged",
  };

  it.each(Object.keys(attacks))("%s is rejected, and neither answered nor logged", async (name) => {
    const { read, output } = treasury({ roles: { "*": "admin" } });
    const token = (await attacks[name]?.()) ?? "";
    expect(await read(bearer(token))).toBe(401);
    expect(output()).not.toContain(token);
  });

  it("of another party that acts for the person only reads", async () => {
    const { read, decide } = treasury({ roles: { "*": "admin" } });
    const token = bearer(await issuer.sign({ act: { sub: "agent-7" } }));
    expect([await read(token), await decide(token)]).toEqual([200, { status: 403 }]);
  });

  it("in a cookie or the address is not read", async () => {
    const token = await issuer.sign();
    const { read, post } = treasury();
    expect(await read({ cookie: `token=${token}; access_token=${token}` })).toBe(401);
    const inAddress = await post(`/treasury/decide?access_token=${token}`, {}, {});
    expect(inAddress.status).toBe(401);
  });
});

describe("the keys of the issuer", () => {
  it("are fetched again for an unknown key id, at most once in 30 seconds", async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() });
    const { read } = treasury();
    expect(await read(bearer(await issuer.sign()))).toBe(200);
    expect(keyRequests()).toBe(1);
    vi.setSystemTime(Date.now() + 31_000);
    await issuer.rotate();
    const rotated = bearer(await issuer.sign());
    expect([await read(rotated), keyRequests()]).toEqual([200, 2]);
    for (const kid of ["a", "b", "c"]) {
      expect(await read(bearer(await issuer.sign({}, { kid })))).toBe(401);
    }
    expect([await read(rotated), keyRequests()]).toEqual([200, 2]);
    vi.setSystemTime(Date.now() + 31_000);
    expect(await read(bearer(await issuer.sign({}, { kid: "d" })))).toBe(401);
    expect(keyRequests()).toBe(3);
  });

  it("that were removed are not accepted after 10 minutes", async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() });
    const { read } = treasury();
    const token = bearer(await issuer.sign({ exp: now() + 3_600 }));
    expect(await read(token)).toBe(200);
    await issuer.rotate();
    vi.setSystemTime(Date.now() + 601_000);
    expect(await read(token)).toBe(401);
  });

  it("that cannot be read reject no token, and are read at the next request", async () => {
    const { read, output } = treasury();
    const token = await issuer.sign();
    issuer.answerWith(500);
    expect(await read(bearer(token))).toBe(503);
    issuer.answerWith(200);
    expect(await read(bearer(token))).toBe(200);
    expect(output()).toContain("answered 500");
    expect(output()).not.toContain(token);
    const unreachable = treasury({ jwksUrl: "http://127.0.0.1:1/keys" });
    expect(await unreachable.read(bearer(token))).toBe(503);
    expect(unreachable.output()).toContain("`authenticate` failed");
    expect(unreachable.output()).not.toContain(token);
  });

  it("are read over https only, and from the issuer's own document only", async () => {
    const token = await issuer.sign();
    const plain = treasury({ jwksUrl: "http://keys.example.com/" });
    expect(await plain.read(bearer(token))).toBe(503);
    expect(plain.output()).toContain("must begin with https://");
    const discovered = treasury({ issuer: "http://issuer.example.com" });
    expect(await discovered.read(bearer(token))).toBe(503);
    expect(discovered.output()).toContain("must begin with https://: issuer.example.com");
    const other = treasury({ issuer: `${issuer.url}/` });
    expect(await other.read(bearer(token))).toBe(503);
    expect(other.output()).toContain("must be the issuer of the discovery document");
  });
});

it.each([
  ["issuer", { issuer: "" }],
  ["audience", { audience: "" }],
  ["audience", { audience: [] }],
  ["algorithm", { algorithm: "HS256" as never }],
])("a wrong %s is reported at the first request, not at the build", async (name, options) => {
  const { read, output } = treasury(options);
  expect(await read(bearer(await issuer.sign()))).toBe(503);
  expect(output()).toContain(`\`${name}\``);
});

function claims(): SignJWT {
  return new SignJWT({})
    .setIssuer(issuer.url)
    .setAudience("treasury")
    .setSubject("ada")
    .setExpirationTime("1m");
}

async function signedAsPs256(): Promise<string> {
  const key = await importJWK(await exportJWK(issuer.key().privateKey), "PS256");
  return claims().setProtectedHeader({ alg: "PS256", kid: "1" }).sign(key);
}

async function otherKey() {
  const { privateKey, publicKey } = await generateKeyPair("RS256");
  const jwk = await exportJWK(publicKey);
  return {
    sign: (kid: string, names = false) =>
      claims()
        .setProtectedHeader({ alg: "RS256", kid, ...(names && { jwk }) })
        .sign(privateKey),
  };
}

function keyRequests(): number {
  return issuer.requests.filter((path) => path === "/keys").length;
}
