export type { ChannelChoice } from "@agent-treasury/approval-messages";
export type { ChatAdapter, PostedMessage } from "./chat-adapter.ts";
export { type ChatOptions, chat } from "./chat.ts";
