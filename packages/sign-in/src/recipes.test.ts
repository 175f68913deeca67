// Runs the recipes of docs/sign-in-recipes.md with the real libraries behind Express.
import { once } from "node:events";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expressHandler } from "@agent-treasury/adapter-express";
import { createTreasury } from "@agent-treasury/treasury-core";
import { memoryStorage } from "@agent-treasury/treasury-core/memory";
import { toNodeHandler } from "better-auth/node";
import express, { type Express, type RequestHandler } from "express";
import { exportSPKI } from "jose";
import { afterAll, beforeAll, expect, it, onTestFinished } from "vitest";
import { codeOf } from "../../../tools/documents/code-blocks.ts";
import { appModules, approverOf, signInWithAuthJs, signUp } from "./app-modules.fixture.ts";
import { type Issuer, startIssuer } from "./issuer.fixture.ts";
import type { SignIn } from "./sign-in.ts";

const root = fileURLToPath(new URL("../../../", import.meta.url)).replace(/\/$/, "");
const recipes = codeOf(root, "docs/sign-in-recipes.md");
const folder = dirname(recipes[0]?.path ?? "");
beforeAll(() => {
  mkdirSync(folder, { recursive: true });
  for (const { path, text } of recipes) writeFileSync(path, text);
  for (const [name, text] of Object.entries(appModules)) writeFileSync(join(folder, name), text);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Recipe {
  readonly access: SignIn;
}

/** Serves a treasury with one recipe, and whatever the library itself mounts. */
async function served(recipe: string, mount?: (app: Express) => void): Promise<string> {
  const { access } = (await import(join(folder, recipe))) as Recipe;
  const treasury = createTreasury({
    baseUrl: "http://127.0.0.1",
    storage: memoryStorage(),
    budget: { startingCapitalUsd: 100 },
    ...access,
  });
  const app = express();
  mount?.(app);
  app.use("/api/service", expressHandler(treasury));
  onTestFinished(() => treasury.close());
  return listening(app);
}

async function listening(app: Express): Promise<string> {
  const server = app.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
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
  expect(await approverOf(origin, await signUp(origin))).toBe("Ada");
  expect(await approverOf(origin, {})).toBe(401);
});

it("the session of Auth.js signs its user in", async () => {
  const { routes } = (await import(join(folder, "auth-config.ts"))) as { routes: RequestHandler };
  const origin = await served("with-auth-js.ts", (app) => {
    app.use("/auth", routes);
  });
  expect(await approverOf(origin, await signInWithAuthJs(origin))).toBe("Ada");
  expect(await approverOf(origin, { cookie: "authjs.session-token=forged" })).toBe(401);
});

/** A stand-in for the issuer's servers. */
async function localIssuer(): Promise<Issuer> {
  const issuer = await startIssuer();
  onTestFinished(issuer.close);
  return issuer;
}

it("Clerk's session token signs its user in, without a request to Clerk", async () => {
  const issuer = await localIssuer();
  withEnvironment({
    CLERK_SECRET_KEY: "sk_test_of_this_test",
    CLERK_PUBLISHABLE_KEY: `pk_test_${btoa("clerk.example.com$")}`,
    CLERK_JWT_KEY: await exportSPKI(issuer.key().publicKey),
    CLERK_TELEMETRY_DISABLED: "1",
    PUBLIC_URL: "http://127.0.0.1:3000",
  });
  const origin = await served("with-clerk.ts");
  const token = (azp: string) =>
    issuer.sign({ sid: "sess_1", azp, v: 2, o: { id: "demo", slg: "demo", rol: "admin" } });
  const bearer = async (azp: string) => ({ authorization: `Bearer ${await token(azp)}` });
  expect(await approverOf(origin, await bearer("http://127.0.0.1:3000"))).toBe("ada");
  expect(await approverOf(origin, await bearer("https://other.example.com"))).toBe(401);
  expect(await approverOf(origin, {})).toBe(401);
});

it("WorkOS's token is read from its servers only", async () => {
  withEnvironment({
    WORKOS_API_KEY: "sk_test",
    WORKOS_CLIENT_ID: "client_1",
    WORKOS_COOKIE_PASSWORD: "a password of 32 characters or more",
  });
  const origin = await served("with-workos.ts");
  expect(await approverOf(origin, { cookie: "wos-session=forged" })).toBe(401);
  expect(await approverOf(origin, {})).toBe(401);
});

it("a token of an OpenID Connect issuer signs its subject in", async () => {
  const issuer = await localIssuer();
  withEnvironment({ OIDC_ISSUER: issuer.url, OIDC_AUDIENCE: "treasury" });
  const origin = await served("with-oidc.ts");
  const asking = async (claims: object) =>
    approverOf(origin, { authorization: `Bearer ${await issuer.sign(claims)}` });
  expect(await asking({ name: "Ada", groups: ["finance"] })).toBe("Ada");
  expect(await asking({ name: "Ben" })).toBe(403);
  expect(await asking({ aud: "another app" })).toBe(401);
  expect(await approverOf(origin, {})).toBe(401);
});

it("OpenFGA's relations decide what a user may do", async () => {
  const related = new Set(["user:1 approver workspace:demo", "user:2 viewer workspace:demo"]);
  const roles = ["viewer", "member", "approver", "admin"];
  // A stand-in for the server, which has the model of the recipe.
  const server = express().use(express.json(), (request, response) => {
    const { user, relation, object } = (request.body as FgaCheck).tuple_key;
    const including = roles.slice(roles.indexOf(relation));
    const allowed = including.some((role) => related.has(`${user} ${role} ${object}`));
    response.json({ allowed });
  });
  const fga = await listening(server);
  withEnvironment({ FGA_API_URL: fga, FGA_STORE_ID: "01ARZ3NDEKTSV4RRFFQ69G5FAV" });
  const { authorize } = (await import(join(folder, "with-openfga.ts"))) as Pick<
    SignIn,
    "authorize"
  >;
  const origin = await listening(
    express().use(
      "/api/service",
      expressHandler(
        createTreasury({
          baseUrl: "http://127.0.0.1",
          storage: memoryStorage(),
          budget: { startingCapitalUsd: 100 },
          authenticate: ({ headers }) => {
            const id = headers.get("x-user");
            return id === null ? null : { id, name: "Ada" };
          },
          authorize,
        }),
      ),
    ),
  );
  expect(await approverOf(origin, { "x-user": "1" })).toBe("Ada");
  expect(await approverOf(origin, { "x-user": "2" })).toBe(403);
  expect(await approverOf(origin, { "x-user": "3" })).toBe(403);
  expect(await approverOf(origin, {})).toBe(401);
});

interface FgaCheck {
  readonly tuple_key: { readonly user: string; readonly relation: string; readonly object: string };
}

it("a user that a middleware found is signed in", async () => {
  const origin = await served("with-sessions.ts", (app) => {
    app.use((request, _response, next) => {
      const id = request.get("x-user");
      if (id !== undefined) Object.assign(request, { user: { id, name: "Ada", roles: ["admin"] } });
      next();
    });
  });
  expect(await approverOf(origin, { "x-user": "1" })).toBe("Ada");
  expect(await approverOf(origin, {})).toBe(401);
});
