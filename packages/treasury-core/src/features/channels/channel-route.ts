import type { SignedOperation } from "../../http/plugin-operation.ts";
import { requireHeader } from "../../http/signature-header.ts";
import type { ChannelDecisionDeps } from "./decide-for-sender.ts";
import { loadChannels } from "./load-channels.ts";
import type { RegisteredChannel } from "./register-channels.ts";

/** Receives signed deliveries of a channel. Null for one that only sends. */
export function channelRoute(
  deps: ChannelDecisionDeps,
  channel: RegisteredChannel,
): SignedOperation | null {
  const { id, parts } = channel;
  const { receiver } = parts;
  if (receiver === undefined) return null;
  return {
    kind: "signed",
    action: `channel:${id}`,
    method: "POST",
    path: `/channels/${id}`,
    sendsText: true,
    check: requireHeader(receiver.signatureHeader),
    receive: async (delivery, _parameters, request) => {
      const { decideForSender } = await loadChannels();
      return (await receiver.receive(delivery, decideForSender(deps, channel, request))) ?? "";
    },
  };
}
