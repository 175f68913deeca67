import { isIP } from "node:net";
import { agentTokens, operatorTokens } from "@agent-treasury/treasury-core";
import * as z from "zod";
import { type OperatorGroups, operatorGroups } from "../sign-in/operator-groups.ts";
import type { DatabaseSetting } from "./settings.ts";
import { type SlackPeople, slackPeople } from "./slack-people.ts";

export type Setting<Value> = z.ZodType<Value, string>;

/** The message contains the value after `shown`, and `advice`. */
export function text(
  isRight: (value: string) => boolean,
  advice: string,
  shown: (value: string) => string = (value) => value,
): Setting<string> {
  return z.string().refine(isRight, {
    error: ({ input }) => `is ${JSON.stringify(shown(String(input)))}. ${advice}`,
  });
}

export const usd: Setting<number> = text(
  (value) => /^\d{1,10}(\.\d{1,6})?$/.test(value) && Number(value) <= 1_000_000_000,
  "Use an amount in USD in digits, at most 1000000000, for example 20 or 0.50.",
).transform(Number);

export const port: Setting<number> = text(
  (value) => /^\d{1,5}$/.test(value) && Number(value) <= 65_535,
  "Use a port number up to 65535, for example 3000, or 0 for any free port.",
).transform(Number);

export const listenAddress: Setting<string> = text(
  (value) => value === "localhost" || isIP(value) !== 0,
  "Use an IP address of this machine, for example 127.0.0.1, or 0.0.0.0 for all of them.",
);

/** An http or https URL, without a trailing slash. */
export const httpAddress: Setting<string> = text(
  (value) => {
    if (!/^https?:\/\//i.test(value) || !URL.canParse(value)) return false;
    const { username, password, search, hash } = new URL(value);
    return [username, password, search, hash].every((part) => part === "");
  },
  "Use a URL that begins with http:// or https://, without a query, for example https://treasury.example.com.",
  withoutCredentials,
  // oxlint-disable-next-line treasury/linear-patterns -- An address of the settings.
).transform((value) => new URL(value).href.replace(/\/+$/, ""));

export const pageOrigins: Setting<readonly string[]> = origins(
  /^https?:[^*]+$/,
  "Use http or https origins without a path, separated by commas, for example https://app.example.com.",
);

/** Origins without a path, separated by commas. */
export function origins(form: RegExp, message: string): Setting<readonly string[]> {
  const isOrigin = (one: string): boolean =>
    form.test(one) && URL.canParse(one) && new URL(one).origin === one;
  return text((value) => separated(value).every(isOrigin), message).transform(separated);
}

/** An http or https URL, which may have a query. */
export const pageAddress: Setting<string> = text(
  (value) => {
    if (!/^https?:\/\//i.test(value) || !URL.canParse(value)) return false;
    const { username, password, hash } = new URL(value);
    return [username, password, hash].every((part) => part === "");
  },
  "Use the URL of a page, for example https://app.example.com/treasury.",
  withoutCredentials,
);

export const domain: Setting<string> = text(
  (value) => /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)*[a-z][a-z0-9-]{0,62}$/.test(value),
  "Use a domain in lower case, for example example.com.",
);

/** Removes user name, password, query and fragment, which may be secret. */
function withoutCredentials(address: string): string {
  // oxlint-disable-next-line treasury/linear-patterns -- An address of the settings.
  return address.replace(/[?#].*$/s, "?…").replace(/^([a-z]+:)?(\/\/)?[^/]*@/is, "$1$2…@");
}

export const timeZone: Setting<string> = text((value) => {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: value }).resolvedOptions().timeZone !== "";
  } catch {
    return false;
  }
}, "Use an IANA time zone name, for example Europe/Berlin.");

export const deploymentId: Setting<string> = text(
  (value) => /^[0-9a-f]{32}$/.test(value),
  "Use the 32 hexadecimal digits that agent-treasury restored prints.",
);

export const receiptsKey: Setting<string> = text(
  (value) => /^[\da-f]{64}$/i.test(value),
  "Use 64 hexadecimal digits, for example of openssl rand -hex 32.",
  () => "…",
);

