import { describe, expect, it } from "vitest";
import { channelConformance } from "./channel-conformance.ts";
import type { ChannelSetup } from "./channel-test.ts";
import { type ChatFlaws, chat, plainText } from "./chat.fixture.ts";
import { decidingTests, refusingTests } from "./deciding-tests.ts";
import { sendingTests } from "./sending-tests.ts";

channelConformance({ describe, it, expect }, { create: (setup) => chat(setup) });

channelConformance(
  { describe, it, expect },
  {
    create: (setup) => {
      const { press: _press, ...sending } = chat(setup, { isOpen: () => false });
      return sending;
    },
  },
);

/** Channels with one flaw, by the test that must find it. */
const flawed: Readonly<Record<string, ChatFlaws>> = {
  "shows amount, payee, purpose, the rule, the balance afterwards, and the page": {
    textOf: (message) => plainText(message).replace("976.00", ""),
  },
  "shows a decision that was made elsewhere, and offers no further one": {
    parts: { update: async () => {} },
  },
  "sends reminders, and closes them after expiry": {
    isOpen: ({ kind, proposal }) => kind === "reminder" || proposal.status === "pending",
    parts: { update: async () => {} },
  },
  "sends a message after a failure of its service": {
    parts: { send: async () => null },
  },
  "approves as the sender's person, and closes the message": {
    decide: (decide, decision) => decide({ ...decision, decision: "deny" }),
  },
  denies: {
    decide: (decide, decision) => decide({ ...decision, decision: "approve" }),
  },
  "counts two persons, and shows the first one": {
    textOf: (message) => plainText(message).replace("Ada", ""),
  },
  "rejects deliveries whose signature is missing or wrong": {
    isVerified: (_given, _expected, ageMs) => ageMs < 300_000,
  },
  "rejects an old signature": { isVerified: (given, expected) => given === expected },
  "rejects senders without a person": {
    decide: (decide, decision) => decide({ ...decision, sender: "U0ADA" }),
  },
};

describe("the suite of channels", () => {
  const tests = [...sendingTests, ...decidingTests, ...refusingTests];

  it.each(Object.entries(flawed))("finds what violates %j", async (name, flaws) => {
    const test = tests.find((one) => one.name === name);
    const create = (setup: ChannelSetup) => chat(setup, flaws);
    await expect(test?.run({ create }, expect)).rejects.toThrow("expected");
  });
});
