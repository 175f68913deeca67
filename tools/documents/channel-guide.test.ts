// Runs the channel that its guide writes against the suite of channels.
import { createHmac } from "node:crypto";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, it } from "vitest";
import { type ChannelStandIn, channelConformance } from "../../packages/testing/src/channel.ts";
import type { ApprovalChannel } from "../../packages/treasury-core/src/channel.ts";
import type { SignedInOperator } from "../../packages/treasury-core/src/index.ts";
import { codeOf } from "./code-blocks.ts";

interface ChatOptions {
  readonly url: string;
  readonly secret: string;
  readonly people: Readonly<Record<string, SignedInOperator>>;
  readonly fetch: (url: string, init: { readonly body: string }) => Promise<Response>;
}

interface Card {
  readonly title: string;
  readonly lines: readonly string[];
  readonly buttons: readonly { readonly decision: string }[];
}

const root = fileURLToPath(new URL("../../", import.meta.url)).replace(/\/$/, "");
const code = codeOf(root, "docs/writing-a-channel.md").find(({ path }) =>
  path.endsWith("/chat.ts"),
);
if (code === undefined) throw new Error("The guide has no file chat.ts.");
const { path, text } = code;
mkdirSync(dirname(path), { recursive: true });
writeFileSync(path, text);
afterAll(() => {
  rmSync(dirname(path), { recursive: true, force: true });
});
const { chat } = (await import(path)) as { chat(options: ChatOptions): ApprovalChannel };

const secret = "a signing secret";

/** The chat, which shows cards and signs its deliveries. */
function chatService(people: ChatOptions["people"]): ChannelStandIn {
  const cards = new Map<string, Card>();
  const seen: Card[] = [];
  let failing = 0;
  const channel = chat({
    url: "https://chat.example",
    secret,
    people,
    fetch: (url, { body }) => {
      failing -= 1;
      if (failing >= 0) return Promise.resolve(new Response(null, { status: 503 }));
      const card = JSON.parse(body) as Card;
      if (!cards.has(url)) seen.push(card);
      cards.set(url, card);
      return Promise.resolve(new Response());
    },
  });
  return {
    channel,
    messages: () =>
      [...cards.values()].map(({ title, lines, buttons }) => ({
        text: [title, ...lines].join("\n"),
        isOpen: buttons.length > 0,
      })),
    fail: (requests) => {
      failing = requests;
    },
    press: ({ message, sender, decision, at }) => {
      const button = seen[message]?.buttons.find((one) => one.decision === decision);
      const body = JSON.stringify({ user: sender, button });
      const signature = createHmac("sha256", secret).update(`${at}:${body}`).digest("hex");
      return { headers: { "x-chat-time": `${at}`, "x-chat-signature": signature }, body };
    },
  };
}

channelConformance({ describe, it, expect }, { create: ({ people }) => chatService(people) });
