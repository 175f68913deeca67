import {
  type ChannelChoice,
  backgroundWork,
  changesInOrder,
  channelOf,
  checkedChannel,
} from "@agent-treasury/approval-messages";
import { checkOptions, type NamesOf } from "@agent-treasury/provider/helpers";
import type { SignedInOperator } from "@agent-treasury/treasury-core";
import type {
  ApprovalChannel,
  ChannelContext,
  ChannelParts,
} from "@agent-treasury/treasury-core/channel";
import { type SlackClient, slackClient } from "./client/slack-client.ts";
import { checkedConnection, invalid } from "./client/slack-connection.ts";
import { keyOf, placeOf } from "./message-reference.ts";
import { messageContent } from "./message/approval-message.ts";
import { receiveInteraction } from "./receive/receive-interaction.ts";
import { signatureHeader } from "./receive/signature.ts";
import type { SlackDeps } from "./slack-deps.ts";

export interface SlackOptions {
  /** Bot token of the Slack app: `xoxb-…`. It needs the scope `chat:write`. */
  readonly botToken: string;
  /** Signing secret of the Slack app. */
  readonly signingSecret: string;
  /**
   * Id of the Slack channel for messages, for example `C0123456789`. By workspace as an object or a
   * function; a workspace without one gets no messages.
   */
  readonly channel: ChannelChoice;
  /**
   * Persons by their Slack user id. Their `id` must be the one that `authenticate` returns. A user
   * of another Slack workspace, in a shared channel, is `T0123456789-U0123456789`.
   */
  readonly people: Readonly<Record<string, SignedInOperator>>;
  /** `https://slack.com/api/` by default. Without TLS only on this machine. */
  readonly apiUrl?: string;
}

const optionNames: NamesOf<SlackOptions> = {
  botToken: true,
  signingSecret: true,
  channel: true,
  people: true,
  apiUrl: true,
};

/**
 * Creates the channel, which asks for approvals in Slack.
 *
 * @throws TreasuryError `invalid_request` if an option is not valid.
 * @example
 * const treasury = createTreasury({
 *   ...options,
 *   channels: [slack({ botToken, signingSecret, channel: "C0123456789", people })],
 * });
 */
export function slack(options: SlackOptions): ApprovalChannel {
  checkOptions("slack", options, optionNames);
  const { people } = options;
  const signingSecret = options.signingSecret.trim();
  if (signingSecret === "") throw invalid("`signingSecret` is empty.");
  for (const user of Object.keys(people)) checkUser(user);
  const connection = checkedConnection(options);
  const channel = checkedChannel(options.channel, checkChannel);
  const client = slackClient(connection);
  const { apiUrl } = connection;
  return {
    id: "slack",
    people,
    register: (context) => parts({ context, client, apiUrl, signingSecret, channel }),
  };
}

interface Registered extends Pick<SlackDeps, "client" | "apiUrl" | "signingSecret"> {
  readonly context: ChannelContext;
  readonly channel: ChannelChoice;
}

function parts({ channel, ...registered }: Registered): ChannelParts {
  const { client, context } = registered;
  const inOrder = changesInOrder();
  const work = backgroundWork(context.logger, "Slack");
  const teamId = rememberedTeam(client);
  const deps: SlackDeps = { ...registered, teamId, inOrder, inBackground: work.run };
  return {
    targets: async (workspaceId) => {
      const channelId = await channelOf(channel, workspaceId, checkChannel);
      return channelId === null ? [] : [channelId];
    },
    send: async (message, { target: channelId, first, signal }) => {
      const content = messageContent(message);
      const thread = first && placeOf(first);
      return { ...(await client.post({ channelId, content, thread }, signal)) };
    },
    update: async (reference, message, { signal }) => {
      const place = placeOf(reference);
      await inOrder(keyOf(place), () => client.update(place, messageContent(message), signal));
    },
    receiver: {
      signatureHeader,
      receive: (delivery, decide) => receiveInteraction(deps, delivery, decide),
    },
    close: work.done,
  };
}

/** Asks Slack once for the id of its workspace, and again after a failure. */
function rememberedTeam(client: SlackClient): () => Promise<string> {
  let known: string | null = null;
  return async () => (known ??= await client.teamId());
}

function checkUser(user: string): void {
  if (/^([TE][A-Z0-9]{1,31}-)?[UW][A-Z0-9]{1,31}$/.test(user)) return;
  throw invalid(
    `\`people\` has the key "${user}", which is not a Slack user id such as U0123456789.`,
  );
}

/** A name is refused, because a channel can be renamed. */
function checkChannel(channelId: string): void {
  if (/^[CDGUW][A-Z0-9]{1,31}$/.test(channelId)) return;
  throw invalid(`"${channelId}" is not the id of a Slack channel. An id is like C0123456789.`);
}
