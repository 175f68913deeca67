import { channelConformance } from "@agent-treasury/testing/channel";
import { describe, expect, it } from "vitest";
import { openChatWorld, twoPersons } from "./chat-world.fixture.ts";
import { chat } from "./chat.ts";
import {
  googleEndpoint,
  openDiscord,
  openGoogleChat,
  openTeams,
  openTelegram,
  type PressOptions,
  type Service,
} from "./services.fixture.ts";

const minute = 60_000;
const services: readonly (readonly [
  string,
  () => Promise<Service>,
  NonNullable<PressOptions["forged"]>[],
])[] = [
  ["discord", openDiscord, ["key"]],
  ["telegram", openTelegram, ["key"]],
  ["teams", openTeams, ["key", "audience", "issuer", "expired"]],
  ["gchat", openGoogleChat, ["key", "audience", "issuer", "expired"]],
];

/** Without the escapes of the service, and the characters that break up addresses. */
function shownText(content: unknown): string {
  return JSON.stringify(content).replaceAll(/\u2060|\\\\/g, "");
}

const changeDigest: NonNullable<PressOptions["change"]> = (payload) => {
  const digest = /digest=[0-9a-f]{64}/g;
  const changed = JSON.stringify(payload).replace(digest, `digest=${"0".repeat(64)}`);
  Object.assign(payload, JSON.parse(changed));
};

