import { TreasuryError, type WebhookDelivery } from "@agent-treasury/provider";

/** What differs between the services that `chat` has adapters for. */
export interface Platform {
  /** For people. */
  readonly title: string;
  /** The header without which a delivery is refused unread. */
  readonly signatureHeader: string;
  /** The other headers that the adapter needs. It receives no more. */
  readonly headers: readonly string[];
  /** Whether a button carries enough bytes to name the spend. */
  readonly carriesValue: boolean;
  /** The buttons of the message that a delivery contains, as the service stores them. */
  readonly buttonsIn: (raw: unknown) => unknown;
  /** When the action happened, in milliseconds since 1970. Null if the delivery does not state it. */
  readonly happenedAt: (delivery: WebhookDelivery) => number | null;
}

const byToken = {
  signatureHeader: "authorization",
  headers: [],
  carriesValue: true,
  buttonsIn: () => null,
} as const;

/** By the name of the adapter. */
const platforms: Readonly<Record<string, Platform>> = {
  discord: {
    title: "Discord",
    signatureHeader: "x-signature-ed25519",
    headers: ["x-signature-timestamp"],
    carriesValue: false,
    buttonsIn: (raw) => field(field(raw, "message"), "components"),
    happenedAt: ({ headers }) => Number(headers["x-signature-timestamp"] ?? Number.NaN) * 1_000,
  },
  telegram: {
    title: "Telegram",
    signatureHeader: "x-telegram-bot-api-secret-token",
    headers: [],
    carriesValue: false,
    buttonsIn: (raw) => field(field(raw, "message"), "reply_markup"),
    happenedAt: () => null,
  },
  teams: {
    title: "Teams",
    ...byToken,
    happenedAt: ({ body }) => momentOf(field(jsonOf(body), "timestamp")),
  },
  gchat: {
    title: "Google Chat",
    ...byToken,
    happenedAt: ({ body }) => momentOf(field(field(jsonOf(body), "chat"), "eventTime")),
  },
};

/** @throws TreasuryError `invalid_request` for an adapter of another service. */
export function platformOf(adapterName: string): Platform {
  const platform = Object.hasOwn(platforms, adapterName) ? platforms[adapterName] : undefined;
  if (platform !== undefined) return platform;
  const known = Object.keys(platforms).join(", ");
  const message = `\`adapter\` is of ${JSON.stringify(adapterName)}. Use an adapter of ${known}.`;
  throw new TreasuryError("invalid_request", message);
}

/** The addresses of link buttons. Texts of a message are not among them. */
export function linksIn(buttons: unknown): readonly string[] {
  if (typeof buttons !== "object" || buttons === null) return [];
  return Object.entries(buttons).flatMap(([name, value]: readonly [string, unknown]) =>
    name === "url" && typeof value === "string" ? [value] : linksIn(value),
  );
}

function momentOf(time: unknown): number | null {
  return typeof time === "string" ? Date.parse(time) : null;
}

function jsonOf(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(body));
  } catch {
    return null;
  }
}

function field(value: unknown, name: string): unknown {
  if (typeof value !== "object" || value === null) return undefined;
  return (value as Readonly<Record<string, unknown>>)[name];
}
