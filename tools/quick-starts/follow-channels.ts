import { randomBytes } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { guideBlocks } from "../documents/guide-blocks.ts";
import { startService } from "./agent-service.ts";
import type { Follower } from "./follow-guide.ts";
import { until } from "./until.ts";

// The stand-ins import packages of this workspace, which are built by then.
const importServices = () => import("../../packages/approvals-chat/src/services.fixture.ts");
const importPushService = () => import("../push-for-tests/src/push-service.ts");
const importPushKeys = () => import("../../packages/approvals-push/src/push-keys.ts");

const spend = { amountUsd: 24, vendor: "Namecheap", purpose: "a domain" };

export const chats = ["discord", "telegram", "teams", "gchat"] as const;
export type Chat = (typeof chats)[number];

/** The settings that name the chat of the stand-ins. */
const threads: Readonly<Record<Chat, readonly string[]>> = {
  discord: ["DISCORD_THREAD=discord:1:2"],
  telegram: ["TELEGRAM_THREAD=telegram:-100"],
  teams: ["TEAMS_CONVERSATION_ID=19:a@thread.tacv2", "TEAMS_SERVICE_URL=http://127.0.0.1:1"],
  gchat: ["GOOGLE_CHAT_THREAD=gchat:spaces/A"],
};

/**
 * Creates a service with a chat by `init`, and starts it. In Discord and Telegram, a press on the
 * button approves a spend. The keys of Teams and Google Chat are on machines that a stand-in cannot
 * replace, so that only a delivery without a signature is sent: it is rejected.
 */
export async function followChat(chat: Chat, follower: Follower): Promise<string> {
  const closes: (() => Promise<void>)[] = [];
  const atEnd = (close: () => Promise<void>): void => void closes.push(close);
  const { openDiscord, openTelegram, openTeams, openGoogleChat } = await importServices();
  const opens = {
    discord: openDiscord,
    telegram: openTelegram,
    teams: openTeams,
    gchat: openGoogleChat,
  };
  const service = await opens[chat](atEnd);
  try {
    const [ada] = service.users;
    const people = `const people = { "${ada}": { id: "ada", name: "Ada" } };`;
    const { url, approverToken } = await startService(follower, {
      options: `--approvals ${chat}`,
      settings: [
        ...Object.entries(service.settings).map(([name, value]) =>
          value.startsWith("{") ? `${name}='${value}'` : `${name}=${value}`,
        ),
        ...threads[chat],
      ],
      commands: [`sed -i 's|^const people = {};|${people}|' treasury.mjs`],
    });
    const deliver = (headers: object, body: string) =>
      send(`${url}/api/service/channels/${chat}`, body, headers);
    const { status } = await deliver({}, "{}");
    if (status !== 401) throw new Error(`A delivery without a signature was answered ${status}.`);
    if (chat === "teams" || chat === "gchat") return "rejects a delivery without a signature";
    const asAda = { authorization: `Bearer ${approverToken}` };
    const address = `${url}/api/service/treasury/proposals`;
    const { proposal } = (await answerOf(send(address, JSON.stringify(spend), asAda))) as Proposed;
    await until("a message", () => service.messages[0]);
    const pressed = await service.press(ada, "approve");
    await answerOf(deliver(pressed.headers, pressed.body));
    await until("the payment", async () => {
      const read = (await answerOf(
        fetch(`${address}/${proposal.id}`, { headers: asAda }),
      )) as Proposed;
      return read.proposal.status === "executed" ? true : undefined;
    });
    return "a spend approved by a button";
  } finally {
    for (const close of closes) await close();
  }
}

/**
 * Follows the README of push notifications. A push reaches a stand-in on this machine, which is the
 * one change of the README's code, and the person then decides.
 */
export async function followPush(
  root: string,
  follower: Follower,
  folder: string,
  environment: Record<string, string>,
): Promise<string> {
  const closes: (() => Promise<void>)[] = [];
  const { openPushService } = await importPushService();
  const service = await openPushService((close) => void closes.push(close));
  try {
    const readme = readFileSync(join(root, "packages/approvals-push/README.md"), "utf8");
    const steps = guideBlocks(readme).filter(
      ({ language, file }) => language === "sh" || file !== null,
    );
    for (const block of steps) {
      const text = block.text.replace(
        "guardedFetch()",
        `guardedFetch(${JSON.stringify(service.reached)})`,
      );
      await follower.follow({ ...block, text });
    }
    const key = randomBytes(32).toString("base64");
    const { pushKeys } = await importPushKeys();
    const { publicKey } = pushKeys({ key, contact: "mailto:treasury@example.com" });
    const { subscription } = service.subscribe(publicKey);
    Object.assign(environment, { PUSH_KEY: key, SUBSCRIPTION: JSON.stringify(subscription) });
    writeFileSync(join(folder, "run.mjs"), pushProgram);
    const shell = { file: null, staysRunning: false };
    await follower.follow({ ...shell, language: "sh", text: "node run.mjs" });
    await follower.follow({ ...shell, language: "text", text: "executed\n" });
    const [push, ...more] = service.received;
    if (push === undefined || more.length > 0) throw new Error("Not one push was received.");
    return "a push, and the spend approved";
  } finally {
    for (const close of closes) await close();
  }
}

const pushProgram = `import { treasury } from "./treasury.ts";

const { OPERATOR_TOKEN, SUBSCRIPTION } = process.env;
const headers = { authorization: \`Bearer \${OPERATOR_TOKEN}\`, "content-type": "application/json" };
async function post(path, body) {
  const url = \`https://treasury.example.com\${treasury.basePath}\${path}\`;
  const sent = { method: "POST", headers, body: JSON.stringify({ workspaceId: "demo", ...body }) };
  const response = await treasury.handler(new Request(url, sent));
  if (!response.ok) throw new Error(await response.text());
  return response.json();
}
const subscription = JSON.parse(SUBSCRIPTION);
await post("/plugins/push/subscriptions", { subscription, device: "Phone" });
const { proposal } = await post("/treasury/proposals", ${JSON.stringify(spend)});
await treasury.recover();
const decided = await post("/treasury/decide", { proposalId: proposal.id, decision: "approve" });
console.log(decided.proposal.status);
await treasury.close();
`;

interface Proposed {
  readonly proposal: { readonly id: string; readonly status: string };
}

function send(address: string, body: string, headers: object): Promise<Response> {
  return fetch(address, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body,
  });
}

async function answerOf(sent: Promise<Response>): Promise<unknown> {
  const response = await sent;
  const text = await response.text();
  if (!response.ok) throw new Error(`${response.url} answered ${response.status}: ${text}`);
  return text.startsWith("{") ? JSON.parse(text) : null;
}
