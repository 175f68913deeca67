// Auth.js in this process: `@auth/core` with encrypted and with stored sessions.
import { Auth, type AuthConfig, skipCSRFCheck } from "@auth/core";
import type { Adapter, AdapterSession } from "@auth/core/adapters";
import Credentials from "@auth/core/providers/credentials";
import { describe, expect, it, vi } from "vitest";
import { cookiesOf } from "./app-modules.fixture.ts";
import { type AuthJsOptions, type AuthJsSession, authJsSignIn } from "./auth-js.ts";
import { treasuryWith } from "./signed-in-treasury.fixture.ts";

const origin = "https://treasury.example.com";
const roles = { admin: "approver", "*": "viewer" } as const;

/** Of an adapter: a configuration needs its methods, which a read of a session does not call. */
const unused = async () => null as never;

const config: AuthConfig = {
  secret: "0123456789abcdef0123456789abcdef",
  trustHost: true,
  basePath: "/auth",
  skipCSRFCheck,
  logger: { error: () => undefined },
  providers: [
    Credentials({
      credentials: { email: {} },
      authorize: ({ email }) => ({ id: "user-1", name: "Ada", email: String(email) }),
    }),
  ],
  callbacks: {
    session: ({ session, token }) => ({
      ...session,
      user: { ...session.user, id: token?.sub ?? "", role: "admin" },
    }),
  },
};

async function sessionOf(config_: AuthConfig, headers: Headers): Promise<AuthJsSession | null> {
  const asked = { headers: { cookie: headers.get("cookie") ?? "" } };
  const response = await Auth(new Request(`${origin}/auth/session`, asked), config_);
  if (!response.ok) throw new Error("Auth.js is not configured.");
  return (await response.json()) as AuthJsSession | null;
}

const signInTo = (given: AuthConfig, options: Partial<AuthJsOptions> = {}) =>
  treasuryWith(authJsSignIn(({ headers }) => sessionOf(given, headers), { roles, ...options }));

async function signedIn(given: AuthConfig): Promise<Record<string, string>> {
  const response = await Auth(
    new Request(`${origin}/auth/callback/credentials`, {
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: new URLSearchParams({ email: "ada@example.com" }),
    }),
    given,
  );
  return { ...cookiesOf(response.headers) };
}

// First, because Auth.js remembers that any configuration had a provider of passwords.
describe("a stored session of Auth.js", () => {
  it("that was revoked is rejected", async () => {
    const user = { id: "user-1", name: "Ada", email: "ada@example.com", emailVerified: null };
    const expires = new Date(Date.now() + 3_600_000);
    const sessions = new Map<string, AdapterSession>([
      ["stored", { sessionToken: "stored", userId: user.id, expires }],
    ]);
    const adapter = {
      createUser: unused,
      getUser: unused,
      getUserByEmail: unused,
      getUserByAccount: unused,
      updateUser: unused,
      linkAccount: unused,
      createSession: unused,
      getSessionAndUser: async (token: string) => {
        const session = sessions.get(token);
        return session === undefined ? null : { session, user };
      },
      updateSession: async () => null,
      deleteSession: async (token: string) => void sessions.delete(token),
    } satisfies Adapter;
    const { read } = signInTo({
      ...config,
      adapter,
      providers: [],
      session: { strategy: "database" },
      callbacks: {
        session: ({ session, user: { id } }) => ({ ...session, user: { ...session.user, id } }),
      },
    });
    const cookies = { cookie: "__Secure-authjs.session-token=stored" };
    expect(await read(cookies)).toBe(200);
    sessions.clear();
    expect(await read(cookies)).toBe(401);
  });
});

describe("an encrypted session of Auth.js", () => {
  it("signs its user in, with the role that the callback adds", async () => {
    const { read, decide, output } = signInTo(config);
    const cookies = await signedIn(config);
    expect(await decide(cookies)).toEqual({ status: 200, operator: "Ada" });
    expect(await read(cookies, "acme")).toBe(403);
    expect(await read({})).toBe(401);
    const [, token = ""] = cookies["cookie"]?.split("=") ?? [];
    expect(output()).not.toContain(token);
  });

  it("is rejected with another secret, forged, or after its end", async () => {
    const { read } = signInTo(config);
    expect(await read(await signedIn({ ...config, secret: "f".repeat(32) }))).toBe(401);
    expect(await read({ cookie: "__Secure-authjs.session-token=forged" })).toBe(401);
    const cookies = await signedIn(config);
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 31 * 24 * 3_600_000 });
    expect(await read(cookies)).toBe(401);
    vi.useRealTimers();
  });

  it("without a user id is reported, unless the address identifies the person", async () => {
    const { callbacks: _, ...plain } = config;
    const byId = signInTo(plain);
    const cookies = await signedIn(plain);
    expect(await byId.read(cookies)).toBe(503);
    expect(byId.output()).toContain("has no user id. Add it in the `session` callback");
    expect(await signInTo(plain, { identifyBy: "email" }).read(cookies)).toBe(200);
  });
});
