import { isIP } from "node:net";
import { agentTokens, operatorTokens } from "@agent-treasury/treasury-core";
import { z } from "zod";
import type { DatabaseSetting } from "./settings.ts";

type Setting<Value> = z.ZodType<Value, string>;

/** A setting's text, checked. The problem repeats what `shown` leaves of it; `advice` says what to write. */
function text(
  isRight: (value: string) => boolean,
  advice: string,
  shown: (value: string) => string = (value) => value,
): Setting<string> {
  return z.string().refine(isRight, {
    error: ({ input }) => `is ${JSON.stringify(shown(String(input)))}. ${advice}`,
  });
}

/** USD with at most six decimals, zero or more. */
export const usd: Setting<number> = text(
  (value) => /^\d{1,10}(\.\d{1,6})?$/.test(value) && Number(value) <= 1_000_000_000,
  "Write an amount of USD in digits, at most 1000000000, for example 20 or 0.50.",
).transform(Number);

/** A port to listen on. */
export const port: Setting<number> = text(
  (value) => /^\d{1,5}$/.test(value) && Number(value) <= 65_535,
  "Write a port number up to 65535, for example 3000; 0 takes any free one.",
).transform(Number);

/** An address of this machine. */
export const listenAddress: Setting<string> = text(
  (value) => value === "localhost" || isIP(value) !== 0,
  "Write an IP address of this machine, for example 127.0.0.1, or 0.0.0.0 for all of them.",
);

/** An http or https address, without a slash at its end. */
export const httpAddress: Setting<string> = text(
  (value) => {
    if (!/^https?:\/\//i.test(value) || !URL.canParse(value)) return false;
    const { username, password, search, hash } = new URL(value);
    return [username, password, search, hash].every((part) => part === "");
  },
  "Write an address that begins with http:// or https://, without a query, for example https://treasury.example.com.",
  withoutCredentials,
).transform((value) => new URL(value).href.replace(/\/+$/, ""));

/** An address as a problem may repeat it: name, password, query and fragment may be secret. */
function withoutCredentials(address: string): string {
  return address.replace(/[?#].*$/s, "?…").replace(/^([a-z]+:)?(\/\/)?[^/]*@/is, "$1$2…@");
}

/** A time zone that this process knows. */
export const timeZone: Setting<string> = text((value) => {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: value }).resolvedOptions().timeZone !== "";
  } catch {
    return false;
  }
}, "Write a time zone's IANA name, for example Europe/Berlin.");

/** The path of a socket on this machine. */
export const socketPath: Setting<string> = text(
  (value) => /^(?:unix:\/\/)?\/./.test(value),
  "Write the absolute path of a socket, for example /run/podman/podman.sock.",
);

/** Hours, above zero. */
export const hours: Setting<number> = text(
  (value) => /^\d{1,5}(\.\d{1,3})?$/.test(value) && Number(value) > 0,
  "Write a number of hours above zero, for example 24.",
).transform(Number);

/** A count, above zero. */
export const wholeNumber: Setting<number> = text(
  (value) => /^[1-9]\d{0,6}$/.test(value),
  "Write a whole number above zero, for example 2048.",
).transform(Number);

/** Tokens, above zero. */
export const tokenCount: Setting<number> = text(
  (value) => /^[1-9]\d{0,11}$/.test(value),
  "Write a whole number of tokens above zero, for example 1000000.",
).transform(Number);

/** The name of a Fly app. */
export const flyApp: Setting<string> = text(
  (value) => /^[a-z0-9][a-z0-9-]{0,62}$/.test(value),
  "Write the name of a Fly app: lower-case letters, digits and dashes, for example acme-agents.",
);

/** A region of Fly. */
export const flyRegion: Setting<string> = text(
  (value) => /^[a-z]{3}$/.test(value),
  "Write the three letters of a region of Fly, for example iad.",
);

/** One of a few words. */
export function oneOf<Word extends string>(...words: readonly Word[]): Setting<Word> {
  return text(
    (value) => (words as readonly string[]).includes(value),
    `Write ${words.join(" or ")}, or leave it unset.`,
  ) as unknown as Setting<Word>;
}

/** Operators and the digests of their tokens. What is wrong is told without repeating a token or digest. */
export const operators: Setting<string> = tokens(
  operatorTokens,
  "Write name:sha256-of-token pairs, separated by commas.",
);

/** Agents from elsewhere, their workspaces and the digests of their tokens, told as the operators are. */
export const agents: Setting<string> = tokens(
  agentTokens,
  "Write name:workspace:sha256-of-token triples, separated by commas.",
);

function tokens(read: (value: string) => unknown, advice: string): Setting<string> {
  return z.string().superRefine((value, context) => {
    try {
      read(value);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      context.addIssue({ code: "custom", message: `cannot be used. ${reason} ${advice}` });
    }
  });
}

/** A secret, or a word that needs no check. */
export const anything: Setting<string> = z.string();

/** A secret or restricted key of one Stripe account. It is not told back. */
export const stripeKey: Setting<string> = z
  .string()
  .refine((value) => /^[rs]k_(?:test|live)_\w+$/.test(value), {
    error:
      "is no key that can be used. Write the secret key of one Stripe account, or a restricted one: it begins with sk_test_, rk_test_, sk_live_ or rk_live_.",
  });

/** Ids of accounts of Stripe, separated by commas. */
export const stripeAccounts: Setting<readonly string[]> = z
  .string()
  .transform((value) => value.split(",").map((name) => name.trim()))
  .refine((names) => names.every((name) => /^acct_\w+$/.test(name)), {
    error: "names no accounts. Write their ids, such as acct_1ABC, separated by commas.",
  });

/** Where the treasury is kept. The text is not told back: an address may hold a password. */
export const database: Setting<DatabaseSetting> = z.string().transform((value, context) => {
  if (value === "memory:") return { kind: "memory" };
  const path = /^sqlite:(?:\/\/)?(.+)$/.exec(value)?.[1];
  if (path !== undefined && path !== ":memory:") return { kind: "sqlite", path };
  if (isPostgresAddress(value)) return { kind: "postgres", url: value };
  // Name and password stand beside the example: in an address they are taken out of every message.
  const problem = /^postgres(?:ql)?:/i.test(value)
    ? "names no PostgreSQL database. Write postgres://host:5432/database with user:password@ before the host, and what is no letter, digit, - or _ in the password as %XX."
    : "names no database that can be used. Write sqlite: and a path, for example sqlite:.data/treasury.db, or postgres://host:5432/database with user:password@ before the host, or memory: to keep nothing.";
  context.addIssue({ code: "custom", message: problem });
  return z.NEVER;
});

function isPostgresAddress(value: string): boolean {
  if (!/^postgres(?:ql)?:\/\//.test(value) || !URL.canParse(value)) return false;
  const { hostname, pathname, searchParams } = new URL(value);
  // A socket's directory is given as `?host=/var/run/postgresql`.
  const names = hostname !== "" || (searchParams.get("host") ?? "") !== "";
  return names && pathname.length > 1;
}
