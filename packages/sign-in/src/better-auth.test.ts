// Better Auth in this process, with its memory adapter and its plugins.
import { betterAuth } from "better-auth";
import { type MemoryDB, memoryAdapter } from "better-auth/adapters/memory";
import { admin, anonymous, organization } from "better-auth/plugins";
import { beforeEach, describe, expect, it } from "vitest";
import { cookiesOf } from "./app-modules.fixture.ts";
import { betterAuthSignIn } from "./better-auth.ts";
import { treasuryWith } from "./signed-in-treasury.fixture.ts";

const origin = "https://treasury.example.com";

function newAuth() {
  const tables: MemoryDB = {
    user: [],
    session: [],
    account: [],
    verification: [],
    rateLimit: [],
    organization: [],
    member: [],
    invitation: [],
  };
  const auth = betterAuth({
    baseURL: origin,
    secret: "0123456789abcdef0123456789abcdef",
    database: memoryAdapter(tables),
    emailAndPassword: { enabled: true },
    // A copy of the session in a cookie, which a revocation does not reach.
    session: { cookieCache: { enabled: true, maxAge: 300 } },
    plugins: [admin(), organization(), anonymous()],
    telemetry: { enabled: false },
  });
  return { auth, tables };
}

type Auth = ReturnType<typeof newAuth>;

let auth: Auth["auth"];
let tables: MemoryDB;
beforeEach(() => {
  ({ auth, tables } = newAuth());
});

const roles = { admin: "approver", owner: "approver", user: "member" } as const;

async function signUp(name: string): Promise<Record<string, string>> {
  const { headers } = await auth.api.signUpEmail({
    body: { name, email: `${name.toLowerCase()}@example.com`, password: "correct horse 1" },
    returnHeaders: true,
  });
  return { ...cookiesOf(headers) };
}

/** Sends a request of the page to Better Auth itself, and returns the cookies after it. */
async function ask(path: string, cookies: Record<string, string>, body: object) {
  const response = await auth.handler(
    new Request(`${origin}/api/auth${path}`, {
      method: "POST",
      headers: { ...cookies, origin, "content-type": "application/json" },
      body: JSON.stringify(body),
    }),
  );
  expect(response.status).toBe(200);
  const kept = new Map(
    `${cookies["cookie"]}; ${cookiesOf(response.headers)["cookie"]}`
      .split("; ")
      .map((pair) => [pair.split("=")[0], pair]),
  );
  return { cookies: { cookie: [...kept.values()].filter(Boolean).join("; ") }, response };
}

function setRole(name: string, role: string): void {
  Object.assign(tables["user"]?.find((user) => user["name"] === name) ?? {}, { role });
}

