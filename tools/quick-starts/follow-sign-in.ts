import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { quoted, startService, url } from "./agent-service.ts";
import type { Follower } from "./follow-guide.ts";

// They import packages of this workspace, which are installed by then.
const importApp = () => import("../../packages/sign-in/src/app-modules.fixture.ts");
const importIssuer = () => import("../../packages/sign-in/src/issuer.fixture.ts");

export const signIns = ["better-auth", "auth-js", "clerk", "workos", "oidc"] as const;
export type SignInName = (typeof signIns)[number];

type Sent = Readonly<Record<string, string>>;

/** The origin of the app, as the libraries know it. */
const origin = url.replace("localhost", "127.0.0.1");

/** An app of the user with the routes of its library, around the treasury that `init` writes. */
const appWith = (imports: string, routes: string): string => `import express from "express";
${imports}
import { treasuryHandler } from "./treasury.mjs";

const app = express();
${routes}
app.use("/api/service", treasuryHandler);
app.listen(3000, "127.0.0.1");
`;

/**
 * Creates a service with a sign-in by `init --auth`, and starts it. A signed-in user approves a spend,
 * and a request without a session is rejected.
 */
export async function followSignIn(
  name: SignInName,
  follower: Follower,
  folder: string,
): Promise<string> {
  const { appModules, approverOf, signInWithAuthJs, signUp } = await importApp();
  const options = `--auth ${name}`;
  const rejects = async (headers: Sent): Promise<void> => {
    const answer = await approverOf(origin, headers);
    if (answer !== 401) throw new Error(`A request without a session was answered ${answer}.`);
  };
  const approves = async (headers: Sent, approver: string): Promise<string> => {
    await rejects({});
    const answer = await approverOf(origin, headers);
    if (answer === approver) return "a spend approved by the signed-in user";
    throw new Error(`${approver} was answered ${answer}.`);
  };
  const write = (file: string, text: string): void => writeFileSync(join(folder, file), text);
  switch (name) {
    case "better-auth": {
      write("auth.mjs", appModules["auth.ts"]);
      const imports = `import { toNodeHandler } from "better-auth/node";\nimport { auth } from "./auth.mjs";`;
      write("shop.mjs", appWith(imports, 'app.all("/api/auth/{*path}", toNodeHandler(auth));'));
      await startService(follower, { options, server: "shop.mjs" });
      return approves(await signUp(origin), "Ada");
    }
    case "auth-js": {
      write("auth-config.mjs", appModules["auth-config.ts"]);
      write("auth.mjs", sessionModule);
      const imports = `import { routes } from "./auth-config.mjs";`;
      write("shop.mjs", appWith(imports, 'app.use("/auth", routes);'));
      const commands = ["npm install @auth/express"];
      await startService(follower, { options, commands, server: "shop.mjs" });
      return approves(await signInWithAuthJs(origin), "Ada");
    }
    case "clerk": {
      const { exportSPKI, startIssuer } = await importIssuer();
      const issuer = await startIssuer();
      const pem = await exportSPKI(issuer.key().publicKey);
      await startService(follower, {
        options,
        settings: [
          "CLERK_SECRET_KEY=sk_test_of_this_test",
          `CLERK_PUBLISHABLE_KEY=pk_test_${btoa("clerk.example.com$")}`,
          `CLERK_JWT_KEY="${pem.trim().replaceAll("\n", String.raw`\n`)}"`,
          "CLERK_TELEMETRY_DISABLED=1",
          `PUBLIC_URL=${url}`,
        ],
      });
      const organization = { id: "demo", slg: "demo", rol: "admin" };
      const token = await issuer.sign({ sid: "sess_1", azp: url, v: 2, o: organization });
      await issuer.close();
      return approves({ authorization: `Bearer ${token}` }, "ada");
    }
    case "workos":
      await startService(follower, {
        options,
        settings: [
          "WORKOS_API_KEY=sk_test",
          "WORKOS_CLIENT_ID=client_1",
          `WORKOS_COOKIE_PASSWORD=${quoted("a password of 32 characters or more")}`,
        ],
      });
      await rejects({});
      await rejects({ cookie: "wos-session=forged" });
      return "a forged session rejected";
    case "oidc": {
      const { startIssuer } = await importIssuer();
      const issuer = await startIssuer();
      const settings = [`OIDC_ISSUER=${issuer.url}`, "OIDC_AUDIENCE=treasury"];
      await startService(follower, { options, settings });
      const bearer = async (claims: object) => ({
        authorization: `Bearer ${await issuer.sign(claims)}`,
      });
      await rejects(await bearer({ aud: "another app" }));
      const outcome = await approves(await bearer({ name: "Ada", groups: ["finance"] }), "Ada");
      await issuer.close();
      return outcome;
    }
  }
}

const sessionModule = `import { getSession as sessionOf } from "@auth/express";
import { authConfig } from "./auth-config.mjs";

export const getSession = ({ native }) => sessionOf(native, authConfig);
`;
