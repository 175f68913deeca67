import type { ChannelContext } from "@agent-treasury/treasury-core/channel";
import type { MessagePlace, SlackClient } from "./client/slack-client.ts";

export interface SlackDeps {
  readonly context: ChannelContext;
  readonly client: SlackClient;
  readonly apiUrl: string;
  readonly signingSecret: string;
  /** Id of the Slack workspace in which the app is installed. */
  readonly teamId: () => Promise<string>;
  /** Runs the changes of one message one after another. */
  readonly inOrder: (place: MessagePlace, change: () => Promise<void>) => Promise<void>;
  /** Waits for the work at most the given time. */
  readonly inBackground: (milliseconds: number, work: () => Promise<void>) => Promise<void>;
}