describe("a session of Better Auth", () => {
  it("signs its user in, with the roles of the plugin admin", async () => {
    const { read, decide } = treasuryWith(betterAuthSignIn(auth, { roles }));
    const cookies = await signUp("Ada");
    expect(await read(cookies)).toBe(200);
    expect(await decide(cookies)).toEqual({ status: 403 });
    setRole("Ada", "user,admin");
    expect(await decide(cookies)).toEqual({ status: 200, operator: "Ada" });
    expect(await read(cookies, "acme")).toBe(403);
    expect(await read({})).toBe(401);
  });

  it("that was revoked is rejected at once, although a cookie has a copy", async () => {
    const { read, output } = treasuryWith(betterAuthSignIn(auth, { roles }));
    const cookies = await signUp("Ada");
    expect(cookies["cookie"]).toContain("session_data");
    expect(await read(cookies)).toBe(200);
    await auth.api.revokeSessions({ headers: new Headers(cookies) });
    expect(await read(cookies)).toBe(401);
    expect(output()).not.toContain(cookies["cookie"]?.split("=")[1]);
  });

  it("that ended is rejected", async () => {
    const { read } = treasuryWith(betterAuthSignIn(auth, { roles }));
    const cookies = await signUp("Ada");
    for (const session of tables["session"] ?? []) session["expiresAt"] = new Date(0);
    expect(await read(cookies)).toBe(401);
  });

  it("with another signature is rejected", async () => {
    const { read } = treasuryWith(betterAuthSignIn(auth, { roles }));
    const { cookie = "" } = await signUp("Ada");
    const [name, value = ""] = cookie.split("; ")[0]?.split("=") ?? [];
    const token = decodeURIComponent(value).split(".")[0] ?? "";
    expect(tables["session"]?.[0]?.["token"]).toBe(token);
    expect(await read({ cookie: `${name}=${token}` })).toBe(401);
    expect(await read({ cookie: `${name}=${token}.${btoa("x".repeat(32))}` })).toBe(401);
  });

  it("of an impersonated user only reads", async () => {
    const { read, decide } = treasuryWith(betterAuthSignIn(auth, { roles }));
    await signUp("Ada");
    setRole("Ada", "admin");
    const root = await signUp("Root");
    setRole("Root", "admin");
    const userId = String(tables["user"]?.[0]?.["id"]);
    setRole("Ada", "user");
    const { cookies } = await ask("/admin/impersonate-user", root, { userId });
    setRole("Ada", "admin");
    expect(await read(cookies)).toBe(200);
    expect(await decide(cookies)).toEqual({ status: 403 });
  });

  it("of an anonymous user is rejected", async () => {
    const { read } = treasuryWith(betterAuthSignIn(auth, { roles: { "*": "viewer" } }));
    const { headers } = await auth.api.signInAnonymous({ returnHeaders: true });
    expect(await read({ ...cookiesOf(headers) })).toBe(401);
  });
});

describe("the member of an organization", () => {
  it("has its role in the organization's workspace only", async () => {
    const { decide } = treasuryWith(betterAuthSignIn(auth, { roles }));
    const ada = await signUp("Ada");
    setRole("Ada", "admin");
    const { response, cookies } = await ask("/organization/create", ada, { name: "A", slug: "a" });
    const { id } = (await response.json()) as { id: string };
    expect(await decide(cookies, id)).toEqual({ status: 200, operator: "Ada" });
    expect(await decide(cookies, "demo")).toEqual({ status: 403 });
    expect(await decide(cookies, "another")).toEqual({ status: 403 });
    // An administrator of the app is a plain member of this organization.
    Object.assign(tables["member"]?.[0] ?? {}, { role: "member" });
    expect(await decide(cookies, id)).toEqual({ status: 403 });
  });

  it("does not gain listed workspaces by an organization of its own", async () => {
    const organizations = { org_of_the_company: "all" } as const;
    const options = { roles, organizations, workspaces: "all" } as const;
    const { decide } = treasuryWith(betterAuthSignIn(auth, options));
    const { cookies } = await ask("/organization/create", await signUp("Eve"), {
      name: "A",
      slug: "a",
    });
    expect(await decide(cookies)).toEqual({ status: 403 });
  });

  it("who was removed is rejected, although the session still names the organization", async () => {
    const { read } = treasuryWith(betterAuthSignIn(auth, { roles: { "*": "viewer" } }));
    const { response, cookies } = await ask("/organization/create", await signUp("Ada"), {
      name: "A",
      slug: "a",
    });
    const { id } = (await response.json()) as { id: string };
    expect(await read(cookies, id)).toBe(200);
    tables["member"]?.splice(0);
    expect(await read(cookies, id)).toBe(401);
  });
});

it("a request of another site with the person's cookie is rejected", async () => {
  const { post, read } = treasuryWith(betterAuthSignIn(auth, { roles }));
  const cookies = await signUp("Ada");
  setRole("Ada", "admin");
  const freeze = (sent: Record<string, string>) =>
    post("/treasury/freezes", { scope: "workspace", reason: "test" }, { ...cookies, ...sent });
  for (const site of ["https://evil.example.com", "https://example.com", "null"]) {
    const answer = await freeze({ origin: site });
    expect([answer.status, await answer.json()]).toMatchObject([
      403,
      { code: "origin_not_allowed" },
    ]);
  }
  expect((await freeze({ origin })).status).toBe(200);
  expect(await read(cookies)).toBe(200);
});
