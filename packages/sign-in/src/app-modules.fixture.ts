const secret = "0123456789abcdef0123456789abcdef";

/** The modules that a reader of the recipes has. As texts, because the types of Auth.js bring those of browsers. */
export const appModules: Readonly<Record<"auth.ts" | "auth-config.ts", string>> = {
  "auth.ts": `
import { betterAuth } from "better-auth";
import { memoryAdapter } from "better-auth/adapters/memory";
import { admin } from "better-auth/plugins";
const tables = { user: [], session: [], account: [], verification: [], rateLimit: [] };
export const auth = betterAuth({
  baseURL: "http://127.0.0.1",
  secret: "${secret}",
  trustedOrigins: ["http://127.0.0.1:*"],
  database: memoryAdapter(tables),
  emailAndPassword: { enabled: true },
  plugins: [admin({ defaultRole: "admin" })],
  telemetry: { enabled: false },
});`,
  "auth-config.ts": `
import { ExpressAuth } from "@auth/express";
import Credentials from "@auth/express/providers/credentials";
export const authConfig = {
  secret: "${secret}",
  trustHost: true,
  callbacks: {
    session: ({ session, token }) => ({
      ...session,
      user: { ...session.user, id: token.sub, role: "admin" },
    }),
  },
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

type Sent = Readonly<Record<string, string>>;

/** Signs up at the Better Auth of `appModules`, mounted at `/api/auth`. */
export async function signUp(origin: string): Promise<Sent> {
  const response = await fetch(`${origin}/api/auth/sign-up/email`, {
    method: "POST",
    headers: { "content-type": "application/json", origin },
    body: JSON.stringify({ name: "Ada", email: "ada@example.com", password: "correct horse 1" }),
  });
  if (!response.ok) throw new Error(await response.text());
  return cookiesOf(response.headers);
}

/** Signs in at the Auth.js of `appModules`, mounted at `/auth`. */
export async function signInWithAuthJs(origin: string): Promise<Sent> {
  const start = await fetch(`${origin}/auth/csrf`);
  const { csrfToken } = (await start.json()) as { csrfToken: string };
  const signedIn = await fetch(`${origin}/auth/callback/credentials`, {
    method: "POST",
    redirect: "manual",
    headers: cookiesOf(start.headers),
    body: new URLSearchParams({ csrfToken, email: "ada@example.com" }),
  });
  return cookiesOf(signedIn.headers);
}

/** The cookies that a response sets, as a browser sends them. */
export function cookiesOf(headers: Headers): Sent {
  const pairs = headers.getSetCookie().map((line) => line.split(";")[0] ?? "");
  return { cookie: pairs.filter((pair) => !pair.endsWith("=")).join("; ") };
}

/** The approver that a decision of this caller records, or the status of a refusal. */
export async function approverOf(origin: string, headers: Sent): Promise<string | number> {
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
  if (decided.status !== 200) return decided.status;
  const answer = (await decided.json()) as { proposal: { operator: string; status: string } };
  if (answer.proposal.status !== "executed") throw new Error(JSON.stringify(answer));
  return answer.proposal.operator;
}
