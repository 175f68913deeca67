export type { ChannelChoice } from "@agent-treasury/approval-messages";
export { checkSlack } from "./client/check-slack.ts";
export type { SlackConnection } from "./client/slack-connection.ts";
export { type SlackOptions, slack } from "./slack.ts";