describe.each(services)("a message in %s", (name, openService, forgeries) => {
  it("states that it shows only the beginning of a long purpose", async () => {
    const service = await openService();
    const world = openChatWorld(service);
    await world.propose({ purpose: `${"a ".repeat(700)}end` });
    expect(shownText(service.messages[0]?.content)).toContain("the beginning");
    await world.propose({ purpose: "Renew example.org" });
    expect(shownText(service.messages[1]?.content)).not.toContain("the beginning");
  });

  it("is decided by a button, and then shows the outcome without buttons", async () => {
    const service = await openService();
    const world = openChatWorld(service);
    const id = await world.propose();
    const [message] = service.messages;
    const shown = shownText(message?.content);
    for (const part of ["$24.00", "Namecheap", "Renew example.com", "$976.00", "Approve $24.00"]) {
      expect(shown).toContain(part);
    }
    expect(await world.deliver(await service.press(service.users[0], "approve"))).toBe(200);
    await world.settled();
    expect(await world.proposal(id)).toMatchObject({
      status: "executed",
      operator: "Ada",
      approvals: { by: [{ name: "Ada", channel: name }] },
    });
    expect(service.messages).toHaveLength(1);
    expect(service.buttonsOf(message?.content)).toEqual([]);
    expect(shownText(message?.content)).toContain("Paid: $24.00 to Namecheap");
    expect(world.reported).toEqual([]);
  });

  it("is denied by a button, for the amount that an approver lowered", async () => {
    const service = await openService();
    const world = openChatWorld(service, twoPersons);
    const proposalId = await world.propose();
    const lower = { proposalId, decision: "approve", approvedAmountUsd: 10 };
    expect(await world.onPage("/decide", lower)).toBe(200);
    await world.settled();
    expect(shownText(service.messages[0]?.content)).toContain("Approve $10.00");
    expect(await world.deliver(await service.press(service.users[1], "deny"))).toBe(200);
    await world.settled();
    expect(await world.proposal(proposalId)).toMatchObject({
      status: "denied",
      operator: "Ben",
      deniedThrough: name,
    });
  });

  it.each(forgeries)("is not decided by a delivery that is forged: %s", async (forged) => {
    const service = await openService();
    const world = openChatWorld(service);
    const id = await world.propose();
    const delivery = await service.press(service.users[0], "approve", { forged });
    expect(await world.deliver(delivery)).toBe(401);
    const { body } = await service.press(service.users[0], "approve");
    expect(await world.deliver({ body, headers: {} })).toBe(401);
    expect((await world.proposal(id)).status).toBe("pending");
  });

  it("is not decided by a repeated delivery", async () => {
    const service = await openService();
    const world = openChatWorld(service, twoPersons);
    const proposalId = await world.propose();
    const delivery = await service.press(service.users[0], "approve");
    await world.deliver(delivery);
    expect((await world.proposal(proposalId)).approvals.given).toBe(1);
    expect(await world.onPage(`/proposals/${proposalId}/withdraw`, {})).toBe(200);
    await world.deliver(delivery);
    expect((await world.proposal(proposalId)).approvals.given).toBe(0);
  });

  it("is not decided late", async () => {
    const service = await openService();
    const world = openChatWorld(service, { proposalExpiryHours: 1 });
    const id = await world.propose();
    const delivery = await service.press(service.users[0], "approve");
    world.advance(6 * minute);
    // A delivery of Telegram states no time.
    if (name !== "telegram") {
      expect(await world.deliver(delivery)).toBe(401);
      expect((await world.proposal(id)).status).toBe("pending");
    }
    world.advance(60 * minute);
    await world.deliver(
      await service.press(service.users[0], "approve", { at: Date.now() + 66 * minute }),
    );
    expect(await world.proposal(id)).toMatchObject({ status: "denied", operator: null });
  });

  it("is not decided by a person who is not in the table, and who sees the reason", async () => {
    const service = await openService();
    const world = openChatWorld(service);
    const id = await world.propose();
    expect(await world.deliver(await service.press(service.users[2], "approve"))).toBe(200);
    expect((await world.proposal(id)).status).toBe("pending");
    expect(service.notices().join()).toContain("You are not in the table of people");
  });

  it("decides about its own spend alone", async () => {
    const service = await openService();
    const world = openChatWorld(service);
    const id = await world.propose();
    await world.deliver(await service.press(service.users[0], "approve", { change: changeDigest }));
    expect((await world.proposal(id)).status).toBe("pending");
    expect(service.notices().join()).toContain("another spend than is stored");
  });

  it("shows texts of the agent without links, mentions and formatting", async () => {
    const service = await openService();
    const world = openChatWorld(service);
    const text =
      "[Approve](https://evil.example) <https://evil.example|x> **b** _i_ `c` @everyone <@1> www.evil.example {{emoji:fire}}";
    await world.propose({ purpose: text, vendor: `A ${text.slice(0, 60)}` });
    const [message] = service.messages;
    const buttons = service.buttonsOf(message?.content);
    const shown = JSON.stringify(message?.content);
    const withoutButtons = buttons.reduce<string>(
      (left, button) => left.replace(JSON.stringify(button), ""),
      shown,
    );
    expect(withoutButtons).not.toMatch(
      /https?:\/\/evil|evil\.example|\[Approve\]\(|@everyone|<@1>|\*\*b\*\*/,
    );
    expect(shown).toContain("evil");
  });

  it("ends an action that is too large with a log", async () => {
    const service = await openService();
    const logged: unknown[] = [];
    const log = (...given: unknown[]): void => void logged.push(given);
    const logger = { debug: log, info: log, warn: log, error: log };
    const world = openChatWorld(service, { logger });
    const id = await world.propose();
    const sender = "9".repeat(1_100);
    const change: PressOptions["change"] = (payload) => {
      if (name === "telegram") payload.callback_query.from.id = sender;
    };
    const user = { gchat: `users/${sender}`, telegram: "100" }[name] ?? sender;
    await world.deliver(await service.press(user, "approve", { change }));
    expect((await world.proposal(id)).status).toBe("pending");
    await world.treasury.close();
    expect(JSON.stringify(logged)).toMatch(/An action in .* failed/);
  });

  it("is sent again if the service fails, without its token in an error", async () => {
    const service = await openService();
    const world = openChatWorld(service);
    service.fail(5);
    await world.propose();
    expect(service.messages).toEqual([]);
    service.fail(0);
    world.advance(10 * minute);
    await world.settled();
    expect(service.messages).toHaveLength(1);
    expect(world.reported.map(String).join()).not.toContain("grepForThisToken");
  });
});

channelConformance(
  { describe, it, expect },
  {
    senders: ["100", "200", "300"],
    create: async ({ people }) => {
      const service = await openDiscord();
      const { adapter, thread, messages, buttonsOf, fail } = service;
      return {
        channel: chat({ adapter, thread, people }),
        messages: () =>
          messages.map(({ content }) => ({
            text: JSON.stringify(content).replaceAll("\u2060", ""),
            isOpen: buttonsOf(content).some(({ custom_id: id }) => id !== undefined),
          })),
        fail,
        press: ({ message, sender, decision, at }) =>
          service.pressNow(sender, decision, { message: messages[message]!, at }),
      };
    },
  },
);

describe("chat", () => {
  it("names its own address in the buttons of Google Chat, also after a delivery", async () => {
    const service = await openGoogleChat();
    const world = openChatWorld(service, twoPersons);
    await world.propose();
    const [message] = service.messages;
    const addresses = () =>
      service.buttonsOf(message?.content).flatMap(({ onClick }) => onClick.action?.function ?? []);
    expect(addresses()).toEqual([googleEndpoint, googleEndpoint]);
    expect(await world.deliver(await service.press(service.users[0], "approve"))).toBe(200);
    await world.settled();
    expect(shownText(message?.content)).toContain("1 of 2");
    expect(addresses()).toEqual([googleEndpoint, googleEndpoint]);
    const adapter = Object.assign(Object.create(service.adapter) as typeof service.adapter, {
      endpointUrl: undefined,
    });
    const options = { thread: service.thread, people: {} };
    expect(() => chat({ ...options, adapter })).toThrow("`endpointUrl`");
  });

  it("refuses an adapter of another service, or one that verifies nothing", async () => {
    const { adapter } = await openTelegram();
    const options = { thread: "telegram:1", people: {} };
    expect(() => chat({ ...options, adapter: { ...adapter, name: "irc" } })).toThrow("discord,");
    const open = Object.assign(Object.create(adapter) as typeof adapter, {
      allowUnverifiedWebhooks: true,
    });
    expect(() => chat({ ...options, adapter: open })).toThrow("allowUnverifiedWebhooks");
    expect(() => chat({ adapter, thread: "-100", people: {} })).toThrow("telegram:");
  });
});
