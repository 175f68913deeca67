import { type JsonObject, TreasuryError } from "@agent-treasury/provider";
import type { ApprovalMessage } from "@agent-treasury/treasury-core/channel";
import type { ChatAdapter, ChatCard } from "./chat-adapter.ts";
import { chatCard } from "./chat-card.ts";
import { literal } from "./literal-text.ts";
import type { Platform } from "./platforms.ts";
import type { ReceivingChat } from "./receiving-chat.ts";

/** Where a message is. */
export interface MessagePlace {
  readonly threadId: string;
  readonly messageId: string;
}

/** Calls of the service. They reject with `outbound_failed`. */
export interface Messenger {
  post(threadId: string, message: ApprovalMessage, signal: AbortSignal): Promise<MessagePlace>;
  /** Does nothing if the message was deleted. */
  edit(place: MessagePlace, message: ApprovalMessage, signal?: AbortSignal): Promise<void>;
  /** Shows a text to one person, in the chat or in a direct message. */
  sendNotice(threadId: string, userId: string, text: string): Promise<void>;
}

/** Adapters do not all have a time limit of their own. */
const timeoutMs = 10_000;

export function messengerOf(
  adapter: ChatAdapter,
  platform: Platform,
  bot: ReceivingChat,
): Messenger {
  const call = async <Answer>(
    run: () => Promise<Answer>,
    signal: AbortSignal = AbortSignal.timeout(timeoutMs),
  ): Promise<Answer> => {
    try {
      return await within(signal, bot.ready().then(run));
    } catch (error) {
      throw failureOf(platform, error);
    }
  };
  const card = (message: ApprovalMessage): ChatCard => chatCard(message, platform.carriesValue);
  return {
    post: async (threadId, message, signal) => {
      const posted = await call(() => adapter.postMessage(threadId, card(message)), signal);
      return { threadId: posted.threadId ?? threadId, messageId: posted.id };
    },
    edit: async ({ threadId, messageId }, message, signal) => {
      try {
        await call(() => adapter.editMessage(threadId, messageId, card(message)), signal);
      } catch (error) {
        if (!isGone((error as Error).cause)) throw error;
      }
    },
    sendNotice: async (threadId, userId, text) => {
      const message = literal(text);
      await call(async () => {
        if (adapter.postEphemeral !== undefined) {
          await adapter.postEphemeral(threadId, userId, message);
        } else if (adapter.openDM !== undefined) {
          await adapter.postMessage(await adapter.openDM(userId), message);
        }
      });
    },
  };
}

/** Reads what `send` returned. */
export function placeOf({ threadId, messageId }: JsonObject): MessagePlace {
  if (typeof threadId === "string" && typeof messageId === "string") return { threadId, messageId };
  throw new TypeError("It is not the reference of a message.");
}

/** A deleted message, or one that already looks so. */
function isGone(error: unknown): boolean {
  const { code, message } = error as { readonly code?: unknown; readonly message?: unknown };
  return (
    code === "NOT_FOUND" || /message (?:is not modified|to edit not found)/.test(String(message))
  );
}

/** Without the adapter's message, which may contain the address with the token. */
function failureOf({ title }: Platform, cause: unknown): TreasuryError {
  const { code, retryAfter } = cause as { readonly code?: unknown; readonly retryAfter?: unknown };
  const reason = typeof code === "string" && /^\w{1,40}$/.test(code) ? ` (${code})` : "";
  const seconds = typeof retryAfter === "number" && retryAfter > 0 ? Math.ceil(retryAfter) : null;
  return new TreasuryError("outbound_failed", `${title} did not accept a request${reason}.`, {
    ...(seconds !== null && { headers: { "retry-after": String(seconds) } }),
    cause,
  });
}

function within<Answer>(signal: AbortSignal, work: Promise<Answer>): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const stop = (): void => reject(signal.reason);
    if (signal.aborted) stop();
    signal.addEventListener("abort", stop, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener("abort", stop));
  });
}
