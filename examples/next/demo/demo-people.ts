import { createHash, randomBytes } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { isLoopback } from "../lib/loopback.ts";

const names = ["Ada", "Grace"] as const;

const tokenPattern = /^[\w-]{32}$/;

type DemoName = (typeof names)[number];

/** The people of the demo, with their tokens. */
export type DemoPeople = Readonly<Record<DemoName, string>>;

export function demoPeople(): DemoPeople {
  const [ada, grace] = names.map(() => randomBytes(24).toString("base64url"));
  return { Ada: ada ?? "", Grace: grace ?? "" };
}

/**
 * Returns the people that the file lists, and creates it for its owner if it lists none. A session
 * ends when its person's token changes, so that new tokens at each start would sign browsers out.
 */
export function storedPeople(file: string): DemoPeople {
  const stored = readPeople(file);
  if (stored !== null) return stored;
  const people = demoPeople();
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify(people)}\n`, { mode: 0o600 });
  return people;
}

function readPeople(file: string): DemoPeople | null {
  try {
    const stored = JSON.parse(readFileSync(file, "utf8")) as Partial<DemoPeople>;
    const isPeople = names.every((name) => tokenPattern.test(stored[name] ?? ""));
    return isPeople ? (stored as DemoPeople) : null;
  } catch {
    return null;
  }
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
