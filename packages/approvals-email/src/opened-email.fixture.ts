import { systemClock } from "@agent-treasury/provider";
import type { ChannelParts } from "@agent-treasury/treasury-core/channel";
import { onTestFinished } from "vitest";
import { email, type EmailOptions } from "./email.ts";

export const from = "Treasury <treasury@example.com>";

/** The parts of a channel, for the tests of this package. */
export function openEmail(
  options: Partial<EmailOptions>,
): Required<Omit<ChannelParts, "receiver">> {
  const logger = { debug() {}, info() {}, warn() {}, error() {} };
  const channel = email({ from, to: "ada@example.com", ...options });
  const parts = channel.register({ clock: systemClock, logger });
  const { targets, update = async () => undefined, close } = parts;
  if (targets === undefined || close === undefined) throw new Error("A part is missing.");
  onTestFinished(close);
  return { ...parts, targets, update, close };
}
