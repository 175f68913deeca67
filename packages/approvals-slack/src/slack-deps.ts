import type { BackgroundWork, ChangesInOrder } from "@agent-treasury/approval-messages";
import type { ChannelContext } from "@agent-treasury/treasury-core/channel";
import type { SlackClient } from "./client/slack-client.ts";

export interface SlackDeps {
  readonly context: ChannelContext;
  readonly client: SlackClient;
  readonly apiUrl: string;
  readonly signingSecret: string;
  /** Id of the Slack workspace in which the app is installed. */
  readonly teamId: () => Promise<string>;
  readonly inOrder: ChangesInOrder;
  readonly inBackground: BackgroundWork["run"];
}
