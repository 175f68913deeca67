import {
  type ChannelSetup,
  type ChannelStandIn,
  channelConformance,
} from "@agent-treasury/testing/channel";
import { describe, expect, it } from "vitest";
import { readButtonValue } from "./message/button-value.ts";
import { denyDialog } from "./message/deny-dialog.ts";
import { signedPayload, signingSecret, submissionPayload } from "./slack-deliveries.fixture.ts";
import { type StandInMessage, botToken } from "./slack-methods.fixture.ts";
import { type SlackStandIn, buttonsOf, openSlack, shownText } from "./slack-stand-in.fixture.ts";
import { slack } from "./slack.ts";

async function create({ people }: ChannelSetup): Promise<ChannelStandIn> {
  const standIn = await openSlack();
  const { apiUrl, messages } = standIn;
  return {
    channel: slack({ botToken, signingSecret, channel: "C0MONEY", people, apiUrl }),
    messages: () =>
      messages.map((message) => {
        const buttons = buttonsOf(message);
        const links = buttons.map(({ url }) => url ?? "").join("\n");
        const isOpen = buttons.some(({ value }) => value !== undefined);
        return { text: `${shownText(message)}\n${links}`, isOpen };
      }),
    fail: (requests) => {
      standIn.failures.set(
        "chat.postMessage",
        Array.from({ length: requests }, () => ({ status: 500 })),
      );
    },
    press: ({ message: index, sender, decision, at: atMs }) => {
      // A client may show an outdated message.
      const message = { ...messages[index]!, blocks: messages[index]!.posted };
      if (decision === "approve") return standIn.press(sender, "approve", { message, atMs });
      return signedPayload(denial(standIn, message, sender), { atMs });
    },
  };
}

/** Submits the dialog that the button opens. */
function denial({ apiUrl }: SlackStandIn, message: StandInMessage, sender: string): object {
  const { channel: channelId, ts: messageTs } = message;
  const button = buttonsOf(message).find(({ action_id: id }) => id === "deny");
  const value = readButtonValue(button.value)!;
  const responseUrl = new URL("/respond/unknown", apiUrl).href;
  const dialog = denyDialog({ value, channelId, messageTs, responseUrl });
  return submissionPayload(sender, dialog, null);
}

channelConformance({ describe, it, expect }, { create });
