import { channelConformance } from "@agent-treasury/testing/channel";
import { describe, expect, it } from "vitest";
import { email } from "./email.ts";
import { from } from "./opened-email.fixture.ts";
import { smtpReceiver } from "./smtp-receiver.fixture.ts";

channelConformance(
  { describe, it, expect },
  {
    create: async () => {
      const { port, mails, fail, close } = await smtpReceiver();
      const smtpUrl = `smtp://127.0.0.1:${port}`;
      return {
        channel: email({ smtpUrl, from, to: "ada@example.com" }),
        messages: () => mails.map(({ text }) => ({ text, isOpen: false })),
        fail,
        close,
      };
    },
  },
);
