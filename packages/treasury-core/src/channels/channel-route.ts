import { TreasuryError } from "@agent-treasury/provider";
import type { SignedOperation } from "../http/plugin-operation.ts";
import { type ChannelDecisionDeps, decideForSender } from "./decide-for-sender.ts";
import type { RegisteredChannel } from "./register-channels.ts";

/** Receives signed deliveries of a channel. Null for one that only sends. */
export function channelRoute(
  deps: ChannelDecisionDeps,
  channel: RegisteredChannel,
): SignedOperation | null {
  const { id, parts } = channel;
  const { receiver } = parts;
  if (receiver === undefined) return null;
  const header = receiver.signatureHeader.toLowerCase();
  return {
    kind: "signed",
    action: `channel:${id}`,
    method: "POST",
    path: `/channels/${id}`,
    sendsText: true,
    check: ({ [header]: signature }) => {
      if (signature !== undefined && signature !== "") return;
      throw new TreasuryError("unauthenticated", `The header ${header} is missing.`);
    },
    receive: async (delivery, _parameters, request) =>
      (await receiver.receive(delivery, decideForSender(deps, channel, request))) ?? "",
  };
}
