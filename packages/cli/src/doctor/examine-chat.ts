import type { Environment, Settings } from "@agent-treasury/server";
import { doubtful, type Finding, fine, unset, wrong } from "./finding.ts";

type Form = readonly [isValid: (value: string) => boolean, description: string];

interface ChatService {
  readonly name: string;
  readonly id: string;
  /** What its adapter needs. */
  readonly needs: Readonly<Record<string, Form>>;
  /** Accepts deliveries without a signature if it is `true`. */
  readonly unverified?: string;
}

const anyText: Form = [(value) => !/\s/.test(value), "a text without spaces"];

const services: readonly ChatService[] = [
  {
    name: "Discord",
    id: "discord",
    needs: {
      DISCORD_BOT_TOKEN: anyText,
      DISCORD_PUBLIC_KEY: [(value) => /^[0-9a-f]{64}$/i.test(value), "64 hexadecimal digits"],
      DISCORD_APPLICATION_ID: [(value) => /^\d+$/.test(value), "digits"],
    },
  },
  {
    name: "Telegram",
    id: "telegram",
    needs: {
      TELEGRAM_BOT_TOKEN: [(value) => /^\d+:[\w-]+$/.test(value), "digits, a colon and a secret"],
      TELEGRAM_WEBHOOK_SECRET_TOKEN: [
        (value) => /^[\w-]{1,256}$/.test(value),
        "at most 256 letters, digits, _ and -",
      ],
    },
    unverified: "TELEGRAM_ALLOW_UNVERIFIED_WEBHOOKS",
  },
  {
    name: "Teams",
    id: "teams",
    needs: {
      TEAMS_APP_ID: [
        (value) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(value),
        "a UUID",
      ],
      TEAMS_APP_PASSWORD: anyText,
    },
  },
  {
    name: "Google Chat",
    id: "gchat",
    needs: {
      GOOGLE_CHAT_CREDENTIALS: [isServiceAccount, "the JSON key of a service account"],
    },
    unverified: "GOOGLE_CHAT_DISABLE_SIGNATURE_VERIFICATION",
  },
];

/** The app's code passes the channel, so only the settings of its adapter can be examined. */
export function examineChat({ baseUrl }: Settings, env: Environment): readonly Finding[] {
  const found = services.flatMap((service) => examineService(service, baseUrl, env));
  if (found.length > 0) return found;
  const message = "No approvals in Discord, Telegram, Teams or Google Chat.";
  return [unset("chat", message, "Run agent-treasury init --approvals discord and the like.")];
}

function examineService(
  { name, id, needs, unverified }: ChatService,
  baseUrl: string,
  env: Environment,
): readonly Finding[] {
  const valueOf = (variable: string): string => (env[variable] ?? "").trim();
  const variables = Object.keys(needs);
  const set = variables.find((variable) => valueOf(variable) !== "");
  if (set === undefined) return [];
  if (unverified !== undefined && valueOf(unverified) === "true") {
    const message = `${unverified} is true, so that everyone could press buttons. The channel does not start.`;
    return [wrong("chat", message, `Unset ${unverified}.`)];
  }
  const malformed = Object.entries(needs).flatMap(([variable, [isValid, description]]) =>
    valueOf(variable) === "" || isValid(valueOf(variable))
      ? []
      : [wrong("chat", `${variable} is not ${description}.`, `Copy it from ${name} again.`)],
  );
  if (malformed.length > 0) return malformed;
  const missing = variables.filter((variable) => valueOf(variable) === "");
  if (missing.length > 0) {
    // Another bot of the app may use the same settings.
    const message = `${set} is set, but not ${missing.join(" and ")}: no approvals in ${name}.`;
    return [doubtful("chat", message, `Set ${missing.join(" and ")}.`)];
  }
  const message = `The settings of ${name} are complete. If the app passes the channel, ${name} sends actions to ${baseUrl}/api/service/channels/${id}.`;
  return [fine("chat", message)];
}

function isServiceAccount(value: string): boolean {
  try {
    const { client_email: email, private_key: key } = JSON.parse(value) as Record<string, unknown>;
    return typeof email === "string" && typeof key === "string";
  } catch {
    return false;
  }
}
