import { type ChannelKind, type ChatKind, chats } from "./questions.ts";

interface ChatLines {
  readonly name: string;
  /** What its adapter's package exports. */
  readonly creates: string;
  readonly create: string;
  readonly thread: string;
  /** The settings, the first of which turns the channel on. */
  readonly settings: Readonly<Record<string, string>>;
  /** The setting in the service to which the address belongs. */
  readonly address: string;
}

const lines: Readonly<Record<ChatKind, ChatLines>> = {
  discord: {
    name: "Discord",
    creates: "createDiscordAdapter",
    create: "createDiscordAdapter()",
    thread: 'process.env.DISCORD_THREAD ?? ""',
    settings: {
      DISCORD_BOT_TOKEN: "…",
      DISCORD_PUBLIC_KEY: "…",
      DISCORD_APPLICATION_ID: "…",
      DISCORD_THREAD: "discord:<server id>:<channel id>",
    },
    address: "the interactions endpoint URL",
  },
  telegram: {
    name: "Telegram",
    creates: "createTelegramAdapter",
    create: 'createTelegramAdapter({ mode: "webhook" })',
    thread: 'process.env.TELEGRAM_THREAD ?? ""',
    settings: {
      TELEGRAM_BOT_TOKEN: "…",
      TELEGRAM_WEBHOOK_SECRET_TOKEN: "…",
      TELEGRAM_THREAD: "telegram:<chat id>",
    },
    address: "the webhook, by setWebhook with the secret token",
  },
  teams: {
    name: "Teams",
    creates: "createTeamsAdapter",
    create: "createTeamsAdapter()",
    thread: `adapter.encodeThreadId({
    conversationId: process.env.TEAMS_CONVERSATION_ID ?? "",
    serviceUrl: process.env.TEAMS_SERVICE_URL ?? "",
  })`,
    settings: {
      TEAMS_APP_ID: "…",
      TEAMS_APP_PASSWORD: "…",
      TEAMS_APP_TENANT_ID: "…",
      TEAMS_CONVERSATION_ID: "19:…@thread.tacv2",
      TEAMS_SERVICE_URL: "https://smba.trafficmanager.net/…",
    },
    address: "the messaging endpoint",
  },
  gchat: {
    name: "Google Chat",
    creates: "createGoogleChatAdapter",
    create: 'createGoogleChatAdapter({ endpointUrl: process.env.GOOGLE_CHAT_ENDPOINT_URL ?? "" })',
    thread: 'process.env.GOOGLE_CHAT_THREAD ?? ""',
    settings: {
      GOOGLE_CHAT_CREDENTIALS: "…",
      GOOGLE_CHAT_ENDPOINT_URL: "https://treasury.example.com/api/service/channels/gchat",
      GOOGLE_CHAT_THREAD: "gchat:spaces/<id>",
    },
    address: "the HTTP endpoint URL",
  },
};

const settingsOf = ({ name, settings }: ChatLines): string =>
  `\n# Approvals in ${name}: set all.\n${Object.entries(settings)
    .map(([variable, value]) => `# ${variable}=${value}\n`)
    .join("")}`;

export const chatSettings: Readonly<Record<ChatKind, string>> = {
  discord: settingsOf(lines.discord),
  telegram: settingsOf(lines.telegram),
  teams: settingsOf(lines.teams),
  gchat: settingsOf(lines.gchat),
};

export interface ChatProgram {
  readonly imports: readonly (readonly [name: string, module: string])[];
  /** Declares `channels`. */
  readonly lines: string;
  readonly packages: readonly string[];
  readonly steps: readonly string[];
}

/** Returns what a program needs for a chat; null for other channels. */
export function chatProgram(channel: ChannelKind, settingsFile: string): ChatProgram | null {
  if (!isChat(channel)) return null;
  const { name, creates, create, thread, settings, address } = lines[channel];
  const [first = ""] = Object.keys(settings);
  return {
    imports: [
      ["chat", "@agent-treasury/approvals-chat"],
      [creates, `@chat-adapter/${channel}`],
    ],
    lines: `// Approvers by their user id in ${name}, such as "123": { id: "ada", name: "Ada" }
const people = {};
const openChat = () => {
  const adapter = ${create};
  const thread = ${thread};
  return chat({ adapter, thread, people });
};
const channels = process.env.${first} ? [openChat()] : [];
`,
    packages: ["@agent-treasury/approvals-chat", `@chat-adapter/${channel}`],
    steps: [
      `Create the bot, set ${Object.keys(settings).join(", ")} in ${settingsFile}, and name the approvers in \`people\`, each with the \`id\` that sign-in returns.`,
      `In ${name}, set ${address} to https://<your app>/api/service/channels/${channel}.`,
    ],
  };
}

function isChat(channel: ChannelKind): channel is ChatKind {
  return chats.some((chat) => chat === channel);
}
