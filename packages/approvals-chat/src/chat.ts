import {
  type ChannelChoice,
  backgroundWork,
  changesInOrder,
  channelOf,
  checkedChannel,
} from "@agent-treasury/approval-messages";
import { type JsonObject, TreasuryError } from "@agent-treasury/provider";
import { checkOptions, type NamesOf } from "@agent-treasury/provider/helpers";
import type { SignedInOperator } from "@agent-treasury/treasury-core";
import type { ApprovalChannel, ChannelParts } from "@agent-treasury/treasury-core/channel";
import type { ChatAdapter } from "./chat-adapter.ts";
import type { ChatDeps } from "./chat-deps.ts";
import { messengerOf, placeOf } from "./messenger.ts";
import { platformOf } from "./platforms.ts";
import { receiveAction } from "./receive-action.ts";
import { receivingChat } from "./receiving-chat.ts";

export interface ChatOptions {
  /** An adapter of `chat` that verifies deliveries, for example `createDiscordAdapter({ … })`. */
  readonly adapter: ChatAdapter;
  /**
   * The chat for messages, as the adapter names it, for example `discord:<server>:<channel>`. By
   * workspace as an object or a function; a workspace without one gets no messages.
   */
  readonly thread: ChannelChoice;
  /**
   * Persons by their user id in the service. Their `id` must be the one that `authenticate`
   * returns.
   */
  readonly people: Readonly<Record<string, SignedInOperator>>;
}

const optionNames: NamesOf<ChatOptions> = { adapter: true, thread: true, people: true };

/**
 * Creates the channel, which asks for approvals in Teams, Discord, Telegram or Google Chat. Its id
 * is the adapter's name.
 *
 * @throws TreasuryError `invalid_request` if an option is not valid.
 * @example
 * const treasury = createTreasury({
 *   ...options,
 *   channels: [chat({ adapter: createDiscordAdapter(), thread: "discord:1:2", people })],
 * });
 */
export function chat(options: ChatOptions): ApprovalChannel {
  checkOptions("chat", options, optionNames);
  const { adapter, people } = options;
  const platform = platformOf(adapter.name);
  checkVerifies(adapter);
  checkNamesEndpoint(adapter);
  const checkThread = (thread: string): void => {
    if (thread.startsWith(`${adapter.name}:`)) return;
    throw invalid(
      `${JSON.stringify(thread)} is not a chat of ${platform.title}. It begins with ${adapter.name}:.`,
    );
  };
  const thread = checkedChannel(options.thread, checkThread);
  return {
    id: adapter.name,
    people,
    register: (context) =>
      parts({ context, adapter, platform }, (workspaceId) =>
        channelOf(thread, workspaceId, checkThread),
      ),
  };
}

function parts(
  given: Pick<ChatDeps, "context" | "adapter" | "platform">,
  threadOf: (workspaceId: string) => Promise<string | null>,
): ChannelParts {
  const { adapter, platform, context } = given;
  const bot = receivingChat(adapter);
  const messenger = messengerOf(adapter, platform, bot);
  const work = backgroundWork(context.logger, platform.title);
  const inOrder = changesInOrder();
  const deps: ChatDeps = { ...given, bot, messenger, inOrder, inBackground: work.run };
  return {
    targets: async (workspaceId) => {
      const thread = await threadOf(workspaceId);
      return thread === null ? [] : [thread];
    },
    send: async (message, { target, signal }): Promise<JsonObject> => ({
      ...(await messenger.post(target, message, signal)),
    }),
    update: async (reference, message, { signal }) => {
      const place = placeOf(reference);
      await inOrder(place.messageId, () => messenger.edit(place, message, signal));
    },
    receiver: {
      signatureHeader: platform.signatureHeader,
      receive: (delivery, decide) => receiveAction(deps, delivery, decide),
    },
    close: async () => {
      await work.done();
      await adapter.disconnect?.();
    },
  };
}

/** Adapters have options with which anyone could send a delivery. */
function checkVerifies(adapter: ChatAdapter): void {
  const flags = ["allowUnverifiedWebhooks", "disableSignatureVerification"] as const;
  const flag = flags.find((name) => Reflect.get(adapter, name) === true);
  if (flag === undefined) return;
  throw invalid(`The adapter has \`${flag}\`, so that anyone could approve. Remove it.`);
}

/** Google Chat calls the address in a button. The adapter would infer one that does not exist. */
function checkNamesEndpoint(adapter: ChatAdapter): void {
  const endpointUrl: unknown = Reflect.get(adapter, "endpointUrl");
  if (adapter.name !== "gchat" || URL.canParse(String(endpointUrl))) return;
  throw invalid(
    "Buttons in Google Chat call the address of the channel. Pass it to the adapter as `endpointUrl`.",
  );
}

function invalid(message: string): TreasuryError {
  return new TreasuryError("invalid_request", message);
}
