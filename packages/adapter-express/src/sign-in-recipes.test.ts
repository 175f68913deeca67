// Runs the recipes of docs/sign-in-recipes.md with the real libraries behind Express.
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { type AccessRules, createTreasury } from "@agent-treasury/treasury-core";
import { memoryStorage } from "@agent-treasury/treasury-core/memory";
import { toNodeHandler } from "better-auth/node";
import express, { type Express, type RequestHandler } from "express";
import { exportJWK, exportSPKI, generateKeyPair, SignJWT } from "jose";
import { afterAll, beforeAll, expect, it, onTestFinished } from "vitest";
import { codeOf } from "../../../tools/documents/code-blocks.ts";
import { serve } from "./express-apps.fixture.ts";
import { expressHandler } from "./express-handler.ts";

const root = fileURLToPath(new URL("../../../", import.meta.url)).replace(/\/$/, "");
const recipes = codeOf(root, "docs/sign-in-recipes.md");
const folder = dirname(recipes[0]?.path ?? "");
const secret = "0123456789abcdef0123456789abcdef";

/** The modules that a reader of the recipes has. As texts, because the types of Auth.js bring those of browsers. */
const appModules = {
  "auth.ts": `
import { betterAuth } from "better-auth";
import { memoryAdapter } from "better-auth/adapters/memory";
const tables = { user: [], session: [], account: [], verification: [], rateLimit: [] };
export const auth = betterAuth({
  baseURL: "http://127.0.0.1",
  secret: "${secret}",
  trustedOrigins: ["http://127.0.0.1:*"],
  database: memoryAdapter(tables),
  emailAndPassword: { enabled: true },
  telemetry: { enabled: false },
});`,
  "auth-config.ts": `
import { ExpressAuth } from "@auth/express";
import Credentials from "@auth/express/providers/credentials";
export const authConfig = {
  secret: "${secret}",
  trustHost: true,
  logger: { error() {} },
  providers: [
    Credentials({
      credentials: { email: {} },
      authorize: ({ email }) => ({ id: "1", name: "Ada", email: String(email) }),
    }),
  ],
};
export const routes = ExpressAuth(authConfig);`,
};

