export type { ChannelChoice } from "./channel-choice.ts";
export { checkSlack } from "./client/check-slack.ts";
export type { SlackConnection } from "./client/slack-connection.ts";
export { type SlackOptions, slack } from "./slack.ts";