export const socketPath: Setting<string> = text(
  (value) => /^(?:unix:\/\/)?\/./.test(value),
  "Use the absolute path of a socket, for example /run/podman/podman.sock.",
);

export const hours: Setting<number> = text(
  (value) => /^\d{1,5}(\.\d{1,3})?$/.test(value) && Number(value) > 0,
  "Use a number of hours above zero, for example 24.",
).transform(Number);

export const wholeNumber: Setting<number> = text(
  (value) => /^[1-9]\d{0,6}$/.test(value),
  "Use a whole number above zero, for example 2048.",
).transform(Number);

export const tokenCount: Setting<number> = text(
  (value) => /^[1-9]\d{0,11}$/.test(value),
  "Use a whole number of tokens above zero, for example 1000000.",
).transform(Number);

export const flyApp: Setting<string> = text(
  (value) => /^[a-z0-9][a-z0-9-]{0,62}$/.test(value),
  "Use the name of a Fly app: lower-case letters, digits and dashes, for example acme-agents.",
);

export const flyRegion: Setting<string> = text(
  (value) => /^[a-z]{3}$/.test(value),
  "Use the three letters of a Fly region, for example iad.",
);

export function oneOf<Word extends string>(...words: readonly Word[]): Setting<Word> {
  return text(
    (value) => (words as readonly string[]).includes(value),
    `Use ${words.join(" or ")}, or leave it unset.`,
  ) as unknown as Setting<Word>;
}

/** Messages never contain tokens or digests. */
export const operators: Setting<string> = tokens(
  operatorTokens,
  "Use name:sha256-of-token pairs, separated by commas.",
);

export const groups: Setting<OperatorGroups> = list(
  operatorGroups,
  "Use operators with their groups, for example ada=finance+admins,bo=finance.",
);

export const people: Setting<SlackPeople> = list(
  slackPeople,
  "Use Slack user ids with operators, for example U0123456789=ada,U0987654321=bo.",
);

function list<Value>(read: (value: string) => Value, advice: string): Setting<Value> {
  return z.string().transform((value, context) => {
    try {
      return read(value);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      context.addIssue({ code: "custom", message: `is invalid. ${reason} ${advice}` });
      return z.NEVER;
    }
  });
}

/** Messages never contain tokens or digests. */
export const agents: Setting<string> = tokens(
  agentTokens,
  "Use name:workspace:sha256-of-token triples, separated by commas.",
);

function tokens(read: (value: string) => unknown, advice: string): Setting<string> {
  return z.string().superRefine((value, context) => {
    try {
      read(value);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      context.addIssue({ code: "custom", message: `is invalid. ${reason} ${advice}` });
    }
  });
}

export const anything: Setting<string> = z.string();

/** Messages never contain the key. */
export const stripeKey: Setting<string> = z
  .string()
  .refine((value) => /^[rs]k_(?:test|live)_\w+$/.test(value), {
    error:
      "is not a valid key. Use the secret key of one Stripe account, or a restricted one. It begins with sk_test_, rk_test_, sk_live_ or rk_live_.",
  });

/** Messages never contain the keys. */
export const encryptionKeys: Setting<string> = z
  .string()
  .refine((value) => value.split(",").every((key) => /^[A-Za-z0-9+/]{43}=$/.test(key.trim())), {
    error:
      "is not a valid key. Use 32 random bytes in base64, for example from openssl rand -base64 32. To replace a key, put the new one before it, separated by a comma.",
  });

/** Messages never contain the key. */
export const pushKey: Setting<string> = z
  .string()
  .refine((value) => /^[A-Za-z0-9+/]{43}=$/.test(value), {
    error:
      "is not a valid key. Use 32 random bytes in base64, for example from openssl rand -base64 32.",
  });

export const pushContact: Setting<string> = text(
  (value) => /^mailto:[^\s@]+@[^\s@]+$|^https:\/\/\S+$/.test(value),
  "Use an address by which push services reach you, for example mailto:treasury@example.com.",
);

const channelIds: readonly string[] = ["slack", "email", "discord", "telegram", "teams", "gchat"];

export const fallbackChannels: Setting<readonly string[]> = text(
  (value) => separated(value).every((id) => channelIds.includes(id)),
  `Use ${channelIds.join(", ")} or several of them, separated by commas.`,
).transform(separated);

