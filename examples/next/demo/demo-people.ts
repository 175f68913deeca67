import { createHash, randomBytes } from "node:crypto";
import { isLoopback } from "../lib/loopback.ts";

const names = ["Ada", "Grace"] as const;

type DemoName = (typeof names)[number];

/** The people of the demo, with a token for this start. */
export type DemoPeople = Readonly<Record<DemoName, string>>;

export function demoPeople(): DemoPeople {
  const [ada, grace] = names.map(() => randomBytes(24).toString("base64url"));
  return { Ada: ada ?? "", Grace: grace ?? "" };
}

/**
 * Returns settings for the app. Only on loopback addresses the page offers people without a password,
 * otherwise they sign in with their tokens.
 */
export function peopleSettings(
  people: DemoPeople,
  listenAddress: string,
): Readonly<Record<string, string>> {
  const operators = Object.entries(people).map(([name, token]) => `${name}:${digestOf(token)}`);
  return {
    TREASURY_OPERATORS: operators.join(),
    ...(isLoopback(listenAddress) && { DEMO_PEOPLE: JSON.stringify(people) }),
  };
}

/** Passkeys work on localhost without https. */
export function passkeySettings(baseUrl: string): Readonly<Record<string, string>> {
  return new URL(baseUrl).hostname === "localhost" ? { TREASURY_PASSKEYS: "on" } : {};
}

function digestOf(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}
