import { generateKeyPairSync, randomUUID, sign } from "node:crypto";
import { once } from "node:events";
import { type IncomingMessage, createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { createDiscordAdapter } from "@chat-adapter/discord";
import { createGoogleChatAdapter } from "@chat-adapter/gchat";
import { createTeamsAdapter } from "@chat-adapter/teams";
import { createTelegramAdapter } from "@chat-adapter/telegram";
import { SignJWT } from "jose";
import { onTestFinished } from "vitest";
import type { ChatAdapter } from "./chat-adapter.ts";

// oxlint-disable-next-line typescript/no-explicit-any
type Loose = any;

export interface StandInMessage {
  readonly id: string;
  /** The chat, or the person of a direct message. */
  readonly to: string;
  /** What the service received last. */
  content: Loose;
  /** What it received first. A client may show it for some time. */
  readonly posted: Loose;
}

export interface Delivery {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface PressOptions {
  readonly message?: StandInMessage;
  /** In milliseconds since 1970. */
  readonly at?: number;
  /** How the signature is wrong. */
  readonly forged?: "key" | "audience" | "issuer" | "expired";
  readonly change?: (payload: Loose) => void;
}

export interface Service {
  readonly adapter: ChatAdapter;
  readonly thread: string;
  /** For an adapter that reads the environment. Its `thread` is not among them. */
  readonly settings: Readonly<Record<string, string>>;
  /** Users of the service. */
  readonly users: readonly [ada: string, ben: string, stranger: string];
  readonly messages: readonly StandInMessage[];
  /** Answers the next requests with a failure. */
  fail(requests: number): void;
  /** Texts that one person received. */
  notices(): readonly string[];
  /** The buttons that a message shows, with what they carry. */
  buttonsOf(content: Loose): readonly Loose[];
  /** Signs what the service sends when a person presses a button. */
  press(user: string, action: "approve" | "deny", options?: PressOptions): Promise<Delivery>;
}

type Answer = (request: { method: string; path: string; body: Loose }) => object;

const silent: Loose = Object.assign(
  Object.fromEntries(["debug", "info", "warn", "error"].map((name) => [name, () => {}])),
  { child: () => silent },
);

/** When the API of a service ends. */
export type AtEnd = (close: () => Promise<void>) => void;

/** The API of a service on this machine. */
async function openApi(
  answer: Answer,
  atEnd: AtEnd,
): Promise<{ url: string; state: { failures: number } }> {
  const state = { failures: 0 };
  const respond = async (request: IncomingMessage) => {
    const body: unknown = JSON.parse((await text(request)) || "{}");
    if (state.failures > 0) {
      state.failures -= 1;
      return { status: 500, body: {} };
    }
    const { method = "GET", url: path = "/" } = request;
    return { status: 200, body: answer({ method, path, body }) };
  };
  const server = createServer((request, response) => {
    void respond(request).then(({ status, body }) =>
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body)),
    );
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  atEnd(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, state };
}

class Messages extends Array<StandInMessage> {
  add(id: string, to: string, content: Loose): void {
    this.push({ id, to, content, posted: content });
  }
  change(id: string, content: Loose): void {
    const found = this.find((message) => message.id === id);
    if (found !== undefined) found.content = content;
  }
  newest(): StandInMessage {
    const found = this.findLast(({ to }) => to === "chat");
    if (found === undefined) throw new Error("No message was sent.");
    return found;
  }
}

function discordButtons(content: Loose): readonly Loose[] {
  return (content.components ?? []).flatMap(({ components }: Loose) => components);
}

function telegramButtons(content: Loose): readonly Loose[] {
  return (content.reply_markup?.inline_keyboard ?? []).flat();
}

function teamsButtons(content: Loose): readonly Loose[] {
  return content.attachments?.[0]?.content.actions ?? [];
}

function googleButtons(content: Loose): readonly Loose[] {
  return (content.cardsV2?.[0]?.card.sections ?? []).flatMap(({ widgets }: Loose) =>
    widgets.flatMap(({ buttonList }: Loose) => buttonList?.buttons ?? []),
  );
}

const discordKeys = generateKeyPairSync("ed25519");
const wrongDiscordKeys = generateKeyPairSync("ed25519");

export interface DiscordService extends Service {
  pressNow(user: string, action: "approve" | "deny", options?: PressOptions): Delivery;
}

/** The person of a direct message, or the chat. */
function receiverOf(channel: string): string {
  return channel.startsWith("dm") ? channel.slice(2) : "chat";
}

export async function openDiscord(atEnd: AtEnd = onTestFinished): Promise<DiscordService> {
  const messages = new Messages();
  const { url, state } = await openApi(({ method, path, body }) => {
    const [, channel = "", id = ""] = /^\/channels\/(\w+)\/messages\/?(\w*)/.exec(path) ?? [];
    if (path === "/users/@me/channels") return { id: `dm${body.recipient_id}` };
    if (method === "POST") messages.add(String(messages.length + 1), receiverOf(channel), body);
    else messages.change(id, body);
    return { id: method === "POST" ? String(messages.length) : id, channel_id: channel };
  }, atEnd);
  const raw = discordKeys.publicKey.export({ format: "der", type: "spki" }).subarray(-32);
  const adapter = createDiscordAdapter({
    botToken: "discord-grepForThisToken",
    applicationId: "9",
    publicKey: raw.toString("hex"),
    apiUrl: url,
    logger: silent,
  });
  const buttonsOf = discordButtons;
  const pressNow: DiscordService["pressNow"] = (
    user,
    action,
    { message = messages.newest(), at = Date.now(), forged, change } = {},
  ) => {
    const { components } = message.posted;
    const payload = {
      type: 3,
      id: randomUUID(),
      application_id: "9",
      token: "t",
      guild_id: "1",
      channel_id: "2",
      channel: { id: "2", type: 0 },
      member: { user: { id: user, username: "name" } },
      data: {
        component_type: 2,
        custom_id: buttonsOf(message.posted).find(({ custom_id: id }) => id?.startsWith(action))
          .custom_id,
      },
      message: { id: message.id, components },
    };
    change?.(payload);
    const body = JSON.stringify(payload);
    const time = String(Math.floor(at / 1_000));
    const { privateKey } = forged === undefined ? discordKeys : wrongDiscordKeys;
    const signature = sign(null, Buffer.from(time + body), privateKey).toString("hex");
    const headers = { "x-signature-ed25519": signature, "x-signature-timestamp": time };
    return { headers: { ...headers, "content-type": "application/json" }, body };
  };
  return {
    ...open(adapter, "discord:1:2", ["100", "200", "300"], messages, state),
    settings: {
      DISCORD_BOT_TOKEN: "discord-token",
      DISCORD_APPLICATION_ID: "9",
      DISCORD_PUBLIC_KEY: raw.toString("hex"),
      DISCORD_API_URL: url,
    },
    buttonsOf,
    notices: () =>
      messages.filter((message) => message.to !== "chat").map(({ content }) => content.content),
    pressNow,
    press: async (...given) => pressNow(...given),
  };
}

export async function openTelegram(atEnd: AtEnd = onTestFinished): Promise<Service> {
  const messages = new Messages();
  const { url, state } = await openApi(({ path, body }) => {
    const method = path.split("/").at(-1);
    const chat = { id: Number(body.chat_id ?? 0), type: "supergroup" };
    const result = (id: string) => ({
      ok: true,
      result: { message_id: Number(id), date: 1, chat, text: body.text },
    });
    if (method === "sendMessage") {
      const to = String(body.chat_id) === "-100" ? "chat" : String(body.chat_id);
      messages.add(String(messages.length + 1), to, body);
      return result(String(messages.length));
    }
    if (method === "editMessageText") {
      messages.change(String(body.message_id), body);
      return result(String(body.message_id));
    }
    if (method === "getMe") return { ok: true, result: { id: 9, is_bot: true, username: "bot" } };
    return { ok: true, result: true };
  }, atEnd);
  const adapter = createTelegramAdapter({
    botToken: "9:grepForThisToken",
    secretToken: "telegram-secret",
    mode: "webhook",
    apiUrl: url,
    logger: silent,
  });
  const buttonsOf = telegramButtons;
  return {
    ...open(adapter, "telegram:-100", ["100", "200", "300"], messages, state),
    settings: {
      TELEGRAM_BOT_TOKEN: "9:telegram-token",
      TELEGRAM_WEBHOOK_SECRET_TOKEN: "telegram-secret",
      TELEGRAM_API_BASE_URL: url,
    },
    buttonsOf,
    press: async (user, action, { message = messages.newest(), forged, change } = {}) => {
      const payload = {
        update_id: messages.length * 1_000 + Math.floor(performance.now()),
        callback_query: {
          id: randomUUID(),
          from: { id: Number(user), is_bot: false, first_name: "Name" },
          message: {
            message_id: Number(message.id),
            date: 1,
            chat: { id: -100, type: "supergroup" },
            text: message.posted.text,
            reply_markup: message.posted.reply_markup,
          },
          data: buttonsOf(message.posted).find(({ callback_data: data }) => data?.includes(action))
            .callback_data,
        },
      };
      change?.(payload);
      const secret = forged === undefined ? "telegram-secret" : "another-secret";
      const headers = { "x-telegram-bot-api-secret-token": secret };
      return { headers, body: JSON.stringify(payload) };
    },
  };
}

const rsa = generateKeyPairSync("rsa", { modulusLength: 2_048 });
const wrongRsa = generateKeyPairSync("rsa", { modulusLength: 2_048 });
const publicPem = String(rsa.publicKey.export({ format: "pem", type: "spki" }));

function token(
  {
    issuer,
    audience,
    forged,
  }: { issuer: string; audience: string; forged: PressOptions["forged"] },
  claims: Readonly<Record<string, string | boolean>> = {},
): Promise<string> {
  const now = Math.floor(Date.now() / 1_000);
  return new SignJWT({ ...claims })
    .setProtectedHeader({ alg: "RS256", kid: "key-1" })
    .setIssuer(forged === "issuer" ? "https://evil.example" : issuer)
    .setAudience(forged === "audience" ? "another-bot" : audience)
    .setIssuedAt(forged === "expired" ? now - 8_000 : now)
    .setExpirationTime(forged === "expired" ? now - 4_000 : now + 3_600)
    .sign(forged === "key" ? wrongRsa.privateKey : rsa.privateKey);
}

export async function openTeams(atEnd: AtEnd = onTestFinished): Promise<Service> {
  const messages = new Messages();
  const appId = "00000000-0000-0000-0000-000000000009";
  const { url, state } = await openApi(({ method, path, body }) => {
    const id = /activities\/(\w+)/.exec(path)?.[1];
    if (method === "POST" && path.includes("/activities")) {
      const { recipient } = body;
      messages.add(String(messages.length + 1), recipient?.id ?? "chat", body);
      return { id: String(messages.length) };
    }
    messages.change(id ?? "", body);
    return { id };
  }, atEnd);
  const adapter = createTeamsAdapter({
    appId,
    appTenantId: "tenant",
    apiUrl: url,
    token: () => token({ issuer: "tenant", audience: "grepForThisToken", forged: undefined }),
    logger: silent,
  });
  const thread = adapter.encodeThreadId({ conversationId: "19:a@thread.tacv2", serviceUrl: url });
  const buttonsOf = teamsButtons;
  return {
    ...open(adapter, thread, ["29:ada", "29:ben", "29:eve"], messages, state),
    settings: { TEAMS_APP_ID: appId, TEAMS_APP_PASSWORD: "secret", TEAMS_APP_TENANT_ID: "tenant" },
    buttonsOf,
    press: async (
      user,
      action,
      { message = messages.newest(), at = Date.now(), forged, change } = {},
    ) => {
      useKeys(adapter);
      const { data } = buttonsOf(message.posted).find((button) => button.data?.actionId === action);
      const payload = {
        type: "message",
        id: randomUUID(),
        timestamp: new Date(at).toISOString(),
        serviceUrl: url,
        channelId: "msteams",
        from: { id: user, name: "Name" },
        conversation: { id: "19:a@thread.tacv2", conversationType: "channel" },
        recipient: { id: `28:${appId}`, name: "bot" },
        replyToId: message.id,
        value: data,
      };
      change?.(payload);
      const issuer = "https://api.botframework.com";
      const bearer = await token({ issuer, audience: appId, forged }, { serviceurl: url });
      const headers = { authorization: `Bearer ${bearer}`, "content-type": "application/json" };
      return { headers, body: JSON.stringify(payload) };
    },
  };
}

/** The keys of Teams are on another machine: the client for them is replaced after the adapter connected. */
function useKeys(adapter: object): void {
  const { server } = (adapter as Loose).app;
  const { jwtValidator } = server.serviceTokenValidator;
  jwtValidator.getJwksClient = () => ({
    getSigningKey: (kid: string, done: (error: Error | null, key?: object) => void) => {
      if (kid === "key-1") done(null, { getPublicKey: () => publicPem });
      else done(new Error("unknown key"));
    },
  });
}

const parametersOf = (button: Loose): Readonly<Record<string, string>> =>
  Object.fromEntries(
    (button.onClick?.action?.parameters ?? []).map(({ key, value }: Loose) => [key, value]),
  );

export const googleEndpoint = "https://treasury.example.com/api/service/channels/gchat";

export async function openGoogleChat(atEnd: AtEnd = onTestFinished): Promise<Service> {
  const messages = new Messages();
  const { url, state } = await openApi(({ method, path, body }) => {
    const [, name = ""] = /^\/v1\/(spaces\/\w+\/messages\/\w+)/.exec(path) ?? [];
    if (method === "POST") {
      const id = `spaces/A/messages/M${messages.length + 1}`;
      messages.add(id, body.privateMessageViewer?.name ?? "chat", body);
      return { name: id };
    }
    messages.change(name, body);
    return { name };
  }, atEnd);
  const request = async ({ url: address, method, data }: Loose) => {
    const init = { method, body: typeof data === "string" ? data : JSON.stringify(data ?? {}) };
    const response = await fetch(String(address), method === "GET" ? {} : init);
    if (!response.ok) throw new Error(`HTTP ${response.status}`);
    return { status: response.status, data: await response.json(), headers: response.headers };
  };
  const adapter = createGoogleChatAdapter({
    auth: { request } as Loose,
    endpointUrl: googleEndpoint,
    apiUrl: `${url}/`,
    logger: silent,
  });
  // The certificates of Google are on another machine.
  (adapter as Loose).oauth2Client.getFederatedSignonCertsAsync = async () => ({
    certs: { "key-1": publicPem },
  });
  const buttonsOf = googleButtons;
  return {
    ...open(adapter, "gchat:spaces/A", ["users/1", "users/2", "users/3"], messages, state),
    settings: {
      GOOGLE_CHAT_CREDENTIALS: JSON.stringify({
        client_email: "bot@example.com",
        private_key: String(rsa.privateKey.export({ format: "pem", type: "pkcs8" })),
      }),
      GOOGLE_CHAT_ENDPOINT_URL: googleEndpoint,
    },
    buttonsOf,
    press: async (
      user,
      action,
      { message = messages.newest(), at = Date.now(), forged, change } = {},
    ) => {
      const button = buttonsOf(message.posted).find(
        (one) => parametersOf(one)["actionId"] === action,
      );
      const payload = {
        commonEventObject: {
          invokedFunction: button?.onClick.action.function,
          parameters: button === undefined ? undefined : parametersOf(button),
        },
        chat: {
          user: { name: user, displayName: "Name", type: "HUMAN" },
          eventTime: new Date(at).toISOString(),
          buttonClickedPayload: {
            space: { name: "spaces/A" },
            message: { name: message.id },
            user: { name: user, displayName: "Name", type: "HUMAN" },
          },
        },
      };
      change?.(payload);
      const issuer = "https://accounts.google.com";
      const claims = { email: "chat@system.gserviceaccount.com", email_verified: true };
      const bearer = await token({ issuer, audience: googleEndpoint, forged }, claims);
      const headers = { authorization: `Bearer ${bearer}`, "content-type": "application/json" };
      return { headers, body: JSON.stringify(payload) };
    },
  };
}

function open(
  adapter: ChatAdapter,
  thread: string,
  users: Service["users"],
  messages: Messages,
  state: { failures: number },
): Pick<Service, "adapter" | "thread" | "users" | "messages" | "notices" | "fail"> {
  const fail = (requests: number): void => {
    state.failures = requests;
  };
  const notices = (): readonly string[] =>
    messages.filter(({ to }) => to !== "chat").map(({ content }) => content.text);
  return { adapter, thread, users, messages, notices, fail };
}