/** Messages never contain the token. */
export const slackToken: Setting<string> = z
  .string()
  .refine((value) => /^xoxb-[\w-]+$/.test(value), {
    error: "is not a bot token. Use the bot token of the Slack app. It begins with xoxb-.",
  });

/** Messages never contain the secret. */
export const slackSecret: Setting<string> = z
  .string()
  .refine((value) => /^[0-9a-f]{32}$/.test(value), {
    error:
      "is not a signing secret. Use the signing secret of the Slack app, which has 32 hexadecimal digits.",
  });

export const slackChannel: Setting<string> = text(
  (value) => /^[CDG][A-Z0-9]{2,31}$/.test(value),
  "Use the id of a Slack channel, not its name, for example C0123456789.",
);

/** Messages never contain the value, which may include a password. */
export const smtpUrl: Setting<string> = z
  .string()
  .refine((value) => /^smtps?:\/\//.test(value) && URL.canParse(value) && !hasLostPassword(value), {
    error:
      "is not an SMTP server. Use smtps://host:465 or smtp://host:587 with user:password@ before the host. In the password, write every character except letters, digits, - and _ as %XX.",
  });

/** A slash in a password ends the host. */
function hasLostPassword(value: string): boolean {
  const { hostname, pathname } = new URL(value);
  return hostname === "" || !/^\/?$/.test(pathname);
}

const mailAddress = /^[^\s@<>()[\]\\,;:"]{1,64}@[^\s@<>()[\]\\,;:"]{1,255}$/;

export const mailSender: Setting<string> = text(
  (value) => mailAddress.test(/^[^<>@\p{Cc}]*<([^<>]+)>$/u.exec(value)?.[1]?.trim() ?? value),
  "Use an e-mail address, for example treasury@example.com, or Treasury <treasury@example.com>.",
);

export const mailReceivers: Setting<readonly string[]> = text(
  (value) => value.split(",").every((address) => mailAddress.test(address.trim())),
  "Use e-mail addresses, separated by commas, for example ada@example.com,bo@example.com.",
).transform(separated);

export const stripeAccounts: Setting<readonly string[]> = z
  .string()
  .transform(separated)
  .refine((names) => names.every((name) => /^acct_\w+$/.test(name)), {
    error: "is not a list of accounts. Use account ids, such as acct_1ABC, separated by commas.",
  });

/** Messages never contain the value, which may include a password. */
export const database: Setting<DatabaseSetting> = z.string().transform((value, context) => {
  if (value === "memory:") return { kind: "memory" };
  const path = /^sqlite:(?:\/\/)?(.+)$/.exec(value)?.[1];
  if (path !== undefined && path !== ":memory:") return { kind: "sqlite", path };
  if (isPostgresAddress(value)) return { kind: "postgres", url: value };
  // Redaction would remove user and password from a URL.
  const problem = /^postgres(?:ql)?:/i.test(value)
    ? "is not a PostgreSQL database. Use postgres://host:5432/database with user:password@ before the host. In the password, write every character except letters, digits, - and _ as %XX."
    : "is not a supported database. Use sqlite: and a path, for example sqlite:.data/treasury.db, or postgres://host:5432/database with user:password@ before the host, or memory: to store nothing.";
  context.addIssue({ code: "custom", message: problem });
  return z.NEVER;
});

function isPostgresAddress(value: string): boolean {
  if (!/^postgres(?:ql)?:\/\//.test(value)) return false;
  const one = withOneHost(value);
  if (!URL.canParse(one)) return false;
  const { hostname, pathname, searchParams } = new URL(one);
  // A socket's directory is `?host=/var/run/postgresql`.
  const names = hostname !== "" || (searchParams.get("host") ?? "") !== "";
  return names && pathname.length > 1;
}

export function separated(value: string): readonly string[] {
  return value.split(",").map((item) => item.trim());
}

/** `new URL` rejects several hosts with ports. */
export function withOneHost(address: string): string {
  return address.replace(/^([a-z]+:\/\/(?:[^@/?#]*@)?[^,/?#]*)(?:,[^,/?#]+)+/i, "$1");
}