beforeAll(() => {
  mkdirSync(folder, { recursive: true });
  for (const { path, text } of recipes) writeFileSync(path, text);
  for (const [name, text] of Object.entries(appModules)) writeFileSync(join(folder, name), text);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Recipe {
  readonly authenticate: NonNullable<AccessRules["authenticate"]>;
}

/** Serves a treasury with one recipe, and whatever the library itself mounts. */
async function served(recipe: string, mount?: (app: Express) => void): Promise<string> {
  const { authenticate } = (await import(join(folder, recipe))) as Recipe;
  const treasury = createTreasury({
    baseUrl: "http://127.0.0.1",
    storage: memoryStorage(),
    budget: { startingCapitalUsd: 100 },
    authenticate,
    authorize: () => true,
  });
  const app = express();
  mount?.(app);
  app.use("/api/service", expressHandler(treasury));
  const { origin, close } = await serve(app);
  onTestFinished(async () => {
    await close();
    await treasury.close();
  });
  return origin;
}

/** The approver that a decision of this caller records, or the status of a refusal. */
async function approverOf(
  origin: string,
  headers: Record<string, string>,
): Promise<string | number> {
  const post = (path: string, body: object) =>
    fetch(`${origin}/api/service/treasury/${path}`, {
      method: "POST",
      headers: { ...headers, "content-type": "application/json" },
      body: JSON.stringify(body),
    });
  const spend = { amountUsd: 24, vendor: "Namecheap", purpose: "a domain" };
  const proposed = await post("proposals", spend);
  if (proposed.status !== 200 && proposed.status !== 201) return proposed.status;
  const { proposal } = (await proposed.json()) as { proposal: { id: string } };
  const decided = await post("decide", { proposalId: proposal.id, decision: "approve" });
  const answer = (await decided.json()) as { proposal: { operator: string; status: string } };
  expect(answer.proposal.status).toBe("executed");
  return answer.proposal.operator;
}

function cookiesOf(response: Response): string {
  return response.headers
    .getSetCookie()
    .map((line) => line.split(";")[0])
    .join("; ");
}

function withEnvironment(variables: Record<string, string>): void {
  const before = new Map(Object.keys(variables).map((name) => [name, process.env[name]]));
  Object.assign(process.env, variables);
  onTestFinished(() => {
    for (const [name, value] of before) {
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
  });
}

it("Better Auth's session signs its user in", async () => {
  const { auth } = (await import(join(folder, "auth.ts"))) as {
    auth: Parameters<typeof toNodeHandler>[0];
  };
  const origin = await served("with-better-auth.ts", (app) => {
    app.all("/api/auth/{*path}", toNodeHandler(auth));
  });
  const signedUp = await fetch(`${origin}/api/auth/sign-up/email`, {
    method: "POST",
    headers: { "content-type": "application/json", origin },
    body: JSON.stringify({ name: "Ada", email: "ada@example.com", password: "correct horse 1" }),
  });
  expect(signedUp.status).toBe(200);
  expect(await approverOf(origin, { cookie: cookiesOf(signedUp) })).toBe("Ada");
  expect(await approverOf(origin, {})).toBe(401);
});

it("the session of Auth.js signs its user in", async () => {
  const { routes } = (await import(join(folder, "auth-config.ts"))) as { routes: RequestHandler };
  const origin = await served("with-auth-js.ts", (app) => {
    app.use("/auth", routes);
  });
  const start = await fetch(`${origin}/auth/csrf`);
  const { csrfToken } = (await start.json()) as { csrfToken: string };
  const signedIn = await fetch(`${origin}/auth/callback/credentials`, {
    method: "POST",
    redirect: "manual",
    headers: { cookie: cookiesOf(start) },
    body: new URLSearchParams({ csrfToken, email: "ada@example.com" }),
  });
  expect(await approverOf(origin, { cookie: cookiesOf(signedIn) })).toBe("Ada");
  expect(await approverOf(origin, { cookie: "authjs.session-token=forged" })).toBe(401);
});

it("Clerk's session token signs its user in, without a request to Clerk", async () => {
  const { publicKey, privateKey } = await generateKeyPair("RS256", { extractable: true });
  withEnvironment({
    CLERK_SECRET_KEY: "sk_test_of_this_test",
    CLERK_PUBLISHABLE_KEY: `pk_test_${btoa("clerk.example.com$")}`,
    CLERK_JWT_KEY: await exportSPKI(publicKey),
    CLERK_TELEMETRY_DISABLED: "1",
    PUBLIC_URL: "http://127.0.0.1:3000",
  });
  const origin = await served("with-clerk.ts");
  const tokenFor = (azp: string) =>
    new SignJWT({ sid: "sess_1", azp })
      .setProtectedHeader({ alg: "RS256", kid: "ins_1", typ: "JWT" })
      .setSubject("user_ada")
      .setIssuer("https://clerk.example.com")
      .setIssuedAt()
      .setNotBefore("0s")
      .setExpirationTime("1m")
      .sign(privateKey);
  const bearer = async (azp: string) => ({ authorization: `Bearer ${await tokenFor(azp)}` });
  expect(await approverOf(origin, await bearer("http://127.0.0.1:3000"))).toBe("user_ada");
  expect(await approverOf(origin, await bearer("https://other.example.com"))).toBe(401);
  expect(await approverOf(origin, {})).toBe(401);
});

it("a JWT that a key of the JWKS signed signs its subject in", async () => {
  const { publicKey, privateKey } = await generateKeyPair("ES256", { extractable: true });
  const key = { ...(await exportJWK(publicKey)), kid: "1", alg: "ES256" };
  const issuer = express().get(
    "/keys",
    (_request, response) => void response.json({ keys: [key] }),
  );
  const keys = await serve(issuer);
  onTestFinished(keys.close);
  withEnvironment({
    OIDC_ISSUER: "https://issuer.example.com/",
    OIDC_AUDIENCE: "treasury",
    OIDC_JWKS_URL: `${keys.origin}/keys`,
  });
  const origin = await served("with-jwt.ts");
  const bearer = async (audience: string, end: string) => {
    const token = await new SignJWT({ name: "Ada" })
      .setProtectedHeader({ alg: "ES256", kid: "1" })
      .setSubject("user-1")
      .setIssuer("https://issuer.example.com/")
      .setAudience(audience)
      .setExpirationTime(end)
      .sign(privateKey);
    return { authorization: `Bearer ${token}` };
  };
  expect(await approverOf(origin, await bearer("treasury", "1m"))).toBe("Ada");
  expect(await approverOf(origin, await bearer("another app", "1m"))).toBe(401);
  expect(await approverOf(origin, await bearer("treasury", "1 minute ago"))).toBe(401);
  expect(await approverOf(origin, { authorization: "Bearer forged" })).toBe(401);
  expect(await approverOf(origin, {})).toBe(401);
});
