import { createHash } from "node:crypto";
import type { PasskeyInvitation, PasskeyRegistration } from "@agent-treasury/contract";
import type { AuthenticationInput } from "@agent-treasury/treasury-core";
import { expect, it, onTestFinished } from "vitest";
import { type DeploymentOptions, openDeployment } from "./open-deployment.ts";

type Person = "ada" | "bo";

const digestOf = (token: string): string => createHash("sha256").update(token).digest("hex");
const env = {
  TREASURY_DATABASE_URL: "memory:",
  TREASURY_OPERATORS: `ada:${digestOf("ada-token")},bo:${digestOf("bo-token")}`,
};

/** The domain for which Ada may register a passkey after Bo's invitation, or the error. */
async function domainOf(options: DeploymentOptions): Promise<unknown> {
  const { treasury } = await openDeployment(options);
  onTestFinished(() => treasury.close());
  const call = async <Answer>(person: Person, path: string, body: object) => {
    const url = `http://localhost:3000/api/service/treasury/${path}`;
    const headers = { authorization: `Bearer ${person}-token`, "content-type": "application/json" };
    const sent = { method: "POST", headers, body: JSON.stringify(body) };
    const response = await treasury.handler(new Request(url, sent));
    return (await response.json()) as Answer & { readonly code?: string };
  };
  const invited = await call<PasskeyInvitation>("bo", "passkey-invitations", { personId: "ada" });
  if (invited.code !== undefined) return invited.code;
  const invitation = invited.token;
  const begun = await call<PasskeyRegistration>("ada", "passkey-registrations", { invitation });
  return begun.options.rp.id;
}

/** Sign-in of the app. */
const authenticate = ({ headers }: AuthenticationInput) => ({
  name: headers.get("authorization") === "Bearer ada-token" ? "ada" : "bo",
});

it("offers passkeys of the public address if they are on", async () => {
  expect(await domainOf({ env })).toBe("passkeys_not_connected");
  const on = { ...env, TREASURY_PASSKEYS: "on" };
  expect(await domainOf({ env: on })).toBe("localhost");
});

it("offers passkeys of the chosen domain", async () => {
  const TREASURY_PASSKEY_RP_ID = "example.com";
  const on = { ...env, TREASURY_PASSKEYS: "on", TREASURY_PASSKEY_RP_ID };
  const baseUrl = "https://pay.example.com";
  expect(await domainOf({ env: on, baseUrl, allowedHosts: ["localhost"] })).toBe("example.com");
});

it("rejects passkeys without sign-in, but accepts the app's own", async () => {
  const on = { TREASURY_DATABASE_URL: "memory:", TREASURY_PASSKEYS: "on" };
  await expect(openDeployment({ env: on })).rejects.toMatchObject({
    problems: [{ variable: "TREASURY_PASSKEYS" }],
  });
  expect(await domainOf({ env: on, authenticate })).toBe("localhost");
});
