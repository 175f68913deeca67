import type { BackgroundWork, ChangesInOrder } from "@agent-treasury/approval-messages";
import type { ChannelContext } from "@agent-treasury/treasury-core/channel";
import type { ChatAdapter } from "./chat-adapter.ts";
import type { Messenger } from "./messenger.ts";
import type { Platform } from "./platforms.ts";
import type { ReceivingChat } from "./receiving-chat.ts";

export interface ChatDeps {
  readonly context: ChannelContext;
  readonly adapter: ChatAdapter;
  readonly platform: Platform;
  readonly bot: ReceivingChat;
  readonly messenger: Messenger;
  readonly inOrder: ChangesInOrder;
  readonly inBackground: BackgroundWork["run"];
}
