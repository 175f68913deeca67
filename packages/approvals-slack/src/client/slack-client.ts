import { TreasuryError } from "@agent-treasury/provider";
import type { ModalView } from "@slack/types";
import { type Logger, LogLevel, WebClient } from "@slack/web-api";
import type { MessageContent } from "../message/approval-message.ts";
import type { SlackConnection } from "./slack-connection.ts";
import { slackErrorCode, slackFailure } from "./slack-failure.ts";

/** Where a message is. */
export interface MessagePlace {
  readonly channelId: string;
  readonly messageTs: string;
}

/** Calls of Slack's API. They reject with `outbound_failed`. */
export interface SlackClient {
  post(message: PostedMessage, signal: AbortSignal): Promise<MessagePlace>;
  /** Does nothing if the message was deleted. */
  update(place: MessagePlace, content: MessageContent, signal?: AbortSignal): Promise<void>;
  openDialog(triggerId: string, view: ModalView): Promise<void>;
  /** Returns the id of the Slack workspace in which the app is installed. */
  teamId(): Promise<string>;
}

export interface PostedMessage {
  readonly channelId: string;
  readonly content: MessageContent;
  /** The message to reply to, if any. The reply is also shown in the channel. */
  readonly thread: MessagePlace | null;
}

const timeoutMs = 10_000;

/** Without links to names, and without previews, because a preview requests an address in a text. */
const literal = { parse: "none", link_names: false } as const;
const withoutPreviews = { unfurl_links: false, unfurl_media: false } as const;

export function slackClient(connection: Required<SlackConnection>): SlackClient {
  /** Returns null for the error that `ignored` names. */
  const call = async <Answer>(
    run: (client: WebClient) => Promise<Answer>,
    { signal, ignored }: { readonly signal?: AbortSignal; readonly ignored?: string } = {},
  ): Promise<Answer | null> => {
    try {
      return await run(webClient(connection, signal));
    } catch (error) {
      if (ignored !== undefined && slackErrorCode(error) === ignored) return null;
      throw slackFailure(error, connection.botToken);
    }
  };
  return {
    post: async ({ channelId, content, thread }, signal) => {
      const message = { channel: channelId, ...content, ...literal, ...withoutPreviews };
      const reply = { thread_ts: thread?.messageTs ?? "", reply_broadcast: true } as const;
      const answer = await call(
        // oxlint-disable-next-line unicorn/require-post-message-target-origin
        ({ chat }) => chat.postMessage(thread === null ? message : { ...message, ...reply }),
        { signal },
      );
      return { channelId: textOf(answer?.channel), messageTs: textOf(answer?.ts) };
    },
    update: async ({ channelId, messageTs }, content, signal) => {
      const message = { channel: channelId, ts: messageTs, ...content, ...literal };
      await call(({ chat }) => chat.update(message), {
        ignored: "message_not_found",
        ...(signal && { signal }),
      });
    },
    openDialog: async (triggerId, view) => {
      await call(({ views }) => views.open({ trigger_id: triggerId, view }));
    },
    teamId: async () => textOf((await call(({ auth }) => auth.test()))?.team_id),
  };
}

/** Without retries, because a failed delivery is repeated. */
function webClient(
  { botToken, apiUrl }: Required<SlackConnection>,
  signal: AbortSignal | undefined,
): WebClient {
  return new WebClient(botToken, {
    slackApiUrl: apiUrl,
    allowAbsoluteUrls: false,
    retryConfig: { retries: 0 },
    rejectRateLimitedCalls: true,
    timeout: timeoutMs,
    logger: silentLogger,
    fetch: (url, init) => {
      const signals = [init?.signal, signal].filter((given) => given !== undefined);
      return fetch(url, { ...init, signal: AbortSignal.any(signals) });
    },
  });
}

/** The SDK logs what it sends. */
const silentLogger: Logger = {
  debug: () => {},
  info: () => {},
  warn: () => {},
  error: () => {},
  setLevel: () => {},
  getLevel: () => LogLevel.ERROR,
  setName: () => {},
};

function textOf(value: unknown): string {
  if (typeof value === "string" && value !== "") return value;
  throw new TreasuryError("outbound_failed", "The answer is not from Slack. Check `apiUrl`.");
}
