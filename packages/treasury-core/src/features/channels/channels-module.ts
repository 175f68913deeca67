import { lazily } from "@agent-treasury/provider/helpers";
import { approvalPageOf } from "../../http/address-options.ts";
import type { CoreModule } from "../../http/core-module.ts";
import { requireHeader, type SignedOperation } from "../../http/plugin-operation.ts";
import { atMost } from "../../kernel/at-most.ts";
import type { Engine } from "../../kernel/engine.ts";
import { invalidRequest } from "../../kernel/errors.ts";
import { UnderWay } from "../../kernel/under-way.ts";
import type { TreasuryOptions } from "../../treasury-options.ts";
import type { LateTurns } from "../agent/index.ts";
import type { EventConsumer } from "../events/index.ts";
import type { ChannelDecisionDeps } from "./decide-for-sender.ts";
import { loadChannels } from "./load-channels.ts";
import type { MessageDeps } from "./read-message.ts";
import { registerChannels, type RegisteredChannel } from "./register-channels.ts";

const longestCloseMs = 5_000;
const giveUpAfterMs = 3 * 86_400_000;

export interface OpenChannels extends MessageDeps {
  readonly registered: readonly RegisteredChannel[];
  readonly consumers: readonly EventConsumer[];
  /** Closes the channels. Register it before the deliveries. */
  readonly closing: CoreModule;
}

/** @throws TreasuryError `invalid_request` for an invalid channel. */
export function openChannels(engine: Engine, options: TreasuryOptions): OpenChannels {
  const { channels = [], logger = null } = options;
  const deps = { engine, page: approvalPageOf(options) };
  const registered = registerChannels(engine, channels, logger);
  for (const channel of registered) checkFirstMessage(channel, options);
  const consumers = registered.map((channel) => consumerOf(deps, channel));
  const close = async (): Promise<void> => {
    await Promise.all(registered.map((channel) => closed(engine, channel)));
  };
  return { ...deps, registered, consumers, closing: { close } };
}

function consumerOf(deps: MessageDeps, channel: RegisteredChannel): EventConsumer {
  const id = `channel-${channel.id}`;
  const delivering = lazily(async () => {
    const { channelConsumer } = await loadChannels();
    return channelConsumer(deps, channel, id);
  });
  return {
    id,
    giveUpAfterMs,
    targets: async (workspaceId) => (await delivering()).targets(workspaceId),
    deliver: async (delivery) => (await delivering()).deliver(delivery),
    missed: async (gap, target) => (await delivering()).missed(gap, target),
  };
}

/** The routes of the channels. */
export function channelsModule(
  { engine, page, registered }: OpenChannels,
  access: TreasuryOptions,
  turns: LateTurns,
): CoreModule {
  const underWay = new UnderWay();
  const deps = { engine, page, access, turns, underWay };
  return {
    plugins: registered.flatMap((channel) => channelRoute(deps, channel) ?? []),
    close: () => underWay.ended(),
  };
}

/** The channel would otherwise send nothing. */
function checkFirstMessage(
  { id, firstMessage }: RegisteredChannel,
  options: TreasuryOptions,
): void {
  const times = {
    requested: "",
    reminder: "remindAfterHours",
    escalated: "escalateAfterHours",
  } as const;
  const needed: (typeof times)[typeof firstMessage] | undefined = times[firstMessage];
  if (needed === "" || options[needed] !== undefined) return;
  throw invalidRequest(
    `\`firstMessage\` of channel ${id} is ${JSON.stringify(firstMessage)}, which needs the option \`${needed ?? "remindAfterHours"}\`.`,
  );
}

async function closed({ clock, report }: Engine, { id, parts }: RegisteredChannel): Promise<void> {
  const ended = Promise.resolve()
    .then(() => parts.close?.())
    .catch(report);
  if (await atMost(longestCloseMs, clock, ended)) return;
  report(new Error(`Channel ${id} did not close within 5 seconds.`));
}

/** Receives signed deliveries of a channel. Null for one that only sends. */
function channelRoute(
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
